"""The JSON documents of a file: one value, one value per line, or a list of values.

A file whose first line is a complete JSON value and is not the only line has one value per line. A line
that cannot be read is reported in its place, and reading goes on; each document carries the label
that errors name it by (``pool.jsonl:3``). Only one line is in memory at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from symcause.bounds.formats_bounds import DOCUMENT_BYTES
from symcause.errors import SymcauseError
from symcause.formats.json_syntax import JsonSyntaxError
from symcause.formats.json_text import decode_text, read_json
from symcause.formats.storage.byte_streams import Source


class Document(NamedTuple):
    """A decoded value (or the error in its place), the file label and the place inside the file."""

    value: object
    file: str
    place: str = ""
    error: SymcauseError | None = None


def json_documents(source: Source, limit: int = DOCUMENT_BYTES) -> Iterator[Document]:
    """All documents of a JSON source; raises if the file as a whole is no JSON."""
    lines = source.lines(limit)
    first = next(lines, b"")
    head = line_document(first, f"{source.file}:{source.line}")
    number, second = source.line, next(lines, None)
    if second is None and isinstance(first, bytes):
        if head.error is None:
            yield from _parts(head.value, source.file)
        else:  # once more, so that the error names the file and not a line of it
            yield from _whole(_blank(number - 1) + first, source.file)
        return
    if second is None or not isinstance(head.error, JsonSyntaxError) or _continues(first, second):
        yield head
        for line in lines if second is None else chain([second], lines):
            yield line_document(line, f"{source.file}:{source.line}")
        return
    # The first line is only the beginning of a value: the file is one document.
    assert isinstance(first, bytes) and isinstance(second, bytes)
    start = _blank(number - 1) + first + _blank(source.line - number - 1) + second
    yield from _whole(start + source.rest(max(limit - len(start), 0)), source.file)


def _blank(lines: int) -> bytes:
    """Blank lines that were passed over, so that errors count lines as an editor does."""
    return b"\n" * min(lines, 100_000)


def _continues(first: bytes | SymcauseError, second: bytes | SymcauseError) -> bool:
    """True if a broken first line is followed by an object of its own: one value per line after all."""
    if not isinstance(second, bytes):
        return True
    if not isinstance(first, bytes) or not (first.lstrip()[:1] == second.lstrip()[:1] == b"{"):
        return False
    try:
        read_json(decode_text(second))
    except JsonSyntaxError:
        return False
    except SymcauseError:
        return True
    return True


def line_document(line: bytes | SymcauseError, label: str) -> Document:
    """The value of one line, or the error in its place, which names it by a label."""
    if isinstance(line, SymcauseError):
        return Document(None, label, error=line.at(file=label))
    try:
        return Document(read_json(decode_text(line, file=label), file=label), label)
    except SymcauseError as error:
        return Document(None, label, error=error)


def _whole(data: bytes, file: str) -> Iterator[Document]:
    return _parts(read_json(decode_text(data, file=file), file=file), file)


def _parts(value: object, file: str) -> Iterator[Document]:
    """The documents in one JSON value: itself, the parts of a list, or the entries of a release."""
    place = ""
    if (
        isinstance(value, dict)
        and "format" not in value
        and isinstance(value.get("problems"), list)
    ):
        value, place = value["problems"], "problems"
    if not isinstance(value, list):
        yield Document(value, file)
        return
    for index, part in enumerate(value):
        yield Document(part, file, f"{place}[{index}]")
