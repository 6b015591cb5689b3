"""Rival writers of a run's files: what others have written at their names since it began.

A run names the files and folders that it will write before it begins to work (:func:`watch`). When a file
is complete, hours later perhaps, :func:`changed` tells whether its name has become somebody else's since.
A file is known by its identity and its last change. Of a folder nobody knows beforehand which files will go
into it: they are dated by the clock of the file system itself, which is asked at the beginning.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

_ALWAYS = -1  # a folder that was not there: whatever is in it was written meanwhile


class Seen(NamedTuple):
    """What tells whether somebody else has written a file meanwhile."""

    device: int
    inode: int
    written: int
    size: int

    @classmethod
    def at(cls, path: Path) -> Seen | None:
        """The file there; None where there is none."""
        try:
            stat = path.stat()
        except OSError:
            return None
        return cls(stat.st_dev, stat.st_ino, stat.st_mtime_ns, stat.st_size)


_files: dict[Path, Seen | None] = {}  # those that are watched, and those that the run has written
_folders: dict[Path, int] = {}  # those that are watched, with the date of the beginning


def watch(paths: Iterable[str | Path]) -> None:
    """A run begins that will write these files, or files into these folders."""
    unwatch()
    for path in paths:
        with contextlib.suppress(OSError, RuntimeError, ValueError):  # told when it is written
            target = Path(path).resolve()
            if target.is_dir():
                _folders[target] = _now(target)
            else:
                _files[target] = Seen.at(target)
                if _files[target] is None:
                    _folders[target] = _ALWAYS


def unwatch() -> None:
    """The run is over."""
    _files.clear()
    _folders.clear()


def changed(target: Path) -> bool:
    """Has somebody else written this file since the run began? False where nobody watches it."""
    seen = Seen.at(target)
    if target in _files:
        return seen != _files[target]
    since = next((_folders[above] for above in target.parents if above in _folders), None)
    return since is not None and seen is not None and target.stat().st_ctime_ns > since


def written(target: Path) -> None:
    """The run has written this file itself."""
    if target in _files or any(above in _folders for above in target.parents):
        _files[target] = Seen.at(target)


def _now(folder: Path) -> int:
    """The date that a change in this folder gets now: its disk may have a clock of its own."""
    os.utime(folder)
    return folder.stat().st_mtime_ns
