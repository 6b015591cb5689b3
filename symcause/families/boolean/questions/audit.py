"""The Boolean question ``audit``: whether the evidence suffices to tell which model it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.story import Story
from symcause.audits.verdicts import Verdict
from symcause.families.boolean.audits.audit_options import AuditOptions
from symcause.families.boolean.audits.verdict.verdict_sentence import sentence
from symcause.families.boolean.documents.audit_document import BooleanAudit
from symcause.families.boolean.problem.class_rules import refuse_models, refuse_rule
from symcause.families.boolean.questions.options import ERRORS, HOLES, Comparing, InOwnClass

if TYPE_CHECKING:
    from symcause.families.boolean.problem.problem import BooleanProblem


@dataclass(frozen=True)
class Audit(AuditOptions, Comparing, InOwnClass[BooleanAudit]):
    """The whole audit, growing section by section."""

    name: ClassVar[str] = "audit"
    document: ClassVar[type[BooleanAudit]] = BooleanAudit
    takes: ClassVar[frozenset[str]] = frozenset((ERRORS, HOLES))

    def stated(self, problem: BooleanProblem) -> dict[str, object]:
        refuse_models(self.rule)
        if self.certificate:
            refuse_rule(self.rule, "a certificate")
        nothing = sentence(Verdict.UNKNOWN, None, self.hypotheses(self.applied(problem)))
        return super().stated(problem) | {"sentence": nothing}

    def answers(self, problem: BooleanProblem) -> Iterator[BooleanAudit]:
        from symcause.families.boolean.audits.whole_audit import audited

        asked = self.applied(problem)
        return audited(problem, asked, self.hypotheses(asked), self.frame(problem), self)

    def story(self, document: BooleanAudit) -> Story:
        from symcause.families.boolean.report.story.audit_story import audit_story

        return audit_story(document)
