"""The cpt ``audit`` question: what is proved, and whether gold is right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.documents import Document
from symcause.audits.question import option
from symcause.audits.story import Story
from symcause.families.cpt.documents.question_documents import CptAudit
from symcause.families.cpt.questions.table_question import TableQuestion

if TYPE_CHECKING:
    from symcause.families.cpt.problem.problem import CptProblem


@dataclass(frozen=True)
class Audit(TableQuestion[CptAudit]):
    """The value or range of the query, its answer, and the stored ones against them."""

    name: ClassVar[str] = "audit"
    document: ClassVar[type[Document]] = CptAudit

    certificate: bool = option(False, "Make a certificate.", "flag", hidden=True)

    def frame(self, problem: CptProblem) -> CptAudit:
        return CptAudit(
            family="cpt", problem=problem.id, query=problem.query.type, gold=problem.gold
        )

    def answers(self, problem: CptProblem) -> Iterator[CptAudit]:
        from time import process_time

        from msgspec.structs import replace

        from symcause.families.cpt.audits.table_audit import audited
        from symcause.families.cpt.report.audit_story import sentence_of

        began, opened = process_time(), self.opened(problem)
        document = audited(opened, self.frame(opened))
        document = replace(
            document, sentence=sentence_of(document), seconds=round(process_time() - began, 4)
        )
        yield document
        if self.certificate:
            from symcause.audits.certificate_acceptance import proven
            from symcause.families.cpt.certify.effect_certificate import certificate

            yield proven(document, certificate(opened))

    def story(self, document: CptAudit) -> Story:
        from symcause.families.cpt.report.audit_story import audit_story

        return audit_story(document)

    def summary(self, documents: list[Mapping[str, object]]) -> str | None:
        """How often each answer was found."""
        words = [str(d.get("answer")) for d in documents if "answer" in d]
        counted = {word: words.count(word) for word in dict.fromkeys(sorted(words))}
        return ", ".join(f"{count} {word}" for word, count in counted.items()) or None
