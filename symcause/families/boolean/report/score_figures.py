"""The pictures of scored Boolean answers: disclosure ladder, funnel bars, paired differences."""

from __future__ import annotations

from collections.abc import Sequence

from symcause.families.boolean.report.ladder import ladder_figure
from symcause.families.boolean.scoring.summary import Summary
from symcause.reports.figures.figure import Figure
from symcause.reports.figures.rows import delta_figure, share_figure
from symcause.scoring.statistics import Bootstrap
from symcause.scoring.table import Table

METRICS = (("train_exact", "TrainExact"), ("heldout_world_exact", "HeldoutWorld"))
"""The metrics that are drawn, with the names of the published tables."""


def score_figures(summary: Summary, tables: Sequence[Table], bootstrap: Bootstrap) -> list[Figure]:
    """All pictures that the answers have something for."""
    groups = [a for a in summary.finish() if not a.alternative]
    found: list[Figure | None] = [
        ladder_figure(groups, bootstrap, metric, title) for metric, title in METRICS
    ]
    found += [share_figure(table) for table in tables if table.key == "funnel"]
    if bootstrap.resamples:
        found += [
            delta_figure(groups, bootstrap, metric, f"Δ {title}") for metric, title in METRICS
        ]
    return [figure for figure in found if figure is not None]
