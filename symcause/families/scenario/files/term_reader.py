"""The term reader of scenario files: numbers, values, terms, distributions and loops."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Protocol

from symcause.errors import ProblemError, SymcauseError, did_you_mean
from symcause.families.scenario.models.model_components import (
    DISTRIBUTIONS,
    Distribution,
    Repeat,
    Value,
)
from symcause.grammar.scenario.scenario_terms import Number, Term, Truth
from symcause.grammar.scenario.term_parser import parse_term
from symcause.models.exact_numbers import read_number


def read_number_at(value: object, place: str) -> Fraction:
    """An exact number at a place."""
    try:
        return read_number(value)
    except SymcauseError as error:
        raise error.at(place=place) from None


def read_value(value: object, place: str) -> Value:
    """A number, a truth value or an option."""
    if isinstance(value, bool | str):
        return value
    return read_number_at(value, place)


def read_term(value: object, place: str) -> Term:
    """A term: a text in the language, a number or a truth value."""
    if isinstance(value, bool):
        return Truth(value)
    if isinstance(value, int | Decimal):
        return Number(read_number_at(value, place))
    if not isinstance(value, str):
        raise ProblemError("expected an expression", place=place)
    try:
        return parse_term(value)
    except SymcauseError as error:
        raise error.at(place=place) from None


def read_distribution(read: Mapping[str, object], place: str) -> Distribution:
    """``{"uniform": ["0", "1"]}`` and the like."""
    known = ["categorical", *DISTRIBUTIONS]
    if len(read) != 1:
        raise ProblemError(
            "a draw names exactly one distribution",
            place=place,
            remedy=f"one of {', '.join(known)}",
        )
    ((kind, given),) = read.items()
    inner = f"{place}.{kind}"
    if kind not in known:
        raise ProblemError("unknown distribution", place=inner, remedy=did_you_mean(kind, known))
    if kind == "categorical":
        if not isinstance(given, dict) or not given:
            raise ProblemError("expected an object of options and their weights", place=inner)
        terms = tuple(read_term(term, f"{inner}.{option}") for option, term in given.items())
        return Distribution(kind, terms, tuple(given))
    names = DISTRIBUTIONS[kind]
    if len(names) == 1:
        return Distribution(kind, (read_term(given, inner),))
    if not isinstance(given, list) or len(given) != len(names):
        raise ProblemError(f"expected [{', '.join(names)}]", place=inner)
    return Distribution(
        kind, tuple(read_term(term, f"{inner}[{i}]") for i, term in enumerate(given))
    )


class _Loop(Protocol):
    """What a file says of a loop."""

    @property
    def times(self) -> object: ...
    @property
    def chance(self) -> object: ...
    @property
    def targets(self) -> Mapping[str, object]: ...
    @property
    def draws(self) -> Mapping[str, Mapping[str, object]]: ...
    @property
    def amount(self) -> object: ...


def read_repeat(name: str, read: _Loop, place: str) -> Repeat:
    """The loop that a file describes."""
    return Repeat(
        name,
        read_term(read.times, f"{place}.times"),
        read_term(read.chance, f"{place}.chance"),
        tuple((t, read_term(w, f"{place}.targets.{t}")) for t, w in read.targets.items()),
        tuple((d, read_distribution(x, f"{place}.draws.{d}")) for d, x in read.draws.items()),
        read_term(read.amount, f"{place}.amount"),
    )
