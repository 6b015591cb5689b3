"""The usage of a process: seconds of a core and the peak of its memory, for reports only."""

from __future__ import annotations

import sys
from time import process_time
from types import TracebackType


class Usage:
    """What the block took; None where the system does not tell.

    The memory is the peak of the whole process so far.
    """

    cpu: float | None = None
    memory_mb: float | None = None

    def __enter__(self) -> Usage:
        self._before = _seconds()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.cpu = round(_seconds() - self._before, 6)
        self.memory_mb = _peak()


def _seconds() -> float:
    try:
        import resource
    except ImportError:  # a system that does not tell of children
        return process_time()
    own = resource.getrusage(resource.RUSAGE_SELF)
    others = resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime


def _peak() -> float | None:
    try:
        import resource
    except ImportError:
        return None
    scale = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / scale, 1)
