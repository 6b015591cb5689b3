"""Row files, the format of tables: the header and the rows of CSV, TSV or Parquet.

The separator of a text is the one that its header shows: a comma, a semicolon, a tab or a bar. Rows without
any cell are passed over, and so is an unnamed first column that counts them (the index that pandas writes).
A header that names a column twice or stands twice, and a row with more or fewer cells than the header, are
refused.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from symcause.bounds.formats_bounds import CELL_LENGTH, TABLE_ROWS
from symcause.errors import ProblemError, UsageError
from symcause.formats.json_text import MARK, decode_text
from symcause.formats.pools.pool_folders import TABLES
from symcause.formats.storage.byte_streams import Source, opened

if TYPE_CHECKING:
    from pyarrow.parquet import ParquetFile

MISSING = frozenset(("", "NA", "N/A", "NaN", "nan", "null", "NULL", "None", "<NA>"))
"""What programs write into cells that hold nothing."""

_SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
_BATCH = 4096  # rows of a Parquet file in memory
_CHUNK = 1 << 16


class Line(NamedTuple):
    """One row: its cells by column, an empty one None, and where it stands."""

    cells: dict[str, object]
    file: str
    place: str | None = None

    def at(self, column: str) -> str:
        """The place of a cell, for messages."""
        return ", ".join(part for part in (self.place, f"column {column!r}") if part)


class Table(NamedTuple):
    """A file with its columns and its rows, which can be read once."""

    file: str
    columns: tuple[str, ...]
    rows: Iterator[Line]
    counted: bool = False
    """Is there a first column without a name, which counts the rows and is passed over?"""


@contextmanager
def opened_table(path: str | Path) -> Iterator[Table]:
    """The table in a file; ``-`` is standard input, as CSV."""
    with opened(path) as source:
        if Path(source.file).suffix.lower() == ".parquet":
            yield _parquet(source)
        else:
            yield _text(source)


def table_files(path: str | Path) -> list[Path]:
    """The tables of a folder, by name; of its folders, if it has none itself; or the file."""
    found = Path(path)
    if str(path) == "-" or not found.is_dir():
        return [found]
    return _tables(found) or [table for folder in _folders(found) for table in _tables(folder)]


def passed_over(path: str | Path, known: Sequence[str | Path] = ()) -> list[str]:
    """The other files in a folder of tables, by name; those *known* by another option are left out."""
    folder, own = Path(path), {Path(one).resolve() for one in known}
    if str(path) == "-" or not folder.is_dir():
        return []
    tables = {table.parent if table.parent != folder else table for table in table_files(folder)}
    there = sorted(one for one in folder.iterdir() if not one.name.startswith("."))
    left = [one for one in there if one not in tables and one.resolve() not in own]
    return [f"{one.name}/" if one.is_dir() else one.name for one in left]


def _tables(folder: Path) -> list[Path]:
    there = (one for one in folder.iterdir() if not one.name.startswith("."))
    return sorted(one for one in there if one.suffix.lower() in TABLES and one.is_file())


def _folders(folder: Path) -> list[Path]:
    return sorted(p for p in folder.iterdir() if p.is_dir() and not p.name.startswith("."))


def separator_of(header: str, file: str) -> str:
    """The character between the columns of a header."""
    if Path(file).suffix.lower() == ".tsv":
        return "\t"
    return max(_SEPARATORS, key=header.count)


def _text(source: Source) -> Table:
    csv.field_size_limit(CELL_LENGTH)
    lines = _lines(source)
    first = next(lines, None)
    while first is not None and not first.strip():
        source.line += 1
        first = next(lines, None)
    if first is None:
        raise ProblemError("the file is empty", file=source.file)
    skipped, separator = source.line, separator_of(first, source.file)
    reader = csv.reader(_with(first, lines), delimiter=separator, strict=True)
    header = [name.strip() for name in _cells(reader, source.file, skipped) or ()]
    unnamed = not header[0] and len(header) > 1
    columns = _named(header[unnamed:], source.file)

    def rows() -> Iterator[Line]:
        number, first = 0, None
        while (cells := _cells(reader, source.file, skipped)) is not None:
            if not any(map(str.strip, cells)):
                continue
            place = f"{source.file}:{skipped + reader.line_num}"
            if len(cells) != len(header):
                raise _ragged(cells, header, separator, place)
            own = [cell.strip() for cell in cells[unnamed:]]
            if own == list(columns):
                raise ProblemError(
                    "the header stands again", file=place, remedy="leave one header, at the top"
                )
            number += 1
            _bounded(number, source.file)
            if unnamed:
                first = first or cells[0].strip()
                if first not in _FIRST or cells[0].strip() != str(int(first) + number - 1):
                    raise _uncounted(cells[0], place)
            read = (None if cell in MISSING else cell for cell in own)
            yield Line(dict(zip(columns, read, strict=True)), place)

    return Table(source.file, columns, rows(), counted=unnamed)


_FIRST = ("0", "1")
"""Where programs begin to count."""


def _uncounted(cell: str, place: str) -> ProblemError:
    return ProblemError(
        "the first column has no name and does not count the rows",
        file=place,
        value=cell,
        remedy="name it in the first line, or leave it out",
    )


def _lines(source: Source) -> Iterator[str]:
    """The lines as they stand: one may be part of a cell. A byte order mark is dropped."""
    rest = source.read(_CHUNK).removeprefix(MARK)
    while rest:
        *lines, rest = rest.split(b"\n")
        for line in lines:
            yield decode_text(line + b"\n", file=source.file)
        if len(rest) > CELL_LENGTH:
            raise ProblemError("the line is too long", file=source.file, remedy=_LONG)
        if not (data := source.read(_CHUNK)):
            break
        rest += data
    if rest:
        yield decode_text(rest, file=source.file)


_LONG = f"at most {CELL_LENGTH >> 20} MB per line are read; is this a table?"


def _with(first: str, lines: Iterator[str]) -> Iterator[str]:
    yield first
    yield from lines


def _cells(reader: Any, file: str, skipped: int) -> list[str] | None:
    """The cells of the next line, None at the end."""
    begun = skipped + reader.line_num + 1
    try:
        cells: list[str] | None = next(reader, None)
    except csv.Error as error:
        if str(error) == "unexpected end of data":
            raise ProblemError(
                "a quote that this row opens is never closed", file=f"{file}:{begun}"
            ) from None
        if str(error).startswith("new-line character"):
            raise ProblemError(
                "a carriage return stands inside a row",
                file=f"{file}:{begun}",
                remedy="let lines end in a line feed, or put the cell into quotes",
            ) from None
        raise ProblemError(f"not CSV: {error}", file=f"{file}:{begun}") from None
    return cells


def _named(header: Sequence[str], file: str) -> tuple[str, ...]:
    seen: set[str] = set()
    for number, name in enumerate(header, 1):
        if not name:
            raise ProblemError(
                "the column has no name",
                file=file,
                place=f"column {number}",
                remedy="name every column in the first line",
            )
        if name in seen:
            raise ProblemError(
                "two columns have one name", file=file, value=name, remedy="rename or remove one"
            )
        seen.add(name)
    return tuple(header)


def _ragged(cells: list[str], header: list[str], separator: str, place: str) -> ProblemError:
    other = max(_SEPARATORS, key=max(cells, key=len).count)
    mixed = other != separator and other in max(cells, key=len)
    return ProblemError(
        f"the row has {len(cells)} cell{'s' * (len(cells) > 1)}, the header {len(header)}",
        file=place,
        remedy=f"the header has {_SEPARATORS[separator]}, this row {_SEPARATORS[other]}: use one"
        if mixed
        else "give every column a cell, an empty one where nothing was observed",
    )


def _bounded(number: int, file: str) -> None:
    if number > TABLE_ROWS:
        remedy = f"at most {TABLE_ROWS:,} rows are read: split the file"
        raise ProblemError("the table is too long", file=file, remedy=remedy)


def parquet_library(file: str) -> Any:
    """The library that reads Parquet. Raises UsageError where it is not installed."""
    if find_spec("pyarrow") is None:
        raise UsageError(
            "Parquet needs the package pyarrow",
            file=file,
            remedy="pip install 'symcause[parquet]', or write CSV",
        )
    import pyarrow.parquet

    return pyarrow


def _parquet(source: Source) -> Table:
    arrow = parquet_library(source.file)
    try:
        file: ParquetFile = arrow.parquet.ParquetFile(arrow.BufferReader(source.read()))
    except arrow.ArrowInvalid as error:
        raise ProblemError(f"not Parquet: {error}", file=source.file) from None
    names = [str(name) for name in file.schema_arrow.names]
    columns = _named([name for name in names if not name.startswith("__index_level_")], source.file)

    def rows() -> Iterator[Line]:
        number = 0
        for batch in file.iter_batches(_BATCH, columns=list(columns)):
            for row in batch.to_pylist():
                number += 1
                _bounded(number, source.file)
                yield Line(row, source.file, f"row {number}")

    return Table(source.file, columns, rows())
