"""``count``: how many DAGs are in the class of a graph?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.answers import Unknown
from symcause.audits.question import Question
from symcause.audits.story import Story
from symcause.audits.words import log10, plural
from symcause.families.dag.documents import FAMILY, GraphCount
from symcause.families.dag.questions.options import EngineOptions
from symcause.families.dag.words import targets_in_words

if TYPE_CHECKING:
    from symcause.families.dag.problem import GraphProblem


@dataclass(frozen=True)
class Count(EngineOptions, Question["GraphProblem", GraphCount]):
    """The size of the (interventional) Markov equivalence class."""

    name: ClassVar[str] = "count"
    document: ClassVar[type[GraphCount]] = GraphCount

    def frame(self, problem: GraphProblem) -> GraphCount:
        return GraphCount(
            family=FAMILY,
            problem=problem.id,
            identity=FAMILY,
            targets=self.applied(problem).targets,
            engine=self.engine,
        )

    def answers(self, problem: GraphProblem) -> Iterator[GraphCount]:
        from symcause.families.dag.space import open_space

        frame = self.frame(problem)
        found = open_space(problem, targets=self.targets, engine=self.engine).count()
        if isinstance(found, Unknown):
            yield replace(frame, reason=found.reason)
        else:
            yield replace(frame, count=found, log10=log10(found), status="exact")

    def story(self, document: GraphCount) -> Story:
        number = f"unknown ({document.reason})"
        if document.count is not None:
            number = plural(document.count, "graph")
        targets = targets_in_words(document.targets)
        return Story(
            document.problem or "",
            f"{number} · targets: {targets}",
            facts=(("targets", targets), ("counted by", document.engine)),
        )

    def text(self, document: GraphCount) -> str:
        return self.story(document).brief()
