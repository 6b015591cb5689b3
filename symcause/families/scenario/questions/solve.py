"""The scenario ``solve`` question: the best design, with a bound for all others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import msgspec

from symcause.audits.question import Question, option
from symcause.audits.story import Story
from symcause.budgets import OUT_OF_TIME
from symcause.families.scenario.bounds import SOLVE_STEPS
from symcause.families.scenario.documents.question_documents import OptimumPart, ScenarioSolve
from symcause.families.scenario.questions.options import (
    EFFORT,
    SECONDS,
    SPACE,
    limits_of,
    opened_in,
    space_of,
)

if TYPE_CHECKING:
    from symcause.answers import Unknown
    from symcause.families.scenario.problem.problem import ScenarioProblem


@dataclass(frozen=True)
class Solve(Question["ScenarioProblem", ScenarioSolve]):
    """The optimum of a space."""

    name: ClassVar[str] = "solve"
    document: ClassVar[type[ScenarioSolve]] = ScenarioSolve

    space: str = option("declared", **SPACE)
    effort: int | None = option(None, **EFFORT)
    seconds: float | None = option(None, **SECONDS)

    def frame(self, problem: ScenarioProblem) -> ScenarioSolve:
        from symcause.families.scenario.problem.problem import modelled

        return ScenarioSolve(
            family="scenario",
            problem=opened_in(modelled(problem), self.space).id,
            space=str(space_of(self.space)),
            stage=problem.final,
        )

    def answers(self, problem: ScenarioProblem) -> Iterator[ScenarioSolve]:
        from time import process_time

        from symcause.families.scenario.audits.document_parts import bounds, optimum_part
        from symcause.families.scenario.audits.rule_breaches import doubts
        from symcause.families.scenario.optimum.design_list import nowhere
        from symcause.families.scenario.optimum.optimum_search import Search
        from symcause.families.scenario.value.fleet_chances import winning
        from symcause.families.scenario.value.valuer import Valuer

        limits = limits_of(self, SOLVE_STEPS)
        began, document = process_time(), self.frame(problem)
        problem = opened_in(problem, self.space)
        if nowhere(problem, space_of(self.space)):
            reason = "no design meets the constraints"
            yield msgspec.structs.replace(document, status="inconsistent", reason=reason)
            return
        valuer = Valuer(problem)
        search = Search(valuer, space_of(self.space))
        for optimum in search.run(limits.budget()):
            document = msgspec.structs.replace(
                document,
                status="solved",
                optimum=optimum_part(optimum),
                optimal=optimum.met,
                reason=None if optimum.met else next(iter(valuer.reasons), None),
                win=None
                if problem.evaluate is None
                else bounds(winning(optimum.value, problem.evaluate)),
                boxes=optimum.boxes,
                seconds=round(process_time() - began, 3),
            )
            yield document
        if document.optimum is None:
            return
        if search.shortage is not None:
            document = _ended(document, optimum_part(optimum, search.shortage), search.shortage)
            yield document
        told = doubts(problem, space_of(self.space), [optimum.design])
        yield msgspec.structs.replace(document, notes=told)

    def story(self, document: ScenarioSolve) -> Story:
        from symcause.families.scenario.report.scenario_stories import solve_story

        return solve_story(document)


def _ended(document: ScenarioSolve, part: OptimumPart, shortage: Unknown) -> ScenarioSolve:
    """The document of a search that could go on, with what ended it."""
    document = msgspec.structs.replace(document, optimum=part)
    if shortage == OUT_OF_TIME:
        stopped = shortage.reason
        return msgspec.structs.replace(document, stopped=stopped, reason=document.reason or stopped)
    if document.optimal:
        return document
    text = f"the bounds do not meet: {shortage.reason}"
    return msgspec.structs.replace(document, reason=document.reason or text)
