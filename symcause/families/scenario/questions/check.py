"""The scenario ``check`` question: what a submission is worth, and whether it is allowed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.question import Question, option
from symcause.audits.story import Story
from symcause.families.scenario.bounds import CHECK_STEPS
from symcause.families.scenario.documents.question_documents import ScenarioCheck
from symcause.families.scenario.questions.options import (
    EFFORT,
    SECONDS,
    SPACE,
    limits_of,
    opened_in,
    space_of,
)

if TYPE_CHECKING:
    from symcause.families.scenario.problem.problem import ScenarioProblem


@dataclass(frozen=True)
class Check(Question["ScenarioProblem", ScenarioCheck]):
    """A design, given as JSON or somewhere in the text of a model."""

    name: ClassVar[str] = "check"
    document: ClassVar[type[ScenarioCheck]] = ScenarioCheck

    answer: str = option("", "The answer: JSON, or the raw text of a model.", hidden=True)
    space: str = option("declared", **SPACE)
    effort: int | None = option(None, **EFFORT)
    seconds: float | None = option(None, **SECONDS)

    def frame(self, problem: ScenarioProblem) -> ScenarioCheck:
        from symcause.families.scenario.problem.problem import modelled

        return ScenarioCheck(
            family="scenario",
            problem=opened_in(modelled(problem), self.space).id,
            space=str(space_of(self.space)),
            stage=problem.final,
            threshold=None if problem.evaluate is None else _shown(problem),
        )

    def answers(self, problem: ScenarioProblem) -> Iterator[ScenarioCheck]:
        from symcause.families.scenario.audits.design_check import checked, compared

        limits = limits_of(self, CHECK_STEPS)
        known, space = opened_in(problem, self.space), space_of(self.space)
        document = checked(known, self.answer, space, self.frame(problem))
        yield document
        yield from compared(known, space, document, limits.budget())

    def story(self, document: ScenarioCheck) -> Story:
        from symcause.families.scenario.report.scenario_stories import check_story

        return check_story(document)


def _shown(problem: ScenarioProblem) -> str:
    from symcause.models.exact_numbers import print_number

    assert problem.evaluate is not None
    return print_number(problem.evaluate.threshold)
