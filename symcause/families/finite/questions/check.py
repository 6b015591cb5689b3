"""The finite question ``check``: how far an answer comes, what it replays, whether it is the only one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.audits.abstention_story import abstention_story
from symcause.audits.question import option
from symcause.audits.story import Story
from symcause.families.finite.documents.check_document import FiniteCheck
from symcause.families.finite.questions.options import InClass

if TYPE_CHECKING:
    from symcause.families.finite.problem.problem import FiniteProblem


@dataclass(frozen=True)
class Check(InClass[FiniteCheck]):
    """A model against rows, gold and class; predictions against what follows and the stored labels."""

    name: ClassVar[str] = "check"
    document: ClassVar[type[FiniteCheck]] = FiniteCheck

    answer: str = option("", "The answer: JSON, or the raw text of a model.", hidden=True)

    def answers(self, problem: FiniteProblem) -> Iterator[FiniteCheck]:
        from symcause.families.finite.scoring.scorer import Scorer

        asked = self.applied(problem)
        scorer = Scorer(asked, self.opened(problem))
        yield replace(self.frame(problem), **scorer.fields(self.answer))

    def story(self, document: FiniteCheck) -> Story:
        from symcause.families.finite.report.check_story import check_facts, check_story

        if document.abstained:
            return abstention_story(document, check_facts(document))
        return check_story(document)
