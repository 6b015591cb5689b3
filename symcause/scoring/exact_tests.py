"""Exact tests and intervals for scoring: Wilson, Clopper-Pearson and McNemar.

>>> [round(end, 4) for end in wilson(0.5, 10)], mcnemar(8, 1)
([0.2366, 0.7634], 0.0390625)
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb, exp, lgamma, log, log1p, sqrt

_Z = 1.959963984540054  # 95 %
_TAIL = 0.025


def wilson(share: float, cases: int) -> tuple[float, float]:
    """The 95 % score interval of a share over this many independent cases."""
    centre = share + _Z * _Z / (2 * cases)
    reach = _Z * sqrt(share * (1 - share) / cases + _Z * _Z / (4 * cases * cases))
    scale = 1 + _Z * _Z / cases
    return max(0.0, (centre - reach) / scale), min(1.0, (centre + reach) / scale)


def mcnemar(first: int, second: int) -> float:
    """min(1, 2·P(X ≤ min)), X ~ Bin(first + second, ½); 1 where there is nothing to compare."""
    cases = first + second
    tail = sum(comb(cases, k) for k in range(min(first, second) + 1))
    return float(min(Fraction(1), Fraction(2 * tail, 2**cases)))


def clopper_pearson(hits: int, cases: int) -> tuple[float, float]:
    """The exact 95 % interval of a share."""
    low = 0.0 if hits == 0 else _solved(lambda p: _at_least(hits, cases, p) > _TAIL)
    high = 1.0 if hits == cases else _solved(lambda p: _at_least(hits + 1, cases, p) > 1 - _TAIL)
    return low, high


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
