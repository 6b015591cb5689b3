"""The Boolean question ``alternatives``: models that explain the worlds but differ from a given one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.answers import Unknown
from symcause.audits.of_space.alternatives import AlternativesOfSpace
from symcause.audits.of_space.space_question import GOLD, REFERENCE
from symcause.audits.question import option
from symcause.audits.story import Story
from symcause.errors import UsageError
from symcause.families.boolean.documents.question_results import (
    AlternativePart,
    BooleanAlternatives,
)
from symcause.families.boolean.questions.options import ERRORS, HOLES, Comparing, InOwnClass

if TYPE_CHECKING:
    from symcause.families.boolean.models.scm import BooleanSCM
    from symcause.families.boolean.problem.mechanism_answers import Answer
    from symcause.families.boolean.problem.problem import BooleanProblem
    from symcause.families.boolean.space.boolean_space import BooleanSpace


@dataclass(frozen=True)
class Alternatives(
    AlternativesOfSpace[BooleanAlternatives, "BooleanProblem", "BooleanSpace", "BooleanSCM"],
    Comparing,
    InOwnClass[BooleanAlternatives],
):
    """Other members than an answer, the reference or gold, each with its best experiment."""

    document: ClassVar[type[BooleanAlternatives]] = BooleanAlternatives
    takes: ClassVar[frozenset[str]] = frozenset((ERRORS, HOLES))

    targets: int = option(
        1, "How many variables one experiment may set (1).", "integer", metavar="N", least=1, most=3
    )

    def reference(self, space: BooleanSpace) -> tuple[BooleanSCM, dict[str, str]]:
        """The model to differ from, and its mechanisms as they were written."""
        from symcause.families.boolean.problem.legality import illegality

        problem, word = space.problem, self.named(space.problem)
        if word not in (GOLD, REFERENCE):
            return _answer(problem, word)
        answer = problem.reference if word == REFERENCE else problem.gold
        if answer is None:
            raise UsageError(
                f"nothing to differ from: the problem has no {word}",
                value=problem.id,
                remedy="give --against ANSWER; symcause solve finds one",
            )
        wrong = illegality(problem, answer)
        if wrong is not None:
            raise UsageError(f"{word} is illegal: {wrong}", remedy="give --against ANSWER")
        return problem.compiled(answer), _texts(answer)

    def part(
        self, space: BooleanSpace, reference: BooleanSCM, other: BooleanSCM
    ) -> AlternativePart:
        from symcause.families.boolean.audits.alternatives.alternative_models import show

        errors = space.hypotheses.errors
        alternative = show(space.problem, reference, other, targets=self.targets, errors=errors)
        return alternative.part(space.problem)

    def beyond(
        self, document: BooleanAlternatives, space: BooleanSpace, bound: Unknown
    ) -> BooleanAlternatives:
        """Beyond counting SAT still finds another member."""
        if space.noisy and document.alternatives:
            return replace(document, reason=bound.reason)
        counted = not isinstance(space.exact, Unknown) or self.rule is not None
        if counted or not document.alternatives:
            return super().beyond(document, space, bound)
        return replace(document, reason=f"one of them, not the nearest: {bound.reason}")

    def story(self, document: BooleanAlternatives) -> Story:
        from symcause.families.boolean.report.story.alternatives_story import alternatives_story

        return alternatives_story(document)


def _answer(problem: BooleanProblem, text: str) -> tuple[BooleanSCM, dict[str, str]]:
    from symcause.families.boolean.scoring.check.checker import executable

    judged = executable(problem, text, infix=True)
    if judged.scm is None or judged.answer is None:
        raise UsageError(f"not a valid answer: {judged.stage}: {judged.reason}", place="--against")
    return judged.scm, _texts(judged.answer)


def _texts(answer: Answer) -> dict[str, str]:
    from symcause.models.expressions import spell

    return {name: spell(expression) for name, expression in answer.mechanisms.items()}
