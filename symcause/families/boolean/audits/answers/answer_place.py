"""Place of an answer in the Boolean version space: a member, the only one, or one of how many."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

import msgspec

from symcause.answers import Unknown
from symcause.errors import LimitError
from symcause.families.boolean.audits.alternatives.alternative_models import (
    ShownAlternative,
    alternatives,
    beside,
    corners,
    show,
)
from symcause.families.boolean.bounds import COMPARED_SETS, PLACE_LENGTH
from symcause.families.boolean.documents.check_document import BooleanCheck, NearestPart
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.tasks.identification_answers import TRUE_LABELS
from symcause.families.boolean.space.decision import Decision, decide
from symcause.families.boolean.space.member_answers import spelled
from symcause.families.boolean.space.reach import Reach
from symcause.families.boolean.space.space_choice import open_space
from symcause.models.expressions import spell


@dataclass(frozen=True)
class Standing:
    """``in_class`` and ``unique`` are None where they are not known; ``unique`` also outside."""

    model: BooleanSCM
    in_class: bool | None
    unique: bool | None
    count: int | Unknown
    nearest: ShownAlternative | None
    several: bool | None = None  # is there more than one member?


def standing(
    problem: BooleanProblem,
    model: BooleanSCM,
    hypotheses: HypothesisClass | None = None,
    identity: str | None = None,
) -> Standing:
    """Place a legal model in the space of the problem."""
    if model.undecided:
        raise LimitError(
            f"the mechanism of {model.undecided[0]} is too large to find out what it depends on"
        )
    hypotheses = hypotheses or problem.default_class()
    decision = decide(open_space(problem, hypotheses, identity), model)
    if not decision.gold_is_member:
        return Standing(
            model, decision.gold_is_member, None, decision.count, None, decision.several
        )
    nearest = _nearest_to(decision, model) if decision.several else None
    unique = None if decision.several is None else not decision.several
    return Standing(model, True, unique, decision.count, nearest, decision.several)


def _nearest_to(found: Decision, model: BooleanSCM) -> ShownAlternative | None:
    """Another member: the nearest, as far as that is in reach."""
    problem, errors = found.space.problem, found.space.hypotheses.errors
    other: object = found.other
    with suppress(LimitError):
        if other is None and found.exact is not None:
            return next(alternatives(found.exact, model, most_compared=COMPARED_SETS), None)
        if found.space.reach is not Reach.MECHANISMS:
            other = next(iter(found.space.others(model)), None)
        if isinstance(other, BooleanSCM):
            return show(problem, model, other, errors=errors)
    return None


def compared(document: BooleanCheck, problem: BooleanProblem, model: BooleanSCM) -> BooleanCheck:
    """The document of a check with what tells the answer from gold, or from the reference of its task."""
    other = problem.reference_scm if problem.is_alternative_task else problem.gold_scm
    if other is None or model.undecided or other.undecided:
        return document
    if other == model:
        return msgspec.structs.replace(document, beside=None)
    try:
        part = beside(problem, model, other).part(problem)
    except LimitError:  # nobody can write it down, or complete its rows
        return document
    return msgspec.structs.replace(document, beside=part)


def placed(
    document: BooleanCheck, problem: BooleanProblem, found: Standing, answer: Answer
) -> BooleanCheck:
    """The document of a check with the standing of the answer's model in it.

    To an Alternative-SCM task there is no unique answer: another model is what it asks for.
    """
    unknown = isinstance(found.count, Unknown)
    unique = None if problem.is_alternative_task else found.unique
    gold = problem.gold_scm
    return msgspec.structs.replace(
        document,
        in_class=found.in_class,
        unique=unique,
        justified=unique,
        count=None if unknown else found.count,
        count_reason=found.count.reason if isinstance(found.count, Unknown) else None,
        nearest_alternative=_nearest(problem, found, answer),
        gold_corners=None if gold is None else corners(gold, found.model),
    )


def certified(document: BooleanCheck, problem: BooleanProblem) -> BooleanCheck:
    """The document of an identification task with what the space itself says."""
    try:
        decision = decide(open_space(problem, document.scope.hypotheses))
    except LimitError as error:
        return msgspec.structs.replace(document, certification_true=None, count_reason=str(error))
    unknown = isinstance(decision.count, Unknown)
    empty = not unknown and decision.count == 0
    return msgspec.structs.replace(
        document,
        certification_true=None if empty else TRUE_LABELS[decision.several],
        count=None if unknown else decision.count,
        count_reason=decision.count.reason if isinstance(decision.count, Unknown) else None,
    )


def _nearest(problem: BooleanProblem, found: Standing, answer: Answer) -> NearestPart | None:
    """The nearest alternative, beside the mechanisms of the answer in its own words."""
    if found.nearest is None:
        return None
    texts = {name: spell(expression) for name, expression in answer.mechanisms.items()}
    written = {name: text for name, text in texts.items() if len(text) <= PLACE_LENGTH}
    against = spelled(problem, found.model) | written
    return NearestPart(**msgspec.structs.asdict(found.nearest.part(problem)), against=against)
