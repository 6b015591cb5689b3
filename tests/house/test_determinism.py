"""What an answer says depends on the question, not on who else is at work on the machine."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from symcause.answers import Sat, Unknown
from symcause.budgets import Meter
from symcause.solvers.sat.linear_arithmetic import Atom, LinearArithmetic

PACKAGE = Path(__file__).resolve().parents[2] / "symcause"

SEARCHING = (
    "families",
    "solvers",
    "audits",
    "episodes",
    "reports",
    "equivalence",
    "scoring",
    "kernel",
)
"""Layers that make answers: what they say does not depend on how fast a machine is."""

TIMED = {
    "audits/of_space/audit.py": "the field seconds",
    "audits/of_space/solve.py": "the field seconds",
    "families/boolean/audits/whole_audit.py": "the field seconds",
    "families/cpt/questions/audit.py": "the field seconds",
    "families/finite/audits/whole_audit.py": "the field seconds",
    "families/finite/questions/solve.py": "the field seconds",
    "families/linear/audits/verdict/audit_sections.py": "the field seconds",
    "families/scenario/audits/scenario_audit.py": "the field seconds",
    "families/scenario/questions/solve.py": "the field seconds",
    "families/shapeworld/audits/transcript_audit.py": "the field seconds",
    "families/statements/questions/audit.py": "the field seconds",
    "episodes/runs.py": "when partial documents are handed over",
    "families/linear/questions/audit.py": "when partial documents are handed over",
    "episodes/judgement/episode_scores.py": "the user's own limit",
    "solvers/sat/linear_arithmetic.py": "the user's own limit",
    "families/boolean/baselines/symbolic_search.py": "published budgets count combinations",
}
"""The only places there that look at a clock, and what for."""

CLOCKS = frozenset(
    (
        *("time", "monotonic", "perf_counter", "process_time", "thread_time", "clock_gettime"),
        *("time_ns", "monotonic_ns", "perf_counter_ns", "process_time_ns", "thread_time_ns"),
        *("times", "getrusage", "setitimer", "alarm", "now", "utcnow", "today"),
    )
)
_MODULES = frozenset(("time", "os", "resource", "signal", "datetime", "date"))
_LIMITS = frozenset(("timeout", "time_limit"))
"""What solvers call a limit of time."""

_SECONDS = frozenset(("seconds", "work", "timeout", "time_limit"))
"""Arguments that are times: no number is written for them where answers are made."""


_HINT = re.compile(
    rf"from ({'|'.join(_MODULES)}) import|\b({'|'.join(_MODULES)})\.({'|'.join(CLOCKS)})\b"
    rf"|\b({'|'.join(_SECONDS)})=[-\d.]|[\"']({'|'.join(_LIMITS)})[\"']"
)
"""What stands in every text that looks at a clock: the others need not be parsed."""


def _clocks(text: str) -> Iterator[str]:
    """Every look at a clock, and every limit of time that is not the user's own."""
    for node in ast.walk(ast.parse(text)) if _HINT.search(text) else ():
        if isinstance(node, ast.ImportFrom) and node.module in _MODULES:
            yield from (alias.name for alias in node.names if alias.name in CLOCKS)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id in _MODULES and node.attr in CLOCKS:
                yield f"{node.value.id}.{node.attr}"
        elif isinstance(node, ast.Call):
            yield from (
                f"{word.arg}={word.value.value}"
                for word in node.keywords
                if word.arg in _SECONDS
                and isinstance(word.value, ast.Constant)
                and type(word.value.value) in (int, float)
            )
            yield from (
                repr(value.value)
                for value in node.args[:1]
                if isinstance(value, ast.Constant) and value.value in _LIMITS
            )
        elif isinstance(node, ast.Dict):
            named = (key.value for key in node.keys if isinstance(key, ast.Constant))
            yield from (repr(name) for name in named if name in _LIMITS)


def _found() -> dict[str, list[str]]:
    paths = (path for layer in SEARCHING for path in sorted((PACKAGE / layer).rglob("*.py")))
    texts = {str(p.relative_to(PACKAGE)): p.read_text(encoding="utf-8") for p in paths}
    return {name: seen for name, text in texts.items() if (seen := list(_clocks(text)))}


def test_no_answer_looks_at_a_clock() -> None:
    found = _found()
    wrong = {name: seen for name, seen in found.items() if name not in TIMED}
    assert not wrong, "\n".join(f"{name}: {', '.join(seen)}" for name, seen in wrong.items())
    assert TIMED.keys() <= found.keys(), "a place that looks at no clock needs no exception"


@pytest.mark.parametrize(
    "text",
    [
        "from time import process_time",
        "import time\ntime.monotonic()",
        "import os\nos.times()",
        "import resource\nresource.getrusage(0)",
        "from datetime import datetime\ndatetime.now()",
        "solver.set('timeout', 5)",
        "solve(options={'time_limit': 5})",
        "space(problem, seconds=10.0)",
    ],
)
def test_a_clock_is_seen(text: str) -> None:
    assert list(_clocks(text))


def _hard(size: int) -> LinearArithmetic:
    """Too much for a moment: pigeons and holes in disguise."""
    solver = LinearArithmetic(reals=1, booleans=size * (size - 1), budget=Meter(300_000))
    at = lambda pigeon, hole: pigeon * (size - 1) + hole  # noqa: E731
    for pigeon in range(size):
        solver.add([at(pigeon, hole) for hole in range(size - 1)])
    for hole in range(size - 1):
        for first in range(size):
            for second in range(first):
                solver.add([~at(first, hole), ~at(second, hole)])
    solver.add([Atom(((0, Fraction(1)),), ">=", Fraction(0))])
    return solver


def test_the_solver_ends_at_the_same_place_every_time() -> None:
    """Its work is counted, and no more is done than was allowed."""
    first, again = _hard(14), _hard(14)
    assert first.check() == again.check() == Unknown("no answer within 300,000 steps of work")


@pytest.mark.parametrize(("steps", "seconds"), [(None, None), (20_000, None), (None, 600.0)])
def test_what_is_easy_is_answered_within_any_bound(
    steps: int | None, seconds: float | None
) -> None:
    solver = LinearArithmetic(reals=1, budget=Meter(steps, seconds=seconds))
    solver.add([Atom(((0, Fraction(1)),), ">=", Fraction(2))])
    assert isinstance(solver.check(), Sat)
