"""``alternatives``: other worlds that show the same, those with the other answer first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.answers import Unsat
from symcause.audits.question import Question, option
from symcause.audits.story import Story
from symcause.errors import UsageError
from symcause.families.shapeworld.documents.answers import (
    AlternativePart,
    ShapeWorldAlternatives,
)
from symcause.families.shapeworld.documents.scope import FAMILY, ActionPart
from symcause.families.shapeworld.questions.options import ClassOptions
from symcause.families.shapeworld.questions.worlds import world_of, world_part

if TYPE_CHECKING:
    from symcause.families.shapeworld.models.relations import Relation
    from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
    from symcause.families.shapeworld.space.space import ShapeWorldSpace


@dataclass(frozen=True)
class Alternatives(ClassOptions, Question["ShapeWorldProblem", ShapeWorldAlternatives]):
    """Members other than gold or a given world, each with the shortest way to tell them apart."""

    name: ClassVar[str] = "alternatives"
    document: ClassVar[type[ShapeWorldAlternatives]] = ShapeWorldAlternatives

    against: str | None = option(
        None, "Differ from this world (a file, or the word gold).", metavar="ANSWER"
    )
    limit: int = option(5, "How many to show (5).", "integer", metavar="N", least=1)

    def frame(self, problem: ShapeWorldProblem) -> ShapeWorldAlternatives:
        return ShapeWorldAlternatives(family=FAMILY, problem=problem.id, scope=self.scoped(problem))

    def answers(self, problem: ShapeWorldProblem) -> Iterator[ShapeWorldAlternatives]:
        if self.against is None and problem.gold is None:
            raise UsageError(
                "nothing to differ from: the problem has no gold",
                value=problem.id,
                remedy="give --against ANSWER; symcause solve finds one",
            )
        space = self.space(problem)
        reference = world_of(problem, self.against or "gold", "--against")
        document = replace(self.frame(problem), against=reference.covers)
        yield document
        found: tuple[AlternativePart, ...] = ()
        for other in islice(_others(space, reference), self.limit):
            found += (_part(space, reference, other),)
            document = replace(document, alternatives=found)
            yield document
        count = space.count()
        total = count - (reference in space) if isinstance(count, int) else None
        if len(found) < self.limit:
            total = len(found)
        yield replace(document, total=total, status="exact")

    def story(self, document: ShapeWorldAlternatives) -> Story:
        from symcause.families.shapeworld.report.stories import alternatives_story

        return alternatives_story(document)


def _others(space: ShapeWorldSpace, reference: Relation) -> Iterator[Relation]:
    """Members that answer the other way, nearest first, then those that answer the same."""
    said = reference.holds(space.problem.cause, space.problem.effect)
    for answer in (not said, said):
        yield from space.others(reference, answer)


def _part(space: ShapeWorldSpace, reference: Relation, other: Relation) -> AlternativePart:
    problem = space.problem
    part = AlternativePart(model=world_part(problem, other), changed=reference.changed(other))
    if reference not in space:
        return part
    found = space.parting(reference, other)
    if isinstance(found, Unsat):
        return part
    actions = tuple(
        ActionPart(action=str(action), shape=problem.shapes[x]) for action, x in found.actions
    )
    first, second = (problem.names(state) for state in found.states)
    return replace(part, experiment=actions, readings=(first, second))
