"""Pools of processes: many calls at a time, results in the order of the calls.

Items are taken from their iterator as there is room and never more than a few ahead of the first
result that is still missing, so a pool may be a stream of any length. An item that runs out of time or
memory, crashes or fails costs only itself: its place holds the reason.

*Where* the work is done is a :class:`Backend`: children of this process (:class:`Local`), or the workers
of a cluster (:class:`symcause.processes.cluster.Cluster`). Each of them gives a :class:`Crew` for a job;
what a pool promises (order, streams, nobody left at work) is kept here, once for both.

>>> list(pool(abs, [-1, 2, -3], jobs=2))
[(0, 1), (1, 2), (2, 3)]
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import TYPE_CHECKING, ClassVar, Protocol

from msgspec import Struct

from symcause.bounds.processes_bounds import ITEMS_AHEAD
from symcause.processes.isolation import NO_LIMITS, Limits, Stopped, Worker, outcome_here
from symcause.processes.start_method import forks

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

BEAT = 0.5
"""Seconds between two ticks."""


class Job(Struct, frozen=True):
    """The work on every item of a pool, and what one item may use.

    With *streams* the function gets ``emit=``; of *growing* parts only the last is kept. *ready* loads
    what items need, once, before children begin: so it is no part of what an item may use. *light*
    tells items that need no child: one at a time and without limits they are worked on where they are.
    (No tuple, nor are limits: what schedules a cluster's work takes tuples apart.)
    """

    function: Callable[..., object]
    limits: Limits = NO_LIMITS
    streams: bool = False
    growing: bool = False
    ready: Callable[[], None] | None = None
    light: Callable[[object], bool] | None = None


class Crew(Protocol):
    """Those who work on one job."""

    @property
    def under_way(self) -> int:
        """Items begun whose outcome has not been handed over."""

    @property
    def places(self) -> int:
        """Most items under way; may change as workers come and go."""

    @property
    def window(self) -> int:
        """Most items under way or finished before the first missing one."""

    def begin(self, index: int, item: object) -> None:
        """Start on one more item."""

    def wait(self, patience: float | None = None) -> dict[int, object]:
        """Sleep until something happens, or so long; the outcomes known by then."""

    def dismiss(self) -> None:
        """End everybody at work, whatever they are doing."""


class Backend(Protocol):
    """Where pools are worked on."""

    @property
    def inherits(self) -> bool:
        """Do workers know what this process knows? Otherwise all that they need travels."""

    @property
    def staff(self) -> str:
        """Who is there, for a display of progress; empty where that goes without saying."""

    def crew(self, job: Job) -> Crew:
        """A crew for this job."""


def pool(
    function: Callable[..., object],
    items: Iterable[object],
    *,
    jobs: int = 1,
    on: Backend | None = None,
    seconds: float | None = None,
    megabytes: int | None = None,
    streams: bool = False,
    growing: bool = False,
    ready: Callable[[], None] | None = None,
    light: Callable[[object], bool] | None = None,
    tick: Callable[[], None] | None = None,
) -> Generator[tuple[int, object], None, None]:
    """(index, outcome) for every item, in order; close it to end everybody at work.

    An outcome is the function's value, a :class:`~symcause.processes.isolation.Stopped` with the parts
    emitted so far, or a :class:`~symcause.errors.SymcauseError`. The limits are for one item each.
    Without *on* the work is done by this many children of this process. *tick* is called now and then while
    it is waited for.
    """
    job = Job(function, Limits(seconds, megabytes), streams, growing, ready, light)
    crew = (on or Local(jobs)).crew(job)
    source = enumerate(items)
    finished: dict[int, object] = {}
    first = 0
    more = True
    try:
        while True:
            while more and crew.under_way < min(crew.places, crew.window - len(finished)):
                entry = next(source, None)
                if entry is None:
                    more = False
                else:
                    crew.begin(*entry)
            while first in finished:
                yield first, finished.pop(first)
                first += 1
            if crew.under_way:
                finished.update(crew.wait(None if tick is None else BEAT))
                if tick is not None:
                    tick()
            elif not more and not finished:
                return
    finally:
        crew.dismiss()


class Local(Struct, frozen=True):
    """Children of this process, this many at a time.

    *lifeline* is a connection by which nothing comes while items are under way: if something does, it
    was closed, nobody waits for outcomes any more, and EOFError is raised.
    """

    jobs: int = 1
    lifeline: Connection | None = None
    staff: ClassVar[str] = ""

    @property
    def inherits(self) -> bool:
        return forks()

    def crew(self, job: Job) -> Crew:
        if job.ready is not None and job.limits.megabytes is not None and forks():
            job.ready()
        return _Children(job, self)


class _Children:
    """Children, those at work by the index of their item.

    A child lives on after an item that ended well; under a memory limit every item gets a fresh one, so
    none pays for another's leftovers. Light items are done here.
    """

    def __init__(self, job: Job, local: Local) -> None:
        self.places, self.window = local.jobs, ITEMS_AHEAD * local.jobs
        self._lifeline = [] if local.lifeline is None else [local.lifeline]
        self._busy: dict[int, Worker] = {}
        self._idle: list[Worker] = []
        self._job = job
        self._done: dict[int, object] = {}
        alone = local.jobs == 1 and job.limits == NO_LIMITS
        self._light = job.light if alone else None

    @property
    def under_way(self) -> int:
        return len(self._busy) + len(self._done)

    def begin(self, index: int, item: object) -> None:
        """Give one item to an idle child, or to a new one; a light one is done at once."""
        if self._light is not None and self._light(item):
            self._done[index] = outcome_here(self._job.function, item, streams=self._job.streams)
            return
        worker = self._idle.pop() if self._idle else None
        if worker is not None and not worker.alive:
            worker.kill()
            worker = None
        if worker is None:
            job = self._job
            ready = None if job.limits == NO_LIMITS else job.ready
            worker = Worker(job.function, job.limits, job.streams, job.growing, ready)
        self._busy[index] = worker
        worker.send((item,))

    def wait(self, patience: float | None = None) -> dict[int, object]:
        if self._done:
            done, self._done = self._done, {}
            return done
        from multiprocessing.connection import wait

        busy = self._busy
        limits = [left for worker in busy.values() if (left := worker.remaining()) is not None]
        limits += [] if patience is None else [patience]
        ends = [w.connection for w in busy.values()]
        ready = wait([*self._lifeline, *ends], timeout=min(limits, default=None))
        if any(line in ready for line in self._lifeline):
            raise EOFError
        known: dict[int, object] = {}
        for index, worker in list(busy.items()):
            if worker.receive(0):
                known[index] = worker.outcome
                del busy[index]
                self._release(worker)
        return known

    def _release(self, worker: Worker) -> None:
        if isinstance(worker.outcome, Stopped) or self._job.limits.megabytes is not None:
            worker.kill()
        else:
            self._idle.append(worker)

    def dismiss(self) -> None:
        for worker in (*self._busy.values(), *self._idle):
            worker.kill()
        self._busy, self._idle = {}, []
