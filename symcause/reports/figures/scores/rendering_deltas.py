"""Rendering deltas: what every wording of the same problems costs or gains, the base at zero."""

from __future__ import annotations

from dataclasses import replace

from symcause.reports.figures.figure import Figure
from symcause.reports.figures.scores.dot_plot import Dot, Dots, dot_figure
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.rendering_scores import RenderingScores


def rendering_figures(scores: RenderingScores, bootstrap: Bootstrap) -> list[Figure]:
    """The picture, if somebody answered renderings beside the base."""
    resampled = replace(bootstrap, resamples=2 * bootstrap.resamples)
    rows = []
    for model, words, found in scores.compared():
        interval = resampled.mean(found.deltas, bounds=scores.apart)
        if interval is not None:
            rows.append(Dot(", ".join(words), interval, None, model))
    shown = Dots(
        "renderings",
        "The same problems in other words",
        "difference to the base",
        rows,
        caption=f"Mean difference to {'-'.join(scores.base)} over the problems answered in both; "
        "bootstrap intervals over problems, 95 %.",
        ends=(-1.0, 1.0),
    )
    figure = dot_figure(shown)
    return [] if figure is None else [figure]
