"""The cpt ``count`` question: one network, none or infinitely many."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.audits.documents import Document
from symcause.audits.story import Story
from symcause.families.cpt.documents.question_documents import CptCount
from symcause.families.cpt.questions.table_question import TableQuestion

if TYPE_CHECKING:
    from symcause.families.cpt.problem.problem import CptProblem


@dataclass(frozen=True)
class Count(TableQuestion[CptCount]):
    """How many networks have the given numbers."""

    name: ClassVar[str] = "count"
    document: ClassVar[type[Document]] = CptCount

    def frame(self, problem: CptProblem) -> CptCount:
        return CptCount(family="cpt", problem=problem.id, identity="tables")

    def answers(self, problem: CptProblem) -> Iterator[CptCount]:
        from symcause.families.cpt.audits.free_numbers import dimension
        from symcause.families.cpt.space.network_space import NetworkSpace
        from symcause.families.cpt.space.query_range import NoMember

        opened, document = self.opened(problem), self.frame(problem)
        if opened.tables is not None:
            yield replace(document, count=1, log10=0.0, status="exact", dimension=0)
            return
        space = NetworkSpace(opened)
        if opened.given and isinstance(space.query_range, NoMember):
            yield replace(document, count=0, status="exact", reason=space.query_range.reason)
            return
        free = dimension(opened)
        if opened.given and not space.judgement.members:
            yield replace(document, dimension=free, reason=space.judgement.reason)
            return
        text = "infinitely many networks" if free != 0 else "as many as the given numbers allow"
        yield replace(document, status="infinite", dimension=free, reason=text)

    def story(self, document: CptCount) -> Story:
        if document.count is not None:
            text = {0: "no network", 1: "one network"}[document.count]
        else:
            text = document.reason or "unknown"
        if document.dimension:
            text += f", {document.dimension} numbers of their tables free"
        return Story(document.problem or "", text)

    def text(self, document: CptCount) -> str:
        return self.story(document).brief()
