"""A place in a text, shown with a caret under it.

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
from typing import Self

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
