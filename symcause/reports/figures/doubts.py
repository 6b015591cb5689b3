"""Both rates of abstention by model: claims where the question is open, abstentions where it is settled."""

from __future__ import annotations

from symcause.reports.figures.dots import Dot, Dots, dot_figure
from symcause.reports.figures.figure import Figure
from symcause.scoring.doubts import ABSTAIN, CLAIM, Doubts
from symcause.scoring.statistics import Interval


def doubt_figures(doubts: Doubts) -> list[Figure]:
    """The picture, if somebody answered an open question."""
    rows = []
    for (group, model), tally in sorted(doubts.tallies.items()):
        over, early = tally.rate(CLAIM, True), tally.rate(ABSTAIN, False)
        if over is not None:
            value = Interval(*over, len(tally.problems[True]))
            rows.append(Dot(model, value, None if early is None else early[0], group))
    shown = Dots(
        "abstention",
        "Claims where nobody can tell",
        "overclaim",
        rows,
        other="premature",
        caption="Dots: share of claims on open questions, Wilson intervals over latent problems; rings: "
        "share of abstentions on settled ones.",
    )
    found = dot_figure(shown)
    return [] if found is None else [found]
