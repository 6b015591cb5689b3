"""``count``: how many SCMs of the class explain the training worlds?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.answers import Unknown
from symcause.audits.question import Question, option
from symcause.audits.story import Story
from symcause.audits.words import log10, plural
from symcause.families.boolean.documents.count import BooleanCount
from symcause.families.boolean.documents.scope import FAMILY, ClassPart
from symcause.families.boolean.questions.options import ClassOptions

if TYPE_CHECKING:
    from symcause.families.boolean.problem.problem import BooleanProblem

ENGINES = ("recursion", "sat", "smt", "counter")


@dataclass(frozen=True)
class Count(ClassOptions, Question["BooleanProblem", BooleanCount]):
    """The exact number of members."""

    name: ClassVar[str] = "count"
    document: ClassVar[type[BooleanCount]] = BooleanCount

    engine: str = option(
        "recursion",
        "Who counts: the direct recursion, or a solver as a second opinion (small problems).",
        "choice",
        choices=ENGINES,
    )

    def frame(self, problem: BooleanProblem) -> BooleanCount:
        from symcause.families.boolean.models.scm import IDENTITY

        problem = self.applied(problem)
        return BooleanCount(
            family=FAMILY,
            problem=problem.id,
            setting=str(problem.setting),
            scope=ClassPart.of(self.hypotheses(problem)),
            identity=IDENTITY,
            engine=self.engine,
        )

    def answers(self, problem: BooleanProblem) -> Iterator[BooleanCount]:
        from symcause.families.boolean.audits.engines import count_with

        frame, asked = self.frame(problem), self.applied(problem)
        found = count_with(self.engine, asked, frame.scope.hypotheses)
        if isinstance(found, Unknown):
            yield replace(frame, reason=found.reason)
        else:
            yield replace(frame, count=found, log10=log10(found), status="exact")

    def story(self, document: BooleanCount) -> Story:
        return Story(
            document.problem or "",
            f"{_number(document)} · {document.scope}",
            facts=(("setting", document.setting), ("counted by", document.engine)),
        )

    def text(self, document: BooleanCount) -> str:
        return self.story(document).brief()


def _number(document: BooleanCount) -> str:
    if document.count is None:
        return f"unknown ({document.reason})"
    return plural(document.count, "model")
