"""Ratio classes of an experiment: outcomes that tell two rivals apart alike are one class.

An *experiment* lists the chances of its outcomes, one for each rival. Between two rivals an experiment is
its ROC: the line through the sums of chances, the largest ratio first. One experiment tells at least as
much as another, whatever is to be decided, iff its line lies nowhere below.

>>> half, third = Fraction(1, 2), Fraction(1, 3)
>>> weak, strong = ((half, third), (half, 1 - third)), ((Fraction(1), third), (Fraction(0), 1 - third))
>>> dominates(strong, weak), dominates(weak, strong), maximal([weak, strong, strong])
(True, False, [1])
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise

Law = tuple[Fraction, ...]
"""The chance of an outcome under each rival."""

Experiment = tuple[Law, ...]
Point = tuple[Fraction, Fraction]

ZERO, ONE = Fraction(0), Fraction(1)


def reduced(outcomes: Iterable[Law]) -> Experiment:
    """The classes of outcomes with proportional chances, those of the first rival first; lossless."""
    laws: dict[Law, Law] = {}
    for law in outcomes:
        whole = sum(law, ZERO)
        if whole:
            key = tuple(chance / whole for chance in law)
            before = laws.get(key)
            both = zip(before or (ZERO,) * len(law), law, strict=True)
            laws[key] = tuple(first + second for first, second in both)
    return tuple(laws[key] for key in sorted(laws, reverse=True))


def informs(outcomes: Iterable[Law]) -> bool:
    """Is some outcome more likely under one rival than under another?"""
    return any(len(set(law)) > 1 for law in reduced(outcomes))


def roc(experiment: Experiment) -> list[Point]:
    """The vertices of the ROC of a reduced experiment: sums of the second chances and of the first."""
    sums = accumulate(experiment, lambda a, b: (a[0] + b[0], a[1] + b[1]), initial=(ZERO, ZERO))
    return [(second, first) for first, second in sums]


def _height(line: Sequence[Point], at: Fraction) -> Fraction:
    """The largest height of a ROC over a place."""
    best = ZERO
    for (a, low), (b, high) in pairwise(line):
        if a <= at <= b:
            best = max(best, high if a == b else low + (high - low) * (at - a) / (b - a))
    return best


def dominates(first: Experiment, second: Experiment) -> bool:
    """Does a reduced experiment between two rivals tell at least as much as another?"""
    line = roc(first)
    return all(_height(line, at) >= height for at, height in roc(second))


def distance(experiment: Experiment) -> Fraction:
    """How far the laws of two rivals are apart: no experiment dominates one of larger distance."""
    return sum((max(law[0] - law[1], ZERO) for law in experiment), ZERO)


def maximal(experiments: Sequence[Experiment]) -> list[int]:
    """The experiments between two rivals that no other dominates; of equal ones the first."""
    first: dict[Experiment, int] = {}
    for place, experiment in enumerate(experiments):
        first.setdefault(reduced(experiment), place)
    far = sorted(first, key=lambda own: (-distance(own), first[own]))
    kept: list[Experiment] = []
    for own in far:
        if not any(dominates(other, own) for other in kept):
            kept = [other for other in kept if not dominates(own, other)] + [own]
    return sorted(first[own] for own in kept)


def distinct(experiments: Sequence[Experiment]) -> list[int]:
    """The experiments whose reduced laws differ; of equal ones the first."""
    first: dict[Experiment, int] = {}
    for place, experiment in enumerate(experiments):
        first.setdefault(reduced(experiment), place)
    return sorted(first.values())


def join(experiments: Sequence[Experiment]) -> Experiment:
    """The experiment whose ROC is the concave hull of all: it dominates every one of them."""
    points = sorted({point for own in experiments for point in roc(reduced(own))})
    hull: list[Point] = []
    for point in points:
        while len(hull) > 1 and _right(hull[-2], hull[-1], point):
            hull.pop()
        hull.append(point)
    return reduced((b[1] - a[1], b[0] - a[0]) for a, b in pairwise(hull))


def _right(a: Point, b: Point, c: Point) -> bool:
    """Does b lie on or below the line from a to c?"""
    return (b[0] - a[0]) * (c[1] - a[1]) >= (b[1] - a[1]) * (c[0] - a[0])
