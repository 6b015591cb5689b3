"""The finite question ``count``: how many models of the class explain the training worlds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.of_space.count import CountOfSpace
from symcause.audits.story import Story
from symcause.families.finite.documents.question_documents import FiniteCount
from symcause.families.finite.questions.options import InClass

if TYPE_CHECKING:
    from symcause.answers import Unknown
    from symcause.audits.certificate_acceptance import Accepted
    from symcause.families.finite.problem.problem import FiniteProblem
    from symcause.families.finite.space.space_choice import AnySpace
    from symcause.mechanisms.tables.table_models import TableModel


@dataclass(frozen=True)
class Count(
    CountOfSpace[FiniteCount, "FiniteProblem", "AnySpace", "TableModel"], InClass[FiniteCount]
):
    """The exact number of members."""

    document: ClassVar[type[FiniteCount]] = FiniteCount

    def certified(
        self, document: FiniteCount, problem: FiniteProblem, space: AnySpace
    ) -> Accepted | Unknown:
        from symcause.families.finite.certify.certificates import count_certificate

        assert document.count is not None
        return count_certificate(self.applied(problem), document.count, problem)

    def story(self, document: FiniteCount) -> Story:
        sentence = f"{self.number(document)} · {document.scope}"
        return Story(document.problem or "", sentence, facts=(("setting", document.setting),))
