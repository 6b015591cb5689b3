"""Functions as baselines: what they see and give back, limits, repeats, and the command line."""

from __future__ import annotations

import json
from asyncio import CancelledError
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import symcause
from symcause.attempts.attempt_record import Attempt
from symcause.cli.main import cli
from symcause.errors import UsageError
from symcause.processes.child_setup import memory_can_be_bounded
from symcause.processes.start_method import forks
from symcause.solvers.synthesis import tool_versions
from tests.patience import hang

pytestmark = pytest.mark.usefixtures("children")

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
UNIQUE = symcause.load(EXAMPLES / "unique.json", kind=symcause.BooleanProblem)
FILE = """
import symcause

def solve(problem, *, seed, budget):
    assert problem.gold is None and problem.id == "problem"
    return symcause.baselines.Attempt(status="refused", note=f"seed {seed}, work {budget.work}")

def wrong(problem, *, seed, budget):
    return {"mechanisms": {v: problem.disclosure.roots[0] for v in problem.variables
                           if v not in problem.disclosure.roots}}
"""


def told(function: Any, **options: Any) -> Any:
    (row,) = symcause.baselines.solve([UNIQUE], function, **options)
    return row["attempt"]


def test_what_a_function_may_give() -> None:
    def answers(problem: Any, *, seed: int, budget: Any) -> Any:
        return symcause.baselines.solve([problem], "simplest")[0]["response"]

    def nothing(problem: Any, *, seed: int, budget: Any) -> None:
        return None

    def odd(problem: Any, *, seed: int, budget: Any) -> Any:
        return object()

    def fails(problem: Any, *, seed: int, budget: Any) -> Any:
        return 1 / 0

    def leaves(problem: Any, *, seed: int, budget: Any) -> Any:
        raise SystemExit(3)

    assert told(answers)["status"] == "answered"
    assert told(nothing)["status"] == "spent"
    assert told(odd)["status"] == "unreadable"
    assert told(fails)["status"] == "crashed" and "ZeroDivisionError" in told(fails)["note"]
    assert told(leaves)["status"] == "crashed"


def sleeps(problem: Any, *, seed: int, budget: Any) -> Any:
    hang()


def eats(problem: Any, *, seed: int, budget: Any) -> Any:
    return [0] * 10**9


def interrupts(problem: Any, *, seed: int, budget: Any) -> Any:
    raise KeyboardInterrupt


def cancels(problem: Any, *, seed: int, budget: Any) -> Any:
    raise CancelledError("no more")


def test_an_interrupt_of_its_own_is_its_crash(tmp_path: Path) -> None:
    """Whoever presses Ctrl-C ends the run; a function that raises the same in a child has crashed."""
    with pytest.raises(KeyboardInterrupt):
        told(interrupts)
    alone = symcause.Budget(seconds=3600)
    found = told(interrupts, budget=alone)
    assert (found["status"], found["note"]) == ("crashed", "KeyboardInterrupt")
    assert told(cancels, budget=alone)["note"] == told(cancels)["note"] == "CancelledError: no more"
    (tmp_path / "mine.py").write_text("def solve(problem, **_):\n    raise KeyboardInterrupt\n")
    option = f"mine={tmp_path / 'mine.py'}:solve"
    given = EXAMPLES / "unique.json", "--baseline-function", option, "--json"
    (line, *_) = _lines(*given, code=2)
    assert line["attempt"]["note"] == "KeyboardInterrupt"


def test_limits_put_it_into_a_process_of_its_own(hanging: None) -> None:
    found = told(sleeps, budget=symcause.Budget(seconds=0.4))
    assert (found["status"], found["stopped"]) == ("stopped", "time")
    if memory_can_be_bounded():
        found = told(eats, memory=200)
        assert (found["status"], found["stopped"]) == ("stopped", "memory")


def test_repeats_tell_whether_it_is_deterministic() -> None:
    numbers = count()

    def wavers(problem: Any, *, seed: int, budget: Any) -> Any:
        return Attempt(status="spent", work=next(numbers))

    assert told(wavers, repeat=2)["deterministic"] is False
    assert told("quine-mccluskey", repeat=3)["deterministic"] is True


def test_an_attempt_is_one_of_eight() -> None:
    with pytest.raises(UsageError, match="no status of an attempt"):
        Attempt(status="bored")
    with pytest.raises(UsageError, match="exactly if"):
        Attempt("X", status="none")
    with pytest.raises(UsageError, match="more than 0"):
        symcause.Budget(work=0)


def _lines(*arguments: object, code: int = 0) -> list[dict[str, Any]]:
    done = CliRunner().invoke(cli, ["score", *map(str, arguments)])
    assert done.exit_code == code, done.output
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_functions_of_a_file_on_the_command_line(tmp_path: Path) -> None:
    (file := tmp_path / "mine.py").write_text(FILE)
    asked = ["--baseline-function", f"mine={file}:solve", "--baseline-function", f"w={file}:wrong"]
    mine, wrong, last = _lines(
        EXAMPLES / "unique.json", *asked, "--effort", 9, "--seed", 4, "--repeat", 2, "--json"
    )
    assert mine["attempt"]["note"] == "seed 4, work 9" and mine["attempt"]["deterministic"]
    assert mine["valid"] is False and wrong["valid"] and not wrong["train_exact"]
    table = next(t for t in last["summary"]["tables"] if t["key"] == "synthesis")
    assert [row[1] for row in table["rows"]] == ["mine", "w"]
    assert "w does not explain unique, as it claims" in table["note"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--baseline-function", "mine"], "not of the form"),
        (["--baseline-function", "mine=nowhere.py:f"], "no such file"),
        (["--baseline-function", "simplest=nowhere.py:f"], "this name is taken"),
        (["--baseline-command", "mine="], "not of the form"),
        (["--baseline-command", 'mine="unclosed'], "no command"),
        (["--baseline", "asp-edgs"], "unknown baseline"),
        (["--joint", "log2_count"], "--joint needs --difficulty"),
        (["--difficulty", "--joint", "log2_cout"], "did you mean 'log2_count'"),
    ],
)
def test_mistakes_are_told_in_one_line(options: list[str], message: str) -> None:
    done = CliRunner().invoke(cli, ["score", str(EXAMPLES / "unique.json"), *options])
    assert isinstance(done.exception, UsageError) and message in str(done.exception)


@pytest.mark.skipif(not forks(), reason="children do not inherit what is missing here")
def test_without_the_extra_rows_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "clingo", None)
    monkeypatch.setitem(sys.modules, "cvc5", None)
    assert tool_versions.installed_version("clingo") is None
    *lines, _ = _lines(
        EXAMPLES / "unique.json", "--baseline", "asp-edges", "--baseline", "sygus", "--json"
    )
    assert {line["attempt"]["status"] for line in lines} == {"missing"}
    assert "pip install symcause[synthesis]" in lines[0]["attempt"]["note"]


@pytest.mark.parametrize(
    ("first", "then", "message"),
    [
        ("--effort 1000", "", "another budget"),
        ("--effort 1000", "--effort 1000 --seed 1", "another seed"),
        ("--memory 900", "", "another budget"),
        ("", "--memory 900", "another budget"),
        ("", "--repeat 2", "ran 1 time"),
        ("--repeat 2", "", "ran 2 times"),
        ("--repeat 2", "--repeat 3", "ran 2 times"),
    ],
)
def test_what_ran_on_other_terms_is_not_resumed(
    first: str, then: str, message: str, tmp_path: Path
) -> None:
    out = tmp_path / "out.jsonl"
    asked = [EXAMPLES / "unique.json", "--baseline", "cegis", "--out", out, "--json"]
    failing = "--memory" in first and not memory_can_be_bounded()  # then no attempt begins
    code = 2 if failing else 0
    _lines(*asked, *first.split(), code=code)
    before = out.read_text()
    done = CliRunner().invoke(cli, ["score", *map(str, asked), *then.split(), "--resume"])
    assert isinstance(done.exception, UsageError) and message in str(done.exception)
    assert out.read_text() == before
    _lines(*asked, *first.split(), "--resume", code=code)


def test_rows_in_a_file_keep_their_attempts_and_are_checked_anew(tmp_path: Path) -> None:
    """A claim that was written down is not believed either; another meaning of the word is no matter."""
    (row,) = symcause.baselines.solve([UNIQUE], "simplest")
    told: Any = row["attempt"]
    forged = {**row, "model": "forged", "response": "no idea", "attempt": {**told, "cpu": 1.0}}
    other = {**row, "model": "other", "attempt": {"status": 3}}
    rows = tmp_path / "rows.jsonl"
    rows.write_text("".join(json.dumps(r) + "\n" for r in (row, forged, other)))
    one, two, three, last = _lines(EXAMPLES / "unique.json", rows, "--json")
    assert one["attempt"]["optimum"] == "reached" and two["attempt"]["optimum"] == "missed"
    assert "attempt" not in three
    assert "synthesis" in {table["key"] for table in last["summary"]["tables"]}
