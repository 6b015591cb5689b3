"""The linear ``check`` question: whether an answer fits, and whether it is the only one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.abstention_story import abstention_story
from symcause.audits.question import option
from symcause.audits.story import Story
from symcause.families.linear.documents.check_document import LinearCheck
from symcause.families.linear.questions.options import InClass

if TYPE_CHECKING:
    from symcause.families.linear.problem.problem import LinearProblem


@dataclass(frozen=True)
class Check(InClass[LinearCheck]):
    """The hypothesis against gold, against the evidence, and among all that explain it."""

    name: ClassVar[str] = "check"
    document: ClassVar[type[LinearCheck]] = LinearCheck

    answer: str = option("", "The answer: JSON, or the raw text of a model.", hidden=True)

    def answers(self, problem: LinearProblem) -> Iterator[LinearCheck]:
        from symcause.families.linear.audits.verdict.answer_check import checked

        asked, space = self.applied(problem), self.opened(problem)
        return checked(asked, space, self.frame(problem), self.answer)

    def story(self, document: LinearCheck) -> Story:
        from symcause.families.linear.report.story.check_story import abstention_facts, check_story

        if document.abstained:
            return abstention_story(document, tuple(abstention_facts(document)))
        return check_story(document)
