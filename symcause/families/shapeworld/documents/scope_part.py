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


class ActionPart(Part, frozen=True, kw_only=True):
    """An action on a shape."""

    action: str
    shape: str

    def __str__(self) -> str:
        return f"{self.action} {self.shape}"
