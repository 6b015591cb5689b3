"""Count vectors: how often n independent records show each class, with their chances under each rival.

The chances are binary floats, made of sums and products of positive numbers alone: each is right up to
the *slack* of its array, relative to itself; what underflows is below any digit that is ever told.

>>> fair = ((Fraction(1, 2), Fraction(1, 4)), (Fraction(1, 2), Fraction(3, 4)))
>>> independent(fair, 2).chances.tolist()
[[0.25, 0.5, 0.25], [0.5625, 0.375, 0.0625]]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import comb, log

import numpy as np
from numpy.typing import NDArray

from symcause.families.scenario.bounds import KEPT_RECORDS
from symcause.families.scenario.budget.policies.ratio_classes import Experiment, Law, reduced

Floats = NDArray[np.float64]
ROUNDING = 2.0**-53
"""How far one operation on floats is off at most, relative to its result."""

FAR = 50.0
"""Stands for the logarithm of a ratio with a zero in it."""


@dataclass(frozen=True)
class Vectors:
    """Chances by rival and vector; *slack* bounds their relative errors."""

    chances: Floats
    slack: float

    @property
    def size(self) -> int:
        return int(self.chances.shape[1])

    def times(self, other: Vectors) -> Vectors:
        """Both together, where they are independent."""
        first, second = self.chances[:, :, None], other.chances[:, None, :]
        array = (first * second).reshape(len(self.chances), -1)
        return Vectors(array, self.slack + other.slack + 2 * ROUNDING)


def nothing(rivals: int) -> Vectors:
    """No record at all."""
    return Vectors(np.ones((rivals, 1)), 0.0)


def terms(classes: int, n: int) -> int:
    """How many vectors there are."""
    return comb(n + classes - 1, classes - 1) if classes else 1


def independent(experiment: Experiment, n: int) -> Vectors:
    """The vectors of n records of a reduced experiment: one class after the other."""
    rivals, classes = len(experiment[0]), len(experiment)
    chances, left = np.ones((rivals, 1)), np.array([n])
    rest = [sum(chance, Fraction(0)) for chance in zip(*experiment, strict=True)]
    for law in experiment[:-1]:
        taken = [c / r if r else Fraction(0) for c, r in zip(law, rest, strict=True)]
        rest = [r - c for c, r in zip(law, rest, strict=True)]
        rows = _binomials(taken, n, only_last=len(left) == 1)
        owner = np.repeat(np.arange(len(left)), left + 1)
        starts = np.cumsum(left + 1) - (left + 1)
        hits = np.arange(len(owner)) - starts[owner]
        row = left[owner] if rows.shape[1] > 1 else 0
        chances = chances[:, owner] * rows[:, row, hits]
        left = left[owner] - hits
    return Vectors(chances, (6 * n + 8) * classes * ROUNDING)


def _binomials(chances: Sequence[Fraction], n: int, only_last: bool) -> Floats:
    """P(k of m) for every m up to n, or for n alone; by rival, m and k."""
    hits = tuple(float(p) for p in chances)
    misses = tuple(float(1 - p) for p in chances)
    if only_last:
        return _rows(hits, misses, n, True)
    return (
        _kept_rows(hits, misses, KEPT_RECORDS)
        if n <= KEPT_RECORDS
        else _rows(hits, misses, n, False)
    )


@lru_cache(maxsize=32)
def _kept_rows(hits: tuple[float, ...], misses: tuple[float, ...], n: int) -> Floats:
    """All rows up to n, for many questions about fewer."""
    return _rows(hits, misses, n, False)


def _rows(hits: tuple[float, ...], misses: tuple[float, ...], n: int, only_last: bool) -> Floats:
    hit, miss = np.array(hits)[:, None], np.array(misses)[:, None]
    rivals = len(hits)
    table = np.zeros((rivals, 1 if only_last else n + 1, n + 1))
    row = np.zeros((rivals, n + 1))
    row[:, 0] = 1.0
    table[:, 0] = row
    for m in range(1, n + 1):
        after = row * miss
        after[:, 1:] += row[:, :-1] * hit
        row = after
        table[:, 0 if only_last else m] = row
    return table


def coarsened(experiment: Experiment, n: int, most: int) -> Experiment:
    """The experiment with its closest classes merged until its vectors are few enough: it tells less."""
    classes = [tuple(law) for law in reduced(experiment)]
    while terms(len(classes), n) > most and len(classes) > 1:
        gaps = [_gap(a, b) for a, b in pairwise(classes)]
        at = gaps.index(min(gaps))
        both = tuple(a + b for a, b in zip(classes[at], classes[at + 1], strict=True))
        classes[at : at + 2] = [both]
    return tuple(classes)


def log_ratio(law: Law) -> float:
    """The logarithm of the ratio of the first two chances."""
    first, second = law[0], law[1]
    if not first or not second:
        return FAR if first else -FAR
    return log(first.numerator * second.denominator) - log(first.denominator * second.numerator)


def _gap(first: Law, second: Law) -> float:
    if len(first) == 2:
        return abs(log_ratio(first) - log_ratio(second))
    here, there = (sum(law, Fraction(0)) for law in (first, second))
    return float(max(abs(a / here - b / there) for a, b in zip(first, second, strict=True)))
