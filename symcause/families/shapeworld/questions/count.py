"""The ShapeWorld ``count`` question: how many relations and DAGs show what was seen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, cast

from msgspec.structs import replace

from symcause.answers import Unknown
from symcause.audits.of_space.count import CountOfSpace
from symcause.audits.question import option
from symcause.errors import UsageError, did_you_mean
from symcause.families.shapeworld.documents.question_documents import ShapeWorldCount
from symcause.families.shapeworld.questions.options import FromStart
from symcause.models.number_phrases import plural

if TYPE_CHECKING:
    from symcause.families.shapeworld.models.causal_relations import Relation
    from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
    from symcause.families.shapeworld.space.any_start.steps_space import StepsSpace
    from symcause.families.shapeworld.space.shapeworld_space import ShapeWorldSpace

ENGINES = ("lists", "counter", "sat")
DAG_IDENTITY = "dag"
"""The identity of members whose start need not be closed."""


@dataclass(frozen=True)
class Count(
    CountOfSpace[ShapeWorldCount, "ShapeWorldProblem", "ShapeWorldSpace", "Relation"],
    FromStart[ShapeWorldCount],
):
    """The exact number of members."""

    document: ClassVar[type[ShapeWorldCount]] = ShapeWorldCount
    noun: ClassVar[str] = "relation"

    engine: str = option(
        "lists",
        "What counts: explicit lists, the model counter, or the solver one member at a time.",
        "choice",
        choices=ENGINES,
    )

    def stated(self, problem: ShapeWorldProblem) -> dict[str, object]:
        if self.engine not in ENGINES:
            raise UsageError(
                "no such engine", value=self.engine, remedy=did_you_mean(self.engine, ENGINES)
            )
        return super().stated(problem) | {"engine": self.engine}

    def opened(self, problem: ShapeWorldProblem) -> ShapeWorldSpace:
        from symcause.families.shapeworld.problem.start_readings import Start
        from symcause.families.shapeworld.space.any_start.reading_choice import read_start
        from symcause.families.shapeworld.space.any_start.steps_space import StepsSpace

        space, start = self.space(problem), self.read(problem)
        if start is Start.FAIR:
            start = read_start(space, start, counting=False).start
        if start is not Start.ANY:
            return space
        if self.engine != "lists":
            raise UsageError(
                "only lists count worlds whose start need not be closed",
                place="--engine",
                value=self.engine,
                remedy="leave out --engine, or give --start closed",
            )
        steps: object = StepsSpace(problem, space.scope)
        return cast("ShapeWorldSpace", steps)  # it counts, and nothing else is asked here

    def counted(self, space: ShapeWorldSpace) -> int | Unknown:
        if space.problem.initial is None:
            return Unknown("no state was ever seen: the shapes are not known")
        by: dict[str, Callable[[], int | Unknown]] = {
            "sat": lambda: _listed_weight(space, lambda member: 1),
            "counter": lambda: space.counted(),
        }
        return by.get(self.engine, space.count)()

    def detailed(self, document: ShapeWorldCount, space: ShapeWorldSpace) -> ShapeWorldCount:
        if space.identity == DAG_IDENTITY:
            graphs = cast("StepsSpace", space).graphs()
            document = replace(document, start="any")
            return replace(document, graphs=graphs if isinstance(graphs, int) else None)
        if document.count is None:
            return document
        by: dict[str, Callable[[], int | Unknown]] = {
            "sat": lambda: _listed_weight(space, lambda member: member.graphs),
            "counter": space.counted_graphs,
        }
        graphs = by.get(self.engine, space.graphs)()
        return replace(document, graphs=graphs if isinstance(graphs, int) else None)

    def number(self, document: ShapeWorldCount) -> str:
        text = super().number(document)
        if document.count is None:
            return text
        return text if document.graphs is None else f"{text} ({plural(document.graphs, 'DAG')})"


def _listed_weight(space: ShapeWorldSpace, weight: Callable[[Relation], int]) -> int | Unknown:
    """The weight of all members, one after the other; Unknown where a bound ends the list."""
    total = 0
    for member in space.members():
        if isinstance(member, Unknown):
            return member
        total += weight(member)
    return total
