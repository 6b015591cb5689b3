"""Files of results that somebody else wrote, that two runs write, or that lost a worker."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from symcause.audits.experiments.experiment_document import NextDocument
from symcause.cli.output.result_file import Results
from symcause.errors import UsageError
from tests.cli.cases import EXAMPLES, ROOT, Document, Shell, example, hard, write
from tests.patience import PATIENCE, until
from tests.trust.interrupting import listening

POOL, ROWS = EXAMPLES / "pool.jsonl", EXAMPLES / "predictions.jsonl"
FOREIGN = {
    "a problem that is no name": b'{"problem": [1], "error": "x"}\n',
    "endless nesting": b"[" * 100_000 + b"\n",
    "a byte that is no text": b"\xff\n",
    "a number": b"12\n",
    "nothing of ours": b'{"problem": "p", "count": 3}\n',
}
RUNS = (
    ("count", POOL),
    ("audit", POOL),
    ("score", POOL, ROWS),
    ("generate", "boolean"),
    ("disambiguate", EXAMPLES / "ambiguous.json"),
)


def documents(path: Path) -> list[Document]:
    found = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [{k: v for k, v in document.items() if k != "seconds"} for document in found]


@pytest.mark.parametrize("run", RUNS, ids=lambda run: str(run[0]))
@pytest.mark.parametrize("foreign", FOREIGN)
def test_foreign_files_are_refused_and_left_alone(
    run: tuple[object, ...], foreign: str, tmp_path: Path, shell: Shell
) -> None:
    """They used to end in tracebacks."""
    out = tmp_path / "out.jsonl"
    out.write_bytes(FOREIGN[foreign])
    message = shell.refused(*run, "--out", out, "--resume")
    assert message.startswith(f"{out}: line 1: the file contains something else")
    assert out.read_bytes() == FOREIGN[foreign]


def test_an_error_that_is_kept_is_said_again(tmp_path: Path, shell: Shell) -> None:
    """Exit code 2 used to come with an empty standard error."""
    broken = {"format": "symcause.boolean/1", "id": "broken"}
    pool = write(tmp_path / "pool.jsonl", example("unique"), broken)
    out = tmp_path / "out.jsonl"
    for extra in ((), ("--resume",), ("--resume", "--json"), ("--resume", "--quiet")):
        code, _, err = shell("count", pool, "--out", out, *extra)
        assert code == 2
        assert (
            err == f"symcause: broken: {pool}:2: the key 'variables' is missing; add 'variables'\n"
        )


def test_lost_results_are_done_again_in_their_place(tmp_path: Path, shell: Shell) -> None:
    out = tmp_path / "out.jsonl"
    shell("count", POOL, "--out", out)
    wanted = documents(out)
    lines = [json.dumps({**d, "lost": True} if i in (1, 3) else d) for i, d in enumerate(wanted)]
    write(out, *lines[:6])
    shell("count", POOL, "--out", out, "--resume")
    assert documents(out) == wanted


@pytest.mark.parametrize("jobs", [1, 2])
def test_lost_answers_are_scored_again_in_their_place(
    jobs: int, tmp_path: Path, shell: Shell
) -> None:
    """They used to go to the end; a second interruption then made the file useless."""
    out = tmp_path / "out.jsonl"
    run = ("score", POOL, ROWS, "--bootstrap", 0, "--jobs", jobs, "--out", out)
    shell(*run)
    wanted = documents(out)
    lines = list(map(json.dumps, wanted))
    for at in (0, 4, 5):
        gone = {"problem": wanted[at]["problem"], "model": wanted[at]["model"], "error": "died"}
        lines[at] = json.dumps({**gone, "lost": True})
    write(out, *lines[:9])
    shell(*run, "--resume")
    assert documents(out) == wanted


def test_lines_of_an_earlier_form_are_made_again(tmp_path: Path, shell: Shell) -> None:
    """Version 0.2.0 wrote other numbers for the released scorer, and not why there are none."""
    graph = {"nodes": ["rain", "flood"], "edges": [{"source": "rain", "target": "flood"}]}
    gold = [{"format": "symcause.textgraph/1", "id": f"g{i}", **graph} for i in range(3)]
    said = [{"instanceId": f"g{i}", "model": "m", "response": "rain -> flood"} for i in range(3)]
    pool, rows = write(tmp_path / "pool.jsonl", *gold), write(tmp_path / "rows.jsonl", *said)
    out = tmp_path / "out.jsonl"
    run = ("score", pool, rows, "--bootstrap", 0, "--out", out)
    assert shell(*run)[0] == 0
    wanted = documents(out)
    newer = ("released_status", "released_reason", "evaluator", "abstained", "support")
    old = [{k: v for k, v in line.items() if k not in newer} for line in wanted]
    old[0]["released"] = {"precision": 1.0, "recall": 0.7, "f1": 0.82, "shd": 0}
    write(out, old[0], old[1])
    code, told, _ = shell(*run, "--resume")
    assert code == 0 and documents(out) == wanted
    write(out, *wanted)
    assert shell(*run, "--resume")[1] == told, "an answer is counted once"


def test_answers_to_a_repaired_problem_are_scored(tmp_path: Path, shell: Shell) -> None:
    pool, out = tmp_path / "pool.jsonl", tmp_path / "out.jsonl"
    answer = (EXAMPLES / "answers" / "unique.good.json").read_text()
    rows = write(
        tmp_path / "rows.jsonl", {"instanceId": "unique", "model": "m", "response": answer}
    )
    run = ("score", pool, rows, "--bootstrap", 0, "--out", out)
    write(pool, example("unique", worlds=[]))
    assert shell(*run)[0] == 2
    write(pool, example("unique"))
    assert shell(*run, "--resume")[0] == 0
    assert [d["right"] for d in documents(out)] == [True]
    write(pool, example("unique", worlds=[]))
    assert shell(*run, "--resume")[0] == 2
    assert ["error" in d for d in documents(out)] == [True]


def test_the_same_id_twice_of_which_one_was_repaired(tmp_path: Path, shell: Shell) -> None:
    """The result of the second used to be taken for that of the first."""
    pool, out = tmp_path / "pool.jsonl", tmp_path / "out.jsonl"
    other = example("ambiguous", id="unique")
    write(pool, example("unique", worlds=[]), other)
    shell("count", pool, "--out", out)
    write(pool, example("unique"), other)
    shell("count", pool, "--out", out, "--resume")
    first, second = (d["count"] for d in documents(out))
    assert first == 1 and second > 1


@pytest.mark.parametrize(
    ("told", "stopped"),
    [
        ("time limit of 2 s", "time"),
        ("memory limit of 200 MB", "memory"),
        ("out of memory", "memory"),
        ("more than ten", None),
    ],
)
def test_lines_of_earlier_versions_are_read(told: str, stopped: str | None) -> None:
    """They said in words what ended the work, where one word stands now."""
    old = {**NextDocument(family="boolean", problem="p").to_dict(), "stopped": told}
    found = NextDocument.from_dict(old)
    assert (found.stopped or None, found.reason) == (stopped, told)
    dead = {**old, "stopped": "the process died of SIGKILL", "lost": True}
    assert NextDocument.from_dict(dead).stopped == "lost"


def test_a_run_that_is_stopped_early_takes_no_line_out(tmp_path: Path) -> None:
    """Lines that it did not come to used to be dropped."""
    out = tmp_path / "out.jsonl"
    lines = [json.dumps({"problem": name}) for name in "abcde"]
    write(out, *lines)
    with Results(str(out), resume=True, ours=lambda line: True) as results:
        for number, _ in results.earlier():
            if number == 1:
                results.keep(number, 1)
        results.write('{"problem": "A"}', 0, over=0)
    assert out.read_text() == '{"problem": "A"}\n' + "".join(f"{line}\n" for line in lines[1:])
    with Results(str(out), resume=True, ours=lambda line: True) as results:
        list(results.earlier())
        results.keep(2, 0)
        results.finish()
    assert out.read_text() == '{"problem": "c"}\n'


def test_a_second_writer_is_told_so(tmp_path: Path, shell: Shell) -> None:
    out = tmp_path / "out.jsonl"
    with Results(str(out), resume=False, ours=lambda line: True) as results:
        for extra in ((), ("--resume",)):
            message = shell.refused("count", POOL, "--out", out, *extra)
            assert message == f"{out}: another run is writing to it; wait, or name another file"
        results.write('{"problem": "mine"}', 0)
    assert out.read_text() == '{"problem": "mine"}\n'
    assert shell("count", POOL, "--out", out)[0] == 0


def test_a_run_that_writes_nothing_leaves_nothing(tmp_path: Path) -> None:
    new, old = tmp_path / "new.jsonl", write(tmp_path / "old.jsonl", "older results")
    for path in (new, old):
        with pytest.raises(UsageError), Results(str(path), resume=False, ours=lambda line: True):
            raise UsageError("something is wrong")
    assert not new.exists()
    assert old.read_text() == "older results\n"


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_a_dead_worker_costs_nothing(tmp_path: Path, shell: Shell) -> None:
    """Its problem is marked as lost, and a later run does it again."""
    slow = hard(25, max_parents=4, setting="hidden-roots", id="slow")
    pool = write(tmp_path / "pool.jsonl", example("unique"), slow)
    out = tmp_path / "out.jsonl"
    arguments = ("audit", str(pool), "--out", str(out))
    process = subprocess.Popen(
        [sys.executable, "-m", "symcause", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        preexec_fn=listening,
        cwd=ROOT,
    )
    until(
        lambda: (out.exists() and out.read_bytes().count(b"\n") == 1) or process.poll() is not None
    )
    for word in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split():
        os.kill(int(word), signal.SIGKILL)
    _, complaint = process.communicate(timeout=PATIENCE)
    assert (process.returncode, complaint) == (3, b"")
    first, second = documents(out)
    assert "lost" not in first and second["lost"] is True
    assert "SIGKILL" in second["reason"] or "SIGKILL" in str(second["stopped"])
    write(pool, example("unique"), example("replay", id="slow"))
    assert shell(*arguments, "--resume")[0] == 0
    assert [(d["problem"], d["verdict"]) for d in documents(out)] == [
        ("unique", "unique"),
        ("slow", "unique"),
    ]


class _Interrupted(list[int]):
    """A signal comes after the line was written and before it is noted."""

    def append(self, number: int) -> None:
        raise KeyboardInterrupt


def test_a_first_line_that_a_signal_leaves_unnoted_is_kept(tmp_path: Path) -> None:
    """The file was taken for an empty one of ours and went away."""
    out = tmp_path / "out.jsonl"
    with (
        pytest.raises(KeyboardInterrupt),
        Results(str(out), resume=False, ours=lambda _: True) as results,
    ):
        results._starts = _Interrupted()  # type: ignore[assignment]
        results.write('{"problem": "a"}', 0)
    assert out.read_text() == '{"problem": "a"}\n'
    with Results(str(tmp_path / "none.jsonl"), resume=False, ours=lambda _: True):
        pass
    assert not (tmp_path / "none.jsonl").exists()


def test_a_signal_in_the_middle_of_a_line_does_not_spoil_the_count(tmp_path: Path) -> None:
    """What is told after an interruption is what the file will hold."""
    with Results(str(tmp_path / "out.jsonl"), resume=False, ours=lambda _: True) as results:
        assert len(results) == 0
        results.write('{"a": 1}', 0)
        assert len(results) == 1
        data = b'{"b": 2}\n'
        results._file.write(data)  # the signal comes here,
        assert len(results) == 2
        results._starts.append(results._end)  # or here,
        assert len(results) == 2
        results._places.append(1)
        results._end += len(data)  # or here
        assert len(results) == 2
