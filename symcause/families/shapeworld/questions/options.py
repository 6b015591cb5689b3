"""Options of ShapeWorld questions that name a class of worlds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from symcause.audits.documents import Document
from symcause.audits.of_space.space_question import OfSpace
from symcause.audits.question import option
from symcause.families.shapeworld.documents.scope_part import FAMILY, ClassPart
from symcause.families.shapeworld.problem.start_readings import Start, start_of
from symcause.families.shapeworld.problem.world_classes import WorldClass, class_named

if TYPE_CHECKING:
    from symcause.families.shapeworld.models.causal_relations import Relation
    from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
    from symcause.families.shapeworld.space.shapeworld_space import ShapeWorldSpace

D = TypeVar("D", bound=Document)

CLASS_HELP = (
    "Class of worlds: all, rooted (one shape causes all others), listed (causes first), core, hidden "
    "(some shapes are never shown)."
)
CLASSES = tuple(str(name) for name in WorldClass)
START_HELP = (
    "How to read the start of a transcript: closed (every effect of what moves there moves), any (nothing: "
    "the steps alone count), fair (closed, unless only the steps alone explain the log and its key). "
    "Without it, released logs are read fairly and all other problems as closed."
)
STARTS = tuple(str(name) for name in Start)


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
        from symcause.families.shapeworld.space.space_choice import open_space

        return open_space(problem, self.scope)


@dataclass(frozen=True)
class AsItIs(OfSpace[D, "ShapeWorldProblem", "ShapeWorldSpace", "Relation"]):
    """A question to the space of a problem in its own class."""

    def stated(self, problem: ShapeWorldProblem) -> dict[str, object]:
        return {"family": FAMILY, "problem": problem.id, "identity": "relation"}

    def opened(self, problem: ShapeWorldProblem) -> ShapeWorldSpace:
        from symcause.families.shapeworld.space.space_choice import open_space

        return open_space(problem)

    def model(self, space: ShapeWorldSpace, text: str, place: str) -> Relation:
        from symcause.families.shapeworld.questions.user_worlds import world_of

        return world_of(space.case, text, place)


@dataclass(frozen=True)
class InClass(ClassOptions, AsItIs[D]):
    """A question to the space in the class that the option names."""

    def stated(self, problem: ShapeWorldProblem) -> dict[str, object]:
        return super().stated(problem) | {"scope": self.scoped(problem)}

    def opened(self, problem: ShapeWorldProblem) -> ShapeWorldSpace:
        return self.space(problem)


@dataclass(frozen=True)
class FromStart(InClass[D]):
    """A question to the space in a class, and in a reading of the start."""

    start: str | None = option(None, START_HELP, "choice", choices=STARTS)

    def stated(self, problem: ShapeWorldProblem) -> dict[str, object]:
        found = super().stated(problem)
        return found if self.start is None else found | {"start": str(self.read(problem))}

    def read(self, problem: ShapeWorldProblem) -> Start:
        """The reading of the start: as stated, else by what the problem is."""
        return start_of(problem, self.scoped(problem).scope.name, self.start)
