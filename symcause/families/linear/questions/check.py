"""``check``: does this hypothesis fit, how close to gold is it, is it the only one, is it justified?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.question import Question, option
from symcause.audits.story import Story
from symcause.families.linear.documents.check import LinearCheck
from symcause.families.linear.documents.scope import FAMILY
from symcause.families.linear.questions.options import ClassOptions

if TYPE_CHECKING:
    from symcause.families.linear.problem.problem import LinearProblem


@dataclass(frozen=True)
class Check(ClassOptions, Question["LinearProblem", LinearCheck]):
    """The hypothesis against gold, against the evidence, and among all that explain it."""

    name: ClassVar[str] = "check"
    document: ClassVar[type[LinearCheck]] = LinearCheck

    answer: str = option("", "The answer: JSON, or the raw text of a model.", hidden=True)

    def frame(self, problem: LinearProblem) -> LinearCheck:
        return LinearCheck(
            family=FAMILY,
            problem=problem.id,
            setting=str(problem.family),
            semantics=str(self.chosen(problem).semantics),
            scope=self.scope(problem),
        )

    def answers(self, problem: LinearProblem) -> Iterator[LinearCheck]:
        from symcause.families.linear.audits.checking import checked

        asked, space = self.applied(problem), self.opened(problem)
        return checked(asked, space, self.frame(problem), self.answer)

    def story(self, document: LinearCheck) -> Story:
        from symcause.families.linear.report.answers_text import check_story

        return check_story(document)
