"""A file of results: JSON lines that grow as results come, and that a later run can go on with.

Lines are only ever appended while a run is under way, so whatever stops it loses nothing. A later run
keeps the complete lines, cuts off a torn last one, refuses a file that holds anything else, and does again
what was lost or has become wrong; when it is through, such lines are taken out and all stand in input
order. One run holds a lock on the file; a second one is told so.
"""

from __future__ import annotations

import contextlib
import json
from array import array
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from symcause.cli.outputs import refuse_unwritable
from symcause.errors import UsageError

Line = dict[str, object]

MAX_LINE = 256 * 1024 * 1024
"""Most bytes of one line of an earlier run."""

_DROPPED = -1


class Results:
    """Used in a ``with`` block, whose end puts the lines in order."""

    def __init__(self, path: str, *, resume: bool, ours: Callable[[Line], bool]) -> None:
        refuse_unwritable(path)
        self._path, self._ours, self._resume = Path(path), ours, resume
        self._file: IO[bytes] | None = None
        self._starts, self._places = array("q"), array("q")
        self._end = 0
        self._resuming = resume and self._path.exists()
        if self._resuming:
            self._opened()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._file is None:
            return
        try:
            if kind is None:
                self._tidy()
        finally:
            self._close()

    def _opened(self) -> IO[bytes]:
        """The file, locked; it is touched only when there is something to keep or to write."""
        if self._file is None:
            try:
                file = self._path.open("r+b" if self._path.exists() else "w+b")
                _lock(file, self._path)
                if not self._resuming:
                    file.truncate(0)
            except OSError as error:
                raise self._unwritable(error) from None
            self._file = file
        return self._file

    def earlier(self) -> Iterator[tuple[int, Line]]:
        """(number of the line, document) of an earlier run. Read them all before writing."""
        if not self._resuming:
            return
        file = self._opened()
        while data := file.readline(MAX_LINE):
            document = _document(data)
            torn = not data.endswith(b"\n") and data.startswith(b"{")
            if torn and (document is None or self._ours(document)):
                break
            if document is None or not self._ours(document):
                raise self._foreign(len(self._starts) + 1)
            self._starts.append(self._end)
            self._places.append(_DROPPED)
            self._end += len(data)
            yield len(self._starts) - 1, document
        file.seek(self._end)
        file.truncate()

    def keep(self, number: int, place: int) -> None:
        """The line of this number is the result at this place of the input."""
        self._places[number] = place

    def write(self, line: str, place: int) -> None:
        """One more result; it is on its way to the disk when this returns."""
        data = line.encode("utf-8", "replace") + b"\n"
        try:
            file = self._opened()
            file.write(data)
            file.flush()
        except OSError as error:
            raise self._unwritable(error) from None
        self._starts.append(self._end)
        self._places.append(place)
        self._end += len(data)

    def _tidy(self) -> None:
        """Input order, without lines that no longer hold; nothing to do in most runs."""
        places = self._places
        if all(a < b for a, b in pairwise(places)) and _DROPPED not in places:
            return
        assert self._file is not None
        order = sorted((p, i) for i, p in enumerate(places) if p != _DROPPED)
        part = self._path.with_name(self._path.name + ".part")
        try:
            with part.open("wb") as sorted_file:
                for _, number in order:
                    last = number + 1 == len(self._starts)
                    stop = self._end if last else self._starts[number + 1]
                    self._file.seek(self._starts[number])
                    sorted_file.write(self._file.read(stop - self._starts[number]))
            part.replace(self._path)
        except OSError as error:
            raise self._unwritable(error) from None

    def _close(self) -> None:
        assert self._file is not None
        try:
            self._file.close()
        except OSError as error:
            raise self._unwritable(error) from None

    def _unwritable(self, error: OSError) -> UsageError:
        return UsageError(f"cannot be written: {error.strerror or error}", file=str(self._path))

    def _foreign(self, line: int) -> UsageError:
        return UsageError(
            "the file holds something else",
            file=str(self._path),
            place=f"line {line}",
            remedy="leave out --resume to start anew, or name another file",
        )


def _lock(file: IO[bytes], path: Path) -> None:
    """No two runs on one file; where the system has no such locks, none is taken."""
    with contextlib.suppress(ImportError):
        import fcntl

        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in (11, 13, 35):  # EAGAIN, EACCES: somebody else holds it
                return
            file.close()
            raise UsageError(
                "another run is writing to it", file=str(path), remedy="wait, or name another file"
            ) from None


def _document(line: bytes) -> Line | None:
    try:
        document = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(document, dict):
        return None
    name = document.get("problem", document.get("id"))
    return document if name is None or isinstance(name, str) else None
