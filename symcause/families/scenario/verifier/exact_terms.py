"""Exact terms in the scenario verifier: functions of the values of a unit, in fractions.

>>> from symcause.grammar.scenario.term_parser import parse_term
>>> compiled(parse_term("if(on, 2/3, x) + max(1, x)"))({"on": True, "x": Fraction(2)})
Fraction(8, 3)
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import floor
from typing import Any

from symcause.families.scenario.models.model_components import Value
from symcause.grammar.scenario.scenario_terms import Apply, Case, Name, Number, Term, Text, Truth
from symcause.kernel.nodes import Beyond, Rejected

Values = Mapping[str, Value]
Function = Callable[[Values], "Value"]

MAX_BITS = 20_000  # bits
"""Most bits of a number."""

_TWO: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
}
_COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


def compiled(term: Term) -> Function:
    """The function of a term. Raises Beyond for what has no exact value."""
    if isinstance(term, Number | Truth | Text):
        known = term.value
        return lambda _: known
    if isinstance(term, Name):
        name = term.name
        return lambda values: values[name]
    if isinstance(term, Case):
        return _case(term)
    return _operation(term)


def _case(term: Case) -> Function:
    arms = {option: compiled(arm) for option, arm in term.arms}
    rest = None if term.otherwise is None else compiled(term.otherwise)
    subject = term.subject

    def chosen(values: Values) -> Value:
        arm = arms.get(str(values[subject]), rest)
        if arm is None:
            raise Rejected(f"case({subject}) has no value for {values[subject]}")
        return arm(values)

    return chosen


def _operation(term: Apply) -> Function:
    op, args = term.op, tuple(compiled(arg) for arg in term.args)
    first, *others = args
    if op == "if":
        yes, no = others
        return lambda values: yes(values) if first(values) else no(values)
    if op == "and":
        return lambda values: all(arg(values) for arg in args)
    if op == "or":
        return lambda values: any(arg(values) for arg in args)
    if op == "not":
        return lambda values: not first(values)
    if op in _COMPARED:
        compare, second = _COMPARED[op], others[0]
        return lambda values: compare(first(values), second(values))
    if op in _TWO:
        apply, second = _TWO[op], others[0]
        return lambda values: _short(apply(_number(first(values)), _number(second(values))))
    if op == "/":
        second = others[0]
        return lambda values: _divided(_number(first(values)), _number(second(values)))
    if op == "neg":
        return lambda values: -_number(first(values))
    if op in ("min", "max"):
        pick = min if op == "min" else max
        return lambda values: pick(_number(arg(values)) for arg in args)
    if op == "clip":
        low, high = others
        return lambda values: min(
            max(_number(first(values)), _number(low(values))), _number(high(values))
        )
    if op == "floor":
        return lambda values: Fraction(floor(_number(first(values))))
    if op == "abs":
        return lambda values: abs(_number(first(values)))
    raise Beyond(f"{op} has no exact value")


def _number(value: Value) -> Fraction:
    assert isinstance(value, Fraction)
    return value


def _short(number: Fraction) -> Fraction:
    if number.numerator.bit_length() + number.denominator.bit_length() > MAX_BITS:
        raise Beyond(f"a number of more than {MAX_BITS:,} bits")
    return number


def _divided(top: Fraction, bottom: Fraction) -> Fraction:
    if not bottom:
        raise Rejected("division by zero in a unit of the space")
    return _short(top / bottom)
