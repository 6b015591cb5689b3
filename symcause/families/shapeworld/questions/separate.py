"""The ShapeWorld ``separate`` question: the shortest way to tell two worlds apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.answers import Unsat
from symcause.audits.of_space.separate import SeparateOfSpace
from symcause.audits.question import option
from symcause.audits.space import ExperimentForm
from symcause.audits.story import Story, Tone
from symcause.families.shapeworld.documents.question_documents import ShapeWorldSeparate
from symcause.families.shapeworld.documents.scope_part import ActionPart
from symcause.families.shapeworld.questions.options import AsItIs

if TYPE_CHECKING:
    from symcause.families.shapeworld.models.causal_relations import Relation
    from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
    from symcause.families.shapeworld.space.shapeworld_space import ShapeWorldSpace


@dataclass(frozen=True)
class Separate(
    SeparateOfSpace[ShapeWorldSeparate, "ShapeWorldProblem", "ShapeWorldSpace", "Relation"],
    AsItIs[ShapeWorldSeparate],
):
    """From the state after the transcript on; none if the transcript tells them apart already."""

    document: ClassVar[type[ShapeWorldSeparate]] = ShapeWorldSeparate

    first: str = option("gold", "One world.", hidden=True)
    second: str = option("gold", "The other world.", hidden=True)

    def parted(
        self,
        document: ShapeWorldSeparate,
        space: ShapeWorldSpace,
        first: Relation,
        second: Relation,
    ) -> ShapeWorldSeparate:
        if first == second:
            return replace(document, separated=False, reason="they have the same relation")
        if (seen := space.seen_apart(first, second)) is not None:
            fields = {"minimal": seen.minimal, "reason": seen.already}
            return replace(document, separated=True, actions=(), **fields)
        parting = space.parting(first, second)
        assert not isinstance(parting, Unsat), "different relations always part"
        one, other = (space.problem.names(state) for state in parting.states)
        return replace(
            document,
            separated=True,
            actions=tuple(
                ActionPart(action=str(action), shape=space.problem.shapes[x])
                for action, x in parting.actions
            ),
            states=(one, other),
            minimal=parting.minimal,
        )

    def words(self, experiment: ExperimentForm) -> str:
        actions = (f"{one['action']} {one['shape']}" for one in experiment["actions"])
        return ", then ".join(actions) or "nothing: what was seen"

    def best_story(self, document: ShapeWorldSeparate) -> Story:
        from symcause.families.shapeworld.report.audit_story import moving_words

        title = document.problem or ""
        if not document.separated:
            return Story(
                title, "Nothing tells them apart: they are the same relation.", tone=Tone.SOME
            )
        if not document.actions or document.states is None:
            return Story(
                title, f"What was seen tells them apart already: {document.reason}.", tone=Tone.GOOD
            )
        actions = ", then ".join(map(str, document.actions))
        first, second = map(moving_words, document.states)
        text = f"{actions} tells them apart: {first} in the first world, {second} in the second."
        return Story(title, text, tone=Tone.GOOD)
