"""``check``: is this answer valid, exact, and the only one?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec import UNSET
from msgspec.structs import replace

from symcause.audits.question import Question, option
from symcause.audits.story import Story
from symcause.errors import LimitError
from symcause.families.boolean.documents.check import BooleanCheck, DetailsPart, SplitPart
from symcause.families.boolean.documents.scope import FAMILY, ClassPart
from symcause.families.boolean.documents.separation import ExperimentPart
from symcause.families.boolean.questions.options import ClassOptions

if TYPE_CHECKING:
    from symcause.families.boolean.problem.problem import BooleanProblem
    from symcause.families.boolean.scoring.results import CheckResult


@dataclass(frozen=True)
class Check(ClassOptions, Question["BooleanProblem", BooleanCheck]):
    """The answer by itself first, then where its model stands in the version space."""

    name: ClassVar[str] = "check"
    document: ClassVar[type[BooleanCheck]] = BooleanCheck

    answer: str = option("", "The answer: JSON, or the raw text of a model.", hidden=True)

    def frame(self, problem: BooleanProblem) -> BooleanCheck:
        problem = self.applied(problem)
        task = "alternative" if problem.is_alternative_task else "mechanisms"
        return BooleanCheck(
            family=FAMILY,
            problem=problem.id,
            setting=str(problem.setting),
            scope=ClassPart.of(self.hypotheses(problem)),
            details=DetailsPart(setting=str(problem.setting), task=task),
        )

    def answers(self, problem: BooleanProblem) -> Iterator[BooleanCheck]:
        from symcause.families.boolean.audits.standing import placed, standing
        from symcause.families.boolean.scoring.checking import check

        frame, asked = self.frame(problem), self.applied(problem)
        result = check(asked, self.answer)
        document = _by_itself(frame, result)
        yield document
        if result.scm is None or result.answer is None:
            return
        try:
            found = standing(asked, result.scm, frame.scope.hypotheses)
        except LimitError as error:  # the answer is judged all the same
            yield replace(document, count_reason=str(error))
        else:
            yield placed(document, asked, found, result.answer)

    def story(self, document: BooleanCheck) -> Story:
        from symcause.families.boolean.report.score_text import check_story

        return check_story(document)

    def text(self, document: BooleanCheck) -> str:
        from symcause.families.boolean.report.score_text import check_text

        return check_text(document)


def _by_itself(frame: BooleanCheck, result: CheckResult) -> BooleanCheck:
    """What the answer shows without a look at other models."""
    replay, claims = result.replay, result.claims
    splits = {} if replay is None else {"train": replay.train, "heldout": replay.heldout}
    tried = None if claims is None or claims.experiment is None else claims.experiment
    return BooleanCheck(
        **result.fields(),
        setting=frame.setting,
        scope=frame.scope,
        roots=result.judged.roots,
        replayed={
            name: SplitPart(
                worlds=split.worlds,
                exact_worlds=split.exact_worlds,
                cells=split.cells,
                right_cells=split.right_cells,
            )
            for name, split in splits.items()
            if split.worlds
        },
        experiment=(
            UNSET if claims is None else None if tried is None else ExperimentPart.of(tried)
        ),
    )
