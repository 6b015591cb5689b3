"""The ShapeWorld ``look`` question: pairs, open shapes, the nearest other relation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.of_space.look import LookDocument, LookOfSpace
from symcause.families.shapeworld.questions.options import InClass

if TYPE_CHECKING:
    from symcause.families.shapeworld.models.causal_relations import Relation
    from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
    from symcause.families.shapeworld.space.shapeworld_space import ShapeWorldSpace


@dataclass(frozen=True)
class Look(
    LookOfSpace[LookDocument, "ShapeWorldProblem", "ShapeWorldSpace", "Relation"],
    InClass[LookDocument],
):
    """The space of the class asked for."""

    noun: ClassVar[str] = "relation"

    def holds(self, model: Relation, cause: str, effect: str) -> bool:
        return bool(model.holds(cause, effect))
