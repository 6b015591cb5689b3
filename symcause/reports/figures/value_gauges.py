"""Value gauges of runs: a figure of each answer's value, its threshold and the survivors.

A dot right of the dashed line is a design that reaches the threshold; the ring is the share of units that
survived, which a lucky or unlucky fleet takes to the other side.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from symcause.reports.figures.figure import Figure
from symcause.reports.figures.scores.dot_plot import Dot, Dots, dot_figure
from symcause.scoring.bootstrap import Interval

_VALUE, _SURVIVED = "value of the design", "units that survived"


@dataclass(frozen=True)
class Gauge:
    """The proven ends of a value, the threshold, and the share of units that survived."""

    low: float
    high: float
    threshold: float
    survived: float | None = None

    @property
    def middle(self) -> float:
        return (self.low + self.high) / 2


def gauge_figure(runs: Mapping[str, Gauge]) -> Figure | None:
    """One row per run, the most valuable first; None without runs."""
    order = sorted(runs.items(), key=lambda item: (-item[1].middle, item[0]))
    goals = {gauge.threshold for gauge in runs.values()}
    some = any(gauge.survived is not None for gauge in runs.values())
    caption = "Right are designs whose value reaches the threshold."
    if some:
        caption += " The ring is the share of units that survived: it wins from the threshold on."
    return dot_figure(
        Dots(
            "values",
            "Every run, by the value of its design",
            _VALUE,
            [Dot(name, Interval(g.middle, g.low, g.high, 0), g.survived) for name, g in order],
            other=_SURVIVED if some else "",
            lines=[("threshold", goal) for goal in goals] if len(goals) == 1 else (),
            caption=caption,
        )
    )
