"""Carets under mistakes, for every grammar: a place in a text, and errors that point at it.

Only the window of the source that an excerpt shows is kept, so an error about a huge text is small.

>>> spot = Spot.of("f = 1 + d^3", 10)
>>> spot.where
'column 11'
>>> print(spot.excerpt())
f = 1 + d^3
          ^
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Generic, Self, TypeVar

from symcause.errors import SymcauseError

WINDOW = 72
"""Characters of a line that an excerpt shows."""


@dataclass(frozen=True)
class Spot:
    """*line* and *column* count from 1."""

    line: int
    column: int
    shown: str
    caret: int

    @classmethod
    def of(cls, text: str, position: int) -> Self:
        """The place of a character."""
        begin = text.rfind("\n", 0, position) + 1
        stop = text.find("\n", position)
        end = len(text) if stop < 0 else stop
        low = max(begin, min(position - WINDOW // 2, end - WINDOW))
        high = min(end, low + WINDOW)
        shown = "".join(c if c.isprintable() else "?" for c in text[low:high])
        before, after = "…" * (low > begin), "…" * (high < end)
        return cls(
            text.count("\n", 0, position) + 1,
            position - begin + 1,
            f"{before}{shown}{after}",
            position - low + len(before),
        )

    @property
    def where(self) -> str:
        """The place in words; the line is named where there are several."""
        column = f"column {self.column}"
        return column if self.line == 1 else f"line {self.line}, {column}"

    def excerpt(self) -> str:
        """The source line (a window of it, if it is long) with the caret under the place."""
        return f"{self.shown}\n{' ' * self.caret}^"


M = TypeVar("M", bound=StrEnum)


class TextError(SymcauseError, Generic[M]):
    """A mistake in a text that somebody wrote; *line* and *column* count from 1.

    It survives pickling and :meth:`~symcause.errors.SymcauseError.at`.
    """

    tells: ClassVar[bool] = (
        False  # is the text told in the message? (where nobody sees the excerpt)
    )

    mistake: M
    line: int
    column: int

    def __init__(
        self, mistake: M, message: str, text: str, position: int, remedy: str | None = None
    ) -> None:
        self.mistake, self._spot = mistake, Spot.of(text, position)
        self.line, self.column = self._spot.line, self._spot.column
        value = text if self.tells else None
        super().__init__(f"{message} at {self._spot.where}", value=value, remedy=remedy)

    def excerpt(self) -> str:
        """The source line (a window of it, if it is long) with a caret under the mistake."""
        return self._spot.excerpt()
