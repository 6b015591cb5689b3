"""Integer coefficients of one variable: the members of a parent set are those of plain listing."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from symcause.answers import Unknown
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.families.linear.space.local.evidence_rows import LinearRows
from symcause.families.linear.space.local.integer_engine import IntegerLocal
from tests.linear.cases import episode, integers, problem_of, random_model


def listed(rows: LinearRows, mask: int) -> set[tuple[Fraction, ...]]:
    """All coefficients in -2, …, 2 that give the differences that were read; none of a parent is 0."""
    values = [range(-2, 3) if mask >> i & 1 else (0,) for i in range(len(rows.candidates))]
    found = set()
    for chosen in product(*values):
        if all(w for i, w in enumerate(chosen) if mask >> i & 1) and all(
            sum(f * w for f, w in zip(features, chosen, strict=True)) == value
            for value, features in rows.differences()
        ):
            found.add(tuple(map(Fraction, chosen)))
    return found


@pytest.mark.few(6)
@pytest.mark.parametrize("seed", range(40))
def test_another_member_is_another_one(seed: int) -> None:
    """There is one exactly where two vectors fit, whichever coefficient they differ in."""
    rng = random.Random(f"another {seed}")
    model = random_model(rng, 4, values=(-2, -1, 1, 2))
    empty = problem_of(model, coefficients=integers(-2, 2), sink=False)
    problem = episode(rng, replace(empty, max_parents=3), empty.controllable[: rng.randint(0, 2)])
    space, several = LinearSpace(problem), 0
    for local in space.locals:
        assert isinstance(local, IntegerLocal)
        for mask in range(1 << len(local.evidence.candidates)):
            fitting = listed(local.evidence, mask)
            first = local.witness(mask)
            assert local.weight(mask) == len(fitting)
            assert {one.coefficients for one in local.members(mask)} == fitting
            if first is None:
                assert not fitting
                continue
            assert not isinstance(first, Unknown) and first.coefficients in fitting
            second = local.another(mask, first)
            assert not isinstance(second, Unknown)
            assert (second is None) == (len(fitting) < 2)
            if second is not None:
                several += 1
                assert second.coefficients in fitting - {first.coefficients}
    assert several
