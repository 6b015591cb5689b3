"""Actions and observations of a linear episode as plain JSON.

Values are numbers or texts of numbers and are read exactly; null lets go of a property that is held. What
is read comes as numbers, a float for the decimal that is written so; what no decimal is comes as a text.

>>> value_of(0.1, "intervene.a")
Fraction(1, 10)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from math import isfinite

import msgspec

from symcause.episodes.rules import Plain, Refused
from symcause.errors import ProblemError, SymcauseError, did_you_mean
from symcause.families.linear.bounds import ACTION_VALUE
from symcause.families.linear.models.laboratory import Manipulation
from symcause.families.linear.problem.problem import ChainState, LinearProblem
from symcause.families.linear.problem.problem_validation import MAX_STATES
from symcause.formats.json_text import plain_number
from symcause.formats.python_rows import as_written
from symcause.formats.strict_json import below
from symcause.formats.struct_decoder import decode
from symcause.models.equations import State
from symcause.models.exact_numbers import read_number

VALUES = tuple(Fraction(value) for value in (10, 30, 50, 70, 90))
"""What agents of ours set a property to."""


class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An intervention on the manipulator's crystal."""

    intervene: dict[str, object]


class Seen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What it reads afterwards."""

    state: dict[str, object]


def value_of(value: object, place: str) -> Fraction:
    """A value that a property is set to. Raises ProblemError."""
    if isinstance(value, float):
        if not isfinite(value):
            raise ProblemError("not a number", place=place, value=value)
        value = Decimal(repr(value))  # the shortest decimal that means it
    try:
        number = read_number(value)
    except SymcauseError as error:
        raise ProblemError(
            error.complaint.message, place=place, value=value, remedy=error.complaint.remedy
        ) from None
    if abs(number) > ACTION_VALUE or number.denominator > ACTION_VALUE:
        raise ProblemError(
            "out of range",
            place=place,
            value=value,
            remedy=f"values are at most {ACTION_VALUE:,}, with at most six decimals",
        )
    return number


def act_of(problem: LinearProblem, action: object) -> ChainState:
    """What an action does, with no reading yet. Raises ProblemError, whatever was given."""
    asked = decode(action, Act).intervene
    if not asked:
        raise ProblemError(
            "an intervention that does nothing", place="intervene", remedy="name a property"
        )
    if len(asked) > len(problem.controllable):
        raise ProblemError("more properties than can be set", place="intervene", value=len(asked))
    steps: list[Manipulation] = []
    released: list[str] = []
    for name, value in asked.items():
        place = below("intervene", name)
        if name not in problem.controllable:
            raise ProblemError(
                "no property that can be set",
                place="intervene",
                value=name,
                remedy=did_you_mean(name, problem.controllable),
            )
        if value is not None:
            steps.append(Manipulation(name, value_of(value, place)))
        elif problem.semantics.cuts:
            released.append(name)
        else:
            raise ProblemError(
                f"nothing is held under {problem.semantics!s}, so nothing is released",
                place=place,
                remedy="give a number",
            )
    return ChainState({}, steps[0] if steps else None, tuple(steps[1:]), tuple(released))


def admitted(problem: LinearProblem, action: object, targets: int) -> ChainState:
    """What an action does, if the rules admit it. Raises Refused."""
    try:
        act = act_of(problem, action)
    except ProblemError as error:
        refusal = Refused(error.complaint.message)
        refusal.complaint = error.complaint
        raise refusal from None
    if len(act.settings) > targets:
        raise Refused(f"at most {targets} at once", place="intervene", value=len(act.settings))
    if len(problem.records) + len(problem.chain) >= MAX_STATES:
        raise Refused(f"a problem has at most {MAX_STATES} readings")
    return act


def seen_of(reads: State) -> dict[str, object]:
    """A reading as an agent gets it."""
    return {"state": {name: plain_number(value) for name, value in reads.items()}}


def extended(known: LinearProblem, action: Plain, observation: Plain) -> LinearProblem:
    """What is known after a step. Raises ProblemError where it is none of this problem."""
    act = act_of(known, dict(action))
    read = decode(dict(observation), Seen).state
    state = ChainState(_values(read), act.intervention, act.others, act.released)
    return known.extended(state)


def _values(read: Mapping[str, object]) -> dict[str, Fraction]:
    numbers: dict[str, Fraction] = {}
    for name, value in read.items():
        try:
            numbers[name] = as_written(value)
        except SymcauseError as error:
            raise ProblemError(
                error.complaint.message, place=below("state", name), value=value
            ) from None
    return numbers


def plain(name: str, value: Fraction | None) -> dict[str, object]:
    """One target as an action."""
    if value is None:
        return {"intervene": {name: None}}
    return {"intervene": {name: plain_number(value)}}


def usual(problem: LinearProblem) -> Iterator[dict[str, object]]:
    """Every property with a few values that it does not read, and the release of what is held."""
    now = problem.chain[-1].values
    for name in problem.controllable:
        yield from (plain(name, value) for value in VALUES if now[name] != value)
    for name in sorted(problem.held[-1]):
        yield plain(name, None)
