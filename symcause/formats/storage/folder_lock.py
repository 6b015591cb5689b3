"""The lock of a folder, for the moment in which files in it take their names.

Where the system has no such locks, or somebody keeps one for longer than a moment, it goes on without:
nothing that is written depends on it but that the slower of two runs is told.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep

PATIENCE = 5.0
"""Seconds that a lock is waited for."""

_held: set[tuple[int, int]] = set()  # the folders that this process has locked


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Inside, no other run of ours gives a file in this folder its name."""
    try:
        import fcntl

        number = os.open(folder, os.O_RDONLY)
    except (ImportError, OSError):
        yield
        return
    stat = os.fstat(number)
    key = stat.st_dev, stat.st_ino
    inner = key in _held
    try:
        if not inner:
            _held.add(key)
            until = monotonic() + PATIENCE
            while monotonic() < until:
                try:
                    fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    sleep(0.005)
                except OSError:  # a file system without such locks
                    break
        yield
    finally:
        if not inner:
            _held.discard(key)
        with suppress(OSError):
            os.close(number)
