"""Named pipes, opened without waiting for ever for the other end.

Opening one waits until somebody opens the other end. Whoever gives the name of a pipe that nobody else
knows would wait without a word; so it is opened without waiting, and after a while the wait is given up.
"""

from __future__ import annotations

import errno
import io
import os
import re
import stat
from pathlib import Path
from time import monotonic, sleep
from typing import BinaryIO, cast

PATIENCE = 10.0
"""Seconds that the other end of a named pipe is waited for."""

_MOMENT = 0.01
_DESCRIPTOR = re.compile(r"/(?:dev|proc/self)/fd/([0-9]{1,9})")
_STREAMS = {"/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2}


def descriptor(path: str | Path) -> int | None:
    """The number of the open descriptor that a path names, as in ``<(zcat file)`` of a shell; else None.

    >>> descriptor("/dev/fd/63"), descriptor("pool.jsonl")
    (63, None)
    """
    if os.name != "posix":
        return None
    match = _DESCRIPTOR.fullmatch(str(path))
    return _STREAMS.get(str(path)) if match is None else int(match[1])


class _Reading(io.RawIOBase):
    """A named pipe whose first bytes are waited for; once somebody writes, for as long as it takes."""

    def __init__(self, number: int) -> None:
        self._file = io.FileIO(number, "rb")
        self._until: float | None = monotonic() + PATIENCE

    def readable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._file.fileno()

    def readinto(self, buffer: memoryview, /) -> int:  # type: ignore[override]
        while True:
            count = self._file.readinto(buffer)
            if count is None:  # somebody is there, but has nothing to say yet
                os.set_blocking(self._file.fileno(), True)
                self._until = None
            elif count or self._until is None:
                self._until = None
                os.set_blocking(self._file.fileno(), True)
                return count
            elif monotonic() > self._until:
                raise OSError(errno.EPIPE, f"nobody has written to this pipe for {PATIENCE:.0f} s")
            else:
                sleep(_MOMENT)

    def close(self) -> None:
        self._file.close()
        super().close()


def opened_pipe(path: Path) -> io.BufferedReader | None:
    """The pipe of this name, to be read; None where there is another kind of file, or nothing."""
    nonblocking = getattr(os, "O_NONBLOCK", None)
    if nonblocking is None or not stat.S_ISFIFO(path.stat().st_mode):
        return None
    number = descriptor(path)
    if number is not None:  # somebody has opened it already: whoever writes is there, or is done
        return io.BufferedReader(io.FileIO(os.dup(number), "rb"))
    return io.BufferedReader(_Reading(os.open(path, os.O_RDONLY | nonblocking)))


def waited(path: Path) -> BinaryIO:
    """The pipe of this name, to be written to, once somebody reads from it."""
    until = monotonic() + PATIENCE
    while True:
        try:
            number = os.open(path, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0))
            break
        except OSError as error:
            if error.errno != errno.ENXIO:
                raise
        if monotonic() > until:
            text = f"nobody has read from this pipe for {PATIENCE:.0f} s"
            raise OSError(errno.ENXIO, text)
        sleep(_MOMENT)
    os.set_blocking(number, True)
    return cast(BinaryIO, os.fdopen(number, "wb"))
