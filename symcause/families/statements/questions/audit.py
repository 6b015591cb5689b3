"""The statements ``audit`` question: whether the hypothesis is entailed, and gold right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import process_time
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.audits.question import option
from symcause.audits.story import Story
from symcause.families.statements.documents.audit_document import StatementsAudit
from symcause.families.statements.questions.options import InReading

if TYPE_CHECKING:
    from symcause.families.statements.problem.problem import StatementsProblem


@dataclass(frozen=True)
class Audit(InReading[StatementsAudit]):
    """The verdict in every reading, the class, two members, and the stored label."""

    name: ClassVar[str] = "audit"
    document: ClassVar[type[StatementsAudit]] = StatementsAudit

    certificate: bool = option(False, "Make a certificate.", "flag", hidden=True)

    def stated(self, problem: StatementsProblem) -> dict[str, object]:
        read = self.read(problem)
        told = {
            "hypothesis": str(read.hypothesis),
            "reading": read.hypothesis.reading,
            "gold": problem.gold,
            "sentence": "not known.",
        }
        return super().stated(problem) | told

    def answers(self, problem: StatementsProblem) -> Iterator[StatementsAudit]:
        from symcause.families.statements.audits.statement_audit import audited

        start, read = process_time(), self.read(problem)
        document = audited(read, self.frame(problem), certificate=self.certificate)
        yield replace(document, seconds=round(process_time() - start, 6))

    def story(self, document: StatementsAudit) -> Story:
        from symcause.families.statements.report.audit_story import audit_story

        return audit_story(document)
