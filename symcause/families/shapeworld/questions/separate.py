"""``separate``: the shortest sequence of actions that tells two worlds apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.answers import Unsat
from symcause.audits.question import Question, option
from symcause.audits.story import Story, Tone
from symcause.families.shapeworld.documents.answers import ShapeWorldSeparate
from symcause.families.shapeworld.documents.scope import FAMILY, ActionPart
from symcause.families.shapeworld.questions.worlds import world_of

if TYPE_CHECKING:
    from symcause.families.shapeworld.problem.problem import ShapeWorldProblem


@dataclass(frozen=True)
class Separate(Question["ShapeWorldProblem", ShapeWorldSeparate]):
    """From the state after the transcript on; none if the transcript tells them apart already."""

    name: ClassVar[str] = "separate"
    document: ClassVar[type[ShapeWorldSeparate]] = ShapeWorldSeparate

    first: str = option("gold", "One world.", hidden=True)
    second: str = option("gold", "The other world.", hidden=True)

    def frame(self, problem: ShapeWorldProblem) -> ShapeWorldSeparate:
        return ShapeWorldSeparate(family=FAMILY, problem=problem.id)

    def answers(self, problem: ShapeWorldProblem) -> Iterator[ShapeWorldSeparate]:
        from symcause.families.shapeworld.problem.evidence import last_state, mismatch
        from symcause.families.shapeworld.space.separation import part

        document = self.frame(problem)
        first = world_of(problem, self.first, "first answer")
        second = world_of(problem, self.second, "second answer")
        if first == second:
            yield replace(document, separated=False, reason="they have the same relation")
            return
        for world, which in ((first, "first"), (second, "second")):
            wrong = mismatch(problem, world.effects)
            if wrong is not None:
                where = f"step {wrong.step}" if wrong.step else "the start"
                reason = f"{where} rules the {which} world out: {wrong.reason}"
                yield replace(document, separated=True, actions=(), minimal=True, reason=reason)
                return
        found = part(first.effects, second.effects, last_state(problem) or 0)
        assert not isinstance(found, Unsat), "different relations always part"
        one, other = (problem.names(state) for state in found.states)
        yield replace(
            document,
            separated=True,
            actions=tuple(
                ActionPart(action=str(action), shape=problem.shapes[x])
                for action, x in found.actions
            ),
            states=(one, other),
            minimal=found.minimal,
        )

    def story(self, document: ShapeWorldSeparate) -> Story:
        from symcause.families.shapeworld.report.audit_story import moving_words

        title = document.problem or ""
        if not document.separated:
            return Story(title, "nothing tells them apart: same relation", tone=Tone.SOME)
        if not document.actions or document.states is None:
            return Story(title, f"told apart already: {document.reason}", tone=Tone.GOOD)
        actions = ", then ".join(map(str, document.actions))
        first, second = map(moving_words, document.states)
        told = f"{actions}: {first} in the first world, {second} in the second"
        return Story(title, told, tone=Tone.GOOD)
