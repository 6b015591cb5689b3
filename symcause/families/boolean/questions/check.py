"""The Boolean question ``check``: whether an answer is valid, exact and the only one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from dataclasses import replace as evolve
from typing import TYPE_CHECKING, ClassVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from symcause.audits.abstention_story import abstention_story
from symcause.audits.question import Question, option
from symcause.audits.story import Story
from symcause.errors import LimitError
from symcause.families.boolean.documents.check_document import BooleanCheck, SplitPart
from symcause.families.boolean.documents.question_results import ExperimentPart
from symcause.families.boolean.documents.scope_part import ClassPart, named_identity
from symcause.families.boolean.questions.options import ERRORS, HOLES, ClassOptions, Comparing
from symcause.models.expressions import spell

if TYPE_CHECKING:
    from symcause.families.boolean.problem.problem import BooleanProblem
    from symcause.families.boolean.scoring.check.check_result import CheckResult
    from symcause.families.boolean.scoring.check.replay_scores import SplitReplay
    from symcause.models.background_knowledge import Knowledge


@dataclass(frozen=True)
class Check(Comparing, ClassOptions, Question["BooleanProblem", BooleanCheck]):
    """The answer by itself first, then where its model stands in the version space."""

    name: ClassVar[str] = "check"
    document: ClassVar[type[BooleanCheck]] = BooleanCheck
    takes: ClassVar[frozenset[str]] = frozenset((ERRORS, HOLES))

    answer: str = option("", "The answer: JSON, or the raw text of a model.", hidden=True)

    def frame(self, problem: BooleanProblem) -> BooleanCheck:
        """The answer by itself: that costs next to nothing, so it is known whatever the limits are."""
        asked = self.applied(problem)
        return self._by_itself(asked, self._judged(asked))

    def answers(self, problem: BooleanProblem) -> Iterator[BooleanCheck]:
        from symcause.families.boolean.audits.answers.answer_place import (
            certified,
            compared,
            placed,
            standing,
        )
        from symcause.families.boolean.audits.answers.question_openness import (
            doubted,
            with_openness,
        )

        asked = self.applied(problem)
        result = self._judged(asked)
        document = self._by_itself(asked, result)
        yield document
        if problem.identify:
            yield certified(document, asked)
            return
        try:
            if result.scm is not None and result.answer is not None:
                document = compared(document, asked, result.scm)
                yield document
                found = standing(asked, result.scm, document.scope.hypotheses, self.identity)
                grown = placed(document, asked, found, result.answer)
                yield with_openness(grown, asked, result.said, found.several, self.identity)
            elif result.said.claims or result.said.abstained:
                yield from doubted(document, asked, result.said, self.identity)
        except LimitError as error:  # the answer is judged all the same
            yield replace(document, count_reason=str(error))

    def _judged(self, problem: BooleanProblem) -> CheckResult:
        from symcause.families.boolean.scoring.check.checker import check

        return check(evolve(problem, errors=self.allowed_errors(problem)), self.answer)

    def _by_itself(self, problem: BooleanProblem, result: CheckResult) -> BooleanCheck:
        """What the answer shows without a look at other models."""
        replay, claims = result.replay, result.claims
        splits = {} if replay is None else {"train": replay.train, "heldout": replay.heldout}
        experiment: ExperimentPart | UnsetType | None = UNSET
        if claims is not None:
            tried = claims.experiment
            experiment = None if tried is None else ExperimentPart.of(tried)
        hypotheses = self.hypotheses(problem)
        return BooleanCheck(
            **result.fields() | _disturbance(problem, result, hypotheses.errors),
            setting=str(problem.setting),
            scope=ClassPart.of(hypotheses),
            roots=result.judged.roots,
            mechanisms=_written(result),
            identity=named_identity(self.sameness(problem)),
            violations=_violations(self.hypotheses(problem).knowledge, result),
            replayed={name: _part(split) for name, split in splits.items() if split.worlds},
            experiment=experiment,
        )

    def story(self, document: BooleanCheck) -> Story:
        from symcause.families.boolean.report.story.check_story import check_story

        if document.abstained:
            return abstention_story(document, (("class", str(document.scope)),))
        return check_story(document)

    def text(self, document: BooleanCheck) -> str:
        from symcause.families.boolean.report.story.check_story import check_text

        if document.abstained:
            story = self.story(document)
            facts = (f"  {name}: {value}" for name, value in story.facts)
            return "\n".join((f"{story.title}: {story.sentence}", *facts))
        return check_text(document)


def _written(result: CheckResult) -> dict[str, str] | None:
    """The mechanisms of a valid answer in its own words."""
    if result.answer is None:
        return None
    return {name: spell(mechanism) for name, mechanism in result.answer.mechanisms.items()}


def _violations(known: Knowledge | None, result: CheckResult) -> tuple[str, ...] | None:
    """What a valid answer breaks of the knowledge; None where that is beyond reach."""
    if result.scm is None or not result.judged.valid:
        return None
    from symcause.families.boolean.problem.knowledge_rules import violations

    try:
        return violations(known, result.scm) if known else ()
    except LimitError:
        return None


def _part(split: SplitReplay) -> SplitPart:
    return SplitPart(
        worlds=split.worlds,
        exact_worlds=split.exact_worlds,
        cells=split.cells,
        right_cells=split.right_cells,
    )


def _disturbance(problem: BooleanProblem, result: CheckResult, errors: int) -> dict[str, object]:
    """How many training cells an answer disturbs, and whether this many may be."""
    from symcause.families.boolean.space.noise.cell_disturbance import disturbed_by

    if result.scm is None:
        return {}
    disturbed = disturbed_by(problem, result.scm)
    return {"disturbed": disturbed, "within": disturbed <= errors}
