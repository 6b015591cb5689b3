"""Group tests: statistics on whether groups differ, by analysis of variance and by ranks.

>>> found = compare([[1.0, 2.0, 3.0], [2.0, 3.0, 4.0], [5.0, 6.0, 7.0]])
>>> round(found.f, 4), round(found.f_p, 4), round(found.eta, 4)
(13.0, 0.0066, 0.8125)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, lgamma, log

from symcause.families.textgraph.bounds import SERIES_STEPS
from symcause.families.textgraph.scoring.statistics.correlation import incomplete_beta, ranks
from symcause.scoring.bootstrap import Total


@dataclass(frozen=True)
class Comparison:
    """F and H with their probabilities by chance, and the share of the variance between groups."""

    f: float | None
    f_p: float | None
    h: float
    h_p: float
    eta: float


def compare(groups: Sequence[Sequence[float]]) -> Comparison | None:
    """None for fewer than two groups, or where all values are alike."""
    groups = [group for group in groups if group]
    values = [value for group in groups for value in group]
    whole, within = Total.of(values), sum(Total.of(group).square for group in groups)
    k, n = len(groups), len(values)
    if k < 2 or len(set(values)) < 2:
        return None
    between = whole.square - within
    f = f_p = None
    if n > k and within > 0:
        f = between / (k - 1) / (within / (n - k))
        f_p = incomplete_beta((n - k) / 2, (k - 1) / 2, (n - k) / (n - k + (k - 1) * f))
    h = _kruskal(groups, values)
    return Comparison(f, f_p, h, upper_gamma((k - 1) / 2, h / 2), between / whole.square)


def _kruskal(groups: Sequence[Sequence[float]], values: Sequence[float]) -> float:
    """H, corrected for ties."""
    n, ranked, start, found = len(values), ranks(values), 0, 0.0
    for group in groups:
        found += sum(ranked[start : start + len(group)]) ** 2 / len(group)
        start += len(group)
    ties = sum(times**3 - times for times in Counter(values).values())
    return (12 / (n * (n + 1)) * found - 3 * (n + 1)) / (1 - ties / (n**3 - n))


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(a, x): one minus a series, or a fraction.

    >>> round(upper_gamma(1, 2), 6) == round(exp(-2), 6)
    True
    """
    if x <= 0:
        return 1.0
    front = exp(a * log(x) - x - lgamma(a))
    if x > a + 1:
        return front * _tail(a, x)
    term = found = 1 / a
    for i in range(1, SERIES_STEPS):
        term *= x / (a + i)
        found += term
        if term < found * 1e-16:
            break
    return 1 - front * found


def _tail(a: float, x: float) -> float:
    """The continued fraction 1/(x+1-a - 1(1-a)/(x+3-a - 2(2-a)/(x+5-a - …))), from its end."""
    found = 0.0
    for i in range(SERIES_STEPS, 0, -1):
        found = i * (i - a) / (x + 2 * i + 1 - a - found)
    return 1 / (x + 1 - a - found)
