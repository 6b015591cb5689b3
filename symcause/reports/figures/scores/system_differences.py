"""The figure of systems compared: A − B in every share, pair by pair, with intervals."""

from __future__ import annotations

from symcause.reports.figures.figure import Figure
from symcause.reports.figures.scores.dot_plot import Dot, Dots, dot_figure
from symcause.scoring.bootstrap import LEVEL, Bootstrap
from symcause.scoring.comparison.pair_difference import difference
from symcause.scoring.comparison.system_scores import SystemScores


def system_figures(scores: SystemScores, bootstrap: Bootstrap) -> list[Figure]:
    """One picture of the pairs that are compared; none without a pair."""
    rows = []
    for pair in scores.pairs:
        for metric in scores.metrics:
            found = difference(scores, metric, pair, bootstrap) if metric.apart else None
            if found is not None:
                rows.append(Dot(metric.head, found.apart, group=f"{pair[0]} − {pair[1]}"))
    ends = [v for r in rows for v in (r.value.value, r.value.low, r.value.high) if v is not None]
    reach = max([0.1, *map(abs, ends)])
    figure = dot_figure(
        Dots(
            key="systems",
            title="Systems compared on the same problems",
            measure="A − B on the problems that both answered",
            rows=rows,
            caption="Right of zero: the first system has more of it. Bars: "
            f"{LEVEL:.0%} intervals over latent problems, from six (n) on.",
            ends=(-reach, reach),
        )
    )
    return [] if figure is None else [figure]
