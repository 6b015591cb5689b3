"""The scope part of ShapeWorld documents: the class of worlds that a verdict is about."""

from __future__ import annotations

from symcause.audits.documents import Part
from symcause.families.shapeworld.problem.world_classes import Scope, WorldClass

FAMILY = "shapeworld"
"""What the documents of this family say in ``family``."""


class ClassPart(Part, frozen=True, kw_only=True):
    """The class by name, and who chose it: default, problem or option."""

    name: str = "all"
    source: str = "default"

    @staticmethod
    def of(scope: Scope) -> ClassPart:
        return ClassPart(name=str(scope.name), source=scope.source)

    @property
    def scope(self) -> Scope:
        """The class itself."""
        return Scope(WorldClass(self.name), self.source)

    def __str__(self) -> str:
        return f"class {self.name}: {self.scope.name.meaning}"


class BreachPart(Part, frozen=True, kw_only=True):
    """A shape that moves at the start, and an effect of it that does not."""

    moving: str
    still: str
    always: bool  # in every world that shows the steps and has the key; false: in some of them

    def __str__(self) -> str:
        return f"{self.moving} moves, its effect {self.still} does not"


class ActionPart(Part, frozen=True, kw_only=True):
    """An action on a shape."""

    action: str
    shape: str

    def __str__(self) -> str:
        return f"{self.action} {self.shape}"
