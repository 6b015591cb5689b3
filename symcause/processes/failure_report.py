"""The report of a failure in a child process, by its connection to whoever waits for it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from symcause.errors import SymcauseError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from types import TracebackType


def _cleared(trace: TracebackType | None) -> None:
    """The variables of frames are what filled the memory."""
    while trace is not None:
        with suppress(RuntimeError):  # the frame still runs
            trace.tb_frame.clear()
        trace = trace.tb_next


def _has_no_room(error: BaseException) -> bool:
    """Did a library not fit into the memory that is left? The loader says so in words."""
    text = str(error)
    return isinstance(error, ImportError) and (
        "failed to map segment" in text or "annot allocate memory" in text
    )


class Report:
    """Tells the parent about a block that failed: nothing leaves a child but by its connection."""

    def __init__(
        self, connection: Connection, megabytes: int | None, told: Callable[[BaseException], object]
    ) -> None:
        self._connection, self._megabytes, self._told = connection, megabytes, told

    def __enter__(self) -> None:
        return None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        if error is None:
            return True
        if isinstance(error, SymcauseError):
            message: tuple[str, object] = ("done", error)
        elif isinstance(error, MemoryError) or (self._megabytes and _has_no_room(error)):
            _cleared(trace)  # nothing can be loaded for it now
            limit = self._megabytes
            message = ("stopped", f"memory limit of {limit} MB" if limit else "out of memory")
        else:
            message = ("done", self._told(error))
        self._connection.send(message)
        return True
