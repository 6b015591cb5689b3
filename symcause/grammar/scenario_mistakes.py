"""What can be wrong with an expression of a scenario: each mistake with a name, a place and a caret.

>>> error = TermError(TermMistake.UNKNOWN_NAME, "unknown name 'emo'", "1 - emo", 4)
>>> print(error)
unknown name 'emo' at column 5
>>> print(error.excerpt())
1 - emo
    ^
"""

from __future__ import annotations

from enum import StrEnum

from symcause.errors import ProblemError
from symcause.grammar.carets import Spot


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


class TermError(ProblemError):
    """A mistake in the text of an expression; *line* and *column* count from 1."""

    mistake: TermMistake
    line: int
    column: int

    def __init__(
        self,
        mistake: TermMistake,
        message: str,
        text: str,
        position: int,
        remedy: str | None = None,
    ) -> None:
        self.mistake, self._spot = mistake, Spot.of(text, position)
        self.line, self.column = self._spot.line, self._spot.column
        super().__init__(f"{message} at {self._spot.where}", remedy=remedy)

    def excerpt(self) -> str:
        """The source line (a window of it, if it is long) with a caret under the mistake."""
        return self._spot.excerpt()
