"""Score figures of a report about statements: what proves the answers of each system."""

from __future__ import annotations

from collections.abc import Sequence

from symcause.families.statements.scoring.answer_summary import KINDS, StatementsSummary
from symcause.reports.figures.figure import Figure
from symcause.reports.figures.scores.stacked_bars import Stack, Stacks, stack_figure

_COLOURS = (
    *zip(KINDS, ("bar", "bar own", "bar wrong"), strict=True),
    ("no claim", "bar none"),
)
_MEANINGS = {
    "justified": "Justified: the claim is true in every DAG that fits the statements.",
    "unsupported": "Unsupported: the hypothesis is true in some DAGs that fit and false in others.",
    "refuted": "Refuted: the claim is false in every DAG that fits the statements.",
}


def score_figures(summary: StatementsSummary) -> list[Figure]:
    """The picture, where somebody has answered."""
    rows = []
    for model, group in summary.systems():
        known = [group.count(kind) for kind in KINDS]
        rows.append(Stack(model, (*known, group.count("answer") - sum(known))))
    found = stack_figure(
        Stacks(
            key="support",
            title="Do the statements prove the answer?",
            kinds=_COLOURS,
            rows=rows,
            meanings=_MEANINGS,
            finding=_finding(rows),
        )
    )
    return [] if found is None else [found]


def _finding(rows: Sequence[Stack]) -> str:
    justified, answered = (sum(row.counts[0] for row in rows), sum(sum(row.counts) for row in rows))
    be = "is" if justified < 2 else "are"
    return f"{justified or 'None'} of {answered} answers {be} justified"
