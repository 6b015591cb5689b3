"""Class intervals in the scores of suites: means with intervals that are the same on every machine.

The bootstrap resamples classes of problems. It uses the generator of Python, whose numbers are promised to
stay, and picks values that came up instead of averaging two: a suite's bytes depend on these ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from symcause.scoring.bootstrap import APART, FEWEST, SHARE, Bounds
from symcause.scoring.exact_tests import unseen

DIGITS = 4
"""Decimals of what is written."""


@dataclass(frozen=True)
class Spread:
    """A mean with the ends of its interval; without them there are too few classes."""

    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Resampling:
    """How often classes are resampled, and from which seed."""

    times: int = 1000
    seed: int = 0

    def spread(self, classes: Sequence[tuple[float, int]], *, apart: bool = False) -> Spread | None:
        """The mean over all cases; of each class the sum and the number of its cases.

        >>> Resampling().spread([(1.0, 1)] * 10), Resampling().spread([(1.0, 1), (0.0, 1)])
        (Spread(value=1.0, low=0.6915, high=1.0), Spread(value=0.5, low=None, high=None))
        """
        number = sum(count for _, count in classes)
        if not number:
            return None
        value = sum(total for total, _ in classes) / number
        ends = self._ends(classes, APART if apart else SHARE)
        low, high = (None, None) if ends is None else (round(end, DIGITS) for end in ends)
        return Spread(round(value, DIGITS), low, high)

    def _ends(
        self, classes: Sequence[tuple[float, int]], bounds: Bounds
    ) -> tuple[float, float] | None:
        size = len(classes)
        if size < FEWEST or not self.times:
            return None
        first = Fraction(classes[0][0]) / classes[0][1]
        if all(Fraction(total) / count == first for total, count in classes):
            most, value = unseen(size), float(first)
            return value - most * (value - bounds[0]), value + most * (bounds[1] - value)
        random = Random(f"{self.seed} {size}").random
        means = []
        for _ in range(self.times):
            drawn = [classes[int(random() * size)] for _ in range(size)]
            means.append(sum(total for total, _ in drawn) / sum(count for _, count in drawn))
        means.sort()
        cut = self.times // 40
        return means[cut], means[-1 - cut]
