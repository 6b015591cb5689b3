"""Bootstrap intervals of mean scores, resampled by problem so that pairs stay together.

The bootstrap resamples *latent problems*, not answers: all answers that belong to one latent problem,
in whatever setting, enter a resample together, so paired differences keep their pairing. Model
outputs are taken as fixed. Intervals are percentile intervals; the same seed gives the same ones. Under six
problems there is no interval: resamples of so few say nothing about others. Where all problems have one
value, resamples have it too and say nothing either: a value with known bounds then gets the exact interval
of a share of which no case was seen (Clopper and Pearson), another one gets none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from math import sqrt
from operator import add
from typing import TYPE_CHECKING

import msgspec

from symcause.scoring.exact_tests import unseen

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Unit = int | str
"""What names a problem: answers to it are resampled together."""

LEVEL = 0.95
"""Coverage of the intervals."""

FEWEST = 6
"""Fewest problems with an interval."""

Bounds = tuple[float, float]
SHARE: Bounds = (0.0, 1.0)
"""The bounds of a share."""
APART: Bounds = (-1.0, 1.0)
"""The bounds of a difference of two shares."""

_AT_ONCE = 1 << 20
"""Numbers drawn at once."""

_PLAIN = 8
"""Fewer are added up one after the other."""


class Total(msgspec.Struct, frozen=True, gc=False):
    """A sum of values and their number: a mean in the making.

    *square* is the sum of their squared distances from the mean, so that totals can be added.

    >>> Total.of([1.0]) + Total.of([2.0, 3.0]) == Total.of([1.0, 2.0, 3.0])
    True
    >>> Total.of([1.0, 3.0]).deviation
    1.0
    """

    sum: float
    count: int
    square: float = 0.0

    @classmethod
    def of(cls, values: Iterable[float]) -> Total:
        return cls.joined(cls(value, 1) for value in values)

    @staticmethod
    def joined(totals: Iterable[Total]) -> Total:
        """All of them together."""
        return sum(totals, NOTHING)

    def __add__(self, other: Total) -> Total:
        if not self.count or not other.count:
            return other if not self.count else self
        apart = other.sum / other.count - self.sum / self.count
        count = self.count + other.count
        square = self.square + other.square + apart * apart * self.count * other.count / count
        return Total(self.sum + other.sum, count, square)

    @property
    def mean(self) -> float | None:
        return self.sum / self.count if self.count else None

    @property
    def deviation(self) -> float | None:
        """The population standard deviation; None of nothing."""
        return sqrt(self.square / self.count) if self.count else None

    @property
    def standard_error(self) -> float | None:
        """The sample deviation, divided by the root of the number; None of fewer than two values."""
        return sqrt(self.square / (self.count - 1) / self.count) if self.count > 1 else None


NOTHING = Total(0.0, 0)


@dataclass(frozen=True)
class Interval:
    """A mean (or a difference of means) with its bootstrap interval; None: too few problems."""

    value: float
    low: float | None
    high: float | None
    problems: int

    def mean_text(self, form: str = ".3f") -> str:
        """The mean with its interval, or with a star if there is none."""
        if self.low is None or self.high is None:
            return f"{self.value:{form}} *"
        return f"{self.value:{form}} [{self.low:{form}}, {self.high:{form}}]"


@dataclass(frozen=True)
class Bootstrap:
    """How to resample; units of one of the *classes* are drawn together, the others each for itself."""

    resamples: int = 1000
    seed: int = 0
    classes: Mapping[Unit, Unit] = field(default_factory=dict, hash=False)

    def mean(
        self,
        totals: Mapping[Unit, Total],
        fewest: int = FEWEST,
        bounds: Bounds | None = SHARE,
    ) -> Interval | None:
        """The mean over all answers; *totals* are by what is resampled, which is mostly the problem.

        *bounds* are those of the values, None where there are none.
        """
        keys = _sorted(key for key, total in totals.items() if total.count)
        if not keys:
            return None
        if len(keys) < min(fewest, _PLAIN):
            value = _plain_sum(totals[key].sum for key in keys)
            value /= sum(totals[key].count for key in keys)
            return Interval(value, None, None, len(keys))
        import numpy as np

        sums = np.array([totals[key].sum for key in keys])
        counts = np.array([totals[key].count for key in keys], dtype=float)
        value = float(sums.sum() / counts.sum())
        return self._classed(keys, value, sums, counts, fewest, bounds)

    def difference(
        self,
        first: Mapping[Unit, Total],
        second: Mapping[Unit, Total],
        bounds: Bounds | None = APART,
    ) -> Interval | None:
        """The mean over shared latent problems of first minus second."""
        shared = _sorted(
            key
            for key, total in first.items()
            if total.count and key in second and second[key].count
        )
        if not shared:
            return None
        apart = [
            first[key].sum / first[key].count - second[key].sum / second[key].count
            for key in shared
        ]
        if len(shared) < FEWEST:
            return Interval(_plain_sum(apart) / len(apart), None, None, len(shared))
        import numpy as np

        deltas = np.array(apart)
        ones = np.ones(len(apart))
        return self._classed(shared, float(deltas.mean()), deltas, ones, FEWEST, bounds)

    def strata(
        self,
        sizes: Sequence[int],
        statistic: Callable[[Sequence[NDArray[np.int64]]], NDArray[np.float64]],
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]] | None:
        """The quantiles of several statistics over resamples within each of several sets of problems."""
        import numpy as np

        if min(sizes) < FEWEST or not self.resamples:
            return None
        random = np.random.default_rng([self.seed, *sizes])
        drawn = [
            statistic([random.integers(size, size=size) for size in sizes])
            for _ in range(self.resamples)
        ]
        ends = [(1 - LEVEL) / 2, (1 + LEVEL) / 2]
        low, high = np.nanquantile(drawn, ends, axis=0)
        return low, high

    def _classed(
        self,
        keys: Sequence[Unit],
        value: float,
        sums: NDArray[np.float64],
        counts: NDArray[np.float64],
        fewest: int,
        bounds: Bounds | None,
    ) -> Interval:
        """The interval over classes, of as many units as there are."""
        if not self.classes:
            return self._interval(value, sums, counts, fewest, bounds)
        import numpy as np

        numbers: dict[Unit, int] = {}
        for key in keys:
            numbers.setdefault(self.classes.get(key, key), len(numbers))
        places = np.array([numbers[self.classes.get(key, key)] for key in keys])
        joint = [np.bincount(places, weights=own).astype(float) for own in (sums, counts)]
        made = self._interval(value, joint[0], joint[1], fewest, bounds)
        return replace(made, problems=len(keys))

    def _interval(
        self,
        value: float,
        sums: NDArray[np.float64],
        counts: NDArray[np.float64],
        fewest: int,
        bounds: Bounds | None,
    ) -> Interval:
        """The value with the quantiles of the mean over resamples of as many problems."""
        import numpy as np

        size = len(sums)
        if size < fewest or not self.resamples:
            return Interval(value, None, None, size)
        means = sums / counts
        if (means == means[0]).all():
            return _alike(float(means[0]), size, bounds)
        random = np.random.default_rng([self.seed, size])
        drawn: list[NDArray[np.float64]] = []
        at_once = max(1, _AT_ONCE // size)
        for start in range(0, self.resamples, at_once):
            times = min(at_once, self.resamples - start)
            chosen = random.integers(size, size=(times, size))
            drawn.append(sums[chosen].sum(axis=1) / counts[chosen].sum(axis=1))
        ends = [(1 - LEVEL) / 2, (1 + LEVEL) / 2]
        low, high = np.quantile(np.concatenate(drawn), ends)
        return Interval(value, float(low), float(high), size)


def _alike(value: float, size: int, bounds: Bounds | None) -> Interval:
    """The interval of a mean over problems that all have this value.

    Others turn up in a share of at most *most* of the cases, and go to the bounds at the worst.

    >>> found = _alike(1.0, 10, SHARE)
    >>> round(found.low, 4), found.high, _alike(3.0, 10, None).low
    (0.6915, 1.0, None)
    """
    if bounds is None or not bounds[0] <= value <= bounds[1]:
        return Interval(value, None, None, size)
    most, (least, greatest) = unseen(size), bounds
    return Interval(value, value - most * (value - least), value + most * (greatest - value), size)


def _plain_sum(values: Iterable[float]) -> float:
    """One after the other, as numpy adds up fewer than eight; without loading it."""
    return reduce(add, values)


def _sorted(units: Iterable[Unit]) -> list[Unit]:
    """In their order; the units of a run are numbers, or names."""
    return sorted(units, key=lambda unit: (isinstance(unit, str), unit))
