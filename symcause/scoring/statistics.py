"""Means over groups of answers, and bootstrap intervals that keep pairs together.

The bootstrap resamples *latent problems*, not answers: all answers that belong to one latent problem,
in whatever setting, enter a resample together, so paired differences keep their pairing. Model
outputs are taken as fixed. Intervals are percentile intervals; the same seed gives the same ones. Under six
problems there is no interval: resamples of so few say nothing about others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LEVEL = 0.95
"""Coverage of the intervals."""

FEWEST = 6
"""Fewest problems with an interval."""


@dataclass(frozen=True)
class Total:
    """A sum of values and their number: a mean in the making."""

    sum: float
    count: int

    @property
    def mean(self) -> float | None:
        return self.sum / self.count if self.count else None


@dataclass(frozen=True)
class Interval:
    """A mean (or a difference of means) with its bootstrap interval; None: too few problems."""

    value: float
    low: float | None
    high: float | None
    problems: int

    def shown(self, form: str = ".3f") -> str:
        """The mean with its interval, or with a star if there is none."""
        if self.low is None or self.high is None:
            return f"{self.value:{form}} *"
        return f"{self.value:{form}} [{self.low:{form}}, {self.high:{form}}]"


@dataclass(frozen=True)
class Bootstrap:
    """How to resample."""

    resamples: int = 1000
    seed: int = 0

    def mean(self, totals: Mapping[int, Total]) -> Interval | None:
        """The mean over all answers; *totals* are by latent problem."""
        import numpy as np

        keys = sorted(key for key, total in totals.items() if total.count)
        if not keys:
            return None
        sums = np.array([totals[key].sum for key in keys])
        counts = np.array([totals[key].count for key in keys], dtype=float)
        value = float(sums.sum() / counts.sum())
        return self._interval(
            value, len(keys), lambda chosen: sums[chosen].sum() / counts[chosen].sum()
        )

    def difference(
        self, first: Mapping[int, Total], second: Mapping[int, Total]
    ) -> Interval | None:
        """The mean over shared latent problems of first minus second."""
        import numpy as np

        shared = sorted(
            key
            for key, total in first.items()
            if total.count and key in second and second[key].count
        )
        if not shared:
            return None
        deltas = np.array(
            [
                first[key].sum / first[key].count - second[key].sum / second[key].count
                for key in shared
            ]
        )
        return self._interval(
            float(deltas.mean()), len(shared), lambda chosen: deltas[chosen].mean()
        )

    def _interval(
        self, value: float, size: int, statistic: Callable[[NDArray[np.int64]], float]
    ) -> Interval:
        """The value with the quantiles of the statistic over resamples of *size* problems."""
        import numpy as np

        if size < FEWEST or not self.resamples:
            return Interval(value, None, None, size)
        random = np.random.default_rng([self.seed, size])
        drawn = [statistic(random.integers(size, size=size)) for _ in range(self.resamples)]
        low, high = np.quantile(drawn, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
        return Interval(value, float(low), float(high), size)
