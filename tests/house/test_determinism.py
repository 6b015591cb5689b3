"""What an answer says depends on the question, not on who else is at work on the machine."""

from __future__ import annotations

import ast
from fractions import Fraction
from pathlib import Path
from time import process_time

import pytest

from symcause.answers import Sat, Unknown
from symcause.solvers.linear_arithmetic import Atom, LinearArithmetic

PACKAGE = Path(__file__).resolve().parents[2] / "symcause"

WALL = {
    "processes",  # children are waited for
    "cli",  # progress
    "api/progress.py",  # in a notebook
    "episodes/scoring.py",  # the user's own limit
    "budgets.py",  # the user's own limit
}
"""Where the clock on the wall may be looked at: limits of a user, progress, waiting for children."""


CLOCKS = ("monotonic", "perf_counter", "monotonic_ns", "perf_counter_ns")


def _looks_at_the_wall(path: Path) -> bool:
    text = path.read_text(encoding="utf-8")
    return any(clock in text for clock in CLOCKS) and any(
        (node.attr if isinstance(node, ast.Attribute) else node.name) in CLOCKS
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute | ast.alias)
    )


def test_deadlines_inside_answers_count_work() -> None:
    found = {
        str(path.relative_to(PACKAGE)) for path in PACKAGE.rglob("*.py") if _looks_at_the_wall(path)
    }
    assert not {name for name in found if not name.startswith(tuple(WALL))}


def _hard(size: int) -> LinearArithmetic:
    """Too much for a moment: pigeons and holes in disguise."""
    solver = LinearArithmetic(reals=1, booleans=size * (size - 1), seconds=0.3)
    at = lambda pigeon, hole: pigeon * (size - 1) + hole  # noqa: E731
    for pigeon in range(size):
        solver.add([at(pigeon, hole) for hole in range(size - 1)])
    for hole in range(size - 1):
        for first in range(size):
            for second in range(first):
                solver.add([~at(first, hole), ~at(second, hole)])
    solver.add([Atom(((0, Fraction(1)),), ">=", Fraction(0))])
    return solver


def test_the_solver_gets_the_work_it_was_promised_on_a_busy_machine() -> None:
    """The solver's own clock rang while others had the processor."""
    began = process_time()
    assert isinstance(_hard(14).check(), Unknown)
    assert process_time() - began >= 0.25


@pytest.mark.parametrize("seconds", [None, 0.001, 5.0])
def test_what_is_easy_is_answered_within_any_bound(seconds: float | None) -> None:
    solver = LinearArithmetic(reals=1, seconds=seconds)
    solver.add([Atom(((0, Fraction(1)),), ">=", Fraction(2))])
    assert isinstance(solver.check(), Sat)
