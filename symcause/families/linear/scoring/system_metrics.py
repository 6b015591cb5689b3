"""Metrics in which systems that answer linear and quadratic problems are compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UnsetType

from symcause.scoring.abstention_rule import JUSTIFIED
from symcause.scoring.comparison.system_scores import flags, numbers, shares

if TYPE_CHECKING:
    from symcause.families.linear.documents.score_document import LinearScore
    from symcause.scoring.answer_groups import Row

METRICS = (
    *flags(valid="Valid", target_exact="Target", target_within="Target ±5"),
    *shares(root_f1="Root F1", edge_precision="Edge P", edge_recall="Edge R", edge_f1="Edge F1"),
    *numbers(shd="SHD"),
    *shares(target_edge_f1="Target-edge F1", coefficient_f1="Coefficient F1"),
    *shares(coefficient_f1_released="Released coefficient F1"),
    *flags(justified="Justified", lucky="Lucky", refuted="Refuted"),
    *numbers(final_graphs="Graphs left", imec="IMEC"),
)
"""Answers against gold as in the table of crystals, then what the evidence says of them."""


def compared(score: LinearScore) -> Row:
    """The numbers of an answer in which systems are compared."""
    row: dict[str, object] = {metric.name: getattr(score, metric.name, None) for metric in METRICS}
    if isinstance(score.support, UnsetType) or (score.support is None and score.open is None):
        return row
    lucky = score.target_within is True and score.support == "unsupported"
    said = {"justified": score.support == JUSTIFIED, "refuted": score.support == "refuted"}
    return {**row, **said, "lucky": lucky}
