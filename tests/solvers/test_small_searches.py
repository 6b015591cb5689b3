"""Searches and prices of solvers by themselves: covers, cases, propagation, duals, parts of a plan."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from symcause.models.bit_sets import mask_of
from symcause.solvers.acyclic.choice_weight import Plan
from symcause.solvers.linear.bland_simplex import proved
from symcause.solvers.sat.projected_models import open_variables
from symcause.solvers.sets.cover_bounds import Covers
from symcause.solvers.sets.greedy_cover import Demand
from symcause.solvers.sets.hitting_bounds import _Cases
from symcause.solvers.solver_prices import CONFLICT, conflicts_within
from tests.amounts import amount


@pytest.mark.parametrize("block", range(4))
def test_covers_are_as_small_as_any(block: int) -> None:
    """Against every set of seven elements; alike ones are units of one column."""
    for seed in range(block, amount(40, 2_000), 4):
        rng, demands = Random(f"covers {seed}"), list[Demand]()
        for _ in range(rng.randint(1, 5)):
            weights = {element: rng.randint(1, 5) for element in range(7) if rng.random() < 0.7}
            if weights:
                demands.append(Demand(weights, rng.randint(1, sum(weights.values()))))
        meeting = [s for s in range(1 << 7) if not any(one.short(s) for one in demands)]
        least = min(s.bit_count() for s in meeting)
        covers = Covers(demands)
        found = covers.propose()
        assert found.chosen in meeting and found.lower_bound <= least, seed
        assert found.lower_bound <= covers.proven(found) <= least, seed
        if found.chosen.bit_count() == least:
            assert covers.proven(found) == least, seed


@pytest.mark.parametrize("size", range(3, 12))
def test_all_but_one_corner_meet_every_edge(size: int) -> None:
    """Half of each is enough where parts may be taken: boxes have to be halved again and again."""
    edges = [Demand({a: 1, b: 1}, 1) for a in range(size) for b in range(a)]
    covers = Covers(edges)
    found = covers.propose()
    assert found.chosen.bit_count() == size - 1
    assert found.lower_bound == -(-size // 2)
    assert covers.proven(found) == size - 1


def test_cases_that_are_used_up_prove_nothing() -> None:
    """Four sets of three edges, one for every corner of a square with diagonals: no two meet all six."""
    edges = [(a, b) for a in range(4) for b in range(a)]
    corners = [mask_of(i for i, edge in enumerate(edges) if v in edge) for v in range(4)]
    enough, wanted = 3, (1 << 6) - 1
    assert _Cases(corners, enough).none(wanted, 2)
    for most in range(enough):
        assert not _Cases(corners, most).none(wanted, 2)
    assert not _Cases(corners, 99).none(wanted, 3)
    assert not _Cases([0b11, 0b01], 99).none(0b11, 2)


def test_a_unit_that_stands_twice_does_not_end_the_propagation() -> None:
    assert open_variables(((3,), (1,), (1,)), (1, 2, 3)) == 1
    assert open_variables(((3,), (1,), (1,), (-3, -1, 2)), (1, 2, 3)) == 0


def test_multipliers_of_every_row_are_told() -> None:
    """Their sum of rows is the objective, and their sum of bounds is the largest value."""
    one, half = Fraction(1), Fraction(1, 2)
    for objective, rows, bounds in (
        ([one], [[one]], [half]),
        ([one, 2 * one], [[one, one], [half, 3 * one]], [one, 2 * one]),
        ([one, -one], [[one, half], [one, -2 * one]], [3 * one, one]),
    ):
        found = proved(objective, rows, bounds)
        assert found is not None
        summed = [
            sum(m * row[i] for m, row in zip(found.multipliers, rows, strict=True))
            for i in range(len(objective))
        ]
        assert summed == objective and min(found.multipliers) >= 0
        told = sum(m * bound for m, bound in zip(found.multipliers, bounds, strict=True))
        assert told == found.value
        assert found.value == sum(c * x for c, x in zip(objective, found.point, strict=True))


def test_every_part_within_the_bound_is_begun() -> None:
    steps: Any = [SimpleNamespace(steps=number) for number in (5, 7, 3)]
    plan = Plan[int](0, ({0: steps[0], 1: steps[1]}, {0: steps[2]}), 15)
    assert [plan.begun(most) for most in (2, 3, 5, 7, 15)] == [0, 3, 8, 15, 15]


def test_conflicts_are_those_that_steps_pay_for() -> None:
    """But for the first one, which is always looked for."""
    asked = (0, CONFLICT - 1, CONFLICT, 2 * CONFLICT - 1, 2 * CONFLICT)
    assert [conflicts_within(steps) for steps in asked] == [1, 1, 1, 1, 2]
