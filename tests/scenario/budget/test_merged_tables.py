"""Tables with too many count vectors: the closest neighbours become one outcome, nothing else changes."""

from __future__ import annotations

from fractions import Fraction

import pytest

from symcause.families.scenario.verifier.budget import integer_values
from symcause.families.scenario.verifier.budget.integer_values import fitting, terms

CLOSE = {
    "the first two": ((90, 88, 50, 10), 0),
    "two in the middle": ((90, 50, 48, 10), 1),
    "the last two": ((90, 50, 12, 10), 2),
}
"""How often each of four outcomes, in hundredths, comes from the first rival; which pair is closest."""


@pytest.mark.parametrize("name", CLOSE)
def test_the_closest_neighbours_are_merged(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shares, at = CLOSE[name]
    table = [(Fraction(share, 200), Fraction(100 - share, 200)) for share in shares]
    monkeypatch.setattr(integer_values, "MOST_TERMS", 3)
    (a, b), (c, d) = table[at : at + 2]
    assert fitting(table, 1) == [*table[:at], (a + c, b + d), *table[at + 2 :]]
    assert len(table) == 4


def test_merging_goes_on_until_there_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    table = [(Fraction(share, 450), Fraction(90 - share, 450)) for share in (80, 70, 50, 30, 10)]
    assert fitting(table, 4) == table
    for most in (1, 5, 15, 35, 70):
        monkeypatch.setattr(integer_values, "MOST_TERMS", most)
        merged = fitting(table, 4)
        assert terms(merged, 4) <= most < terms([*merged, merged[0]], 4)
        assert [sum(side) for side in zip(*merged, strict=True)] == [
            sum(side) for side in zip(*table, strict=True)
        ]
