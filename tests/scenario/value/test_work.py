"""The same answer on every machine: work ends a search, and a clock only where the user sets one."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from symcause.audits.question import Question
from symcause.budgets import OUT_OF_TIME, Meter
from symcause.cli.main import cli
from symcause.families.scenario.bounds import AUDIT_STEPS
from symcause.families.scenario.files.document import read_scenario
from symcause.families.scenario.files.document_writer import write_values
from symcause.families.scenario.optimum.optimum_search import Search
from symcause.families.scenario.problem.problem import ScenarioProblem, Space
from symcause.families.scenario.questions.audit import Audit
from symcause.families.scenario.questions.check import Check
from symcause.families.scenario.questions.options import limits_of
from symcause.families.scenario.questions.solve import Solve
from symcause.families.scenario.value.valuer import Valuer
from symcause.families.scenario.value.work_tally import Bill, Tally
from symcause.formats.json_text import read_json
from symcause.formats.pools.problem_files import read_problem
from tests.scenario.cases import SLOW, data, published

BOATS = Path(__file__).parents[3] / "examples" / "boats.json"

WIDE = {
    "format": "symcause.scenario/1",
    "id": "wide",
    "design": {
        name: {"type": "integer", "min": 0, "max": 60, "default": 10} for name in ("x", "y", "z")
    },
    "constraints": ["x + y + z <= 90"],
    "variables": [
        {"name": "storm", "draw": {"uniform": ["0", "1"]}},
        {"name": "risk", "is": "clip(storm*storm - x*y/3000 + z*z/9000 - z/100, 0, 1)"},
        {"name": "survived", "draw": {"bernoulli": "1 - risk*risk"}},
    ],
    "outcome": "survived",
    "evaluate": {"fleet": 100, "threshold": "0.97", "stage": "2"},
    "stages": {"2": {"storm": {"uniform": ["0", "0.9"]}}},
}
"""Too many designs to list, and bounds that do not meet soon."""


def wide() -> ScenarioProblem:
    return read_scenario(WIDE)


def _last(question: Question[Any, Any], problem: ScenarioProblem) -> dict[str, object]:
    *_, document = question.answers(problem)
    return {**document.to_dict(), "seconds": None}


def _asked(problem: ScenarioProblem, effort: int | None = None) -> list[dict[str, object]]:
    answer = json.dumps({"design": write_values(problem.default)})
    asked: list[Question[Any, Any]] = [Audit(effort=effort), Solve(effort=effort)]
    return [_last(one, problem) for one in (*asked, Check(answer=answer, effort=effort))]


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Let all clocks of Python go faster or slower, also where a module has its own name for one."""
    real = {name: getattr(time, name) for name in ("process_time", "perf_counter", "monotonic")}

    def run(rate: float) -> None:
        for name, clock in real.items():
            fast = lambda clock=clock: clock() * rate  # noqa: E731
            monkeypatch.setattr(time, name, fast)
            for module in [m for n, m in sys.modules.items() if n.startswith("symcause.")]:
                if name in vars(module):
                    monkeypatch.setattr(module, name, fast)

    return run


def _same_under_all_clocks(
    problem: ScenarioProblem, clocks: Callable[[float], None], effort: int | None = None
) -> None:
    found = []
    for rate in (1.0, 20.0, 0.05):
        clocks(rate)
        found.append(_asked(problem, effort))
    assert found[0] == found[1] == found[2]
    assert all("stopped" not in document for document in found[0])


def test_no_clock_decides_an_answer(clocks: Callable[[float], None]) -> None:
    _same_under_all_clocks(wide(), clocks, effort=60_000)
    _same_under_all_clocks(read_problem(BOATS), clocks)


@pytest.mark.parametrize("folder", ["toys", "generated"])
def test_no_clock_decides_the_answers_of_published_scenarios(
    folder: str, clocks: Callable[[float], None]
) -> None:
    some = data("toys/toy-gauss.scenario.json").parent.parent / folder
    for file in sorted(some.glob("*.scenario.json")):
        _same_under_all_clocks(read_problem(file), clocks)


@SLOW
@pytest.mark.parametrize("name", ["antenna_trap", "weather_noise"])
def test_no_clock_decides_the_answers_of_released_games(
    name: str, clocks: Callable[[float], None]
) -> None:
    _same_under_all_clocks(published(name), clocks, effort=2_000_000)


def test_what_was_asked_before_changes_nothing() -> None:
    problems = [wide(), read_problem(BOATS)]
    forwards = [_asked(problem, 60_000) for problem in problems]
    backwards = [_asked(problem, 60_000) for problem in reversed(problems)]
    assert forwards == backwards[::-1]


def test_more_work_narrows_the_bounds() -> None:
    before = None
    for effort in (1, 20_000, 60_000, 200_000):
        *_, found = Search(Valuer(wide()), Space.DECLARED).run(Meter(effort))
        if before is not None:
            assert before.value.low <= found.value.low <= found.upper <= before.upper
        before = found
        shown = _last(Solve(effort=effort), wide())["optimum"]
        assert isinstance(shown, dict)
        assert shown["reason"] == f"no answer within {effort:,} step{'s' * (effort > 1)} of work"


def test_a_part_that_ran_out_of_work_says_so() -> None:
    solved = _last(Solve(effort=1_000), wide())
    assert solved["optimal"] is False and "stopped" not in solved
    assert solved["reason"] == "the bounds do not meet: no answer within 1,000 steps of work"
    audited = _last(Audit(effort=1_000), wide())
    assert audited["optimum"]["reason"] == "no answer within 1,000 steps of work"  # type: ignore[index]
    assert audited["stages"]["reason"] == "no answer within 500 steps of work"  # type: ignore[index]
    assert "stopped" not in audited


def test_the_users_own_time_says_that_it_ended_the_work() -> None:
    answer = json.dumps({"design": write_values(wide().default)})
    for question in (Audit(seconds=0.01), Solve(seconds=0.01), Check(answer=answer, seconds=0.01)):
        document = _last(question, wide())
        assert document["stopped"] == "time"
        assert document["optimum"]["reason"] == "time"  # type: ignore[index]
    assert _last(Solve(seconds=0.01), wide())["reason"] == "time"


def test_one_clock_runs_for_the_whole_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """It begins when the question is asked; what comes late has what is left."""
    now = [0.0]
    monkeypatch.setattr("symcause.budgets.monotonic", lambda: now[0])
    limits = limits_of(Audit(seconds=100), AUDIT_STEPS)
    assert limits.budget().seconds_left == 100 and limits.budget(waiting=1).seconds_left == 50
    now[0] = 80.0
    assert limits.budget().seconds_left == 20 and not limits.budget().over
    now[0] = 120.0
    assert limits.budget().over and limits.budget().shortage == OUT_OF_TIME


def test_time_and_work_end_it_together() -> None:
    assert "stopped" not in _last(Solve(seconds=600, effort=20_000), wide())
    assert _last(Solve(seconds=0.01, effort=10**9), wide())["stopped"] == "time"
    assert "stopped" not in _last(Audit(seconds=600), read_problem(BOATS))


@pytest.mark.parametrize(
    "given",
    [
        *(("--effort", value) for value in ("0", "1.5")),
        *(("--seconds", value) for value in ("0", "nan", "inf", "soon")),
    ],
)
@pytest.mark.parametrize("command", ["solve"])
def test_bad_bounds_are_refused_in_a_line(command: str, given: tuple[str, str]) -> None:
    called = [sys.executable, "-m", "symcause", command, str(BOATS), *given]
    done = subprocess.run(called, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and not done.stdout
    assert len(done.stderr.strip().splitlines()) == 1


def test_effort_is_an_option_of_the_command(tmp_path: Path) -> None:
    file = tmp_path / "wide.json"
    file.write_text(json.dumps(WIDE))
    done = CliRunner().invoke(cli, ["solve", str(file), "--effort", "2000", "--json"])
    (document,) = [read_json(line) for line in done.stdout.splitlines()]
    assert isinstance(document, dict)
    assert document["optimum"]["reason"] == "no answer within 2,000 steps of work"


def test_a_budget_pays_for_what_a_tally_counts() -> None:
    tally, budget = Tally(), Meter(500)
    tally.spend(1_000)
    bill = Bill(tally, budget)
    tally.once("a table", 300)
    tally.once("a table", 300)
    assert not bill.over and budget.spent == 300
    assert bill.pay(200) == 200 and bill.over


def test_a_value_costs_the_same_with_warm_tables() -> None:
    problem, steps = published("deployment_zone_trap_env_shift"), []
    for _ in range(2):
        valuer = Valuer(problem)
        valuer.bounds([dict(problem.default)])
        steps.append(valuer.tally.steps)
    assert steps[0] == steps[1] > 0


def test_parts_of_a_box_are_bounded_by_the_whole() -> None:
    uppers = [found.upper for found in Search(Valuer(wide()), Space.DECLARED).run(Meter(100_000))]
    assert uppers == sorted(uppers, reverse=True) and uppers[0] <= Fraction(1)
