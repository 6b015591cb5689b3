"""Mechanism mistakes: what can be wrong with a Boolean mechanism as written, by name.

Every mistake belongs to one of two stages: ``parse`` (the text is no expression of the language) and
``legal`` (it is one, but mentions a variable that may not appear there). The names are part of the
interface: scripts may rely on them.

>>> error = MechanismError(Mistake.UNKNOWN_OPERATOR, "unknown operator 'nand'", "(nand X1 X2)", 1)
>>> print(error)
unknown operator 'nand' at column 2
>>> print(error.excerpt())
(nand X1 X2)
 ^
"""

from __future__ import annotations

from enum import StrEnum

from symcause.grammar.carets import TextError


class Mistake(StrEnum):
    """The name of a mistake."""

    EMPTY_EXPRESSION = "empty-expression"
    TOO_LONG = "too-long"
    TOO_DEEP = "too-deep"
    TAB_OR_LINE_BREAK = "tab-or-line-break"
    UNEXPECTED_CHARACTER = "unexpected-character"
    BAD_NAME = "bad-name"
    UNKNOWN_OPERATOR = "unknown-operator"
    OPERATOR_NOT_ALLOWED = "operator-not-allowed"
    OPERATOR_AS_VARIABLE = "operator-as-variable"
    WRONG_ARITY = "wrong-arity"
    CONSTANT_NOT_ALLOWED = "constant-not-allowed"
    MISSING_BRACKET = "missing-bracket"
    EXTRA_BRACKET = "extra-bracket"
    MISSING_OPERATOR = "missing-operator"
    MISSING_OPERAND = "missing-operand"
    AMBIGUOUS_CHAIN = "ambiguous-chain"
    TEXT_AFTER_END = "text-after-end"
    UNKNOWN_VARIABLE = "unknown-variable"
    VARIABLE_NOT_ALLOWED = "variable-not-allowed"

    @property
    def stage(self) -> str:
        """The stage of validation that fails: ``legal`` for variables, else ``parse``."""
        legal = self in (Mistake.UNKNOWN_VARIABLE, Mistake.VARIABLE_NOT_ALLOWED)
        return "legal" if legal else "parse"


class MechanismError(TextError[Mistake]):
    """A mistake in the text of a mechanism."""

    @property
    def stage(self) -> str:
        """``parse`` or ``legal``, see :attr:`Mistake.stage`."""
        return self.mistake.stage
