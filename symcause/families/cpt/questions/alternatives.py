"""The cpt ``alternatives`` question: two networks that answer differently, if there are any."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.audits.documents import Document
from symcause.audits.story import Story
from symcause.families.cpt.documents.question_documents import CptAlternatives
from symcause.families.cpt.questions.table_question import TableQuestion

if TYPE_CHECKING:
    from symcause.families.cpt.problem.problem import CptProblem


@dataclass(frozen=True)
class Alternatives(TableQuestion[CptAlternatives]):
    """Two members with different answers."""

    name: ClassVar[str] = "alternatives"
    document: ClassVar[type[Document]] = CptAlternatives

    def frame(self, problem: CptProblem) -> CptAlternatives:
        return CptAlternatives(family="cpt", problem=problem.id)

    def answers(self, problem: CptProblem) -> Iterator[CptAlternatives]:
        from symcause.families.cpt.audits.table_audit import judged, shown_member
        from symcause.families.cpt.models.answer_rule import OPEN, UNKNOWN

        opened, document = self.opened(problem), self.frame(problem)
        found = judged(opened)
        if found.answer == OPEN and found.judgement is not None:
            pair = tuple(map(shown_member, found.judgement.members))
            yield replace(document, status="exact", alternatives=pair)
        elif found.answer == UNKNOWN and found.judgement is not None:
            yield replace(document, reason=found.judgement.reason)
        else:
            yield replace(document, status="exact", total=0)

    def story(self, document: CptAlternatives) -> Story:
        from symcause.families.cpt.report.rival_stories import alternatives_story

        return alternatives_story(document)
