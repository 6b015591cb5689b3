"""``count``: how many SCMs of the class explain the training worlds?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from symcause.answers import Unknown
from symcause.audits.of_space.count import CountOfSpace
from symcause.audits.question import option
from symcause.audits.story import Story
from symcause.errors import UsageError
from symcause.families.boolean.documents.count import BooleanCount
from symcause.families.boolean.documents.disturbed import levels
from symcause.families.boolean.questions.options import ERRORS, HOLES, InOwnClass

if TYPE_CHECKING:
    from symcause.families.boolean.problem.problem import BooleanProblem

ENGINES = ("recursion", "sat", "smt", "counter")


@dataclass(frozen=True)
class Count(CountOfSpace[BooleanCount], InOwnClass[BooleanCount]):
    """The exact number of members."""

    document: ClassVar[type[BooleanCount]] = BooleanCount
    takes: ClassVar[frozenset[str]] = frozenset((ERRORS, HOLES))

    engine: str = option(
        "recursion",
        "Who counts: the direct recursion, or a solver as a second opinion (small problems).",
        "choice",
        choices=ENGINES,
    )

    def stated(self, problem: BooleanProblem) -> dict[str, object]:
        return super().stated(problem) | {"engine": self.engine}

    def counted(self, space: Any) -> int | Unknown:
        from symcause.families.boolean.audits.engines import RECURSION, count_with

        if self.engine != RECURSION and (space.hypotheses.errors or space.problem.holed):
            raise UsageError(
                f"--engine {self.engine} counts exact models of complete rows",
                value=space.problem.id,
                remedy=f"--engine {RECURSION}",
            )
        own = space.hypotheses.errors or space.problem.holed
        if own or (self.engine == RECURSION and self.rule is not None and self.rule.models):
            found: int | Unknown = space.count()
            return found
        return count_with(self.engine, space.problem, space.hypotheses)

    def detailed(self, document: BooleanCount, space: Any) -> BooleanCount:
        if document.count is None:
            return replace(document, at_least=space.at_least)
        found = space.spectrum() if space.hypotheses.errors else (document.count,)
        return document if isinstance(found, Unknown) else replace(document, spectrum=levels(found))

    def story(self, document: BooleanCount) -> Story:
        return Story(
            document.problem or "",
            f"{self.number(document)} · {document.scope}",
            facts=(("setting", document.setting), ("counted by", document.engine)),
        )
