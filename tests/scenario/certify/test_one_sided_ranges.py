"""Sizes of numbers of a range: those of its numbers where it lies on one side, at least those elsewhere."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from symcause.families.scenario.verifier.bounds.value_ranges import Range, absolute, negated

HALVES = [Fraction(n, 2) for n in range(-7, 8)]


def _holds(found: Range, number: Fraction) -> bool:
    low = found.low < number if found.above else found.low <= number
    return low and (number < found.high if found.below else number <= found.high)


def test_sizes_are_those_of_the_numbers() -> None:
    for low, high, above, below in product(
        range(-3, 4), range(-3, 4), (False, True), (False, True)
    ):
        if low > high or (low == high and (above or below)):
            continue
        known = Range(Fraction(low), Fraction(high), above, below)
        sizes, turned = absolute(known), negated(known)
        for number in HALVES:
            assert _holds(turned, -number) is _holds(known, number)
            is_size = number >= 0 and (_holds(known, number) or _holds(known, -number))
            if low >= 0 or high <= 0:
                assert _holds(sizes, number) is is_size, known
            else:
                assert _holds(sizes, number) or not is_size, known
        assert sizes.low >= 0 and sizes.high == max(abs(low), abs(high))
