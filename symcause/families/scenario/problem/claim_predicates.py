"""Claim predicates of a scenario problem: what a sentence about effects or best values says.

Two are known: ``effect(V, x0, x1 | event) > 0`` compares S(do V = x1 | event) - S(do V = x0 | event) with
a number (the event may be left out), ``best(V) == x`` says that x is the best value of V.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from symcause.errors import ProblemError, SymcauseError, did_you_mean
from symcause.families.scenario.models.model_components import Integer, Value
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.families.scenario.problem.term_types import TRUTH, Known, Typer
from symcause.grammar.scenario.scenario_terms import Term
from symcause.grammar.scenario.term_parser import parse_term
from symcause.models.exact_numbers import read_number

_NAME = r"[A-Za-z_]\w*"
_EFFECT = re.compile(
    rf"\s*effect\(\s*(?P<name>{_NAME})\s*,\s*(?P<first>[^,|()]+?)\s*,\s*(?P<last>[^,|()]+?)\s*"
    r"(?:\|(?P<event>.+))?\)\s*(?P<op><=|>=|==|!=|<|>)\s*(?P<number>[^()\s]+)\s*"
)
_BEST = re.compile(rf"\s*best\(\s*(?P<name>{_NAME})\s*\)\s*(?P<op>==|!=)\s*(?P<value>.+?)\s*")


@dataclass(frozen=True)
class Effect:
    """``effect(V, x0, x1 | event) op number``."""

    name: str
    first: Value
    last: Value
    event: Term | None
    op: str
    number: Fraction


@dataclass(frozen=True)
class Best:
    """``best(V) op x``."""

    name: str
    op: str
    value: Value


def read_predicate(text: str, problem: ScenarioProblem, known: Known) -> Effect | Best:
    """The predicate that a text stands for; *known* are the types of all names."""
    match = _EFFECT.fullmatch(text) or _BEST.fullmatch(text)
    if match is None:
        raise ProblemError(
            "not a predicate",
            value=text,
            remedy="write effect(V, x0, x1) > 0, effect(V, x0, x1 | event) > 0 or best(V) == x",
        )
    name = match["name"]
    if name not in known:
        raise ProblemError("unknown name", value=name, remedy=did_you_mean(name, known))
    if match.re is _BEST:
        return Best(name, match["op"], _value(match["value"], name, problem, known))
    event = None
    if match["event"] is not None:
        said = match["event"].strip()
        event = parse_term(said)
        Typer(said, known).expect(event, TRUTH)
    first, last = (_value(match[key], name, problem, known) for key in ("first", "last"))
    return Effect(name, first, last, event, match["op"], read_number(match["number"]))


def _value(text: str, name: str, problem: ScenarioProblem, known: Known) -> Value:
    """A value of a variable as a predicate writes it."""
    word, kind = text.strip().strip('"'), known[name]
    options = ("true", "false") if kind == TRUTH else kind
    if isinstance(options, tuple):
        if word not in options:
            raise ProblemError(
                f"not a value of {name}", value=word, remedy=did_you_mean(word, options)
            )
        return word == "true" if kind == TRUTH else word
    try:
        number = read_number(word)
    except SymcauseError as error:
        raise error.at(place=name) from None
    if isinstance(problem.design.get(name), Integer) and number.denominator != 1:
        raise ProblemError(f"not a value of {name}", value=word, remedy="write a whole number")
    return number
