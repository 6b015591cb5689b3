"""Value ranges for bounds in the scenario verifier: sets with exact rational ends.

An end that no unit takes is *open*: a continuous draw between 35 and 50 is above 35, and its floor is at
most 49. Operations give a set that holds every result; an end counts as taken wherever that is not sure.
Long fractions are rounded outwards.

>>> floored(Range(Fraction(35), Fraction(50), True, True))
Range(low=Fraction(35, 1), high=Fraction(49, 1), above=False, below=False)
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from typing import NamedTuple

from symcause.kernel.nodes import Beyond

BITS = 160  # bits
"""Longer fractions are rounded to multiples of 2^-96."""

_GRID = 96
_FURTHEST = 200  # size of a number: exp of more is no number to be bounded
_TERMS = 24


class Range(NamedTuple):
    """All numbers between two ends; *above*, *below*: the low or the high end itself is not taken."""

    low: Fraction
    high: Fraction
    above: bool = False
    below: bool = False


Words = frozenset[bool | str]
Set = Range | Words

YES: Words = frozenset({True})
NO: Words = frozenset({False})
BOTH: Words = frozenset({True, False})


def point(number: Fraction) -> Range:
    """One number."""
    return Range(number, number)


def down(number: Fraction) -> Fraction:
    """A short fraction that is not above a number."""
    if number.denominator.bit_length() <= BITS:
        return number
    return Fraction((number.numerator << _GRID) // number.denominator, 1 << _GRID)


def up(number: Fraction) -> Fraction:
    """A short fraction that is not below a number."""
    return -down(-number)


def short(found: Range) -> Range:
    """The range with short ends; an end that moves outwards is not taken, and harmless as one that is."""
    low, high = down(found.low), up(found.high)
    if low == found.low and high == found.high:
        return found
    return Range(low, high, found.above and low == found.low, found.below and high == found.high)


def hull(first: Set, second: Set) -> Set:
    """A set that holds both."""
    if isinstance(first, Range) and isinstance(second, Range):
        above = second.above if second.low < first.low else first.above
        below = second.below if second.high > first.high else first.below
        if first.low == second.low:
            above = first.above and second.above
        if first.high == second.high:
            below = first.below and second.below
        return Range(min(first.low, second.low), max(first.high, second.high), above, below)
    assert not isinstance(first, Range) and not isinstance(second, Range)
    return first | second


def added(x: Range, y: Range) -> Range:
    return short(Range(x.low + y.low, x.high + y.high, x.above or y.above, x.below or y.below))


def negated(x: Range) -> Range:
    return Range(-x.high, -x.low, x.below, x.above)


def multiplied(x: Range, y: Range) -> Range:
    """Products: the extremes are at the corners; one is taken if both its numbers are, or one is 0."""
    if x.low == x.high and not x.low < 0:  # by one number
        if not x.low:
            return x
        return short(Range(x.low * y.low, x.low * y.high, y.above, y.below))
    if y.low == y.high and not y.low < 0:
        return multiplied(y, x)
    corners = []
    for a, a_open in ((x.low, x.above), (x.high, x.below)):
        for b, b_open in ((y.low, y.above), (y.high, y.below)):
            taken = (a == 0 and not a_open) or (b == 0 and not b_open) or not (a_open or b_open)
            corners.append((a * b, taken))
    low, high = min(c for c, _ in corners), max(c for c, _ in corners)
    above = not any(taken for c, taken in corners if c == low)
    below = not any(taken for c, taken in corners if c == high)
    return short(Range(low, high, above, below))


def divided(x: Range, y: Range) -> Range:
    if y.low <= 0 <= y.high:
        raise Beyond("a divisor may be zero")
    return multiplied(x, Range(1 / y.high, 1 / y.low, y.below, y.above))


def greatest(x: Range, y: Range) -> Range:
    above = x.above if x.low > y.low else y.above if y.low > x.low else x.above or y.above
    below = x.below if x.high > y.high else y.below if y.high > x.high else x.below and y.below
    return Range(max(x.low, y.low), max(x.high, y.high), above, below)


def least(x: Range, y: Range) -> Range:
    return negated(greatest(negated(x), negated(y)))


def floored(x: Range) -> Range:
    high = ceil(x.high) - 1 if x.below else floor(x.high)
    return Range(Fraction(floor(x.low)), Fraction(high))


def absolute(x: Range) -> Range:
    if x.low >= 0:
        return x
    if x.high <= 0:
        return negated(x)
    return Range(Fraction(0), max(-x.low, x.high))


def exponential(x: Range) -> Range:
    return Range(_exp(x.low)[0], _exp(x.high)[1])


def logistic(x: Range) -> Range:
    """1 / (1 + exp(-x))."""
    return Range(down(1 / (1 + _exp(-x.low)[1])), up(1 / (1 + _exp(-x.high)[0])))


@lru_cache(maxsize=4096)
def _exp(x: Fraction) -> tuple[Fraction, Fraction]:
    """Bounds of exp: a Taylor sum of x / 2^k with its remainder, squared k times."""
    if abs(x) > _FURTHEST:
        raise Beyond(f"exp beyond {_FURTHEST}")
    halvings = 0
    while abs(x) > Fraction(1, 2):
        x, halvings = x / 2, halvings + 1
    low = high = Fraction(0)
    term_low = term_high = Fraction(1)
    size = Fraction(1)
    for k in range(1, _TERMS + 1):
        low, high = low + term_low, high + term_high
        ends = (term_low * x / k, term_high * x / k)
        term_low, term_high = _down(min(ends)), _up(max(ends))
        size = size / (2 * k)
    low, high = _down(low - 2 * size), _up(high + 2 * size)  # |x| <= 1/2: a geometric remainder
    for _ in range(halvings):
        low, high = _down(low * low), _up(high * high)
    return low, high


def _down(x: Fraction) -> Fraction:
    return Fraction((x.numerator << 128) // x.denominator, 1 << 128)


def _up(x: Fraction) -> Fraction:
    return -_down(-x)


def less(x: Range, y: Range) -> Words:
    """Is every x below every y?"""
    if x.high < y.low or (x.high == y.low and (x.below or y.above)):
        return YES
    return NO if x.low >= y.high else BOTH


def at_most(x: Range, y: Range) -> Words:
    return opposite(less(y, x))


def equal(x: Set, y: Set) -> Words:
    if isinstance(x, Range) and isinstance(y, Range):
        if x.low == x.high == y.low == y.high:
            return YES
        return NO if YES in (less(x, y), less(y, x)) else BOTH
    if isinstance(x, Range) or isinstance(y, Range) or not x & y:  # no number is a word
        return NO
    return YES if len(x) == len(y) == 1 else BOTH


def opposite(truth: Words) -> Words:
    return frozenset(not value for value in truth)
