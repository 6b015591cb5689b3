"""Which certificates decide what an answer is graded by: the graph, or the target of the reactor."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

import symcause
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.scoring.grader import LinearGrader, grader
from tests.cli.cases import EXAMPLES


def crystal(**changes: object) -> LinearProblem:
    found = symcause.load(EXAMPLES / "crystal.json", kind=symcause.LinearProblem)
    return replace(found, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("claim", "is_open"), [({"name": "unique"}, False), ({"name": "count", "graphs": 2}, True)]
)
def test_a_graph_is_graded_without_a_target(claim: dict[str, object], is_open: bool) -> None:
    problem = crystal(reactor=None)
    found = grader(problem, claim)
    assert isinstance(found, LinearGrader)
    assert (found.target, found.is_open, found.model) == (None, is_open, problem.gold_model())
    assert grader(problem, {"name": "target"}) is None
    assert grader(problem, {"name": "count", "graphs": 1}) is None


def test_a_target_is_that_of_gold_or_is_worked_out() -> None:
    problem = crystal()
    assert problem.reactor is not None and problem.gold is not None
    worked = replace(problem.gold, reactor_target=None)
    told = replace(problem.gold, reactor_target=Fraction(77))
    for name, is_open in (("target", False), ("target-open", True)):
        found = grader(replace(problem, gold=worked), {"name": name})
        assert found is not None and found.target is not None and found.is_open is is_open
        other = grader(replace(problem, gold=told), {"name": name})
        assert other is not None and other.target == 77 != found.target
    assert grader(problem, {"name": "unique"}) is None
