"""Many calls, several at a time, each in a child that can be killed; results in input order.

Items are taken from their iterator as workers become free and never more than a few ahead of the first
result that is still missing, so a pool may be a stream of any length. An item that runs out of time or
memory, crashes or fails costs only itself: its place holds the reason. A worker lives on after an item
that ended well; under a memory limit every item gets a fresh one, so none pays for another's leftovers.

>>> list(pool(abs, [-1, 2, -3], jobs=2))
[(0, 1), (1, 2), (2, 3)]
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable

from symcause.processes.isolation import Limits, Stopped, Worker

_AHEAD = 4  # items a worker that are begun or finished before the first missing one


def pool(
    function: Callable[..., object],
    items: Iterable[object],
    *,
    jobs: int = 1,
    seconds: float | None = None,
    megabytes: int | None = None,
    streams: bool = False,
    growing: bool = False,
) -> Generator[tuple[int, object], None, None]:
    """(index, outcome) for every item, in order; close it to end everybody at work.

    An outcome is the function's value, a :class:`~symcause.processes.isolation.Stopped` with the parts
    emitted so far, or a :class:`~symcause.errors.SymcauseError`. The limits are for one item each.
    Of *growing* parts only the last is kept.
    """
    crew = _Crew(function, Limits(seconds, megabytes), streams, growing)
    source = enumerate(items)
    finished: dict[int, object] = {}
    first = 0
    more = True
    try:
        while True:
            while more and len(crew.busy) < jobs and len(crew.busy) + len(finished) < _AHEAD * jobs:
                entry = next(source, None)
                if entry is None:
                    more = False
                else:
                    crew.begin(*entry)
            while first in finished:
                yield first, finished.pop(first)
                first += 1
            if crew.busy:
                finished.update(crew.wait())
            elif not more and not finished:
                return
    finally:
        crew.dismiss()


class _Crew:
    """Workers, those at work by the index of their item."""

    def __init__(
        self, function: Callable[..., object], limits: Limits, streams: bool, growing: bool
    ) -> None:
        self.busy: dict[int, Worker] = {}
        self._idle: list[Worker] = []
        self._function, self._limits = function, limits
        self._streams, self._growing = streams, growing

    def begin(self, index: int, item: object) -> None:
        """Give one item to an idle worker, or to a new one."""
        worker = self._idle.pop() if self._idle else None
        if worker is not None and not worker.alive:
            worker.kill()
            worker = None
        if worker is None:
            worker = Worker(self._function, self._limits, self._streams, self._growing)
        self.busy[index] = worker
        worker.send((item,))

    def wait(self) -> dict[int, object]:
        """Sleep until something happens; the outcomes known by then."""
        from multiprocessing.connection import wait

        limits = [left for worker in self.busy.values() if (left := worker.remaining()) is not None]
        wait([w.connection for w in self.busy.values()], timeout=min(limits, default=None))
        known: dict[int, object] = {}
        for index, worker in list(self.busy.items()):
            if worker.receive(0):
                known[index] = worker.outcome
                del self.busy[index]
                self._release(worker)
        return known

    def _release(self, worker: Worker) -> None:
        if isinstance(worker.outcome, Stopped) or self._limits.megabytes is not None:
            worker.kill()
        else:
            self._idle.append(worker)

    def dismiss(self) -> None:
        """End everybody."""
        for worker in (*self.busy.values(), *self._idle):
            worker.kill()
        self.busy, self._idle = {}, []
