"""The result file in the output of the CLI: JSON lines that can be resumed.

Lines are only ever appended while a run is under way, so whatever stops it loses nothing. A later run
keeps the complete lines, cuts off a torn last one, refuses a file that holds anything else, and does again
what was lost or has become wrong: the new line takes the place of the old one. When a run is through, and
only then, lines that belong to nothing are taken out and all stand in input order. One run holds a lock on
the file; a second one is told so. Lines of a version whose answers may differ are refused, where a command
is known that renews them, and else are for the caller to judge.
"""

from __future__ import annotations

import json
import os
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from symcause.bounds.cli_bounds import RESULT_LINE_BYTES
from symcause.cli.output.output_files import refuse_device, refuse_unwritable
from symcause.cli.output.result_version import comparable, corrected
from symcause.cli.output.terminal_output import complain
from symcause.errors import UsageError
from symcause.formats.storage.atomic_files import RENAMES_OPEN, begun, opened_straight
from symcause.formats.storage.file_lock import released, taken_now

Line = dict[str, object]

_DROPPED = -1


class Results:
    """Used in a ``with`` block, whose end puts the lines in order."""

    def __init__(
        self, path: str, *, resume: bool, ours: Callable[[Line], bool], renewal: str | None = None
    ) -> None:
        refuse_unwritable(path)
        if resume:
            refuse_device(path)
        self._path, self._ours, self._renewal = Path(path), ours, renewal
        self._starts, self._places = array("q"), array("q")
        self._mended: dict[int, bytes] = {}
        self._end = 0
        self._through = False
        self._resuming = resume and self._path.exists()
        self._fresh = not self._resuming  # what an older run left is still in the file
        self._straight = False  # no file, but something that is written to as it comes
        self._created = not self._path.exists()
        self._file = self._opened()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if self._mended:
                self._mend()
            if kind is None and self._through:
                self._tidy()
            self._file.flush()
            if self._created and not os.fstat(self._file.fileno()).st_size:
                self._nothing()  # a line that is not noted yet is a result, too
        except OSError as error:
            raise self._unwritable(error) from None
        finally:
            self._close()

    def _nothing(self) -> None:
        """Remove the file that was made for results that never came."""
        if not RENAMES_OPEN:
            self._close()
        self._path.unlink(missing_ok=True)

    def _opened(self) -> IO[bytes]:
        """The file, locked at once; its content is touched only when there is something to write."""
        try:
            straight = opened_straight(self._path)
            if straight is not None:  # a device or a pipe takes lines as they come, and is nobody's
                self._fresh, self._straight = False, True
                return straight
            return locked(self._path)
        except OSError as error:
            raise self._unwritable(error) from None

    def earlier(self) -> Iterator[tuple[int, Line]]:
        """(number of the line, document) of an earlier run. Read them all before writing."""
        if not self._resuming:
            return
        file, wrong = self._file, Counter[str]()
        while data := file.readline(RESULT_LINE_BYTES):
            if len(data) == RESULT_LINE_BYTES and not data.endswith(b"\n"):
                raise UsageError(
                    f"line {len(self._starts) + 1} has more than {RESULT_LINE_BYTES:,} bytes",
                    file=str(self._path),
                    remedy="choose another file, or leave out --resume",
                )
            document = _document(data)
            if document is not None:
                self._refuse_older(document)
            torn = not data.endswith(b"\n") and data.startswith(b"{")
            if torn and (document is None or self._ours(document)):
                break
            if document is None or not self._ours(document):
                raise self._foreign(len(self._starts) + 1)
            self._starts.append(self._end)
            self._places.append(_DROPPED)
            self._end += len(data)
            if comparable(version := document.get("symcause")) and corrected(version):
                wrong[str(version)] += 1
            yield len(self._starts) - 1, document
        file.seek(self._end)
        file.truncate()
        for version, number in wrong.items():
            complain(
                f"{self._path}: lines of symcause {version} that --resume keeps: {number:,}; "
                "some of its answers have been corrected since; without --resume all lines are made anew"
            )

    def __len__(self) -> int:
        """Lines of the file, earlier ones included; right also where a signal came within :meth:`write`."""
        noted = len(self._starts)
        if noted and self._starts[-1] == self._end:  # the line is noted, but not yet its end
            return noted
        return noted + (not self._straight and self._file.tell() > self._end)

    def keep(self, number: int, place: int) -> None:
        """The line of this number is the result at this place of the input."""
        self._places[number] = place

    def read(self, number: int) -> Line:
        """The line of this number, as an earlier run left it."""
        position = self._file.tell()
        document = _document(self._line(number))
        self._file.seek(position)
        assert document is not None
        return document

    def write(self, line: str, place: int, over: int | None = None) -> None:
        """One more result; it is on its way to the disk when this returns.

        *over* is the number of an earlier line that it takes the place of: that happens before the next
        line is appended, or at the end.
        """
        data = line.encode("utf-8", "replace") + b"\n"
        if over is not None:
            self._mended[over] = data
            self._places[over] = place
            return
        try:
            if self._mended:
                self._mend()
            if self._fresh and self._file.seek(0, os.SEEK_END):
                self._file.truncate(0)
                self._file.seek(0)
            self._fresh = False
            self._file.write(data)
            self._file.flush()
        except OSError as error:
            raise self._unwritable(error) from None
        self._starts.append(self._end)
        self._places.append(place)
        self._end += len(data)

    def finish(self) -> None:
        """The run is through: earlier lines that it did not come across belong to nothing."""
        self._through = True

    def _mend(self) -> None:
        """New lines in the place of old ones."""
        self._rewrite(range(len(self._starts)))

    def _tidy(self) -> None:
        """Input order, without lines that no longer hold; nothing to do in most runs."""
        places = self._places
        if all(a < b for a, b in pairwise(places)) and _DROPPED not in places:
            return
        order = sorted((p, i) for i, p in enumerate(places) if p != _DROPPED)
        self._rewrite([number for _, number in order])

    def _rewrite(self, numbers: Sequence[int]) -> None:
        """The file with these of its lines, whole or as it was; the lock goes over to the new one."""
        part = begun(self._path, mine=True)
        starts, places, end = array("q"), array("q"), 0
        try:
            lock(part.file, self._path)
            for number in numbers:
                starts.append(end)
                places.append(self._places[number])
                end += part.file.write(self._line(number))
            self._file.seek(self._end)
            from shutil import copyfileobj

            copyfileobj(self._file, part.file)  # what was not read, where a run was stopped early
            if not RENAMES_OPEN:
                self._file.close()
            part.settle(close=not RENAMES_OPEN)
        except BaseException:
            part.discard()
            raise
        self._file.close()
        self._file, self._mended = part.file if RENAMES_OPEN else locked(self._path), {}
        self._starts, self._places, self._end = starts, places, end
        self._file.seek(0, os.SEEK_END)

    def _line(self, number: int) -> bytes:
        if number in self._mended:
            return self._mended[number]
        stop = self._end if number + 1 == len(self._starts) else self._starts[number + 1]
        self._file.seek(self._starts[number])
        return self._file.read(stop - self._starts[number])

    def _close(self) -> None:
        if self._file.closed:
            return
        try:
            try:
                self._file.flush()
                released(self._file.fileno())
            finally:
                self._file.close()
        except OSError as error:
            raise self._unwritable(error) from None

    def _unwritable(self, error: OSError) -> UsageError:
        return UsageError(f"cannot be written: {error.strerror or error}", file=str(self._path))

    def _refuse_older(self, document: Line) -> None:
        """Complain about results of a version whose answers may differ, by the command that renews them."""
        if self._renewal is not None and not comparable(document.get("symcause")):
            raise UsageError(
                "these results are of another version",
                file=str(self._path),
                place=f"line {len(self._starts) + 1}",
                value=document["symcause"],
                remedy=f"{self._renewal} writes them anew",
            )

    def _foreign(self, line: int) -> UsageError:
        return UsageError(
            "the file contains something else",
            file=str(self._path),
            place=f"line {line}",
            remedy="leave out --resume to start anew, or name another file",
        )


def locked(path: Path) -> IO[bytes]:
    """A file to go on with, made if it is not there. Raises UsageError if another run has it."""
    while True:
        number = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
        file = os.fdopen(number, "r+b")
        lock(file, path)
        if path.exists() and os.path.samestat(path.stat(), os.fstat(number)):
            return file
        file.close()  # somebody has put another file in its place meanwhile


def lock(file: IO[bytes], path: Path) -> None:
    """No two runs on one file; where the system has no such locks, none is taken."""
    if not taken_now(file.fileno()):
        file.close()
        raise UsageError(
            "another run is writing to it", file=str(path), remedy="wait, or name another file"
        )


def _document(line: bytes) -> Line | None:
    try:
        document = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(document, dict):
        return None
    name = document.get("problem", document.get("id"))
    return document if name is None or isinstance(name, str) else None
