"""Parents that observed cells leave: none of a member is lost, and large problems are settled."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import symcause
from benchmarks.problems import hidden, make_problem
from symcause.errors import ProblemError
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.space.holes import hole_formula
from symcause.families.boolean.space.holes.hole_search import HoledSearch
from symcause.families.boolean.space.holes.viable_parents import viable_parents
from symcause.families.boolean.space.noise_space import ErringSpace
from symcause.families.boolean.space.space_choice import open_space
from tests.boolean.space.test_disturbed import every_model, key
from tests.evidence.test_holes import _leaves_a_scored_cell, completions, cost, holed_problem


@pytest.mark.few(20)
@pytest.mark.parametrize("seed", range(200))
def test_narrowed_pools_lose_no_member(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hole_formula, "LARGE_FORMULA", 0)
    try:
        problem, hypotheses = holed_problem(random.Random(1_000 + seed))
    except ProblemError:  # no scored cell is left
        return
    filled = completions(problem)
    listed = {
        key(model): model
        for model in every_model(problem, hypotheses.max_parents)
        if _leaves_a_scored_cell(problem, model)
        and any(cost(model, problem, c) <= hypotheses.errors for c in filled)
    }
    pools = {v: tuple(w for w in problem.variables if w != v) for v in problem.variables}
    left = viable_parents(problem, pools, len(pools), hypotheses.errors)
    assert left is not None
    for model in listed.values():
        for name, function in model.functions.items():
            assert set(function.parents) <= left[name].parents
            assert len(function.parents) <= left[name].most
    if len(listed) <= 400:
        found = list(HoledSearch(problem, hypotheses).members())
        assert len(found) == len(listed)
        assert {key(m) for m in found if isinstance(m, BooleanSCM)} == listed.keys()


def test_the_parents_of_a_large_problem_are_nearly_known() -> None:
    problem = hidden(make_problem(12, 3, 3, 60, 10, seed=1), 0.1)
    roots = problem.disclosure.roots or ()
    pools = {
        v: tuple(w for w in problem.variables if w != v)
        for v in problem.variables
        if v not in roots
    }
    left = viable_parents(problem, pools, 3, 0)
    assert left is not None and problem.gold_scm is not None
    for name, function in problem.gold_scm.functions.items():
        assert set(function.parents) <= left[name].parents
    assert sum(len(viable.parents) for viable in left.values()) < 0.5 * 11 * len(pools)


@pytest.mark.exhaustive
def test_twenty_variables_with_errors_are_settled() -> None:
    """Two models that the space names, replayed cell by cell."""
    problem = replace(make_problem(20, 3, 3, 100, 10, seed=1), errors=5)
    space = open_space(problem)
    assert isinstance(space, ErringSpace)
    document = symcause.audit(problem)
    assert document.verdict == "ambiguous"
    assert document.count == 34
    first, second = [member for member, _ in zip(space.members(), range(2), strict=False)]
    assert isinstance(first, BooleanSCM) and isinstance(second, BooleanSCM) and first != second
    for model in (first, second):
        assert _wrong_cells(problem, model) <= 5


def _wrong_cells(problem: symcause.boolean.BooleanProblem, model: BooleanSCM) -> int:
    wrong = 0
    for world in problem.training:
        for row in world.rows:
            state = {v: bit == "1" for v, bit in zip(problem.variables, row, strict=True)}
            for name, function in model.functions.items():
                wrong += name not in world.targets and function(state) != state[name]
    return wrong
