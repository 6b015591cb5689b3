"""Exact tests and intervals for scoring: Wilson, Clopper-Pearson, McNemar, sign flips and Holm.

>>> [round(end, 4) for end in wilson(0.5, 10)], mcnemar(8, 1)
([0.2366, 0.7634], 0.0390625)
>>> sign_flips([1] * 8 + [-1]), holm([Fraction(1, 100), None, Fraction(3, 100)])
(Fraction(5, 128), [Fraction(1, 50), None, Fraction(3, 100)])
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from math import comb, exp, lcm, lgamma, log, log1p, sqrt

from symcause.bounds.scoring_bounds import FLIPS

_Z = 1.959963984540054  # 95 %
_TAIL = 0.025
_BITS = 53


def wilson(share: float, cases: int) -> tuple[float, float]:
    """The 95 % score interval of a share over this many independent cases."""
    centre = share + _Z * _Z / (2 * cases)
    reach = _Z * sqrt(share * (1 - share) / cases + _Z * _Z / (4 * cases * cases))
    scale = 1 + _Z * _Z / cases
    return max(0.0, (centre - reach) / scale), min(1.0, (centre + reach) / scale)


def mcnemar(first: int, second: int) -> float:
    """min(1, 2·P(X ≤ min)), X ~ Bin(first + second, ½); 1 where there is nothing to compare."""
    return float(_two_sided(_subsets({1: first + second}, min(first, second)), first + second))


def sign_flips(differences: Sequence[int | Fraction]) -> Fraction | None:
    """P(|Σ ±d| ≥ |Σ d|), every sign by the toss of a fair coin; McNemar's test where every d is ±1.

    None where the exact number takes more work than :data:`FLIPS`.
    """
    apart = [Fraction(difference) for difference in differences if difference]
    scale = lcm(*(difference.denominator for difference in apart))
    sizes = Counter(abs(int(difference * scale)) for difference in apart)
    whole, found = sum(size * n for size, n in sizes.items()), abs(int(sum(apart) * scale))
    cases, most = len(apart), (whole - found) // 2
    if len(sizes) > 1 and cases * cases * most > 64 * FLIPS:
        return None
    return _two_sided(_subsets(sizes, most), cases)


def _two_sided(tail: int, cases: int) -> Fraction:
    return min(Fraction(1), Fraction(2 * tail, 1 << cases))


def _subsets(sizes: dict[int, int], most: int) -> int:
    """How many subsets of things of these sizes (so many of each) come to *most* at the utmost."""
    if len(sizes) == 1:
        ((size, number),) = sizes.items()
        return _least(number, most // size)
    slot = sum(sizes.values()) + 1  # bits: no number of subsets takes more
    kept, counts = (1 << (most + 1) * slot) - 1, 1
    for size, number in sizes.items():
        for _ in range(number):
            counts = (counts + (counts << size * slot)) & kept
    each, found = (1 << slot) - 1, 0
    while counts:
        found, counts = found + (counts & each), counts >> slot
    return found


def _least(cases: int, most: int) -> int:
    """The number of subsets with at most so many elements."""
    term = found = 1
    for k in range(min(most, cases)):
        term = term * (cases - k) // (k + 1)
        found += term
    return found


def holm(found: Sequence[Fraction | None]) -> list[Fraction | None]:
    """Holm's adjustment of several p: the least one times their number, the next one times one less."""
    order = sorted((p, place) for place, p in enumerate(found) if p is not None)
    adjusted: list[Fraction | None] = [None] * len(found)
    reached = Fraction(0)
    for rank, (p, place) in enumerate(order):
        reached = max(reached, min(Fraction(1), p * (len(order) - rank)))
        adjusted[place] = reached
    return adjusted


@cache
def unseen(cases: int) -> float:
    """The upper end of Clopper and Pearson's interval of what none of so many cases shows.

    It is the p with (1 − p)^cases = 1/40, by whole numbers: the same on every machine.
    """
    low, high = 0, 1 << _BITS  # of 1 − p, in steps of 2^-53
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if 40 * middle**cases <= 1 << _BITS * cases else (low, middle)
    return 1 - low / (1 << _BITS)


def chance_of(hits: int, cases: int, share: Fraction) -> Fraction:
    """P(X ≥ hits), X ~ Bin(cases, share), exactly.

    >>> chance_of(2, 2, Fraction(1, 3)), chance_of(0, 5, Fraction(1, 3))
    (Fraction(1, 9), Fraction(1, 1))
    """
    good, whole = share.numerator, share.denominator
    ways = (
        comb(cases, k) * good**k * (whole - good) ** (cases - k) for k in range(hits, cases + 1)
    )
    return Fraction(sum(ways), whole**cases)


def clopper_pearson(hits: int, cases: int) -> tuple[float, float]:
    """The exact 95 % interval of a share."""
    if hits in (0, cases):
        most = unseen(cases)
        return (0.0, most) if hits == 0 else (1 - most, 1.0)
    low = _solved(lambda p: _at_least(hits, cases, p) > _TAIL)
    return low, _solved(lambda p: _at_least(hits + 1, cases, p) > 1 - _TAIL)


def _solved(beyond: Callable[[float], bool]) -> float:
    """Where a condition begins to hold, between 0 and 1."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if beyond(middle) else (middle, high)
    return (low + high) / 2


def _at_least(hits: int, cases: int, share: float) -> float:
    """P(X ≥ hits), X ~ Bin(cases, share)."""
    if share in (0.0, 1.0):
        return float(hits <= 0 or share == 1.0)
    whole = lgamma(cases + 1)
    return sum(
        exp(
            whole
            - lgamma(k + 1)
            - lgamma(cases - k + 1)
            + k * log(share)
            + (cases - k) * log1p(-share)
        )
        for k in range(hits, cases + 1)
    )
