"""A design as an answer in scenario scoring: found in a text, valued, held against the threshold.

``check`` and ``score`` judge the same text by this module, so they cannot differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from symcause.errors import ProblemError, did_you_mean
from symcause.families.scenario.files.term_reader import read_value
from symcause.families.scenario.models.model_components import Value
from symcause.families.scenario.models.rational_intervals import Interval
from symcause.families.scenario.problem.problem import ScenarioProblem, Space, violations
from symcause.families.scenario.problem.setup_validation import check_design
from symcause.families.scenario.value.fleet_chances import winning
from symcause.families.scenario.value.valuer import Valuer
from symcause.scoring.answer_extraction import extract

_REMEDY = 'give {"design": {…}}'


@dataclass(frozen=True)
class JudgedDesign:
    """A design, what it is worth, its chance to win, and what of the space it breaks.

    *right*: it is in the space and its value reaches the threshold; None where the bounds of the value do
    not tell, and without a threshold.
    """

    design: Mapping[str, Value]
    value: Interval
    win: Interval | None
    violations: tuple[str, ...]
    right: bool | None


def judged_design(valuer: Valuer, answer: str, space: Space) -> JudgedDesign:
    """The design in a text, judged. Raises SymcauseError where the text holds none."""
    problem = valuer.problem
    design = full_design(problem, read_design(problem, answer))
    broken = tuple(violations(problem, design, space))
    value = valuer.value(design)
    asked = problem.evaluate
    right: bool | None = None
    if broken:
        right = False
    elif asked is not None:
        right = (
            True
            if value.low >= asked.threshold
            else False
            if value.high < asked.threshold
            else None
        )
    return JudgedDesign(
        design, value, None if asked is None else winning(value, asked), broken, right
    )


def read_design(problem: ScenarioProblem, answer: str) -> dict[str, Value]:
    """The design in a text: a JSON object of values, or one under ``design``."""

    def shape(value: Mapping[str, object]) -> bool:
        return bool((_inner(value) or {}).keys() & problem.design.keys())

    extraction = extract(answer, shape)
    if extraction.found is None:
        raise ProblemError(str(extraction.reason), remedy=_REMEDY)
    inner = _inner(extraction.found)
    if inner is None:
        raise ProblemError("no design in the object", remedy=_REMEDY)
    return {name: _value(value, f"design.{name}") for name, value in inner.items()}


def full_design(problem: ScenarioProblem, partial: Mapping[str, Value]) -> dict[str, Value]:
    """A design as a record has it, completed: ``engine`` may stand for ``engine_def``."""
    values: dict[str, Value] = {}
    for name, value in partial.items():
        own = name if name in problem.design else f"{name}_def"
        if own not in problem.design:
            raise ProblemError(
                "not a design variable", value=name, remedy=did_you_mean(name, problem.design)
            )
        values[own] = value
    check_design(values, problem.design, "design")
    return problem.completed(values)


def _inner(value: Mapping[str, object]) -> Mapping[str, object] | None:
    """The values of a design, those that differ from the defaults; None if ``design`` is no object."""
    design = value.get("design", value)
    return design if isinstance(design, dict) else None


def _value(value: object, place: str) -> Value:
    """A value of an answer; a binary float is taken as the shortest decimal that stands for it."""
    return read_value(Decimal(repr(value)) if isinstance(value, float) else value, place)
