"""The upper end of what rivals are worth is taken from the most that units may tell."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from symcause.families.scenario.verifier.budget.budget_claim import Comparison
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
