"""``next`` on rounded readings: what an outcome may leave, against the version space with that outcome."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.families.linear.audits.next.intervention_outcomes import (
    after,
    current_reading,
    left_after,
    outcome,
)
from symcause.families.linear.audits.next.intervention_rank import (
    NextIntervention,
    next_intervention,
)
from symcause.families.linear.audits.next.rounded_moves import RoundedMoves, foreseeable
from symcause.families.linear.generator.random_crystals import LinearOptions, draw
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import Manipulation, Semantics
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.space.linear_space import LinearSpace, counted
from tests.amounts import amount

F = Fraction
UNIT = F(1, 100)


def case(seed: int) -> tuple[LinearProblem, CrystalModel]:
    """A quadratic or linear crystal with rounded readings, after some interventions."""
    options = LinearOptions(variables=3 + seed % 2, quadratic=seed % 3 > 0)
    drawn = draw(options, seed, 0).shortened(seed % 4)
    model = drawn.gold_model()
    assert model is not None
    if not drawn.rounding:  # a linear one: exact readings are rounded ones, too
        coefficients = replace(drawn.coefficients, min_effect=F(1, 2))
        drawn = replace(drawn, rounding=UNIT, coefficients=coefficients)
    return drawn, model


def outcomes(
    problem: LinearProblem, model: CrystalModel, step: Manipulation, rng: random.Random
) -> list[dict[str, Fraction]]:
    """What gold reads, and readings that are near to it or near to those before."""
    now = current_reading(problem)
    true = dict(zip(problem.variables, outcome(problem, model, step), strict=True))
    found = [true]
    for start in (now, true, now, true):
        moves = {v: rng.choice([0, 0, 0, 1, -1, 2, -3, 57]) * UNIT for v in problem.variables}
        reads = {v: start[v] + moves[v] for v in problem.variables}
        reads[step.variable] = step.value + rng.choice([-1, 0, 1]) * UNIT
        found.append(reads)
    mixed = {v: rng.choice([now, true])[v] for v in problem.variables}
    return [*found, {**mixed, step.variable: step.value}]


@pytest.mark.few(4)
@pytest.mark.parametrize("seed", range(60))
def test_no_outcome_leaves_a_parent_set_that_was_ruled_out(seed: int) -> None:
    problem, model = case(seed)
    space, rng = LinearSpace(problem), random.Random(f"rounded {seed}")
    assert foreseeable(space) and not isinstance(space.live, Unknown)
    weighed, now = RoundedMoves(space, Meter()), current_reading(problem)
    name = rng.choice(problem.controllable)
    step = Manipulation(name, F(50) if now[name] != 50 else F(10))
    tables = weighed.tables(step)
    for reads in outcomes(problem, model, step, rng):
        moved = 1 << problem.variables.index(name)
        for i, v in enumerate(problem.variables):
            moved |= (abs(reads[v] - now[v]) > UNIT) << i
        may = tables.left(moved)
        later = LinearSpace(after(problem, step, tuple(reads.values())))
        assert not isinstance(later.choices, Unknown)
        for left, live, possible in zip(later.choices, space.live, may, strict=True):
            assert set(left) & set(live) <= set(possible)
        count, bound = later.count(), counted(may)
        assert isinstance(count, int) and isinstance(bound, int) and count <= bound
        assert count == left_after(space, step, tuple(reads.values()))


@pytest.mark.few(2)
@pytest.mark.parametrize("seed", range(20))
def test_bounds_hold_for_what_members_show(seed: int) -> None:
    problem, model = case(seed)
    space = LinearSpace(problem)
    found = next_intervention(problem, space=space, budget=Meter(3_000_000))
    if isinstance(found, Unknown):
        return
    rng = random.Random(f"members {seed}")
    truths = [model, *(space.draw(rng) for _ in range(3))]
    for candidate in found.candidates:
        assert 1 <= candidate.low <= candidate.worst <= found.graphs
        for truth in truths:
            assert isinstance(truth, CrystalModel)
            step = candidate.intervention
            left = left_after(space, step, outcome(problem, truth, step))
            assert isinstance(left, int) and 1 <= left <= candidate.worst


def test_the_bound_says_more_than_that_anything_can_happen() -> None:
    """Quadratic states: the worst case was the number of graphs now for every intervention."""
    tighter, seeds = 0, range(amount(1, 3))
    for seed in seeds:
        problem = draw(LinearOptions(quadratic=True), 1, seed).shortened(1)
        found = next_intervention(problem)
        assert isinstance(found, NextIntervention)
        tighter += found.best.worst < found.graphs
    assert tighter >= 2 * len(seeds) / 3


def test_nothing_is_said_where_readings_do_not_show_what_moved() -> None:
    problem, _ = case(1)
    assert not foreseeable(LinearSpace(replace(problem, rounding=F(3, 100))))
    assert not foreseeable(LinearSpace(replace(problem, semantics=Semantics.SHIFT)))
