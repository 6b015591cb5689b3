"""Sums and products of terms that may be unknown (None), with constants folded."""

from __future__ import annotations

from fractions import Fraction

from symcause.grammar.scenario_terms import Apply, Number, Term

ZERO, ONE = Number(Fraction(0)), Number(Fraction(1))


def plus(op: str, left: Term | None, right: Term | None) -> Term | None:
    if left is None or right is None:
        return None
    if isinstance(left, Number) and isinstance(right, Number):
        return Number(left.value + right.value if op == "+" else left.value - right.value)
    if right == ZERO:
        return left
    if left == ZERO and op == "+":
        return right
    return Apply(op, (left, right))


def times(term: Term | None, factor: int) -> Term | None:
    if isinstance(term, Number):
        return Number(term.value * factor)
    return None if term is None else Apply("neg", (term,))


def scale(op: str, term: Term | None, factor: Term | None) -> Term | None:
    if term == ZERO:
        return ZERO
    if term is None or factor is None:
        return None
    if isinstance(term, Number) and isinstance(factor, Number):
        return Number(term.value * factor.value if op == "*" else term.value / factor.value)
    return factor if term == ONE and op == "*" else Apply(op, (term, factor))
