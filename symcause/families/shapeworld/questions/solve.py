"""The ShapeWorld ``solve`` question: a world with the fewest pairs, or all of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec import UnsetType
from msgspec.structs import replace

from symcause.audits.documents import Part
from symcause.audits.of_space.solve import SolveOfSpace
from symcause.audits.question import option
from symcause.audits.story import Line, Section, Story, Tone
from symcause.families.shapeworld.documents.question_documents import ShapeWorldSolve, WorldPart
from symcause.families.shapeworld.questions.options import InClass
from symcause.families.shapeworld.questions.user_worlds import world_part

if TYPE_CHECKING:
    from symcause.families.shapeworld.models.causal_relations import Relation
    from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
    from symcause.families.shapeworld.space.shapeworld_space import ShapeWorldSpace


@dataclass(frozen=True)
class Solve(
    SolveOfSpace[ShapeWorldSolve, "ShapeWorldProblem", "ShapeWorldSpace", "Relation"],
    InClass[ShapeWorldSolve],
):
    """The sparsest relation first; printed as covers."""

    document: ClassVar[type[ShapeWorldSolve]] = ShapeWorldSolve
    none: ClassVar[str | None] = None
    most: ClassVar[int | None] = 1000

    everything: bool = option(
        False, "List members by increasing number of pairs.", "flag", flags=("--all",)
    )
    limit: int | None = option(
        None, "Stop --all after N members (1000).", "integer", metavar="N", least=1
    )

    def solved(
        self, document: ShapeWorldSolve, space: ShapeWorldSpace, model: Relation
    ) -> ShapeWorldSolve:
        part, pairs = self.part(space, model, None), len(model.pairs)
        return replace(document, status="solved", model=part, pairs=pairs, optimal=True)

    def part(self, space: ShapeWorldSpace, model: Relation, first: Part | None) -> WorldPart:
        return world_part(space, model)

    def story(self, document: ShapeWorldSolve) -> Story:
        title = document.problem or ""
        if document.model is None:
            text = "no world of the class shows what was seen"
            return Story(title, text, document.status, Tone.BAD)
        text = f"{_spelled(document.model)} (answer {document.model.answer})"
        sections: tuple[Section, ...] = ()
        notes: tuple[str, ...] = ()
        if document.members:
            lines = tuple(Line(f"  {_spelled(one)}: {one.answer}") for one in document.members)
            sections = (Section("Members, fewest pairs first", lines),)
            if document.complete is not True:
                reason = document.incomplete_reason or "--limit ended the list"
                notes = (f"Not all members: {reason}.",)
        return Story(title, text, tone=Tone.GOOD, notes=notes, sections=sections)


def _spelled(world: WorldPart) -> str:
    texts = [f"{x} -> {y}" for x, y in world.edges]
    if not isinstance(world.driven, UnsetType) and world.driven:
        texts.append(f"driven by something hidden: {', '.join(world.driven)}")
    return ", ".join(texts) or "no shape causes another"
