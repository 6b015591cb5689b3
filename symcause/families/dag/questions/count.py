"""The dag ``count`` question: how many DAGs are in the class of a graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.of_space.count import CountOfSpace
from symcause.audits.story import Story
from symcause.families.dag.documents import FAMILY, GraphCount, as_told
from symcause.families.dag.questions.options import EngineOptions
from symcause.families.dag.report import known_in_words, targets_in_words

if TYPE_CHECKING:
    from symcause.families.dag.problem import GraphProblem
    from symcause.families.dag.space.class_space import ClassSpace
    from symcause.models.dags import DAG


@dataclass(frozen=True)
class Count(CountOfSpace[GraphCount, "GraphProblem", "ClassSpace", "DAG"], EngineOptions):
    """The size of the (interventional) Markov equivalence class."""

    document: ClassVar[type[GraphCount]] = GraphCount
    noun: ClassVar[str] = "graph"

    def stated(self, problem: GraphProblem) -> dict[str, object]:
        return {
            "family": FAMILY,
            "problem": problem.id,
            "identity": FAMILY,
            "targets": self.applied(problem).targets,
            "engine": self.engine,
            "knowledge": as_told(self.background(problem)[0]),
        }

    def opened(self, problem: GraphProblem) -> ClassSpace:
        from symcause.families.dag.space.space_choice import opened

        return opened(self.applied(problem), self.engine)

    def story(self, document: GraphCount) -> Story:
        targets = targets_in_words(document.targets)
        text = f"interventions on {targets}" if document.targets else "no interventions"
        return Story(
            document.problem or "",
            f"{self.number(document)} · {text}{known_in_words(document.knowledge)}",
            facts=(("targets", targets), ("counted by", document.engine)),
        )
