"""Rendering deltas: what every wording of the same problems costs or gains, the base at zero."""

from __future__ import annotations

from symcause.reports.figures.figure import Figure
from symcause.reports.figures.scores.dot_plot import Dot, Dots, dot_figure
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.rendering_scores import RenderingScores
from symcause.scoring.rendering_tables import bounds_of, resampling


def rendering_figures(scores: RenderingScores, bootstrap: Bootstrap) -> list[Figure]:
    """The picture, if somebody answered renderings beside the base."""
    resampled, bounds = resampling(bootstrap), bounds_of(scores)
    rows = []
    for model, words, paired in scores.compared():
        interval = resampled.mean(paired.deltas, bounds=bounds)
        if interval is not None:
            rows.append(Dot(", ".join(words), interval, None, model))
    ends = [end for row in rows for end in (row.value.value, row.value.low, row.value.high)]
    reach = max((1.0, *(abs(end) for end in ends if end is not None)))
    shown = Dots(
        "renderings",
        "The same problems in other words",
        "difference to the base",
        rows,
        caption=f"Mean difference to {'-'.join(scores.base)} over the problems answered in both; "
        "bootstrap intervals over problems, 95 % (exact where all pairs agree).",
        ends=(-reach, reach),
    )
    figure = dot_figure(shown)
    return [] if figure is None else [figure]
