"""``solve``: a world that shows what was seen, with the fewest pairs; ``--all`` lists the members."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.audits.question import Question, option
from symcause.audits.story import Line, Section, Story, Tone
from symcause.families.shapeworld.documents.answers import ShapeWorldSolve, WorldPart
from symcause.families.shapeworld.documents.scope import FAMILY
from symcause.families.shapeworld.questions.options import ClassOptions
from symcause.families.shapeworld.questions.worlds import world_part

if TYPE_CHECKING:
    from symcause.families.shapeworld.problem.problem import ShapeWorldProblem


@dataclass(frozen=True)
class Solve(ClassOptions, Question["ShapeWorldProblem", ShapeWorldSolve]):
    """The sparsest relation first; printed as covers."""

    name: ClassVar[str] = "solve"
    document: ClassVar[type[ShapeWorldSolve]] = ShapeWorldSolve

    everything: bool = option(
        False, "List members by increasing number of pairs.", "flag", flags=("--all",)
    )
    limit: int = option(1000, "Members to list at most (1000).", "integer", metavar="N", least=1)

    def frame(self, problem: ShapeWorldProblem) -> ShapeWorldSolve:
        return ShapeWorldSolve(family=FAMILY, problem=problem.id, scope=self.scoped(problem))

    def answers(self, problem: ShapeWorldProblem) -> Iterator[ShapeWorldSolve]:
        began = monotonic()
        document, space = self.frame(problem), self.space(problem)
        found: list[WorldPart] = []
        for member in space.sparsest():
            part = world_part(problem, member)
            if not found:
                document = replace(
                    document, status="solved", model=part, pairs=len(member.pairs), optimal=True
                )
                yield document
            found.append(part)
            if not self.everything or len(found) >= self.limit:
                break
        if not found:
            document = replace(document, status="inconsistent")
        members = tuple(found) if self.everything else ()
        yield replace(document, members=members, seconds=monotonic() - began)

    def story(self, document: ShapeWorldSolve) -> Story:
        title = document.problem or ""
        if document.model is None:
            told = "no world of the class shows what was seen"
            return Story(title, told, document.status, Tone.BAD)
        told = f"{_spelled(document.model)} (answer {document.model.answer})"
        sections: tuple[Section, ...] = ()
        if document.members:
            lines = tuple(Line(f"  {_spelled(one)}: {one.answer}") for one in document.members)
            sections = (Section("Members, fewest pairs first", lines),)
        return Story(title, told, tone=Tone.GOOD, sections=sections)


def _spelled(world: WorldPart) -> str:
    return ", ".join(f"{x} -> {y}" for x, y in world.edges) or "no shape causes another"
