"""Tables as values: what is shown is decided once, how it is set is up to a renderer.

A conditional rate over one to five cases is too shaky to print and shown as ``*``; one over no case
is undefined and shown as ``–``.
"""

from __future__ import annotations

from dataclasses import dataclass

from symcause.models import words

SUPPRESSED, UNDEFINED = "*", words.UNDEFINED
FEW = 5
"""A conditional rate over at most so many cases is suppressed."""

MAX_DIGITS = 4_300
"""Longest decimal integer in a document; a longer one is null."""


@dataclass(frozen=True)
class Cell:
    """A value (None: suppressed or undefined) and how a reader sees it."""

    value: str | int | float | None
    shown: str


@dataclass(frozen=True)
class Table:
    """A titled table; *key* is its stable name in documents."""

    key: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str | None = None

    def to_dict(self) -> dict[str, object]:
        """Values and shown texts side by side; suppressed and undefined values are null."""
        return {
            "key": self.key,
            "title": self.title,
            "columns": list(self.columns),
            "rows": [[cell.value for cell in row] for row in self.rows],
            "shown": [[cell.shown for cell in row] for row in self.rows],
            "note": self.note,
        }


def word(text: str) -> Cell:
    """A label."""
    return Cell(text, text)


def integer(value: int) -> Cell:
    """A count."""
    return Cell(value, str(value))


def whole(value: int | None) -> Cell:
    """A count of any size; a large one is shown by its leading digits."""
    if value is None:
        return Cell(None, UNDEFINED)
    if value < words.LARGE:
        return integer(value)
    return Cell(value if value < 10**MAX_DIGITS else None, words.whole(value))


def number(value: float | None, digits: int = 3) -> Cell:
    """A rate or mean over all cases; never suppressed."""
    return Cell(None, UNDEFINED) if value is None else Cell(value, f"{value:.{digits}f}")


def conditional(value: float | None, cases: int, digits: int = 3) -> Cell:
    """A rate or mean over the cases that meet a condition."""
    if 0 < cases <= FEW:
        return Cell(None, SUPPRESSED)
    return number(value if cases else None, digits)
