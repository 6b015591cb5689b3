"""Bins of a measure: at most five, by quintiles, each with its ends, its cases and its successes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_CUTS = (0.2, 0.4, 0.6, 0.8)


@dataclass(frozen=True)
class Bin:
    """Values from *least* to *greatest*."""

    least: float
    greatest: float
    cases: int
    successes: int

    @property
    def share(self) -> float:
        return self.successes / self.cases


def binned(values: Sequence[float], success: Sequence[bool]) -> tuple[Bin, ...]:
    """A value's bin is the number of quantiles strictly below it; empty bins are left out."""
    import numpy as np

    if not len(values):
        return ()
    edges = np.quantile(np.asarray(values, dtype=float), _CUTS)
    places = np.searchsorted(edges, values, side="left")
    bins = []
    for place in sorted(set(places.tolist())):
        own = [i for i, at in enumerate(places) if at == place]
        inside = [values[i] for i in own]
        bins.append(Bin(min(inside), max(inside), len(own), sum(success[i] for i in own)))
    return tuple(bins)
