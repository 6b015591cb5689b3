"""Metrics in which systems that answer Boolean problems are compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET

from symcause.scoring.abstention_rule import JUSTIFIED
from symcause.scoring.comparison.system_scores import flags, shares

if TYPE_CHECKING:
    from symcause.families.boolean.documents.check_document import BooleanScore
    from symcause.families.boolean.scoring.tables.problem_facts import Member
    from symcause.scoring.answer_groups import Row

METRICS = (
    *flags(valid="Valid", train_exact="TrainExact"),
    *shares(train_world_exact="TrainWorld", heldout_world_exact="HeldoutWorld"),
    *flags(heldout_exact="HeldoutExact"),
    *shares(train_heldout_world="HeldoutWorld | TrainExact"),
    *flags(train_heldout_exact="HeldoutExact | TrainExact", right="Right", justified="Justified"),
    *flags(unique_explanation="Unique explanation"),
    *shares(parent_f1="Parent F1"),
    *flags(alternative_success="Alternative success", joint_success="Joint success"),
    *flags(identification="Identification"),
)
"""In what systems are compared: replay, then what is right and justified; other tasks have their own."""


def compared(row: Row, score: BooleanScore, problem: Member) -> Row:
    """The numbers of an answer in which systems are compared; tasks do not mix."""
    if problem.identify:
        return {"identification": None if problem.certification is None else score.right is True}
    if problem.alternative:
        names = ("alternative_success", "joint_success")
        return {name: row.get(name) is True for name in names}
    known = score.other_explanations is not UNSET and score.open is not None
    justified = score.support == JUSTIFIED if known else None
    return {**row, "joint_success": None, "right": score.right is True, "justified": justified}
