"""``alternatives``: explaining SCMs that differ from a given one, nearest first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.audits.question import Question, option
from symcause.audits.story import Story
from symcause.errors import LimitError, UsageError
from symcause.families.boolean.documents.alternatives import AlternativePart, BooleanAlternatives
from symcause.families.boolean.documents.scope import FAMILY, ClassPart
from symcause.families.boolean.questions.options import ClassOptions

if TYPE_CHECKING:
    from symcause.families.boolean.models.scm import BooleanSCM
    from symcause.families.boolean.problem.answers import Answer
    from symcause.families.boolean.problem.problem import BooleanProblem

WORDS = ("reference", "gold")
"""What a problem may bring along to differ from, in the order in which it is taken."""


@dataclass(frozen=True)
class Alternatives(ClassOptions, Question["BooleanProblem", BooleanAlternatives]):
    """Other members than an answer, the reference or gold, each with its best experiment."""

    name: ClassVar[str] = "alternatives"
    document: ClassVar[type[BooleanAlternatives]] = BooleanAlternatives

    against: str | None = option(
        None,
        "Differ from this answer (a file, or the word gold or reference).",
        metavar="ANSWER",
    )
    limit: int = option(5, "How many to show (5).", "integer", metavar="N", least=1)
    targets: int = option(
        1, "Variables that one experiment may set (1).", "integer", metavar="N", least=1, most=3
    )

    def frame(self, problem: BooleanProblem) -> BooleanAlternatives:
        problem = self.applied(problem)
        return BooleanAlternatives(
            family=FAMILY,
            problem=problem.id,
            setting=str(problem.setting),
            scope=ClassPart.of(self.hypotheses(problem)),
        )

    def answers(self, problem: BooleanProblem) -> Iterator[BooleanAlternatives]:
        from symcause.families.boolean.audits.alternatives import alternatives
        from symcause.families.boolean.space.space import ExactSpace

        document, asked = self.frame(problem), self.applied(problem)
        reference, against = self._against(asked)
        document = replace(document, against=against)
        yield document
        try:
            space = ExactSpace.of(asked, document.scope.hypotheses)
        except LimitError as error:
            yield self._searched(asked, document, reference, error)
            return
        found: tuple[AlternativePart, ...] = ()
        for shown in islice(alternatives(space, reference, targets=self.targets), self.limit):
            found += (shown.part(asked),)
            document = replace(document, alternatives=found)
            yield document
        yield replace(document, total=space.count - (reference in space), status="exact")

    def _searched(
        self,
        problem: BooleanProblem,
        document: BooleanAlternatives,
        reference: BooleanSCM,
        error: LimitError,
    ) -> BooleanAlternatives:
        """Beyond counting: SAT still finds another member, or proves that there is none."""
        from symcause.answers import Sat, Unsat
        from symcause.families.boolean.audits.alternatives import show
        from symcause.families.boolean.models.scm import BooleanSCM
        from symcause.families.boolean.space.joint import JointSearch

        other = JointSearch(problem, document.scope.hypotheses).other(reference)
        if isinstance(other, Unsat):
            return replace(document, total=0, status="exact")
        if not isinstance(other, Sat):
            raise error
        assert isinstance(other.model, BooleanSCM)
        found = show(problem, reference, other.model, targets=self.targets)
        reason = f"one of them, not the nearest: {error}"
        return replace(document, alternatives=(found.part(problem),), reason=reason)

    def _against(self, problem: BooleanProblem) -> tuple[BooleanSCM, dict[str, str]]:
        """The model to differ from, and its mechanisms as they were written."""
        from symcause.families.boolean.problem.legality import illegality

        if self.against is not None and self.against not in WORDS:
            return _answer(problem, self.against)
        for word in WORDS if self.against is None else (self.against,):
            answer = problem.reference if word == "reference" else problem.gold
            if answer is not None:
                wrong = illegality(problem, answer)
                if wrong is not None:
                    raise UsageError(f"{word} is illegal: {wrong}", remedy="give --against ANSWER")
                return problem.compiled(answer), _texts(answer)
        what = f"no {self.against}" if self.against else "neither reference nor gold"
        raise UsageError(
            f"nothing to differ from: the problem has {what}",
            value=problem.id,
            remedy="give --against ANSWER; symcause solve finds one",
        )

    def story(self, document: BooleanAlternatives) -> Story:
        from symcause.families.boolean.report.alternatives_story import alternatives_story

        return alternatives_story(document)


def _answer(problem: BooleanProblem, text: str) -> tuple[BooleanSCM, dict[str, str]]:
    from symcause.families.boolean.scoring.checking import executable

    judged = executable(problem, text)
    if judged.scm is None or judged.answer is None:
        raise UsageError(f"not a valid answer: {judged.stage}: {judged.reason}", place="--against")
    return judged.scm, _texts(judged.answer)


def _texts(answer: Answer) -> dict[str, str]:
    from symcause.models.expressions import spell

    return {name: spell(expression) for name, expression in answer.mechanisms.items()}
