"""The worst case over rational coefficients: no outcome leaves more, and one leaves as many."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import pytest

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.families.linear.audits.next.intervention_outcomes import (
    fresh_value,
    left_after,
    outcome,
)
from symcause.families.linear.audits.next.worst_case_bounds import Bounds, Weighing
from symcause.families.linear.models.laboratory import Manipulation
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.families.linear.space.model_list import integer_models
from tests.linear.cases import episode, integers, problem_of, random_model


def cases(size: int, sink: bool) -> list[LinearProblem]:
    found = []
    for seed, steps in itertools.product(range(3), range(size - 1)):
        rng = random.Random(f"flats {size} {sink} {seed} {steps}")
        empty = problem_of(random_model(rng, size, sink=sink, values=(-1, 1, 2)), sink=sink)
        found.append(episode(rng, empty, empty.controllable[:steps], records=1 + seed % 2))
    return found


def weighed(space: LinearSpace, step: Manipulation, steps: int) -> Bounds | Unknown:
    budget = Meter(steps)
    return Weighing(space, 0, budget).bounds(step, budget)


@pytest.mark.few(2)
@pytest.mark.parametrize("sink", [True, False])
@pytest.mark.parametrize(("size", "most"), [(3, 2), (4, 1)])
def test_no_small_model_leaves_more_and_some_outcome_leaves_as_many(
    size: int, most: int, sink: bool
) -> None:
    """Integer models are members of the rational space, with all their coincidences."""
    seen = 0
    for problem in cases(size, sink):
        space = LinearSpace(problem)
        small = LinearSpace(replace(problem, coefficients=integers(-most, most)))
        members = integer_models(small, 5_000)
        assert not isinstance(members, Unknown)
        for name in problem.controllable:
            step = Manipulation(name, fresh_value(problem, name))
            worst = weighed(space, step, 30_000_000)
            assert not isinstance(worst, Unknown)
            assert worst.low == worst.high  # executed from below, proven from above
            for reads in sorted({outcome(problem, model, step) for model in members})[:40]:
                left = left_after(space, step, reads)
                assert isinstance(left, int) and left <= worst.high
                seen += 1
    assert seen > 40


def test_coincidences_are_what_makes_the_worst_case() -> None:
    """Members in general position leave at most 12 graphs here, the worst outcome leaves 20."""
    rng = random.Random(1)
    empty = problem_of(random_model(rng, 4))
    problem = episode(rng, empty, [])
    space = LinearSpace(problem)
    assert space.count() == 100
    step = Manipulation("x0", fresh_value(problem, "x0"))
    worst = weighed(space, step, 30_000_000)
    assert not isinstance(worst, Unknown)
    assert (worst.low, worst.high) == (20, 20)
    members = (space.draw(random.Random(seed)) for seed in range(30))
    left = [left_after(space, step, outcome(problem, m, step)) for m in members if m is not None]
    assert max(x for x in left if isinstance(x, int)) <= 20


def test_out_of_work_leaves_bounds() -> None:
    rng = random.Random(2)
    empty = problem_of(random_model(rng, 5))
    problem = episode(rng, empty, ["x0"])
    space = LinearSpace(problem)
    step = Manipulation("x1", fresh_value(problem, "x1"))
    hurried = weighed(space, step, 0)
    patient = weighed(space, step, 60_000_000)
    assert not isinstance(hurried, Unknown) and not isinstance(patient, Unknown)
    assert hurried.low <= patient.low == patient.high <= hurried.high
