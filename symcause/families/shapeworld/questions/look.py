"""The ShapeWorld ``look`` question: pairs, open shapes, the nearest other relation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from symcause.audits.of_space.look import LookDocument, LookOfSpace
from symcause.families.shapeworld.questions.options import InClass


@dataclass(frozen=True)
class Look(LookOfSpace[LookDocument], InClass[LookDocument]):
    """The space of the class asked for."""

    noun: ClassVar[str] = "relation"

    def holds(self, model: Any, cause: str, effect: str) -> bool:
        return bool(model.holds(cause, effect))
