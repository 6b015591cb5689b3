"""The ShapeWorld ``alternatives`` question: other worlds that show the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.answers import Unsat
from symcause.audits.of_space.alternatives import AlternativesOfSpace
from symcause.audits.question import option
from symcause.audits.story import Story
from symcause.families.shapeworld.documents.question_documents import (
    AlternativePart,
    ShapeWorldAlternatives,
)
from symcause.families.shapeworld.documents.scope_part import ActionPart
from symcause.families.shapeworld.problem.verdict_kinds import SETTLED, TranscriptVerdict
from symcause.families.shapeworld.questions.options import InClass
from symcause.families.shapeworld.questions.user_worlds import shown_covers, world_part

if TYPE_CHECKING:
    from symcause.families.shapeworld.models.causal_relations import Relation
    from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
    from symcause.families.shapeworld.space.shapeworld_space import ShapeWorldSpace


@dataclass(frozen=True)
class Alternatives(
    AlternativesOfSpace[ShapeWorldAlternatives, "ShapeWorldProblem", "ShapeWorldSpace", "Relation"],
    InClass[ShapeWorldAlternatives],
):
    """Members other than gold or a given world, each with the shortest way to tell them apart."""

    document: ClassVar[type[ShapeWorldAlternatives]] = ShapeWorldAlternatives

    against: str | None = option(
        None, "Find worlds other than this one (a file, or the word gold).", metavar="ANSWER"
    )

    def shown(self, space: ShapeWorldSpace, model: Relation) -> object:
        return shown_covers(space, model)

    def others(self, space: ShapeWorldSpace, reference: Relation) -> Iterator[Relation]:
        """Members that answer the other way, nearest first, then those that answer the same."""
        said = space.answer(reference)
        for answer in (*(one for one in SETTLED if one is not said), said):
            if space.case.unseen or answer is not TranscriptVerdict.UNDECIDABLE:
                yield from space.others(reference, answer)

    def part(self, space: ShapeWorldSpace, reference: Relation, other: Relation) -> AlternativePart:
        problem = space.problem
        part = AlternativePart(model=world_part(space, other), changed=reference.changed(other))
        if reference not in space:
            return part
        parting = space.parting(reference, other)
        if isinstance(parting, Unsat):
            return part
        actions = tuple(
            ActionPart(action=str(action), shape=problem.shapes[x]) for action, x in parting.actions
        )
        first, second = (problem.names(state) for state in parting.states)
        return replace(part, experiment=actions, readings=(first, second))

    def story(self, document: ShapeWorldAlternatives) -> Story:
        from symcause.families.shapeworld.report.policy_stories import alternatives_story

        return alternatives_story(document)
