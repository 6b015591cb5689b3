"""The picture of scored episodes."""

from __future__ import annotations

from symcause.reports.figures.figure import Figure
from symcause.reports.figures.rows import share_figure
from symcause.scoring.table import Table


def score_figures(table: Table) -> list[Figure]:
    """The means of linear and quadratic episodes, by model and graph size."""
    told = "Means over the answers, by model and number of variables"
    figure = share_figure(table, "metrics", told, skipped=("n", "SHD", "Graphs left"))
    return [] if figure is None else [figure]
