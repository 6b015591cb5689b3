"""Means over groups of answers, and bootstrap intervals that keep pairs together.

The bootstrap resamples *latent problems*, not answers: all answers that belong to one latent problem,
in whatever setting, enter a resample together, so paired differences keep their pairing. Model
outputs are taken as fixed. Intervals are percentile intervals; the same seed gives the same ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LEVEL = 0.95
"""Coverage of the intervals."""


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
    """A mean (or a difference of means) with its bootstrap interval."""

    value: float
    low: float
    high: float
    problems: int


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
        drawn = self._drawn(len(keys), lambda chosen: sums[chosen].sum() / counts[chosen].sum())
        return self._interval(float(sums.sum() / counts.sum()), drawn, len(keys))

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
        drawn = self._drawn(len(shared), lambda chosen: deltas[chosen].mean())
        return self._interval(float(deltas.mean()), drawn, len(shared))

    def _drawn(self, size: int, statistic: object) -> NDArray[np.float64]:
        import numpy as np

        assert callable(statistic)
        random = np.random.default_rng([self.seed, size])
        return np.array(
            [statistic(random.integers(size, size=size)) for _ in range(self.resamples)]
        )

    def _interval(self, value: float, drawn: NDArray[np.float64], size: int) -> Interval:
        import numpy as np

        if not drawn.size:
            return Interval(value, value, value, size)
        low, high = np.quantile(drawn, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
        return Interval(value, float(low), float(high), size)
