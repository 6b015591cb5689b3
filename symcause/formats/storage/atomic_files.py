"""Atomic files: written under another name, they take theirs when they are complete.

The other name is new and nobody else's: it is made for this one file, beside it, and an existing file or
link of that name is never opened. So two runs that write the same file never write into each other; the
second to end finds that the file is no longer the one that it began with (:mod:`.rival_writers`), leaves it
alone, and says where its own is.

Links are followed, so a link stays one. What is no regular file (a device, a pipe, an open descriptor
such as ``/dev/stdout``) has no other name: it takes everything as it comes.
"""

from __future__ import annotations

import atexit
import contextlib
import errno
import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, cast

from symcause.bounds.formats_bounds import FILE_NAME_LENGTH
from symcause.formats.storage.folder_lock import alone
from symcause.formats.storage.named_pipes import descriptor, waited
from symcause.formats.storage.rival_writers import Seen, changed, written

PART = ".part"
"""How the names end under which files grow."""

RENAMES_OPEN = os.name != "nt"
"""Can a file be renamed, replaced or removed while it is open?"""


def token() -> str:
    """Part of a new name that cannot be known beforehand."""
    return os.urandom(6).hex()


_unfinished: dict[Path, int] = {}  # the files that grow, with the process that they belong to


class Overtaken(OSError):
    """Complete files could not take their names; they are kept where they grew."""

    def __init__(self, why: str, *kept: Path) -> None:
        names = ", ".join(path.name for path in kept)
        super().__init__(errno.EBUSY, f"{why}; what this run wrote is kept as {names}")


_OTHERS = "another program has written it meanwhile"


class Part:
    """A file that grows; :meth:`settle` gives it its name, :meth:`discard` leaves no trace of it."""

    def __init__(
        self, target: Path, grown: Path | None, file: BinaryIO, *, mine: bool = False
    ) -> None:
        self.target, self.file = target, file
        self._grown = grown
        self._before = Seen.at(target)
        self._late = not mine and changed(target)

    def settle(self, *, close: bool = True) -> None:
        """The file is complete: it takes its name."""
        if close:
            self.file.close()
        else:
            self.file.flush()
        grown = self._grown
        if grown is None:
            return
        with alone(self.target.parent):
            if self.overtaken():
                self.release()
                raise Overtaken(_OTHERS, grown)
            try:
                grown.replace(self.target)
            except OSError as error:
                self.release()
                raise Overtaken(str(error.strerror), grown) from None
            written(self.target)
        self.release()

    def overtaken(self) -> bool:
        """Has somebody else written something different under this name meanwhile?"""
        seen = Seen.at(self.target)
        if self._grown is None or seen is None or (seen == self._before and not self._late):
            return False
        return not _alike(self._grown, self.target)

    def release(self) -> Path | None:
        """Whatever becomes of it is no longer ours to tidy up; where it grew."""
        grown, self._grown = self._grown, None
        if grown is not None:
            _unfinished.pop(grown, None)
        return grown

    def discard(self) -> None:
        """What is not settled by now never will be: no trace of it stays."""
        with contextlib.suppress(OSError):  # closing writes again; what went wrong was told already
            self.file.close()
        if self._grown is not None:
            with contextlib.suppress(OSError):
                self._grown.unlink(missing_ok=True)
            self.release()


def begun(path: str | Path, *, mine: bool = False) -> Part:
    """A file that is about to be written. Raises OSError where it cannot be.

    Is what stands there now *mine*? Otherwise somebody else may have written it since the run began.
    """
    straight = opened_straight(path)
    if straight is not None:
        return Part(Path(path), None, straight)
    try:
        target = Path(path).resolve()
    except (OSError, RuntimeError):  # a loop of links: opening it will say so
        target = Path(path).absolute()
    mode = _mode(target)
    grown = target.with_name(f"{target.name[:FILE_NAME_LENGTH]}.{token()}{PART}")
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
    number = os.open(grown, flags | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0), 0o666)
    _unfinished[grown] = os.getpid()
    if mode is not None and hasattr(os, "fchmod"):
        with contextlib.suppress(OSError):
            os.fchmod(number, mode)
    return Part(target, grown, cast(BinaryIO, os.fdopen(number, "w+b")), mine=mine)


def write_whole(path: str | Path, data: bytes) -> None:
    """Write a file: the whole of it or nothing. Raises OSError where it cannot be."""
    write_together([(Path(path), data)])


def write_together(files: Iterable[tuple[Path, bytes]]) -> None:
    """Write files that belong together: none takes its name before the last of them is complete.

    Where one of the names has become somebody else's meanwhile, none is taken. The error that this raises,
    an OSError, names the file.
    """
    parts: list[tuple[Path, Part]] = []
    try:
        for path, data in files:
            with _named(path):
                part = begun(path)
                parts.append((path, part))
                part.file.write(data)
                part.file.close()
        with contextlib.ExitStack() as stack:
            for folder in sorted({part.target.parent for _, part in parts}):
                stack.enter_context(alone(folder))
            for path, part in parts:
                if part.overtaken():
                    with _named(path):
                        raise Overtaken(_OTHERS, *(k for _, p in parts if (k := p.release())))
            for path, part in parts:
                with _named(path):
                    part.settle()
    finally:
        for _, part in parts:
            part.discard()


@contextlib.contextmanager
def _named(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        error.filename = str(path)
        raise


def opened_straight(path: str | Path) -> BinaryIO | None:
    """What is no regular file, opened to be written as it comes; None where there is a file or nothing."""
    number = descriptor(path)
    if number is not None:
        return cast(
            BinaryIO, os.fdopen(os.dup(number), "wb")
        )  # at its place, also where it appends
    try:
        kind = Path(path).stat().st_mode
    except (OSError, ValueError):  # nothing there: whoever makes it says what is wrong
        return None
    if stat.S_ISREG(kind):
        return None
    if stat.S_ISFIFO(kind):
        return waited(Path(path))
    return Path(path).open("wb")


def _mode(target: Path) -> int | None:
    """The permissions of a file that is replaced: the new one has them, too. None where there is none."""
    try:
        found = target.stat()
    except FileNotFoundError:
        return None
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(target))
    return stat.S_IMODE(found.st_mode)


def _alike(one: Path, other: Path) -> bool:
    from filecmp import cmp  # only where something is replaced

    try:
        return cmp(one, other, shallow=False)
    except OSError:
        return False


@atexit.register
def _tidy() -> None:
    """A signal came between making a file and remembering it: no trace of it stays."""
    for path, process in _unfinished.items():
        if process == os.getpid():
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)
