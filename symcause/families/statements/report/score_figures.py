"""Score figures of a report about statements: what proves the answers of each system."""

from __future__ import annotations

from symcause.families.statements.scoring.answer_summary import StatementsSummary
from symcause.reports.figures.figure import Figure
from symcause.reports.figures.scores.support_bars import support_figures

_MEANINGS = {
    "justified": "Justified: the claim is true in every DAG that fits the statements.",
    "unsupported": "Unsupported: the hypothesis is true in some DAGs that fit and false in others.",
    "refuted": "Refuted: the claim is false in every DAG that fits the statements.",
}


def score_figures(summary: StatementsSummary) -> list[Figure]:
    """The picture, where somebody has answered."""
    return support_figures("Do the statements prove the answer?", summary.systems(), _MEANINGS)
