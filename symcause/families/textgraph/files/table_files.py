"""Table files of the textgraph family: ReCITE as CSV or Parquet, read little by little.

Lists and maps are written in different ways: as such in Parquet, as JSON text in CSV and in some JSON
files. :func:`columns` makes values of them all. What cannot be read is left to those who need it.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path

from symcause.errors import LimitError, ProblemError, SymcauseError, UsageError
from symcause.families.textgraph.bounds import CELL_LENGTH
from symcause.formats.json_text import decode_text, read_json
from symcause.formats.pools.json_documents import Document
from symcause.formats.storage.byte_streams import Source
from symcause.version import installing

MAGIC = b"SQLite format 3\x00"
"""How such files begin."""

_BATCH = 64  # rows of a Parquet file in memory
_CHUNK = 1 << 16  # bytes of a CSV file read at a time


def csv_rows(source: Source) -> Iterator[Document]:
    """The rows of a CSV file by its header; empty cells are null."""
    csv.field_size_limit(CELL_LENGTH)
    reader = csv.DictReader(_lines(source), strict=True)
    try:
        for row in reader:
            place = f"{source.file}:{reader.line_num}"
            if None in row:
                error = ProblemError("more cells than the header has names", file=place)
                yield Document(None, place, error=error)
            else:
                yield Document({key: cell or None for key, cell in row.items()}, place)
    except csv.Error as error:
        raise ProblemError(f"not CSV: {error}", place=f"line {reader.line_num}") from None


def _lines(source: Source) -> Iterator[str]:
    """The lines as they stand: a blank one may be part of a cell."""
    rest = b""
    while data := source.read(_CHUNK):
        *lines, rest = (rest + data).split(b"\n")
        if len(rest) > CELL_LENGTH:
            raise LimitError("the line is too long", file=source.file)
        for line in lines:
            yield decode_text(line + b"\n", file=source.file)
    if rest:
        yield decode_text(rest, file=source.file)


def parquet_rows(source: Source) -> Iterator[Document]:
    """The rows of a Parquet file."""
    if find_spec("pyarrow") is None:
        raise UsageError("Parquet needs the package pyarrow", remedy=installing("parquet"))
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = Path(source.file)
    try:
        file = pq.ParquetFile(path if path.is_file() else pa.BufferReader(source.rest()))
        for batch in file.iter_batches(_BATCH):
            for index, row in enumerate(batch.to_pylist()):
                yield Document(row, source.file, f"[{index}]")
    except pa.ArrowInvalid as error:
        raise ProblemError(f"not Parquet: {error}", file=source.file) from None


def columns(row: Mapping[str, object], *named: str) -> dict[str, object]:
    """A row with the named list and map columns decoded, wherever they are JSON text."""
    found = dict(row)
    for name in named:
        if name in found:
            found[name] = _decoded(found[name])
    return found


def _decoded(value: object) -> object:
    if isinstance(value, str) and value.lstrip()[:1] in ("[", "{"):
        try:
            return read_json(value)
        except SymcauseError:
            return value  # whoever needs it says what was expected
    if isinstance(value, dict):  # Parquet gives every row all keys of a column
        return {key: part for key, part in value.items() if part is not None}
    pairs = isinstance(value, list) and all(isinstance(p, tuple) and len(p) == 2 for p in value)
    return dict(value) if pairs and value else value  # type: ignore[call-overload]
