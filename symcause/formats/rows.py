"""Rows as people have them in Python: data frames, mappings, arrays; no library is imported for it.

>>> list(records([{"X1": 0, "do": ""}, {"X1": 1, "do": "X1=1"}]))
[{'X1': 0, 'do': ''}, {'X1': 1, 'do': 'X1=1'}]
>>> list(records([[0, 1]], ("X1", "X2")))
[{'X1': 0, 'X2': 1}]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from symcause.errors import ProblemError

Row = dict[str, object]


def records(rows: Any, columns: Sequence[str] | None = None) -> Iterator[Row]:
    """Every row as a mapping.

    *rows*: a frame of pandas or polars, an iterable of mappings, or of sequences (a numpy array, say) whose
    entries *columns* name.
    """
    for number, row in enumerate(_iterated(rows), 1):
        if isinstance(row, Mapping):
            yield {str(name): _plain(value) for name, value in row.items()}
            continue
        values = _values(row, number)
        if columns is None:
            raise ProblemError(
                "the columns have no names", place=f"row {number}", remedy="give variables=[…]"
            )
        if len(values) != len(columns):
            raise ProblemError(
                f"{len(values)} values for {len(columns)} columns", place=f"row {number}"
            )
        yield {name: _plain(value) for name, value in zip(columns, values, strict=True)}


def is_missing(value: object) -> bool:
    """Is a cell empty? None, the empty text, and what is not equal to itself (NaN)."""
    return value is None or value == "" or value != value


def place(number: int, column: str) -> str:
    """Where a cell is, for messages; rows count from 1."""
    return f"row {number}, column {column!r}"


def _iterated(rows: Any) -> Any:
    if hasattr(rows, "to_dicts"):  # polars
        return rows.to_dicts()
    if hasattr(rows, "to_dict") and hasattr(rows, "columns"):  # pandas
        return rows.to_dict("records")
    return rows


def _values(row: Any, number: int) -> list[object]:
    if isinstance(row, str):
        return list(row)
    try:
        return list(row)
    except TypeError:
        raise ProblemError(
            "a row is a mapping or a sequence", place=f"row {number}", value=row
        ) from None


def _plain(value: Any) -> object:
    """A scalar of numpy as Python has it."""
    return value.item() if hasattr(value, "item") and hasattr(value, "dtype") else value
