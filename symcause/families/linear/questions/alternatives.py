"""``alternatives``: explaining models with other graphs than a given one, nearest first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.audits.question import Question, option
from symcause.audits.story import Story
from symcause.errors import UsageError
from symcause.families.linear.documents.alternatives import LinearAlternatives
from symcause.families.linear.documents.scope import FAMILY
from symcause.families.linear.questions.options import ClassOptions

if TYPE_CHECKING:
    from symcause.families.linear.problem.problem import LinearProblem


@dataclass(frozen=True)
class Alternatives(ClassOptions, Question["LinearProblem", LinearAlternatives]):
    """Members with other graphs than an answer or gold, each with what tells the two apart."""

    name: ClassVar[str] = "alternatives"
    document: ClassVar[type[LinearAlternatives]] = LinearAlternatives

    against: str | None = option(
        None,
        "Differ from this answer (a file, or the word gold or reference).",
        metavar="ANSWER",
    )
    limit: int = option(5, "How many to show (5).", "integer", metavar="N", least=1)

    def frame(self, problem: LinearProblem) -> LinearAlternatives:
        return LinearAlternatives(
            family=FAMILY,
            problem=problem.id,
            setting=str(problem.family),
            semantics=str(self.chosen(problem).semantics),
            scope=self.scope(problem),
        )

    def answers(self, problem: LinearProblem) -> Iterator[LinearAlternatives]:
        from symcause.families.linear.audits.members import GOLD, alternatives, model_of

        if self.against is None and problem.gold is None:
            raise UsageError(
                "nothing to differ from: the problem has no gold",
                value=problem.id,
                remedy="give --against ANSWER; symcause solve finds one",
            )
        space = self.opened(problem)
        reference = model_of(space, self.against or GOLD, "--against")
        document = replace(self.frame(problem), against=reference.equations.texts())
        yield document
        yield from alternatives(space, reference, document, self.limit)

    def story(self, document: LinearAlternatives) -> Story:
        from symcause.families.linear.report.members_text import alternatives_story

        return alternatives_story(document)
