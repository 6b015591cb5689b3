"""SQLite tables of the textgraph release, read row by row without running any SQL in them.

The file is never written to, and nothing in it is run: an authorizer lets plain columns of plain tables be
read and denies functions, views, recursion and whatever else a schema may hold. A damaged tree of pages
could list rows without end, so no more steps are made than the file's bytes account for, and no more rows
and characters are taken than it has bytes. A file that another program is writing is refused.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from symcause.errors import LimitError, ProblemError, shorten
from symcause.families.textgraph.bounds import (
    CELL_LENGTH,
    DATABASE_BYTES,
    DATABASE_ROWS,
    LISTED_TABLES,
)
from symcause.formats.storage.byte_streams import Source

_SECONDS = 2.0  # to wait for a program that writes
_STRIDE = 10_000  # steps of SQLite's machine between two looks at their number
_STEPS, _STEPS_A_BYTE, _STEPS_A_ROW = 1_000_000, 4, 40
_ASKED = ("table_xinfo", "query_only", "trusted_schema", "cell_size_check")

Row = dict[str, object]


class Tables:
    """The plain tables of an open file."""

    def __init__(self, base: sqlite3.Connection, size: int) -> None:
        self._base, self._size = base, size
        self._steps = 0
        base.set_progress_handler(self._step, _STRIDE)
        kinds: dict[str, tuple[object, object]] = {}
        for name, kind, told in base.execute("SELECT name, type, sql FROM sqlite_master"):
            if kind in ("table", "view"):
                if str(name).lower() in kinds:
                    raise ProblemError("a table stands twice", value=name)
                kinds[str(name).lower()] = kind, told
        self._kinds = kinds
        self._columns: dict[str, frozenset[str]] = {}

    def __contains__(self, table: str) -> bool:
        return table in self._kinds

    def columns(self, table: str) -> frozenset[str]:
        """The names of the columns. Raises ProblemError if there is no such table, or no plain one."""
        if table not in self._columns:
            if table not in self:
                first = [*map(shorten, sorted(self._kinds)[:LISTED_TABLES])]
                more = ["…"] if len(self._kinds) > LISTED_TABLES else []
                known = ", ".join([*first, *more]) or "none"
                raise ProblemError(f"there is no table {table}", remedy=f"its tables: {known}")
            kind, told = self._kinds[table]
            plain = str(told).lstrip()[:12].upper().split() == ["CREATE", "TABLE"]
            listed = []
            if kind == "table" and plain:
                listed = self._base.execute(f"PRAGMA table_xinfo({table})").fetchall()
            if not listed or any(hidden for *_, hidden in listed):
                raise ProblemError("a view or a computed table is not read", place=table)
            self._columns[table] = frozenset(str(column[1]) for column in listed)
        return self._columns[table]

    def rows(self, table: str, wanted: Sequence[str]) -> Iterator[Row]:
        """All rows, with these columns; one that the table does not have is null."""
        known = [name for name in dict.fromkeys(wanted) if name in self.columns(table)]
        if not known:
            raise ProblemError("none of its columns is known", place=table)
        listed = self._base.execute(f"SELECT {', '.join(known)} FROM {table} NOT INDEXED")
        self._steps = seen = 0
        for number, cells in enumerate(listed):
            seen += 1 + sum(len(cell) for cell in cells if isinstance(cell, str | bytes))
            if seen > self._size:
                raise ProblemError("the file is damaged: it lists more than it holds", place=table)
            if number >= DATABASE_ROWS:
                raise LimitError(f"at most {DATABASE_ROWS} rows of a table are read", place=table)
            yield {**dict.fromkeys(wanted), **dict(zip(known, cells, strict=True))}

    def _step(self) -> bool:
        """Have more steps been made than the rows of a sound file take?"""
        self._steps += _STRIDE
        return self._steps > min(_STEPS_A_BYTE * self._size + _STEPS, _STEPS_A_ROW * DATABASE_ROWS)


@contextmanager
def tables(source: Source) -> Iterator[Tables]:
    """The tables of a source. Raises ProblemError for what is no SQLite file that can be read."""
    try:
        base, size = _connected(source)
        with closing(base):
            base.text_factory = _text
            base.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, CELL_LENGTH)
            for setting in ("query_only = ON", "trusted_schema = OFF", "cell_size_check = ON"):
                base.execute(f"PRAGMA {setting}")
            base.set_authorizer(_allowed)
            yield Tables(base, size)
    except sqlite3.Error as error:
        remedy = "close the program that writes it, or make a copy" if _busy(error) else None
        text = f"this SQLite file cannot be read: {error}"
        raise ProblemError(text, file=source.file, remedy=remedy) from None


def _connected(source: Source) -> tuple[sqlite3.Connection, int]:
    path = Path(source.file)
    if not path.is_file():  # a pipe
        data = source.rest()
        base = sqlite3.connect(":memory:")
        base.deserialize(data[:18] + b"\x01\x01" + data[20:])  # its log of writes stayed behind
        return base, len(data)
    size = path.stat().st_size
    if size > DATABASE_BYTES:
        raise LimitError(
            f"SQLite files of at most {DATABASE_BYTES >> 30} GB are read", file=source.file
        )
    # Without a journal beside it nobody is writing: then even looking for locks would leave files behind.
    beside = (path.with_name(path.name + end) for end in ("-wal", "-journal"))
    quiet = not any(other.exists() and other.stat().st_size for other in beside)
    address = f"{path.absolute().as_uri()}?mode=ro{'&immutable=1' if quiet else ''}"
    return sqlite3.connect(address, uri=True, timeout=_SECONDS), size


def _allowed(
    action: int, first: str | None, second: str | None, base: str | None, within: str | None
) -> int:
    """Reading columns, and asking what the columns are; *within* a view nothing."""
    plain = within is None and (
        action in (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ)
        or (action == sqlite3.SQLITE_PRAGMA and first in _ASKED)
    )
    return sqlite3.SQLITE_OK if plain else sqlite3.SQLITE_DENY


def _text(data: bytes) -> str:
    return data.decode("utf-8", errors="replace")


def _busy(error: sqlite3.Error) -> bool:
    return "locked" in str(error) or "readonly" in str(error) or "unable to open" in str(error)
