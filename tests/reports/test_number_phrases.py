"""Counts of many digits are shown by their first three: never by more, and a bound never by less."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from symcause.models.number_phrases import LARGE, upper, whole
from tests.amounts import amount


def _shown(text: str) -> Fraction:
    lead, _, power = text.partition("e")
    return Fraction(lead) * 10 ** int(power)


def test_leading_digits_are_below_a_count_and_above_a_bound() -> None:
    rng = Random(1)
    for _ in range(amount(500, 20_000)):
        count = LARGE + rng.randrange(10 ** rng.randrange(13, 60))
        least, most = _shown(whole(count)), _shown(upper(count))
        assert least <= count <= most
        assert most - least <= most / 100


def test_at_the_ends_of_what_is_shown_in_full() -> None:
    assert (whole(LARGE - 1), upper(LARGE - 1)) == ("999,999,999,999", "999,999,999,999")
    assert (whole(LARGE), upper(LARGE), upper(LARGE + 1)) == ("1.00e12", "1.00e12", "1.01e12")
    assert (whole(9_999 * 10**12), upper(9_999 * 10**12)) == ("9.99e15", "1.00e16")
    assert (upper(None), upper(None, "unknown")) == ("–", "unknown")
