"""``count``: how many relations, and how many DAGs, show what was seen?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.answers import Unknown
from symcause.audits.question import Question, option
from symcause.audits.story import Story
from symcause.errors import UsageError, did_you_mean
from symcause.families.shapeworld.documents.answers import ShapeWorldCount
from symcause.families.shapeworld.documents.scope import FAMILY
from symcause.families.shapeworld.questions.options import ClassOptions
from symcause.models.words import log10, number_of, plural

if TYPE_CHECKING:
    from symcause.families.shapeworld.problem.problem import ShapeWorldProblem

ENGINES = ("lists", "counter", "sat")


@dataclass(frozen=True)
class Count(ClassOptions, Question["ShapeWorldProblem", ShapeWorldCount]):
    """The exact number of members."""

    name: ClassVar[str] = "count"
    document: ClassVar[type[ShapeWorldCount]] = ShapeWorldCount

    engine: str = option(
        "lists",
        "Who counts: explicit lists, the model counter, or the solver one member at a time.",
        "choice",
        choices=ENGINES,
    )

    def frame(self, problem: ShapeWorldProblem) -> ShapeWorldCount:
        if self.engine not in ENGINES:
            raise UsageError(
                "no such engine", value=self.engine, remedy=did_you_mean(self.engine, ENGINES)
            )
        return ShapeWorldCount(
            family=FAMILY,
            problem=problem.id,
            scope=self.scoped(problem),
            identity="relation",
            engine=self.engine,
        )

    def answers(self, problem: ShapeWorldProblem) -> Iterator[ShapeWorldCount]:
        space, document = self.space(problem), self.frame(problem)
        if problem.initial is None:
            yield replace(document, reason="no state was ever seen: the shapes are not known")
            return
        if self.engine == "sat":
            found = list(space.members())
            count: int | Unknown = len(found)
            graphs: int | Unknown = sum(member.graphs for member in found)
        elif self.engine == "counter":
            count, graphs = space.counted(), space.counted_graphs()
        else:
            count, graphs = space.count(), space.graphs()
        if isinstance(count, Unknown):
            yield replace(document, reason=count.reason)
            return
        yield replace(
            document,
            count=count,
            log10=log10(count),
            status="exact",
            graphs=graphs if isinstance(graphs, int) else None,
        )

    def story(self, document: ShapeWorldCount) -> Story:
        if document.count is None:
            told = f"unknown ({document.reason})"
        else:
            graphs = number_of(document.graphs, "unknown")
            told = f"{plural(document.count, 'relation')}, DAGs: {graphs}"
        return Story(document.problem or "", f"{told} · {document.scope}")

    def text(self, document: ShapeWorldCount) -> str:
        return self.story(document).brief()
