"""Metrics in which systems that answer ShapeWorld questions are compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symcause.families.shapeworld.problem.verdict_kinds import Support
from symcause.families.shapeworld.scoring.answer_summary import is_case
from symcause.scoring.comparison.system_scores import flags, numbers

if TYPE_CHECKING:
    from symcause.families.shapeworld.documents.score_document import ShapeWorldScore
    from symcause.scoring.answer_groups import Row

METRICS = (
    *flags(right="Right", no="Right if no", yes="Right if yes"),
    *flags(justified="Justified", unsupported="Unsupported", refuted="Refuted", lucky="Lucky"),
    *numbers(interventions="Interventions", surplus="Surplus", excess="Beyond the shortest proof"),
)
"""What the published table counts, then what transcripts prove, then steps."""


def compared(score: ShapeWorldScore) -> Row:
    """The numbers of an answer in which systems are compared."""
    row: dict[str, object] = {}
    if is_case(score):
        right = score.right is True
        row = {"right": right, str(score.truth): right, "interventions": score.interventions}
    if not score.logged or score.support is None:
        return row
    row |= {str(kind): score.support == kind for kind in Support}
    return {**row, "lucky": score.lucky, "surplus": score.surplus, "excess": score.excess}
