"""The check of a submitted design in scenario audits: found in a text, valued, compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal

from msgspec.structs import replace

from symcause.budgets import OUT_OF_TIME, Budget
from symcause.errors import ProblemError, SymcauseError
from symcause.families.scenario.audits.document_parts import (
    bounds,
    design_map,
    optimum_part,
    optional,
)
from symcause.families.scenario.audits.rule_breaches import doubts
from symcause.families.scenario.documents.question_documents import ScenarioCheck
from symcause.families.scenario.files.term_reader import read_value
from symcause.families.scenario.models.model_components import Value
from symcause.families.scenario.optimum.design_list import nowhere
from symcause.families.scenario.optimum.optimum_search import Search
from symcause.families.scenario.problem.problem import ScenarioProblem, Space, violations
from symcause.families.scenario.scoring.run_scorer import full_design
from symcause.families.scenario.value.fleet_chances import winning
from symcause.families.scenario.value.valuer import Valuer
from symcause.scoring.answer_extraction import extract


def checked(
    problem: ScenarioProblem, answer: str, space: Space, frame: ScenarioCheck
) -> ScenarioCheck:
    """The document of an answer; a readable text is always judged."""
    try:
        design = full_design(problem, read_design(problem, answer))
    except SymcauseError as error:
        return replace(frame, right=False, reason=str(error))
    broken = violations(problem, design, space)
    value = Valuer(problem).value(design)
    right: bool | None = None
    if broken:
        right = False
    elif problem.evaluate is not None:
        threshold = problem.evaluate.threshold
        right = True if value.low >= threshold else False if value.high < threshold else None
    return replace(
        frame,
        right=right,
        design=design_map(design),
        value=bounds(value),
        win=None if problem.evaluate is None else optional(winning(value, problem.evaluate)),
        in_space=not broken,
        violations=tuple(broken),
        notes=doubts(problem, space, [design]),
        in_class=not broken,
    )


def compared(
    problem: ScenarioProblem, space: Space, document: ScenarioCheck, budget: Budget
) -> Iterator[ScenarioCheck]:
    """With what the value is held against: the default, and ever narrower bounds of the best design."""
    valuer = Valuer(problem)
    document = replace(document, default=bounds(valuer.value(problem.default)))
    yield document
    if not nowhere(problem, space):
        search = Search(valuer, space)
        for found in search.run(budget):
            document = replace(document, optimum=optimum_part(found))
            yield document
        if search.shortage is not None:
            document = replace(document, optimum=optimum_part(found, search.shortage))
            yield document.halted("time", "time") if search.shortage == OUT_OF_TIME else document


def read_design(problem: ScenarioProblem, answer: str) -> dict[str, Value]:
    """The design in a text: a JSON object of values, or one under ``design``."""

    def shape(value: Mapping[str, object]) -> bool:
        return bool(_inner(value).keys() & problem.design.keys())

    found = extract(answer, shape)
    if found.found is None:
        raise ProblemError(str(found.reason), remedy='give {"design": {…}}')
    return {name: _value(value, f"design.{name}") for name, value in _inner(found.found).items()}


def _inner(value: Mapping[str, object]) -> Mapping[str, object]:
    design = value.get("design", value)
    return design if isinstance(design, dict) else {}


def _value(value: object, place: str) -> Value:
    """A value of an answer; a binary float is taken as the shortest decimal that stands for it."""
    return read_value(Decimal(repr(value)) if isinstance(value, float) else value, place)
