"""The check of a submitted design in scenario audits: found in a text, valued, compared."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from symcause.budgets import OUT_OF_TIME, Meter
from symcause.errors import SymcauseError
from symcause.families.scenario.audits.document_parts import (
    bounds,
    design_map,
    optimum_part,
    optional,
)
from symcause.families.scenario.audits.rule_breaches import doubts
from symcause.families.scenario.documents.question_documents import ScenarioCheck
from symcause.families.scenario.optimum.design_list import nowhere
from symcause.families.scenario.optimum.optimum_search import Search
from symcause.families.scenario.problem.problem import ScenarioProblem, Space
from symcause.families.scenario.scoring.design_answer import judged_design
from symcause.families.scenario.value.valuer import Valuer


def checked(
    problem: ScenarioProblem, answer: str, space: Space, frame: ScenarioCheck
) -> ScenarioCheck:
    """The document of an answer; a readable text is always judged."""
    try:
        design = judged_design(Valuer(problem), answer, space)
    except SymcauseError as error:
        return replace(frame, right=False, reason=str(error))
    return replace(
        frame,
        right=design.right,
        design=design_map(design.design),
        value=bounds(design.value),
        win=optional(design.win),
        in_space=not design.violations,
        violations=design.violations,
        notes=doubts(problem, space, [design.design]),
        in_class=not design.violations,
    )


def compared(
    problem: ScenarioProblem, space: Space, document: ScenarioCheck, budget: Meter
) -> Iterator[ScenarioCheck]:
    """With what the value is held against: the default, and ever narrower bounds of the best design."""
    valuer = Valuer(problem)
    document = replace(document, default=bounds(valuer.value(problem.default)))
    yield document
    if not nowhere(problem, space):
        search = Search(valuer, space)
        for optimum in search.run(budget):
            document = replace(document, optimum=optimum_part(optimum))
            yield document
        if search.shortage is not None:
            document = replace(document, optimum=optimum_part(optimum, search.shortage))
            yield document.halted("time", "time") if search.shortage == OUT_OF_TIME else document
