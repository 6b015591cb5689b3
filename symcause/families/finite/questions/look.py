"""The finite question ``look``: edges, open variables, and the nearest other model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from symcause.audits.of_space.look import LookDocument, LookOfSpace
from symcause.families.finite.questions.options import InClass

if TYPE_CHECKING:
    from symcause.families.finite.problem.problem import FiniteProblem
    from symcause.families.finite.space.space_choice import AnySpace
    from symcause.mechanisms.tables.table_models import TableModel


@dataclass(frozen=True)
class Look(
    LookOfSpace[LookDocument, "FiniteProblem", "AnySpace", "TableModel"], InClass[LookDocument]
):
    """The space of the class asked for."""
