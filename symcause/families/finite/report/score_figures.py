"""Score figures of a report about finite problems: what proves the models of each system."""

from __future__ import annotations

from symcause.families.finite.scoring.answer_summary import FiniteSummary
from symcause.reports.figures.figure import Figure
from symcause.reports.figures.scores.support_bars import support_figures

_MEANINGS = {
    "justified": "Justified: the model is the only one of the class that explains the worlds.",
    "unsupported": "Unsupported: other models of the class explain the worlds as well.",
    "refuted": "Refuted: the model does not explain the training worlds.",
}


def score_figures(summary: FiniteSummary) -> list[Figure]:
    """The picture, where somebody has answered with a model."""
    return support_figures("Does the evidence prove the model?", summary.systems(), _MEANINGS)
