"""The score table: a title, named columns and lines, before anything prints it.

A conditional rate over one to five cases is too shaky to print and shown as ``*``; one over no case
is undefined and shown as ``–``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import msgspec

from symcause.bounds.scoring_bounds import MAX_DIGITS, SUPPRESSED_CASES
from symcause.formats.data_frames import data_frame
from symcause.models import number_phrases as words
from symcause.models.notebook_hook import Shown

SUPPRESSED, UNDEFINED = "*", words.UNDEFINED


Value = str | int | float | None


class Cell(msgspec.Struct, frozen=True, gc=False):
    """A value (None: suppressed or undefined) and how a reader sees it; a mean may have an interval."""

    value: Value
    shown: str
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, repr=False)
class Table(Shown):
    """A titled table; *key* is its stable name in documents and files.

    No table goes without its note: a reader must be able to tell what a number is a share of.
    """

    brief = ("key", "title", "columns", "rows")

    key: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str  # what it shows, and over what its rates are
    best: tuple[str, ...] = ()  # columns in which the largest value of a group is the best
    keys: tuple[str, ...] = ()  # one for each column; without them columns go by their headings

    def __post_init__(self) -> None:
        if not self.note.strip():
            raise ValueError(f"the table {self.key!r} does not say what it shows")
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError(f"a row of the table {self.key!r} has not one cell for each column")
        if self.keys and len(self.keys) != len(self.columns):
            raise ValueError(f"the table {self.key!r} has not one key for each column")

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

    def only(self, columns: Sequence[str]) -> Self | None:
        """The table with those of these columns that it has, in this order; None if it has none."""
        places = [self.columns.index(name) for name in columns if name in self.columns]
        return self._taken(places) if places else None

    def place(self, key: str) -> int | None:
        """Where the column of this key is; its heading is one, too."""
        named = next((names for names in (self.keys, self.columns) if key in names), ())
        return named.index(key) if named else None

    def where(self, key: str, value: Value) -> Self:
        """The rows that have a value in a column; all of them where there is no such column."""
        at = self.place(key)
        return self if at is None else replace(self, rows=_having(self.rows, at, value))

    def without(self, key: str) -> Self:
        """The table without a column, which it may not have."""
        at = self.place(key)
        if at is None:
            return self
        return self._taken([i for i, _ in enumerate(self.columns) if i != at])

    def led_by(self, head: str, cell: Cell) -> Self:
        """The table with one more column in front of all others, the same in every row."""
        rows = tuple((cell, *row) for row in self.rows)
        keys = (head, *(self.keys or self.columns))
        return replace(self, columns=(head, *self.columns), rows=rows, keys=keys)

    def _taken(self, places: Sequence[int]) -> Self:
        columns, keys = (
            tuple(names[i] for i in places) if names else () for names in (self.columns, self.keys)
        )
        rows = tuple(tuple(row[i] for i in places) for row in self.rows)
        return replace(self, columns=columns, rows=rows, keys=keys)

    def plain(self) -> tuple[tuple[str, ...], list[tuple[Value, ...]]]:
        """Columns and rows of bare values, for programs; an interval is two columns of its own.

        >>> Table("t", "T", ("x",), ((Cell(0.5, "0.5 [0.4, 0.6]", 0.4, 0.6),),), "shares").plain()
        (('x', 'x low', 'x high'), [(0.5, 0.4, 0.6)])
        """
        ranged = [
            any(row[i].low is not None for row in self.rows) for i, _ in enumerate(self.columns)
        ]
        return tuple(_heads(self.columns, ranged)), [tuple(_bare(row, ranged)) for row in self.rows]

    def __str__(self) -> str:
        """The table as a terminal shows it."""
        return str(self._painted("text"))

    def to_latex(self) -> str:
        """The table for a paper."""
        return str(self._painted("latex"))

    def to_pandas(self) -> Any:
        """A data frame of bare values. Raises UsageError where pandas is not installed."""
        columns, rows = self.plain()
        return data_frame(rows, columns)


def _having(
    rows: Sequence[tuple[Cell, ...]], at: int, value: Value
) -> tuple[tuple[Cell, ...], ...]:
    return tuple(row for row in rows if row[at].value == value)


def _heads(columns: Sequence[str], ranged: Sequence[bool]) -> Iterator[str]:
    for head, wide in zip(columns, ranged, strict=True):
        yield from (head, f"{head} low", f"{head} high") if wide else (head,)


def _bare(row: Sequence[Cell], ranged: Sequence[bool]) -> Iterator[Value]:
    for cell, wide in zip(row, ranged, strict=True):
        yield from (cell.value, cell.low, cell.high) if wide else (cell.value,)


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


def signed(value: float, digits: int = 3) -> Cell:
    """A difference."""
    return Cell(value, f"{value:+.{digits}f}")


def conditional(value: float | None, cases: int, digits: int = 3) -> Cell:
    """A rate or mean over the cases that meet a condition."""
    if 0 < cases <= SUPPRESSED_CASES:
        return Cell(None, SUPPRESSED)
    return number(value if cases else None, digits)
