"""The upper end of what rivals are worth is taken from the most that units may tell."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from types import SimpleNamespace
from typing import Any

import pytest

from symcause.families.scenario.verifier.budget.budget_claim import Comparison
from symcause.families.scenario.verifier.budget.integer_values import SCALE
from symcause.kernel.work import Work

ONE, HALF = Fraction(1), Fraction(1, 2)
TELLS_ALL, TELLS_HALF, TELLS_NOTHING = (
    [(ONE, 0 * ONE), (0 * ONE, ONE)],
    [(HALF, 0 * ONE), (HALF, ONE)],
    [(ONE, ONE)],
)


def _high(least: Any, most: Any, units: int) -> Fraction:
    comparison = Comparison.__new__(Comparison)
    comparison.work, comparison.payoff, comparison.batches = Work(), "name", []
    tables: Any = SimpleNamespace(
        designs=lambda: [{}], table=lambda design, most=False, known=(least, most): known[most]
    )
    comparison.tables = tables
    grid = [10**10 * k for k in range(1, 100)]
    return comparison.high(grid, units)


def test_what_units_may_tell_bounds_what_rivals_are_worth() -> None:
    near = Fraction(1, 50)
    for units in (1, 2, 3):
        assert ONE <= _high(TELLS_NOTHING, TELLS_ALL, units) <= ONE + near
        # Named rightly but where the first one shows the second's outcome every time: (1 + 1 - 2^-n) / 2.
        half = (2 - HALF**units) / 2
        assert half <= _high(TELLS_NOTHING, TELLS_HALF, units) <= half + near
    assert HALF <= _high(TELLS_NOTHING, TELLS_NOTHING, 2) <= HALF + near


@pytest.mark.parametrize("share", [Fraction(1, 3), Fraction(2, 7), Fraction(5, 11)])
@pytest.mark.parametrize("records", [1, 2, 3])
def test_chances_of_histories_are_rounded_up(share: Fraction, records: int) -> None:
    """Whoever names the likelier rival is right with (1 + Σ |P - Q| / 2) / 2; no rounding may say less."""
    table = [(share, 1 - share), (1 - share, share)]
    comparison = Comparison.__new__(Comparison)
    comparison.work, comparison.payoff = Work(), "name"
    batches: Any = [SimpleNamespace(table=table, records=records)]
    tables: Any = SimpleNamespace(designs=lambda: [{}], table=lambda *_, **__: TELLS_NOTHING)
    comparison.batches, comparison.tables = batches, tables
    exact = sum(
        comb(records, k) * max(share**k * (1 - share) ** m, share**m * (1 - share) ** k)
        for k in range(records + 1)
        for m in (records - k,)
    )
    found = comparison.high([SCALE // 2], 0)
    assert exact / 2 <= found < exact / 2 + Fraction(1, 10**9)
