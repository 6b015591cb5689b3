"""Term mistakes: what can be wrong with a scenario term as written, by name.

>>> error = TermError(TermMistake.UNKNOWN_NAME, "unknown name 'emo'", "1 - emo", 4)
>>> print(error)
unknown name 'emo' at column 5 (got '1 - emo')
>>> print(error.excerpt())
1 - emo
    ^
"""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from symcause.errors import ProblemError
from symcause.grammar.carets import TextError


class TermMistake(StrEnum):
    """The name of a mistake."""

    EMPTY = "empty-expression"
    TOO_LONG = "too-long"
    TOO_DEEP = "too-deep"
    BAD_NUMBER = "bad-number"
    UNEXPECTED_CHARACTER = "unexpected-character"
    MISSING_BRACKET = "missing-bracket"
    EXTRA_BRACKET = "extra-bracket"
    UNEXPECTED_WORD = "unexpected-word"
    MISSING_OPERAND = "missing-operand"
    UNKNOWN_FUNCTION = "unknown-function"
    ARGUMENTS = "wrong-number-of-arguments"
    UNKNOWN_NAME = "unknown-name"
    LATER_NAME = "later-name"
    WRONG_TYPE = "wrong-type"
    UNKNOWN_OPTION = "unknown-option"
    MISSING_OPTION = "missing-option"
    REPEATED_OPTION = "repeated-option"
    DIVISION_BY_ZERO = "division-by-zero"


class TermError(TextError[TermMistake], ProblemError):
    """A mistake in the text of an expression."""

    tells: ClassVar[bool] = True
