"""Correlation statistics: Pearson's, Spearman's and Kendall's, with p-values.

The p-value is that of Student's t with n - 2 degrees of freedom, for ranks as well; the tail of t is a
regularised incomplete beta function, computed by its continued fraction (Lentz's method).

>>> found = pearson([1, 2, 3, 4], [1, 3, 2, 5])
>>> round(found.value, 4), round(found.p, 4), found.cases
(0.8315, 0.1685, 4)
>>> spearman([1, 1, 1], [1, 2, 3]) is None
True
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp, lgamma, log, sqrt

from symcause.families.textgraph.bounds import FRACTION_STEPS

_SMALL = 1e-300


@dataclass(frozen=True)
class Correlation:
    """A coefficient, the probability of one as large by chance, and the number of cases."""

    value: float
    p: float
    cases: int


def pearson(x: Sequence[float], y: Sequence[float]) -> Correlation | None:
    """The linear correlation; None if fewer than three cases or one side is constant."""
    n = len(x)
    if n < 3:
        return None
    mean_x, mean_y = sum(x) / n, sum(y) / n
    dx, dy = [a - mean_x for a in x], [b - mean_y for b in y]
    spread = sqrt(sum(a * a for a in dx) * sum(b * b for b in dy))
    if spread == 0 or not any(dx) or not any(dy):
        return None
    r = max(-1.0, min(1.0, sum(a * b for a, b in zip(dx, dy, strict=True)) / spread))
    return Correlation(r, p_value(r, n), n)


def spearman(x: Sequence[float], y: Sequence[float]) -> Correlation | None:
    """The correlation of ranks; equal values share the mean of their ranks."""
    return pearson(ranks(x), ranks(y))


def kendall(x: Sequence[float], y: Sequence[float]) -> float | None:
    """Kendall's τ-b, by counting pairs; None if one side is constant.

    >>> kendall([1, 2, 3, 4], [1, 3, 2, 4]), kendall([1, 1], [1, 2])
    (0.6666666666666666, None)
    """
    pairs = list(combinations(zip(x, y, strict=True), 2))
    signs = [(_sign(a - b), _sign(c - d)) for (a, c), (b, d) in pairs]
    apart = sqrt(sum(s != 0 for s, _ in signs) * sum(t != 0 for _, t in signs))
    return sum(s * t for s, t in signs) / apart if apart else None


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def ranks(values: Sequence[float]) -> list[float]:
    """Ranks from 1, ties by their mean.

    >>> ranks([10, 20, 20, 5])
    [2.0, 3.5, 3.5, 1.0]
    """
    order = sorted(range(len(values)), key=lambda i: values[i])
    found = [0.0] * len(values)
    start = 0
    while start < len(order):
        end = start
        while end < len(order) and values[order[end]] == values[order[start]]:
            end += 1
        for position in order[start:end]:
            found[position] = (start + 1 + end) / 2
        start = end
    return found


def p_value(r: float, n: int) -> float:
    """P(|T| >= t) with t² = r²(n - 2) / (1 - r²): the beta function at 1 - r²."""
    if r * r >= 1:
        return 0.0
    return incomplete_beta((n - 2) / 2, 0.5, 1 - r * r)


def incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function I_x(a, b)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x))
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(a, b, x) / a
    return 1 - front * _fraction(b, a, 1 - x) / b


def _fraction(a: float, b: float, x: float) -> float:
    c, d = 1.0, 1 - (a + b) * x / (a + 1)
    d = 1 / (d if abs(d) > _SMALL else _SMALL)
    found = d
    for m in range(1, FRACTION_STEPS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d = 1 + term * d
            d = 1 / (d if abs(d) > _SMALL else _SMALL)
            c = 1 + term / c
            c = c if abs(c) > _SMALL else _SMALL
            found *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return found
