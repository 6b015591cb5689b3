"""The reference model of a problem: gold where it can be run, else the simplest member."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symcause.answers import Unknown
from symcause.audits.of_space.query_parts import NO_MODEL as NO_MODEL
from symcause.families.finite.scoring.answer_check import gold_model

if TYPE_CHECKING:
    from symcause.families.finite.space.space_choice import AnySpace
    from symcause.mechanisms.tables.table_models import TableModel


def reference_of(space: AnySpace) -> TableModel | Unknown | None:
    """The model that others are compared with; None where nothing explains the evidence."""
    gold = gold_model(space.problem)
    if gold is not None and gold.model is not None:
        return gold.model
    return next(space.simplest(), None)
