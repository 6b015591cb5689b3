"""One number for all rows: exact where it fits, else enclosed; sums and products of it, too."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from symcause.families.scenario.value.enclosure.interval_arithmetic import add, floor, multiply
from symcause.families.scenario.value.enclosure.set_columns import LIMIT, Numbers, exact

NUMBERS = [
    Fraction(top, den)
    for top in (1, -7, LIMIT - 1, LIMIT, LIMIT + 1, -LIMIT, 2 * LIMIT - 1, 10**25, -(10**25))
    for den in (1, 3, LIMIT - 1, LIMIT + 1, 10**25 + 1)
]


def ends(column: Numbers) -> tuple[Fraction, Fraction]:
    """The interval of the only row."""
    ((low,), (high,)) = column.low, column.high
    if column.den:
        return Fraction(int(low), column.den), Fraction(int(high), column.den)
    return Fraction(float(low)), Fraction(float(high))


@pytest.mark.parametrize("value", NUMBERS, ids=str)
def test_a_constant_is_enclosed(value: Fraction) -> None:
    column = exact(value)
    low, high = ends(column)
    assert low <= value <= high
    fits = abs(value.numerator) < LIMIT and value.denominator < LIMIT
    assert (low == high) == fits == bool(column.den)
    assert not fits or column.low.dtype == np.int64


@pytest.mark.parametrize("value", NUMBERS, ids=str)
def test_what_is_computed_from_it_is_enclosed(value: Fraction) -> None:
    for other in (Fraction(1), Fraction(-5, 7), value):
        low, high = ends(add(exact(value), exact(other)))
        assert low <= value + other <= high
        low, high = ends(multiply(exact(value), exact(other)))
        assert low <= value * other <= high


@pytest.mark.parametrize(
    ("low", "high"),
    [(0.5, 2.5), (-2.5, 1e19), (-1e19, 2.5), (0.5, float(LIMIT)), (-float("inf"), 0.5)],
)
def test_whole_numbers_below_an_interval_are_enclosed(low: float, high: float) -> None:
    """One end may fit into a whole number of the machine where the other does not."""
    found = floor(Numbers(np.array([low]), np.array([high]), 0))
    lowest, highest = found.low[0], found.high[0]
    assert lowest <= np.floor(low) and np.floor(high) <= highest
    assert lowest >= low - 1 and highest <= high
