"""Metrics in which systems that answer hypotheses about statements are compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symcause.families.statements.problem.problem import CLASSES
from symcause.scoring.abstention_rule import JUSTIFIED, REFUTED, UNSUPPORTED
from symcause.scoring.comparison.system_scores import flags

if TYPE_CHECKING:
    from symcause.families.statements.documents.question_documents import StatementsScore
    from symcause.scoring.answer_groups import Row

METRICS = flags(
    right="Right",
    published="Right by label",
    justified="Justified",
    unsupported="Unsupported",
    refuted="Refuted",
)
"""By what the statements entail, by what is stored, and what the statements say of claims."""


def compared(score: StatementsScore) -> Row:
    """The numbers of an answer in which systems are compared."""
    row: dict[str, object] = {"published": score.published_right}
    if score.verdict in CLASSES:
        row["right"] = score.right is True
    if score.support is not None and not score.abstained:
        row |= {kind: score.support == kind for kind in (JUSTIFIED, UNSUPPORTED, REFUTED)}
    return row
