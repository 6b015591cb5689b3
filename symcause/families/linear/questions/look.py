"""The linear ``look`` question: edges, open variables, the nearest other graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.of_space.look import LookDocument, LookOfSpace
from symcause.families.linear.questions.options import InClass

if TYPE_CHECKING:
    from symcause.families.linear.models.crystals import CrystalModel
    from symcause.families.linear.problem.problem import LinearProblem
    from symcause.families.linear.space.hidden.hidden_space import HiddenSpace
    from symcause.families.linear.space.linear_space import LinearSpace

    pass


@dataclass(frozen=True)
class Look(
    LookOfSpace[LookDocument, "LinearProblem", "LinearSpace | HiddenSpace", "CrystalModel"],
    InClass[LookDocument],
):
    """The space of the class asked for."""

    noun: ClassVar[str] = "graph"
