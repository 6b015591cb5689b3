"""Equation mistakes: what can be wrong with an equation as written, by name.

>>> error = EquationError(EquationMistake.POWER_TOO_HIGH, "power above 2", "f = 1 + d^3", 10)
>>> print(error)
power above 2 at column 11
>>> print(error.excerpt())
f = 1 + d^3
          ^
"""

from __future__ import annotations

from enum import StrEnum

from symcause.grammar.carets import TextError


class EquationMistake(StrEnum):
    """The name of a mistake."""

    EMPTY = "empty-equation"
    TOO_LONG = "too-long"
    TOO_DEEP = "too-deep"
    TOO_LARGE = "too-large"
    BAD_NUMBER = "bad-number"
    UNEXPECTED_CHARACTER = "unexpected-character"
    MISSING_BRACKET = "missing-bracket"
    EXTRA_BRACKET = "extra-bracket"
    MISSING_OPERATOR = "missing-operator"
    MISSING_OPERAND = "missing-operand"
    EXTRA_EQUALS_SIGN = "extra-equals-sign"
    WRONG_LEFT_SIDE = "wrong-left-side"
    UNKNOWN_NAME = "unknown-name"
    OWN_PARENT = "own-parent"
    PRODUCT_OF_VARIABLES = "product-of-variables"
    POWER_TOO_HIGH = "power-too-high"
    BAD_POWER = "bad-power"
    DIVISION_BY_VARIABLE = "division-by-variable"
    DIVISION_BY_ZERO = "division-by-zero"
    AMBIGUOUS_DIVISION = "ambiguous-division"


class EquationError(TextError[EquationMistake]):
    """A mistake in the text of an equation."""
