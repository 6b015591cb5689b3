"""Byte streams from files and standard input, with a bound on what is in memory."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from symcause.bounds.formats_bounds import DOCUMENT_BYTES, DROPPED_BYTES
from symcause.errors import LimitError, ProblemError
from symcause.formats.json_text import MARK, refuse_mark
from symcause.formats.storage.named_pipes import opened_pipe

STANDARD_INPUT = "-"

_CHUNK = 1 << 20
_BLANK = b" \t\r\n"


class Source:
    """An open file with its name; reads once, from front to back, so a pipe will do."""

    def __init__(self, stream: io.BufferedReader, file: str) -> None:
        self._stream = stream
        self.file = file
        self.line = 0
        """The number of the line read last, counted from 1."""

    def first_byte(self) -> bytes:
        """The first byte that is not blank, left in the stream; empty at the end."""
        if not self.line and self._guard(self._stream.peek, len(MARK)).startswith(MARK):
            self._stream.read(len(MARK))
        while data := self._guard(self._stream.peek, 1):
            rest = data.lstrip(_BLANK)
            if rest:
                refuse_mark(rest, file=self.file)
                return rest[:1]
            self.line += data.count(b"\n")
            self._stream.read(len(data))
        return b""

    def head(self) -> bytes:
        """The beginning of what is to come, some thousand bytes at most, left in the stream."""
        return self._guard(self._stream.peek, 1)

    def lines(self, limit: int = DOCUMENT_BYTES) -> Iterator[bytes | LimitError]:
        """The lines that are not blank; one beyond the limit is passed over and reported."""
        while data := self._guard(self._stream.readline, limit + 1):
            self.line += 1
            if len(data) > limit and not data.endswith(b"\n"):
                self._pass_over()
                yield LimitError(
                    "the line is too long", remedy=f"at most {_size(limit)} a line are read"
                )
            elif data.strip(_BLANK):
                yield data

    def _pass_over(self) -> None:
        """Drop the rest of the line; one without end is no line."""
        dropped = 0
        while data := self._guard(self._stream.readline, _CHUNK):
            if data.endswith(b"\n"):
                return
            dropped += len(data)
            if dropped > DROPPED_BYTES:
                raise LimitError(
                    "the line does not end",
                    file=self.file,
                    remedy=f"{_size(DROPPED_BYTES)} were passed over; is this a text file?",
                )

    def read(self, size: int = -1, /) -> bytes:
        """Up to *size* bytes."""
        return self._guard(self._stream.read, size)

    def _guard(self, operation: Callable[[int], bytes], size: int) -> bytes:
        try:
            return operation(size)
        except OSError as error:
            raise _unreadable(Path(self.file), error) from None

    def rest(self, limit: int = DOCUMENT_BYTES) -> bytes:
        """All that is left, if it stays within the limit."""
        data = self.read(limit + 1)
        if len(data) > limit:
            raise LimitError(
                "the file is too large for one document",
                file=self.file,
                remedy=f"at most {_size(limit)} are read; write one problem per line instead",
            )
        return data


def _size(limit: int) -> str:
    return f"{limit >> 20} MB" if limit >= 1 << 20 else f"{limit} bytes"


@contextmanager
def opened(path: str | Path) -> Iterator[Source]:
    """The source at *path*; ``-`` is standard input."""
    name = str(path)
    if name == STANDARD_INPUT:
        if sys.stdin is None:
            raise ProblemError("cannot be read: it is closed", file="standard input")
        yield Source(_buffered(sys.stdin.buffer), "standard input")
        return
    with _open(Path(path)) as stream:
        yield Source(stream, name)


def _open(path: Path) -> io.BufferedReader:
    try:
        return opened_pipe(path) or path.open("rb")
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from None


def require_file(path: str | Path) -> None:
    """Raises ProblemError where nothing stands at *path*; ``-`` is standard input."""
    if str(path) != STANDARD_INPUT and not Path(path).exists():
        raise _unreadable(Path(path), FileNotFoundError())


def _buffered(stream: BinaryIO) -> io.BufferedReader:
    if isinstance(stream, io.BufferedReader):
        return stream
    return io.BufferedReader(cast(io.RawIOBase, stream))


def _unreadable(path: Path, error: OSError | ValueError) -> ProblemError:
    from symcause.formats.storage.missing_files import unreadable  # loaded when it is needed

    return unreadable(path, error)


def read_bytes(path: str | Path, limit: int = DOCUMENT_BYTES) -> bytes:
    """The bytes of a file, if they stay within the limit."""
    with opened(path) as source:
        return source.rest(limit)
