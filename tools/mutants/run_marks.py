"""Marks of runs: by a word in their environment the processes of a run are found, and ended."""

from __future__ import annotations

import os
import signal
import threading
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

MARK = "MUTANTS_MARK"
OURS = uuid4().hex
"""The mark of everything that this process starts; a run has one of its own behind it."""

stopping = threading.Event()
"""Set when all is to end: what runs show from then on is worth nothing."""


class Stopped(Exception):
    """The run was ended from outside."""


def mark() -> str:
    """The mark of a new run. Raises Stopped once none is to begin."""
    if stopping.is_set():
        raise Stopped
    return f"{OURS}/{uuid4().hex}"


def end(marked: str) -> None:
    """End the processes that have this mark, or one that begins with it."""
    wanted = f"{MARK}={marked}".encode()
    for environment in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if wanted in environment.read_bytes():
                os.kill(int(environment.parent.name), signal.SIGKILL)


def stop(*_: object) -> None:
    """End everything; to be called on a signal."""
    stopping.set()
    end(OURS)
    raise SystemExit(130)
