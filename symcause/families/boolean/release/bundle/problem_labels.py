"""Problem labels of the Boolean bundle: its names for a problem's family, slice and difficulty."""

from __future__ import annotations

from symcause.families.boolean.problem.evaluator_order import RELEASE, parameter, released
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.models.disclosure import Setting

NTOPO, ORDERED = "ntopo", "ordered"
UNKNOWN = "unknown"

_HIDDEN = "no_topological_order"
_SLICES = ("subslice", "sweepConfig")


def family(problem: BooleanProblem) -> str:
    """Of a release, by the one word that the published analysis knows, no other spelling."""
    if RELEASE not in problem.metadata:
        return NTOPO if problem.setting is Setting.HIDDEN_ORDER else ORDERED
    word = parameter(problem, "scmPromptVariant")
    return NTOPO if isinstance(word, str) and word.strip().lower() == _HIDDEN else ORDERED


def slice_name(problem: BooleanProblem) -> str:
    """The first word that names one: of the record, its description, the task."""
    if RELEASE not in problem.metadata:
        return _word(problem.metadata.get("subslice")) or UNKNOWN
    described = ("problemDescription", "extra")
    places = (
        released(problem, "subslice"),
        *(released(problem, *described, key) for key in _SLICES),
        *(parameter(problem, key) for key in _SLICES),
    )
    return next(filter(None, map(_word, places)), UNKNOWN)


def cycle_slice(problem: BooleanProblem) -> str:
    """In the tables of cycles: of the record or its description alone, as it is written."""
    if RELEASE not in problem.metadata:
        return slice_name(problem)
    places = (
        released(problem, "subslice"),
        released(problem, "problemDescription", "extra", "subslice"),
    )
    return next((str(place) for place in places if place), UNKNOWN)


def difficulty(problem: BooleanProblem) -> str:
    """What the description says; nothing where it says nothing."""
    if RELEASE not in problem.metadata:
        return _word(problem.metadata.get("difficulty"))
    result = released(problem, "problemDescription", "difficulty")
    return str(result) if result else ""


def _word(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""
