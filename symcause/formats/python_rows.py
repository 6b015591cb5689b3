"""Rows as Python users have them: data frames, mappings, columns or arrays.

>>> list(records([{"X1": 0, "do": ""}, {"X1": 1, "do": "X1=1"}]))
[{'X1': 0, 'do': ''}, {'X1': 1, 'do': 'X1=1'}]
>>> list(records([[0, 1]], ("X1", "X2"))) == list(records({"X1": [0], "X2": [1]}))
True
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from symcause.errors import KindError, ProblemError, SymcauseError, UsageError
from symcause.models.exact_numbers import read_number

Row = dict[str, object]

_NARROW = {"float16": "e", "float32": "f"}
"""Floats with fewer digits than Python's, and what ``struct`` calls them."""

_MISSING = ("NAType", "NaTType")
"""What pandas has in empty cells; neither is equal to anything."""

_NEXT = re.compile(r"(?<=[^\s:=])\s+(?=[^\s=]+\s*:?=)(?!:?=)")

_NOTHING = frozenset(
    (
        *("", "-", "–", "—", "{}", "()", "[]", "none", "nothing", "null"),
        *("obs", "observe", "observed", "observation", "observational"),
    )
)
_DO = re.compile(r"\bdo\s*\(([^()]*)\)", re.IGNORECASE)

_PLACE = re.compile(r"(?P<table>\w+)\[(?P<row>\d+)\](?:\.(?P<key>\w+))?(?:\.(?P<part>.+)|\[.*)?")


def records(rows: Any, columns: Sequence[str] | None = None) -> Iterator[Row]:
    """Every row as a mapping.

    *rows*: a frame of pandas or polars, a mapping of columns, an iterable of mappings, or of sequences (a
    numpy array, say) whose entries *columns* name.
    """
    for number, row in enumerate(iterated(rows), 1):
        if isinstance(row, Mapping):
            yield {str(name): plain(value) for name, value in row.items()}
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
        yield {name: plain(value) for name, value in zip(columns, values, strict=True)}


def spread(*tables: Any) -> tuple[dict[str, list[Any]], int | None]:
    """Columns of one length, single values repeated; and the number of rows.

    It is None where all values are single ones. What stands in two tables is that of the last one.

    >>> spread({"a": [1, 2]}, {"b": 3})
    ({'a': [1, 2], 'b': [3, 3]}, 2)
    """
    for table in tables:
        if not isinstance(table, Mapping) and not hasattr(table, "columns"):
            raise KindError("values are a mapping by variable", value=table)
    pairs = [
        (str(name), _plain_list(table[name]))
        for table in tables
        for name in getattr(table, "columns", table)
    ]
    lengths = {len(value) for _, value in pairs if isinstance(value, list)}
    if len(lengths) > 1:
        raise UsageError("columns have different lengths", value=sorted(lengths))
    rows = next(iter(lengths), None)
    listed = {
        name: value if isinstance(value, list) else [value] * (1 if rows is None else rows)
        for name, value in pairs
    }
    return listed, rows


def is_missing(value: object) -> bool:
    """Is a cell empty? None, the empty text, and what is not equal to itself (NaN)."""
    if type(value).__name__ in _MISSING:
        return True
    return value is None or value == "" or value != value


def as_written(value: object) -> Fraction:
    """An exact number; a float stands for the decimal that Python writes for it.

    >>> as_written(0.1)
    Fraction(1, 10)
    """
    return read_number(repr(value) if isinstance(value, float) else value)


def settings_of(text: str) -> list[str]:
    """What a *do* cell sets, part by part: between commas, or blanks before a name with a value.

    >>> settings_of("X3=1, X4 = 0 X5=1, size released")
    ['X3=1', 'X4 = 0', 'X5=1', 'size released']
    >>> settings_of("do(X3=1)"), settings_of("do(X3=1), do(X4=0; X5=1)")
    (['X3=1'], ['X3=1', 'X4=0', 'X5=1'])
    """
    parts = (part.strip() for part in re.split("[,;&]", without_do(text)))
    return [one for part in parts for one in _NEXT.split(part)]


def sets_nothing(cell: object) -> bool:
    """Does a *do* cell say in words or signs that nothing was set?

    >>> sets_nothing("none"), sets_nothing("-"), sets_nothing("do()"), sets_nothing("X3=1")
    (True, True, True, False)
    """
    return isinstance(cell, str) and without_do(cell).strip().lower() in _NOTHING


def without_do(text: str) -> str:
    """What was set, without the operator around it: ``do(X3=1)`` is ``X3=1``."""
    return _DO.sub(r"\1", text)


def place(number: int, column: str, table: str = "") -> str:
    """Where a cell is, for messages; rows count from 1."""
    return f"{table}, row {number}, column {column!r}".removeprefix(", ")


def by_row(error: SymcauseError, columns: Mapping[str, str]) -> SymcauseError:
    """An error about a document made of rows, at their place; *columns* are called otherwise there.

    >>> str(by_row(ProblemError("stands twice", place="chain[1].intervene"), {"intervene": "do"}))
    "chain, row 2, column 'do': stands twice"
    """
    match = _PLACE.fullmatch(error.complaint.place or "")
    if match is None or match["key"] is None:
        return error
    column = columns.get(match["key"], match["part"] or match["key"])
    return error.placed(place(int(match["row"]) + 1, column, match["table"]))


def plain(value: Any) -> Any:
    """What numpy, pandas and polars have, as Python has it; short floats stay short."""
    if not hasattr(value, "dtype"):
        return value
    found = value.to_list() if hasattr(value, "to_list") else value.tolist()
    code = _NARROW.get(str(value.dtype).lower())
    if code is None:
        return found
    return [_widened(v, code) for v in found] if isinstance(found, list) else _widened(found, code)


def _widened(value: Any, code: str) -> Any:
    """The shortest decimal that a narrow float stands for: 0.1, where a wide one has 0.10000000149…"""
    if not isinstance(value, float) or value - value != 0:  # infinite, or not a number
        return value
    shorter = (float(f"{value:.{digits}g}") for digits in range(1, 10))
    return next((s for s in shorter if _narrowed(s, code) == value), value)


def _narrowed(value: float, code: str) -> float | None:
    try:
        found: float = struct.unpack(code, struct.pack(code, value))[0]
    except OverflowError:
        return None
    return found


def iterated(rows: Any) -> Any:
    """The rows of a frame, of columns or of what holds one after the other. Raises KindError else."""
    if hasattr(rows, "to_dicts"):  # polars
        return _without_narrow(rows, rows.to_dicts())
    if hasattr(rows, "to_dict") and hasattr(rows, "columns"):  # pandas
        return _without_narrow(rows, rows.to_dict("records"))
    if isinstance(rows, Mapping):
        columns, number = spread(rows)
        return [{name: c[i] for name, c in columns.items()} for i in range(number or 0)]
    if isinstance(rows, str) or not isinstance(rows, Iterable):
        raise KindError("rows are a frame, columns or a list of mappings", value=rows)
    return rows


def _without_narrow(frame: Any, rows: list[Row]) -> list[Row]:
    kinds = zip(frame.columns, frame.dtypes, strict=True) if hasattr(frame, "dtypes") else ()
    codes = {str(name): _NARROW.get(str(kind).lower()) for name, kind in kinds}
    narrow = {name: code for name, code in codes.items() if code is not None}
    return [{**row, **{n: _widened(row[n], code) for n, code in narrow.items()}} for row in rows]


def _plain_list(value: Any) -> Any:
    """Sequences, arrays and columns as lists; a single value as it is."""
    value = plain(value)
    return list(value) if isinstance(value, Sequence) and not isinstance(value, str) else value


def _values(row: Any, number: int) -> list[object]:
    try:
        return list(row)
    except TypeError:
        raise ProblemError(
            "a row is a mapping or a sequence", place=f"row {number}", value=row
        ) from None
