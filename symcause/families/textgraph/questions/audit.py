"""The textgraph question ``audit``: what is known of a graph before anybody answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.question import Question
from symcause.audits.story import Story
from symcause.families.textgraph.documents.audit_document import TextGraphAudit
from symcause.families.textgraph.documents.score_parts import FAMILY

if TYPE_CHECKING:
    from symcause.families.textgraph.problem.problem import TextGraph


@dataclass(frozen=True)
class Audit(Question["TextGraph", TextGraphAudit]):
    """Findings, explicitness, topology, and the scores of answers that know nothing."""

    name: ClassVar[str] = "audit"
    document: ClassVar[type[TextGraphAudit]] = TextGraphAudit

    def frame(self, problem: TextGraph) -> TextGraphAudit:
        graph = problem.graph
        return TextGraphAudit(
            family=FAMILY, problem=problem.id, nodes=len(graph.nodes), edges=len(graph.edges)
        )

    def answers(self, problem: TextGraph) -> Iterator[TextGraphAudit]:
        from symcause.families.textgraph.audits.gold_audit import audited

        return audited(problem, self.frame(problem))

    def story(self, document: TextGraphAudit) -> Story:
        from symcause.families.textgraph.report.audit_story import audit_story

        return audit_story(document)
