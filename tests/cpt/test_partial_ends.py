"""Ranges of effects in strata and of explaining away: no value is outside; ends that are values count."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement, product
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from symcause.families.cpt.verifier.partial_proof import collision, strata
from tests.amounts import amount

HALVES = [Fraction(n, 2) for n in range(3)]
BOXES = [*combinations_with_replacement(HALVES, 2)]
SHARES = [Fraction(n, 4) for n in (1, 2, 3)]  # strictly between 0 and 1


def _proof(kind: str, table: list[Any]) -> Any:
    query = SimpleNamespace(type=kind, collider="C")
    return SimpleNamespace(
        problem=SimpleNamespace(query=query),
        roles=lambda shape: {part: part for part in "UXYC"},
        box=lambda event: (SHARES[0], SHARES[-1]),
        table=lambda *names: table,
    )


@pytest.mark.parametrize("kind", ["ett", "exp_away"])
def test_values_are_inside_and_ends_that_are_values_count(kind: str) -> None:
    rng, closed = Random(kind), set[bool]()
    for _ in range(amount(150, 2_000)):
        table = [rng.choice(BOXES) for _ in range(4)]
        low, high, ends = (strata if kind == "ett" else collision)(_proof(kind, table))
        values = set[Fraction]()
        for a, b, c, d in product(*({*box} for box in table)):
            for w in SHARES:
                values.add(w * (b - a) + (1 - w) * (d - c) if kind == "ett" else w * (d - b))
        assert low <= min(values) and max(values) <= high, table
        assert ends[0] or low not in values, table
        assert ends[1] or high not in values, table
        closed |= {*ends}
    assert closed == {True, False}
