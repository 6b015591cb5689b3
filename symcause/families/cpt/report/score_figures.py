"""Score figures of a cpt report: what proves the answers of each system."""

from __future__ import annotations

from symcause.families.cpt.scoring.answer_summary import TableSummary
from symcause.reports.figures.figure import Figure
from symcause.reports.figures.scores.support_bars import support_figures

_MEANINGS = {
    "justified": "Justified: every network that has the given numbers answers so.",
    "unsupported": "Unsupported: some networks that have the given numbers answer so, and others do not.",
    "refuted": "Refuted: no network that has the given numbers answers so.",
}


def score_figures(summary: TableSummary) -> list[Figure]:
    """The picture, where somebody has answered."""
    return support_figures("Do the numbers prove the answer?", summary.systems(), _MEANINGS)
