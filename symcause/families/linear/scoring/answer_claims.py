"""Claims in linear answers: hypotheses and models written as answer texts and read back.

A *claim* is what an answer says: a hypothesis in the published shape (edges, the target's equation, named
coefficients), or all equations of a model. Either may come with a prediction of the reactor's target.

>>> record_shape({"hypothesis": {"edges": []}, "prediction": 115})
True
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

from symcause.errors import KindError, ProblemError, SymcauseError
from symcause.families.linear.bounds import SHOWN_KEYS
from symcause.families.linear.files.coefficient_names import coefficient_names
from symcause.families.linear.files.hypothesis_record import examine
from symcause.families.linear.files.hypothesis_writer import write_hypothesis
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import EquationFamily
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.problem.raw_hypothesis import NOTHING, Stated
from symcause.families.linear.scoring.stated_prediction import (
    PREDICTIONS,
    read_prediction,
    unread_prediction,
)
from symcause.formats.answer_files.prediction_document import ANSWERS, IDS, PROBLEM
from symcause.grammar.equations.equation_parser import parse_equation
from symcause.models.equations import Equation
from symcause.models.exact_numbers import round_to
from symcause.models.hypotheses import Hypothesis, PartialEffect, PartialEquation
from symcause.scoring.abstention_rule import CANNOT_TELL
from symcause.scoring.answer_extraction import Extraction, extract

STATED = ("hypothesis", "edges", "equations", "freq_equation", "coefficients")
"""Keys one of which an answer that states a hypothesis has."""

_SAID = (*STATED, *PREDICTIONS)

_NUMBERS = (int, float, Decimal, Fraction)


@dataclass(frozen=True)
class ClaimedModel:
    """What an answer says; *reason* tells why there is no hypothesis.

    *stated* is what metrics are made of, however odd the record is; *objections* are what is wrong with it.
    """

    hypothesis: Hypothesis | None = None
    model: CrystalModel | None = None  # where every equation is stated
    prediction: Fraction | None = None
    reason: str | None = None
    stated: Stated = NOTHING
    objections: tuple[str, ...] = ()
    alone: bool = False  # a prediction, and no word about a hypothesis
    unread: bool = False  # there is a prediction, and it is no number
    disputed: str | None = None  # the text has answers that disagree: which one this is

    @property
    def prediction_alone(self) -> bool:
        """Is it a prediction, and no word about a hypothesis?"""
        return self.alone and self.prediction is not None


def record_shape(value: Mapping[str, object]) -> bool:
    """``{"hypothesis": {…}, …}``."""
    return isinstance(value.get("hypothesis"), dict)


def bare_shape(value: Mapping[str, object]) -> bool:
    """A hypothesis or the equations of a model, perhaps with a prediction beside them."""
    return "edges" in value or "freq_equation" in value or model_shape(value)


def model_shape(value: Mapping[str, object]) -> bool:
    """``{"equations": {…}}``."""
    return isinstance(value.get("equations"), dict)


def find_answer(text: str) -> Extraction:
    """The answer object in a text: a record with a hypothesis, else a bare hypothesis or a model."""
    extraction = extract(text, record_shape, _SAID)
    if extraction.found is not None and record_shape(extraction.found):
        return extraction
    return extract(text, bare_shape, _SAID)


def read_claim(problem: LinearProblem, text: str) -> ClaimedModel:
    """What the answer in a text says about a problem; never raises."""
    return claim_in(problem, find_answer(text))


def claim_in(problem: LinearProblem, found: Extraction) -> ClaimedModel:
    """The same of the object that was found."""
    if found.found is None:
        return ClaimedModel(reason=found.reason or "no answer")
    answer = _exact(found.found)
    assert isinstance(answer, dict)
    claim = _claim_in(problem, answer)
    claim = replace(claim, disputed=found.disputed) if found.disputed else claim
    wrong = unread_prediction(answer) if claim.prediction is None else None
    if wrong is None:
        return claim
    if claim.hypothesis is None:
        return replace(claim, reason=wrong if claim.alone else claim.reason, unread=True)
    return replace(claim, objections=(*claim.objections, wrong), unread=True)


def _claim_in(problem: LinearProblem, answer: Mapping[str, object]) -> ClaimedModel:
    prediction = read_prediction(problem, answer)
    if answer.keys().isdisjoint(STATED):
        reason = _nothing(problem, answer, prediction)
        return ClaimedModel(prediction=prediction, reason=reason, alone=True)
    record = answer.get("hypothesis", answer)
    if not isinstance(record, dict) or not model_shape(record):
        return claim_of(problem, record, prediction)
    try:
        model = read_model(problem, record["equations"])
    except SymcauseError as error:
        return ClaimedModel(prediction=prediction, reason=str(error))
    hypothesis = hypothesis_of(model, problem)
    return ClaimedModel(hypothesis, model, prediction, stated=Stated.of(hypothesis))


def claim_of(
    problem: LinearProblem, record: object, prediction: Fraction | None = None
) -> ClaimedModel:
    """What a hypothesis record says, with decimals or binary floats in it."""
    exact = _exact(record)
    examined = examine(exact, problem.variables, problem.target, problem.family)
    return ClaimedModel(
        examined.hypothesis,
        None if examined.hypothesis is None else _whole(examined.hypothesis, problem),
        prediction,
        examined.reason,
        Stated.read(exact, problem.target),
        examined.objections,
    )


def read_model(problem: LinearProblem, equations: Mapping[str, object]) -> CrystalModel:
    """The model with these equations; a variable without one has no parents."""
    for name, text in equations.items():
        if name not in problem.variables:
            raise ProblemError("unknown variable", place="equations", value=name)
        if not isinstance(text, str):
            raise ProblemError("an equation is a text", place=f"equations.{name}", value=text)
    found = {}
    for name in problem.variables:
        try:
            found[name] = parse_equation(
                str(equations.get(name, "0")), problem.variables, target=name
            )
        except SymcauseError as error:
            raise error.at(place=f"equations.{name}") from None
    return CrystalModel.of(found)


def hypothesis_of(model: CrystalModel, problem: LinearProblem) -> Hypothesis:
    """The hypothesis that a model states: its edges, and the target's equation with all coefficients."""
    equation = model.equations[problem.target]
    named: list[tuple[str, Fraction | None]] = [("base", equation.base)]
    for parent, effect in equation.effects:
        values: tuple[Fraction, ...] = (effect.linear,)
        if problem.family is EquationFamily.QUADRATIC:
            values = (effect.square, effect.linear)
        named += zip(coefficient_names(parent, problem.family), values, strict=True)
    effects = tuple((p, PartialEffect(e.linear, e.square)) for p, e in equation.effects)
    partial = PartialEquation(equation.base, effects)
    return Hypothesis(problem.target, model.edges, partial, tuple(named))


def _whole(hypothesis: Hypothesis, problem: LinearProblem) -> CrystalModel | None:
    """The model of a hypothesis that leaves nothing open: only the target has parents, fully stated.

    A variable that nobody controls has a base of its own, which no hypothesis states.
    """
    partial = hypothesis.equation
    if partial is None or not partial.complete:
        return None
    if any(effect != problem.target for _, effect in hypothesis.edges):
        return None
    if {problem.target, *problem.controllable} != set(problem.variables):
        return None
    equations = {name: Equation() for name in problem.variables}
    return CrystalModel.of({**equations, problem.target: partial.equation()})


def predicted(problem: LinearProblem, claim: ClaimedModel) -> Fraction | None:
    """The reactor's target as an answer states it, else as its equation gives it.

    Where what it states cannot be read there is none: an equation does not take its place.
    """
    if claim.prediction is not None or problem.reactor is None or claim.hypothesis is None:
        return claim.prediction
    if claim.unread:
        return None
    return given(problem, claim.hypothesis)


def given(problem: LinearProblem, hypothesis: Hypothesis) -> Fraction | None:
    """The reactor's target as a hypothesis gives it; None where its equation leaves something open."""
    partial = hypothesis.equation
    if problem.reactor is None or partial is None or not partial.complete:
        return None
    return round_to(partial.equation()(problem.reactor), problem.rounding)


def answer_text(problem: LinearProblem, answer: object) -> str:
    """The text of an answer. Raises KindError for what is none.

    *answer* is a model, a hypothesis, an object in one of the shapes above, or a mapping from variables
    to equations.
    """
    if isinstance(answer, str):
        return answer
    if isinstance(answer, CrystalModel):
        return json.dumps(answer.to_answer())
    if isinstance(answer, Hypothesis):
        return json.dumps({"hypothesis": write_hypothesis(answer)})
    if not isinstance(answer, Mapping):
        raise KindError(
            f"an answer is text, a mapping, a hypothesis or a crystal model, not {type(answer).__name__}"
        )
    value = {str(key): entry for key, entry in answer.items()}
    alone = value.keys() == {problem.target} and isinstance(value[problem.target], _NUMBERS)
    if record_shape(value) or bare_shape(value) or CANNOT_TELL in value or alone:
        return json.dumps(value, default=str)
    for name, text in value.items():
        if not isinstance(text, str | Equation):
            raise KindError(f"the equation of {name} is text, not {type(text).__name__}")
    return json.dumps({"equations": {name: str(text) for name, text in value.items()}})


def _exact(value: object) -> object:
    """A decoded answer with floats as the shortest decimals that mean them."""
    if isinstance(value, float):
        return Decimal(repr(value)) if value == value and abs(value) != float("inf") else None
    if isinstance(value, dict):
        return {key: _exact(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_exact(part) for part in value]
    return value


def _nothing(
    problem: LinearProblem, answer: Mapping[str, object], prediction: Fraction | None
) -> str:
    """Why an answer states no hypothesis."""
    if prediction is not None:
        return "it states a prediction alone, and no hypothesis"
    row = {*IDS, PROBLEM} & answer.keys() and set(ANSWERS) & answer.keys()
    if row:
        return f"this is a row of predictions: the answer is what stands under {min(row)!r}"
    text = f"give 'hypothesis', 'edges' or 'equations', or a number under {problem.target!r}"
    if not answer:
        return f"the object is empty: {text}"
    listed = ", ".join(map(repr, [*answer][:SHOWN_KEYS]))
    return f"it has {listed}{', …' if len(answer) > SHOWN_KEYS else ''}: {text}"
