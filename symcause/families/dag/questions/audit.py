"""The dag ``audit`` question: what a partly directed graph leaves open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.audits.of_space.audit import AuditOfSpace
from symcause.audits.space import EdgeStatus
from symcause.audits.story import Story
from symcause.audits.verdicts import Verdict
from symcause.families.dag.documents import FAMILY, GraphAudit, as_told
from symcause.families.dag.questions.options import Informed
from symcause.families.dag.report import known_in_words

if TYPE_CHECKING:
    from symcause.families.dag.problem import GraphProblem
    from symcause.families.dag.space.class_space import ClassSpace
    from symcause.models.dags import DAG


@dataclass(frozen=True)
class Audit(AuditOfSpace[GraphAudit, "GraphProblem", "ClassSpace", "DAG"], Informed):
    """The verdict by the size of the class, the edges, two members and what tells them apart."""

    document: ClassVar[type[GraphAudit]] = GraphAudit
    noun: ClassVar[str] = "graph"

    def stated(self, problem: GraphProblem) -> dict[str, object]:
        return {
            "family": FAMILY,
            "problem": problem.id,
            "identity": FAMILY,
            "targets": problem.targets,
            "knowledge": as_told(self.background(problem)[0]),
        }

    def opened(self, problem: GraphProblem) -> ClassSpace:
        from symcause.families.dag.space.space_choice import opened

        return opened(self.applied(problem))

    def shown(self, space: ClassSpace, model: DAG) -> object:
        return [list(edge) for edge in model.edges]

    def named_edges(self, space: ClassSpace) -> dict[str, str]:
        """Those that some member has: a large graph has millions of pairs."""
        edges = space.edges()
        return {
            f"{a}->{b}": str(status)
            for status in (EdgeStatus.ALWAYS, EdgeStatus.OPEN)
            for a, b in edges.having(status)
        }

    def sentence(self, document: GraphAudit) -> str:
        return super().sentence(document) + known_in_words(document.knowledge)

    def story(self, document: GraphAudit) -> Story:
        story = super().story(document)
        step = "see which intervention leaves the fewest: symcause next PROBLEM"
        return replace(story, steps=(step,)) if document.verdict == Verdict.AMBIGUOUS else story
