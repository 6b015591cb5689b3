"""Term operators of scenarios as data: one record for each, which parser, printer and values read.

How a value is enclosed (``families/scenario/value/enclosure/set_terms``) and where it bends
(``families/scenario/value/draw_cuts``) is numerical work of its own; tests hold it to these records.

>>> TERM_OPERATOR["clip"].value(Fraction(7), Fraction(0), Fraction(5)), TERM_OPERATOR["and"].binds
(Fraction(5, 1), 1)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import floor
from operator import add, eq, ge, gt, le, lt, mul, ne, neg, not_, sub, truediv
from typing import Any


class Sort(StrEnum):
    """What an operator takes and gives."""

    CHOICE = "choice"  # a truth value, and two of the same kind, one of which it gives
    LOGIC = "logic"  # truth values, and gives one
    COMPARISON = "comparison"  # two of a kind, and gives a truth value
    ARITHMETIC = "arithmetic"  # numbers, and gives one


@dataclass(frozen=True)
class TermOperator:
    """An operator, a comparison or a function of the language."""

    word: str
    sort: Sort
    least: int
    most: int
    value: Callable[..., Any] | None  # of exact arguments; None: no rational value
    binds: int | None = None  # between or before operands, the loosest 0; None: it is called
    written: str = ""  # before its operand, if that is not its word

    @property
    def prefix(self) -> bool:
        """Does it stand before one operand?"""
        return self.binds is not None and self.most == 1


_BETWEEN = (
    TermOperator("or", Sort.LOGIC, 2, 2, lambda a, b: a or b, 0),
    TermOperator("and", Sort.LOGIC, 2, 2, lambda a, b: a and b, 1),
    TermOperator("not", Sort.LOGIC, 1, 1, not_, 2, "not "),
    TermOperator("<", Sort.COMPARISON, 2, 2, lt, 3),
    TermOperator("<=", Sort.COMPARISON, 2, 2, le, 3),
    TermOperator(">", Sort.COMPARISON, 2, 2, gt, 3),
    TermOperator(">=", Sort.COMPARISON, 2, 2, ge, 3),
    TermOperator("==", Sort.COMPARISON, 2, 2, eq, 3),
    TermOperator("!=", Sort.COMPARISON, 2, 2, ne, 3),
    TermOperator("+", Sort.ARITHMETIC, 2, 2, add, 4),
    TermOperator("-", Sort.ARITHMETIC, 2, 2, sub, 4),
    TermOperator("*", Sort.ARITHMETIC, 2, 2, mul, 5),
    TermOperator("/", Sort.ARITHMETIC, 2, 2, truediv, 5),
    TermOperator("neg", Sort.ARITHMETIC, 1, 1, neg, 6, "-"),
)
_CALLED = (
    TermOperator("if", Sort.CHOICE, 3, 3, lambda test, yes, no: yes if test else no),
    TermOperator("min", Sort.ARITHMETIC, 2, 16, min),
    TermOperator("max", Sort.ARITHMETIC, 2, 16, max),
    TermOperator("clip", Sort.ARITHMETIC, 3, 3, lambda x, low, high: min(max(x, low), high)),
    TermOperator("floor", Sort.ARITHMETIC, 1, 1, lambda x: Fraction(floor(x))),
    TermOperator("abs", Sort.ARITHMETIC, 1, 1, abs),
    TermOperator("exp", Sort.ARITHMETIC, 1, 1, None),
    TermOperator("sigmoid", Sort.ARITHMETIC, 1, 1, None),
)

TERM_OPERATOR: Mapping[str, TermOperator] = {own.word: own for own in (*_BETWEEN, *_CALLED)}
"""By the word."""

TIGHTEST = 1 + max(own.binds for own in _BETWEEN if own.binds is not None)
"""How tightly names, numbers and calls hold together."""

FUNCTIONS: Mapping[str, tuple[int, int]] = {
    own.word: (own.least, own.most) for own in _CALLED if own.sort is Sort.ARITHMETIC
}
"""The functions and how many arguments they take, at least and at most."""

COMPARISONS = tuple(own.word for own in _BETWEEN if own.sort is Sort.COMPARISON)

SMOOTH = frozenset(word for word, own in TERM_OPERATOR.items() if own.value is None)
"""Functions whose values are only known to be between others."""
