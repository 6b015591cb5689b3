"""The usage of a process: seconds of a core and the peak of its memory, for reports only."""

from __future__ import annotations

import sys
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
        after = _seconds()
        if after is None or self._before is None:
            return
        import resource

        self.cpu = round(after - self._before, 6)
        scale = 1 << 20 if sys.platform == "darwin" else 1 << 10
        self.memory_mb = round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / scale, 1)


def _seconds() -> float | None:
    if sys.platform == "win32":
        return None
    import resource

    own = resource.getrusage(resource.RUSAGE_SELF)
    others = resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime
