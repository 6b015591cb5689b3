"""The abstention rates of models: claims on open questions, abstentions on settled ones."""

from __future__ import annotations

from symcause.reports.figures.figure import Figure
from symcause.reports.figures.scores.dot_plot import Dot, Dots, dot_figure
from symcause.scoring.abstention_tables import ABSTAIN, CLAIM, OPEN, SETTLED, Doubts, rate


def doubt_figures(doubts: Doubts) -> list[Figure]:
    """The picture, if somebody answered an open question."""
    rows = []
    for name, model, group in doubts.groups():
        over, early = rate(group, CLAIM, OPEN), rate(group, ABSTAIN, SETTLED)
        if over is not None:
            rows.append(Dot(model, over, None if early is None else early.value, name))
    shown = Dots(
        "abstention",
        "Claims where nobody can tell",
        "overclaim",
        rows,
        other="premature",
        caption="Dots: share of claims on open questions, Wilson intervals over latent problems; rings: "
        "share of abstentions on settled ones.",
    )
    figure = dot_figure(shown)
    return [] if figure is None else [figure]
