"""Term evaluation in scenario models: exact fractions, truth values and options at a point.

``exp`` and ``sigmoid`` have no exact values and raise :class:`Inexact`, as do numbers that grow too long:
whoever asked then turns to enclosures. Whoever only draws units gives a function that rounds them. Where
there is no value at all (a division by zero) it is :class:`Undefined`.

>>> from symcause.grammar.scenario.term_parser import parse_term
>>> evaluate(parse_term("floor(7/2) + if(on, 1, 0)"), {"on": True})
Fraction(4, 1)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from symcause.families.scenario.bounds import TERM_BITS
from symcause.families.scenario.models.model_components import Value
from symcause.grammar.scenario.scenario_terms import Apply, Case, Name, Number, Term, Text, Truth
from symcause.grammar.scenario.term_operators import SMOOTH, TERM_OPERATOR, Sort


class Inexact(Exception):
    """There is no exact value, and why."""


class Undefined(Inexact):
    """There is no value at all, and why."""


Smooth = Callable[[str, Fraction], Fraction]
"""``exp`` or ``sigmoid`` of a number, rounded."""


def evaluate(term: Term, values: Mapping[str, Value], smooth: Smooth | None = None) -> Value:
    """The value of a term; only the branch that counts is looked at."""
    if isinstance(term, Number | Truth | Text):
        return term.value
    if isinstance(term, Name):
        return values[term.name]
    if isinstance(term, Case):
        chosen = values[term.subject]
        for option, inner in term.arms:
            if option == chosen:
                return evaluate(inner, values, smooth)
        if term.otherwise is None:
            raise Inexact(f"case({term.subject}) has no value for {chosen}")
        return evaluate(term.otherwise, values, smooth)
    return _apply(term, values, smooth)


def _apply(term: Apply, values: Mapping[str, Value], smooth: Smooth | None) -> Value:
    op, args = term.op, term.args
    if op == "if":
        return evaluate(args[1] if evaluate(args[0], values, smooth) else args[2], values, smooth)
    if op == "and":
        return all(evaluate(arg, values, smooth) for arg in args)
    if op == "or":
        return any(evaluate(arg, values, smooth) for arg in args)
    if op in SMOOTH and smooth is None:
        raise Inexact(f"{op} has no rational value")
    given = [evaluate(arg, values, smooth) for arg in args]
    if op == "not":
        return not given[0]
    if op in _COMPARE:
        return bool(_COMPARE[op](given[0], given[1]))
    numbers = [value for value in given if isinstance(value, Fraction)]
    if op == "/" and numbers[1] == 0:
        raise Undefined("division by zero")
    if smooth is not None and op in SMOOTH:
        return smooth(op, numbers[0])
    number: Fraction = _NUMERIC[op](*numbers)
    if max(number.numerator.bit_length(), number.denominator.bit_length()) > TERM_BITS:
        raise Inexact("a number grows too long to be kept exactly")
    return number


def _values(sort: Sort) -> dict[str, Callable[..., Any]]:
    found = TERM_OPERATOR.values()
    return {own.word: own.value for own in found if own.sort is sort and own.value is not None}


_COMPARE = _values(Sort.COMPARISON)
_NUMERIC = _values(Sort.ARITHMETIC)
