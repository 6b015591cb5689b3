"""``symcause play``: agents, programs and people; transcripts that grow and go on."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from symcause import registry
from symcause.cli.main import COMMANDS, main
from symcause.cli.output.transcript_file import Recorder, TranscriptFile
from symcause.episodes.agents import step
from symcause.episodes.episode import Episode
from symcause.errors import UsageError
from symcause.formats.pools.problem_files import read_problem
from tests.patience import PATIENCE, until

COINS = {
    "format": "toy.coins/1",
    "id": "three",
    "coins": ["a", "b", "c"],
    "seen": {"a": True},
    "gold": {"a": True, "b": True, "c": False},
}
RUN = (
    "import sys; from symcause import registry; "
    "registry.FAMILIES['coins'] = 'symcause.testing.coins'; "
    "from symcause.cli.main import main; main(sys.argv[1:])"
)
ROOT = Path(__file__).resolve().parents[2]


def _forget() -> None:
    for name in COMMANDS:
        sys.modules.pop(f"symcause.cli.commands.{name}", None)


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(registry.FAMILIES, "coins", "symcause.testing.coins")
    _forget()
    yield
    _forget()


@pytest.fixture
def problem(tmp_path: Path) -> Path:
    path = tmp_path / "coins.json"
    path.write_text(json.dumps(COINS))
    return path


@pytest.fixture
def pool(tmp_path: Path) -> Path:
    path = tmp_path / "pool.jsonl"
    lines = [
        {**COINS, "id": f"coins-{i}", "gold": {"a": True, "b": i % 2 == 0, "c": True}}
        for i in range(4)
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def ran(*arguments: object) -> int:
    with pytest.raises(SystemExit) as ended:
        main([str(argument) for argument in arguments])
    return int(ended.value.code or 0)


def program(*arguments: object, said: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", RUN, *map(str, arguments)],
        input=said,
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=PATIENCE,
    )


def test_an_agent_plays(problem: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ran("play", problem, "--agent", "greedy", "--json") == 0
    document = json.loads(capsys.readouterr().out)
    assert document["right"] is True
    assert document["support"] == "justified"
    assert (document["decided_at"], document["surplus"], document["regret"]) == (2, 0, 0.0)
    assert [step["action"] for step in document["steps"]] == [{"look": "b"}, {"look": "c"}]


def test_passive_is_wrong_here(problem: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ran("play", problem, "--agent", "passive") == 1
    assert "WRONG: 4 models still fitted (without a step)." in capsys.readouterr().out


def test_pools_of_transcripts_resume_and_are_problems(
    pool: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "episodes.jsonl"
    assert ran("play", pool, "--agent", "greedy", "--out", out, "--jobs", "2", "--json") == 0
    first = out.read_text()
    assert first.count("symcause.episode/1") == 4
    assert ran("play", pool, "--agent", "greedy", "--out", out, "--resume", "--json") == 0
    assert out.read_text() == first
    torn = first[: first.rindex('{"step"') + 9]
    out.write_text(torn)
    assert ran("play", pool, "--agent", "greedy", "--out", out, "--resume", "--json") == 0
    assert out.read_text() == first
    capsys.readouterr()
    assert ran("count", out, "--json") == 0
    counts = [json.loads(line)["count"] for line in capsys.readouterr().out.splitlines()]
    assert counts == [1, 1, 1, 1]


def test_another_seed_is_another_episode(problem: Path, tmp_path: Path) -> None:
    out = tmp_path / "episodes.jsonl"
    for seed in (1, 2):
        ran("play", problem, "--agent", "random", "--seed", seed, "--out", out, "--resume")
    assert out.read_text().count("symcause.episode/1") == 2


@pytest.mark.parametrize("seed", range(12))
def test_a_file_holds_the_transcript_whenever_it_is_noted(
    problem: Path, tmp_path: Path, seed: int
) -> None:
    """Steps and calls of instruments in any order, none twice and none left out; also when resumed."""
    rng = Random(seed)
    out, known = tmp_path / "episode.jsonl", read_problem(problem)
    episode: Episode[Any] = Episode(known)
    with contextlib.ExitStack() as stack:
        record = Recorder(stack.enter_context(TranscriptFile(str(out), resume=False)), episode)
        for number in range(30):
            if rng.random() < 0.5 and episode.left:
                episode.act({"look": rng.choice("abcz")})
            else:
                episode.called("count", {"number": number}, {"count": number})
            if rng.random() < 0.6:
                record.note()
                assert out.read_text() == str(episode.transcript)
            if rng.random() < 0.1:
                record.note()
                stack.close()
                before, episode = episode, Episode(known)
                file = stack.enter_context(TranscriptFile(str(out), resume=True))
                record = Recorder(file, episode)
                assert episode.transcript == before.transcript
        episode.answer({"a": True})
        record.note()
    assert out.read_text() == str(episode.transcript)


def test_an_audit_judges_a_transcript(
    problem: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "episode.jsonl"
    ran("play", problem, "--agent", "passive", "--out", out)
    assert capsys.readouterr().out.endswith(f"\ntranscript in {out}\n")
    for quiet in ("--json", "--quiet"):
        ran("play", problem, "--agent", "passive", "--out", tmp_path / f"{quiet}.jsonl", quiet)
        assert "transcript in" not in capsys.readouterr().out
    assert ran("audit", problem, "--log", out, "--json") == 1
    document = json.loads(capsys.readouterr().out)
    assert document["verdict"] == "ambiguous"
    assert document["settled"] is False
    assert (document["right"], document["support"], document["steps"]) == (False, "unsupported", [])
    other = tmp_path / "other.json"
    other.write_text(json.dumps({**COINS, "gold": {"a": True, "b": False, "c": False}}))
    assert ran("audit", other, "--log", out) == 2
    assert "no episode about this problem" in capsys.readouterr().err


def test_nothing_is_overwritten(problem: Path, tmp_path: Path) -> None:
    assert ran("play", problem, "--agent", "greedy", "--out", problem) == 2
    foreign = tmp_path / "notes.json"
    foreign.write_text('{"mine": 1}\n')
    assert ran("play", problem, "--agent", "greedy", "--out", foreign) == 2
    assert foreign.read_text() == '{"mine": 1}\n'


def test_a_program_plays(problem: Path, tmp_path: Path) -> None:
    out = tmp_path / "episode.jsonl"
    said = [
        {"look": "b"},
        {"action": {"look": "z"}},
        {"action": {"look": "c"}},
        {"answer": {"a": True, "b": True, "c": False}},
    ]
    lines = "".join(json.dumps(line) + "\n" for line in said)
    ended = program(
        "play", problem, "--stdio", "--name", "me", "--out", out, said="nonsense\n" + lines
    )
    assert ended.returncode == 0, ended.stderr
    heard = [json.loads(line) for line in ended.stdout.splitlines()]
    assert heard[0]["observation"] == {"coins": ["a", "b", "c"], "seen": {"a": True}}
    assert "gold" not in ended.stdout.rsplit("\n", 2)[0]
    assert "refused" in heard[1]
    assert heard[2] == {"observation": {"heads": True}, "left": 2}
    assert "no such experiment" in heard[3]["refused"]
    assert heard[-1]["right"] is True
    assert heard[-1]["agent"] == "me"
    assert heard[-1]["invalid"] == 2
    assert json.loads(out.read_text().splitlines()[0])["agent"] == "me"


def test_a_program_that_stops_goes_on_later(problem: Path, tmp_path: Path) -> None:
    out = tmp_path / "episode.jsonl"
    begun = program("play", problem, "--stdio", "--out", out, said='{"look": "b"}\n')
    assert begun.returncode == 1
    assert json.loads(begun.stdout.splitlines()[-1])["answered"] is False
    rest = '{"look": "c"}\n{"answer": {"a": true, "b": true, "c": false}}\n'
    ended = program("play", problem, "--stdio", "--out", out, "--resume", said=rest)
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout.splitlines()[0])["observation"]["seen"] == {"a": True, "b": True}
    assert [json.loads(line).get("step") for line in out.read_text().splitlines()] == [
        None,
        1,
        2,
        None,
    ]


def test_nobody_to_play(problem: Path) -> None:
    ended = program("play", problem)
    assert ended.returncode == 2
    assert "--agent" in ended.stderr
    assert program("play", problem, "--stdio", "--agent", "greedy").returncode == 2


class Terminal:
    """A person at a terminal."""

    def __init__(self, *arguments: object) -> None:
        self.process, self.end = pty.fork()
        if self.process == 0:
            os.chdir(ROOT)
            os.execv(sys.executable, [sys.executable, "-c", RUN, *map(str, arguments)])

    def until(self, text: str) -> str:
        heard, stop = "", time.monotonic() + PATIENCE
        while text not in heard and time.monotonic() < stop:
            if select.select([self.end], [], [], 1)[0]:
                try:
                    heard += os.read(self.end, 4096).decode()
                except OSError:
                    break
        return heard

    def say(self, text: str) -> None:
        os.write(self.end, text.encode() + b"\n")

    def interrupt(self) -> None:
        """Press Ctrl-C, then Enter: an interrupt just before a read is only heard when that is over."""
        os.kill(self.process, signal.SIGINT)
        until(self._entered)

    def _entered(self) -> bool:
        with contextlib.suppress(OSError):  # it has ended
            self.say("")
            while select.select([self.end], [], [], 1)[0]:
                os.read(self.end, 4096)
        return self.ended()

    def ended(self) -> bool:
        """Has the program ended? It stays to be waited for."""
        found = os.waitid(os.P_PID, self.process, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        return found is not None

    def code(self) -> int:
        self.until("\0never")
        try:
            until(self.ended)
        finally:
            if not self.ended():
                os.kill(self.process, signal.SIGKILL)
            _, status = os.waitpid(self.process, 0)
            os.close(self.end)
        return os.waitstatus_to_exitcode(status)


def test_a_person_plays(problem: Path, tmp_path: Path) -> None:
    terminal = Terminal("play", problem)
    assert "Try one of these" in terminal.until("> ")
    terminal.say("help")
    assert "ends the episode" in terminal.until("> ")
    terminal.say('{"look": "b"}')
    assert '"heads": true' in terminal.until("> ")
    terminal.say("what?")
    assert "Refused" in terminal.until("> ")
    terminal.say('answer {"a": true, "b": true, "c": false}')
    assert "RIGHT BY LUCK" in terminal.until("BY LUCK")
    assert terminal.code() == 0


def test_an_answer_that_cannot_be_read_may_be_given_again(tmp_path: Path) -> None:
    """Said with the reason and an example; then in infix, as people write."""
    out = tmp_path / "episode.jsonl"
    terminal = Terminal("play", ROOT / "examples" / "unique.json", "--out", out)
    assert "answer X3 = not X1; X4 = not X1; …" in terminal.until("> ")
    terminal.say("answer who knows")
    told = terminal.until("> ")
    assert "This is no answer:" in told and "Give it again" in told
    terminal.say("answer X3 = X1 xor X2; X4 = X3 nand X1; X5 = X1")
    told = terminal.until("> ")
    assert "X4: " in told and "nand" in told and "for example: answer X3 =" in told
    terminal.say("answer X3 = X1 xor X2; X4 = not X3; X5 = X4 and X1")
    terminal.until("RIGHT")
    assert terminal.code() in (0, 1)
    *_, last = map(json.loads, out.read_text().splitlines())
    assert last["answer"] == {"X3": "X1 xor X2", "X4": "not X3", "X5": "X4 and X1"}


@pytest.mark.parametrize(
    ("name", "nonsense", "told"),
    [
        ("world", "perhaps", "neither yes nor no"),
        ("crystal", "perhaps", "no value for"),
        ("boats", "perhaps", 'give {"design": {…}}'),
        ("unique", "perhaps", "no JSON"),
    ],
)
def test_every_family_tells_an_answer_from_nonsense(name: str, nonsense: str, told: str) -> None:
    episode = Episode(read_problem(ROOT / "examples" / f"{name}.json"))
    rules, known = episode.rules, episode.known
    wrong = rules.unreadable(known, rules.phrased(known, nonsense))
    assert wrong is not None and told.lower() in wrong.lower(), wrong
    simplest = rules.simplest(known)
    assert rules.unreadable(known, simplest) is None
    assert rules.unreadable(known, rules.phrased(known, json.dumps(simplest))) is None


@pytest.mark.parametrize(
    ("name", "agent", "able"),
    [("boats", "greedy", "random, passive"), ("boats", "optimal", "random, passive")],
)
def test_agents_that_apply_are_named(name: str, agent: str, able: str) -> None:
    episode = Episode(read_problem(ROOT / "examples" / f"{name}.json"))
    with pytest.raises(UsageError, match=rf"does not apply here: .*agents that apply: {able}$"):
        step(episode, agent)


def test_infix_in_answers_of_episodes_is_the_same_model() -> None:
    problem = read_problem(ROOT / "examples" / "unique.json")
    spelled = {"X3": "(xor X1 X2)", "X4": "(not X3)", "X5": "(and X1 X4)"}
    infix = {"X3": "X1 ⊕ X2", "X4": "not X3", "X5": "X1 and X4"}
    one, two = (Episode(problem).answer({"mechanisms": answer}) for answer in (spelled, infix))
    assert (one.right, one.support) == (two.right, two.support)
    assert one.details["edges"] == two.details["edges"]


def test_ctrl_c_keeps_the_episode(problem: Path, tmp_path: Path) -> None:
    out = tmp_path / "episode.jsonl"
    terminal = Terminal("play", problem, "--out", out)
    terminal.until("> ")
    terminal.say('{"look": "b"}')
    terminal.until("> ")
    terminal.interrupt()
    assert terminal.code() == 130
    assert len(out.read_text().splitlines()) == 2


def test_transcripts_are_scored(
    pool: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, scores = tmp_path / "episodes.jsonl", tmp_path / "scores.jsonl"
    for agent in ("greedy", "passive"):
        ran("play", pool, "--agent", agent, "--out", out, "--json")
    capsys.readouterr()
    for jobs in (1, 2):
        assert ran("score", pool, out, "--json", "--jobs", jobs) == 0
        *lines, summary = map(json.loads, capsys.readouterr().out.splitlines())
        assert [(line["model"], line["right"]) for line in lines] == [
            *[("greedy", True)] * 4,
            *[("passive", i % 2 == 0) for i in range(4)],
        ]
        answers, steps, intervals, systems = summary["summary"]["tables"]
        assert (intervals["key"], systems["key"]) == ("intervals", "systems")
        assert answers["rows"][0][:4] == ["coins", "greedy", 4, 1.0]
        justified, lucky = answers["columns"].index("justified"), answers["columns"].index("lucky")
        assert [row[justified] for row in answers["rows"]] == [1.0, 0.0]
        assert [row[lucky] for row in answers["rows"]] == [0.0, 0.5]
        assert steps["rows"][0][2:5] == [2.0, 2.0, 1.0]
    assert ran("score", pool, out, "--out", scores) == 0
    assert ran("score", pool, out, "--out", scores, "--resume") == 0
    assert len(scores.read_text().splitlines()) == 8
    assert "greedy" in capsys.readouterr().out


def test_a_transcript_about_a_changed_problem_is_no_score(
    problem: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "episodes.jsonl"
    ran("play", problem, "--agent", "greedy", "--out", out, "--json")
    problem.write_text(json.dumps({**COINS, "gold": {"a": True, "b": False, "c": False}}))
    assert ran("score", problem, out) == 2
    assert "another problem of this id" in capsys.readouterr().err


def test_what_was_written_is_said_on_a_terminal(problem: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    terminal = Terminal("audit", problem, "--html", page)
    assert f"page in {page}" in terminal.until("page in").replace("\n", "") + terminal.until("html")
    assert terminal.code() == 1
    assert "page in" not in program("audit", problem, "--html", page).stdout
