"""The option that names a class of worlds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from symcause.audits.question import option
from symcause.families.shapeworld.documents.scope import ClassPart
from symcause.families.shapeworld.problem.classes import WorldClass, class_named

if TYPE_CHECKING:
    from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
    from symcause.families.shapeworld.space.space import ShapeWorldSpace


CLASS_HELP = (
    "Class of worlds: all, rooted (one shape causes all others), listed (causes first), core."
)
CLASSES = tuple(str(name) for name in WorldClass)


@dataclass(frozen=True)
class ClassOptions:
    """The class as the user states it, else the problem's own, else ``all``."""

    scope: str | None = option(None, CLASS_HELP, "choice", choices=CLASSES, flags=("--class",))

    def scoped(self, problem: ShapeWorldProblem) -> ClassPart:
        """The class of the answer."""
        chosen = None if self.scope is None else class_named(self.scope)
        return ClassPart.of(problem.scoped(chosen))

    def space(self, problem: ShapeWorldProblem) -> ShapeWorldSpace:
        """The version space in that class."""
        from symcause.families.shapeworld.space.opening import open_space

        return open_space(problem, self.scope)
