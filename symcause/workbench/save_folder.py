"""The folder of --save: the only place where the workbench writes.

A file appears under its name when it is whole. One name is taken once: a second file of that name gets a
number. Only a :class:`Ledger` grows, by whole lines at its end, held by one process at a time.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from io import SEEK_END
from pathlib import Path
from typing import BinaryIO

from symcause.bounds.workbench_bounds import ALIKE_FILES, LEDGER_BYTES
from symcause.errors import LimitError, UsageError
from symcause.formats.storage.file_lock import wait_for


@dataclass(frozen=True)
class Desk:
    """A folder that may be written to."""

    folder: Path

    @classmethod
    def at(cls, path: str) -> Desk:
        """The folder, made if it is not there. Raises UsageError if nothing can be written to it."""
        folder = Path(path)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            _fresh(folder, b"").unlink()
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise UsageError(f"nothing can be saved there: {why}", file=path) from None
        return cls(folder)

    def keep(self, stem: str, ending: str, text: str) -> str:
        """Write a new file; the name that it got."""
        whole = _fresh(self.folder, text.encode("utf-8", "replace"))
        try:
            for number in range(1, ALIKE_FILES + 1):
                name = f"{plain_name(stem)}{'' if number == 1 else f'-{number}'}.{ending}"
                with contextlib.suppress(FileExistsError):
                    _name(whole, self.folder / name)
                    return name
        except OSError as error:
            raise UsageError(f"cannot be saved: {error.strerror}", value=stem) from None
        finally:
            whole.unlink()
        raise LimitError(f"there are {ALIKE_FILES} files of this name")


def _fresh(folder: Path, content: bytes) -> Path:
    """A file of no name that anybody looks for."""
    path = folder / f".{secrets.token_hex(8)}.part"
    with path.open("xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    return path


def _name(whole: Path, path: Path) -> None:
    """Give a file its name. Raises FileExistsError if that is taken."""
    try:
        os.link(whole, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links: no longer at once, but still nothing is lost
        with path.open("xb") as file:
            file.write(whole.read_bytes())


def plain_name(text: str) -> str:
    """A text as the name of a file on any system.

    >>> plain_name("../pool/X 1"), plain_name("…")
    ('pool-X-1', 'unnamed')
    """
    return re.sub(r"[^A-Za-z0-9_.-]+", "-", text).strip(".-")[:80] or "unnamed"


class Ledger:
    """A file of lines that is ours until the block ends; see :func:`held`."""

    def __init__(self, file: BinaryIO, path: Path) -> None:
        self._file, self._path = file, path

    def text(self) -> str:
        """Its whole lines; what a crash left of one is cut off."""
        self._file.seek(0)
        found = self._file.read(LEDGER_BYTES + 1)
        if len(found) > LEDGER_BYTES:
            raise LimitError(f"a file of results holds at most {LEDGER_BYTES:,} bytes")
        whole = found[: found.rfind(b"\n") + 1]
        if len(whole) < len(found):
            self._file.truncate(len(whole))
        return whole.decode("utf-8", "replace")

    def add(self, lines: str) -> None:
        """Put whole lines at the end."""
        self._file.seek(0, SEEK_END)
        self._file.write(lines.encode("utf-8", "replace"))
        self._file.flush()
        os.fsync(self._file.fileno())

    def clear(self) -> None:
        """Nothing is left in it."""
        self._file.truncate(0)

    def remove(self) -> None:
        """It has served; whoever waits for it begins a new one."""
        self.clear()
        with contextlib.suppress(OSError):  # a system that keeps open files
            self._path.unlink()


@contextlib.contextmanager
def held(path: Path) -> Iterator[Ledger]:
    """A growing file, ours alone; whoever comes meanwhile waits. Made if it is not there."""
    file = _locked(path)
    while not _still(file, path):  # it was removed while we waited
        file.close()
        file = _locked(path)
    with file:
        yield Ledger(file, path)


def _locked(path: Path) -> BinaryIO:
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o644)
    except OSError as error:
        raise UsageError(f"cannot be saved: {error.strerror}", file=path.name) from None
    file = os.fdopen(descriptor, "r+b")
    wait_for(file.fileno())
    return file


def _still(file: BinaryIO, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False
