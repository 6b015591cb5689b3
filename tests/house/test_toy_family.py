"""The proof of the design: a family in one folder, registered by one line, is at home everywhere.

Every command, report and adapter answers for it or refuses it properly, without another edit.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import jsonschema
import pytest

import symcause
from symcause import registry
from symcause.audits.schemas import names, schema_of
from symcause.cli.main import COMMANDS, main
from symcause.errors import UsageError
from symcause.kernel.envelope import write_envelope
from symcause.reports.notebook import paint
from symcause.testing import Case, VersionSpaceConformance
from symcause.testing.coins.problem import CoinProblem
from symcause.testing.coins.space import CoinSpace
from symcause.testing.coins.verifier import digest

SEEN = {"format": "toy.coins/1", "id": "seen", "coins": ["a", "b"], "seen": {"a": True, "b": False}}
HIDDEN = {
    "format": "toy.coins/1",
    "id": "hidden",
    "coins": ["a", "b", "c"],
    "seen": {"a": True},
    "gold": {"a": True, "b": False, "c": True},
}


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The one line."""
    monkeypatch.setitem(registry.FAMILIES, "coins", "symcause.testing.coins")
    _forget_commands()
    yield
    _forget_commands()


def _forget_commands() -> None:
    """Commands are made of the families that were there when they were first asked for."""
    import sys

    for name in COMMANDS:
        sys.modules.pop(f"symcause.cli.commands.{name}", None)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "seen.json").write_text(json.dumps(SEEN))
    (tmp_path / "hidden.json").write_text(json.dumps(HIDDEN))
    (tmp_path / "pool.jsonl").write_text(f"{json.dumps(SEEN)}\n{json.dumps(HIDDEN)}\n")
    (tmp_path / "answer.json").write_text('{"a": true, "b": false, "c": true}')
    row = {"instanceId": "hidden", "model": "m", "response": '{"a": true, "b": true, "c": true}'}
    (tmp_path / "predictions.jsonl").write_text(json.dumps(row) + "\n")
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    capsys.readouterr()
    with pytest.raises(SystemExit) as ended:
        main([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    assert isinstance(ended.value.code, int)
    return ended.value.code, captured.out, captured.err


def test_it_is_audited(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "audit", files / "seen.json")
    assert code == 0 and "UNIQUE: Exactly one model explains the evidence." in out
    code, out, _ = run(capsys, "audit", files / "hidden.json", "--json")
    document = json.loads(out)
    assert code == 1 and document["family"] == "coins" and document["verdict"] == "ambiguous"
    assert document["settled"] is False and document["count"] == 4
    first, second = (part["model"] for part in document["members"])
    look = document["experiment"]["look"]
    assert document["separable"] is True and first[look] != second[look]
    wrong = {**HIDDEN, "gold": {"a": False, "b": False, "c": False}}
    (files / "wrong.json").write_text(json.dumps(wrong))
    code, out, _ = run(capsys, "audit", files / "wrong.json")
    assert code == 1 and "Gold does not explain the evidence: a: lies otherwise" in out


def test_a_pool_goes_to_a_file_and_on(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = files / "out.jsonl"
    assert run(capsys, "audit", files / "pool.jsonl", "--out", out)[0] == 1
    lines = out.read_text().splitlines()
    out.write_text(lines[0] + "\n" + lines[1][:20])
    assert run(capsys, "audit", files / "pool.jsonl", "--out", out, "--resume")[0] == 1
    assert list(map(_untimed, out.read_text().splitlines())) == list(map(_untimed, lines))


def _untimed(line: str) -> dict[str, object]:
    return {**json.loads(line), "seconds": None}


def test_its_page_and_certificate(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page, proof = files / "page.html", files / "proof.json"
    code, _, _ = run(capsys, "audit", files / "seen.json", "--html", page, "--certificate", proof)
    assert code == 0 and "one model explains the evidence" in page.read_text()
    assert run(capsys, "verify", files / "seen.json", proof)[0] == 0
    code, out, _ = run(capsys, "verify", files / "hidden.json", proof)
    assert code == 1 and "rejected (seen)" in out and "about another problem" in out
    code, _, err = run(capsys, "audit", files / "hidden.json", "--certificate", files / "no.json")
    assert code == 2 and "no certificate" in err and not (files / "no.json").exists()


def test_count_check_and_score(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "count", files / "hidden.json", "--json")[1].count('"count": 4') == 1
    assert run(capsys, "check", files / "hidden.json", files / "answer.json")[0] == 0
    code, _, _ = run(
        capsys, "check", files / "hidden.json", files / "answer.json", "--require-unique"
    )
    assert code == 1
    code, out, _ = run(capsys, "score", files / "pool.jsonl", files / "predictions.jsonl", "--json")
    line, summary = map(json.loads, out.splitlines())
    assert code == 0 and line["share"] == pytest.approx(2 / 3)
    assert summary["summary"]["tables"][0]["family"] == "coins"


def test_generate_and_convert(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = files / "made.jsonl"
    code, told, _ = run(capsys, "generate", "coins", "--coins", 6, "--count", 3, "--out", out)
    assert code == 0 and "3 problems of coins" in told
    code, text, _ = run(capsys, "convert", out, "--to", "jsonl")
    assert code == 0 and text == out.read_text()
    code, _, err = run(capsys, "convert", out, "--to", "boolean")
    assert code == 2 and "several problems" in err


@pytest.mark.parametrize("command", ["align", "imec"])
def test_what_it_does_not_answer_is_refused(
    command: str, files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = (files / "hidden.json",) if command == "align" else ()
    code, out, err = run(capsys, command, files / "hidden.json", *more)
    assert code == 2 and not out
    assert f"{command} does not apply to coin problems; it applies to" in err
    able = [family.title for family in registry.answering(command)]
    assert able and all(title in err for title in able)


def test_a_prompt_is_a_function(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hidden = files / "hidden.json"
    code, out, _ = run(capsys, "prompt", hidden, hidden)
    first, second = out.split("\n\f")
    assert code == 0 and first == second and first.startswith("Answer with JSON")
    assert '"prompt"' in run(capsys, "prompt", hidden, "--json")[1]


def test_what_cannot_be_changed_on_the_way_is_refused(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = run(capsys, "convert", files / "hidden.json", "--setting", "ordered")
    assert code == 2 and "--setting does not apply to coin problems" in err


def test_the_space_answers_what_nobody_wrote(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    problem = files / "hidden.json"
    code, out, _ = run(capsys, "solve", problem, "--all", "--limit", 3, "--json")
    document = json.loads(out)
    assert code == 0 and document["model"] == {"a": True, "b": True, "c": True}
    assert len(document["members"]) == 3 and document["complete"] is False
    assert "not all" in run(capsys, "solve", problem, "--all", "--limit", 3)[1]
    code, _, err = run(capsys, "solve", problem, "--limit", 3)
    assert code == 2 and "add --all" in err
    code, out, _ = run(capsys, "alternatives", problem, "--limit", 2, "--json")
    document = json.loads(out)
    assert code == 1 and document["against"] == HIDDEN["gold"] and document["total"] == 3
    assert all(part["experiment"] and part["readings"] for part in document["alternatives"])
    (files / "other.json").write_text('{"a": true, "b": true, "c": true}')
    code, out, _ = run(capsys, "separate", problem, files / "other.json", "gold", "--json")
    document = json.loads(out)
    assert code == 0 and document["experiment"] == {"look": "b"}
    assert document["readings"] == [{"heads": True}, {"heads": False}]
    assert run(capsys, "separate", problem, "gold", "gold")[0] == 1
    code, out, _ = run(capsys, "next", problem, "--json")
    document = json.loads(out)
    best = document["experiments"][0]
    assert code == 0 and document["status"] == "exact" and len(document["experiments"]) == 2
    assert best["worst"] == 2 and best["expected"] == "2" and best["experiment"] == {"look": "b"}
    assert run(capsys, "next", files / "seen.json")[0] == 1
    code, out, _ = run(capsys, "play", problem, "--agent", "optimal", "--json")
    document = json.loads(out)
    assert code == 0 and document["right"] is True and document["decided_at"] == 2
    for command in ("audit", "solve", "alternatives", "next", "play"):
        options = ("--agent", "greedy") if command == "play" else ()
        assert run(capsys, command, problem, *options)[1].strip()


def test_what_is_no_answer_is_wrong(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text in ("heads!", "[]", '{"a": 1}', '{"a": true}', '{"a": false, "b": true, "c": true}'):
        (files / "bad.json").write_text(text)
        code, out, _ = run(capsys, "check", files / "hidden.json", files / "bad.json", "--json")
        document = json.loads(out)
        assert code == 1 and document["right"] is False
        assert document["reason"] or document["objections"]


def test_a_question_of_its_own(
    files: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A family that knows better overrides one hook; its options are the command's."""
    monkeypatch.setitem(registry.FAMILIES, "coins", "symcause.testing.coins.loud_audit")
    _forget_commands()
    code, out, _ = run(capsys, "audit", files / "hidden.json", "--loudly", "--json")
    assert code == 1 and json.loads(out)["sentence"] == "2 COINS NOT SEEN."
    assert "--loudly" in run(capsys, "audit", "--help")[1]


def test_options_are_refused(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "audit", files / "hidden.json", "--max-parents", 2)
    assert code == 2 and "--max-parents does not apply to coin problems" in err
    mixed = files / "mixed.jsonl"
    boolean = Path(__file__).resolve().parents[2] / "examples" / "unique.json"
    mixed.write_text(json.dumps(HIDDEN) + "\n" + json.dumps(json.loads(boolean.read_text())) + "\n")
    code, out, _ = run(capsys, "count", mixed, "--max-parents", 2, "--json")
    first, second = map(json.loads, out.splitlines())
    assert code == 2 and "does not apply" in first["error"] and second["count"] == 1


def test_malformed_files_name_the_place(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (files / "bad.json").write_text(json.dumps({**SEEN, "cions": []}))
    code, _, err = run(capsys, "audit", files / "bad.json")
    assert code == 2 and "cions: unknown key; did you mean 'coins'?" in err


def test_every_command_has_help(capsys: pytest.CaptureFixture[str]) -> None:
    for command in COMMANDS:
        code, out, _ = run(capsys, command, "--help")
        assert code == 0 and out.startswith("Usage: symcause")


def test_the_python_functions_take_it(files: Path) -> None:
    problem = symcause.load(files / "hidden.json")
    assert symcause.audit(problem).count == 4
    space = symcause.space(problem)
    assert symcause.check(problem, problem.gold).right and space.pick() in space
    with pytest.raises(TypeError, match="not an answer about coins"):
        symcause.check(problem, 7)
    with pytest.raises(UsageError, match="imec does not apply to coin problems"):
        symcause.imec(problem)
    assert symcause.disambiguate(problem).count_after == 1
    with pytest.raises(UsageError, match="count has no option --sides"):
        symcause.space(problem, sides=2)
    assert symcause.solve(problem).model == space.pick()
    assert [p.id for p in symcause.load_pool(files / "pool.jsonl")] == ["seen", "hidden"]
    assert symcause.score_text(problem, "{}")["share"] == 0.0
    assert symcause.verify(problem, {}).reason == "the key 'format' is missing"
    forged = write_envelope("coins", digest(problem), None, {})  # type: ignore[arg-type]
    assert symcause.verify(problem, forged).reason == "a coin is hidden"


def test_it_shows_itself_in_a_notebook(files: Path) -> None:
    html = paint(symcause.audit(symcause.load(files / "hidden.json")), "html")
    assert html is not None and "4 models explain the evidence" in html


def test_its_documents_have_schemas(files: Path) -> None:
    assert {"coins", "coins.audit", "coins.count", "coins.check"} <= set(names())
    document = symcause.audit(symcause.load(files / "hidden.json")).to_dict()
    jsonschema.validate(document, schema_of("coins.audit"))
    jsonschema.validate(HIDDEN, schema_of("coins"))


class TestCoins(VersionSpaceConformance):
    """The toy family inherits the suite like any other."""

    def cases(self) -> Iterator[Case]:
        rng = random.Random(0)
        for number in range(5):
            coins = tuple(f"c{i}" for i in range(number + 1))
            seen = {name: rng.random() < 0.5 for name in coins if rng.random() < 0.5}
            more = {**seen, coins[0]: seen.get(coins[0], True)}
            yield Case(CoinProblem("coins", coins, seen), CoinProblem("coins", coins, more))

    def space(self, problem: CoinProblem) -> CoinSpace:
        return CoinSpace(problem)
