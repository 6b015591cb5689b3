"""The crew of a cluster for one job: items go out to its workers, outcomes come back.

An item is one task of the scheduler. If a worker is lost, the scheduler gives its tasks to others, and
blames *all* of them for it; one that was blamed too often comes back as killed. It may well be innocent, so
it is tried once more when nothing else is under way, and only then its outcome is that it was lost. Nothing
else is tried twice: a failure is an outcome. A worker with another version of the project is passed over,
whenever it joined.

Four items a thread are under way, so that no worker waits for the network; finished ones wait for
their turn in the client, up to a bound.

Outcomes are unpickled: they come from the workers of the scheduler that the user named, which are trusted
(SECURITY.md says what that means). No file of a stranger is ever unpickled.
"""

from __future__ import annotations

import pickle
from collections import deque
from concurrent.futures import CancelledError
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from symcause.bounds.processes_bounds import INLINE_BYTES, ITEMS_AHEAD, WAITING_ITEMS
from symcause.processes.cluster_scheduler import ClusterError, Scheduler
from symcause.processes.cluster_tasks import Report, work
from symcause.processes.isolation import Stopped
from symcause.processes.pools import Job
from symcause.version import __version__

if TYPE_CHECKING:
    from distributed import Future

_BEAT = 0.5  # seconds between two looks at the cluster


@dataclass(frozen=True)
class _Task:
    """One item under way."""

    index: int
    item: bytes
    future: Future[Any] | None = None  # none yet: it waits until it can be tried alone
    allowed: frozenset[str] | None = None  # workers that may have it; None: all


_Arrival = tuple[int, "Future[Any]", Report | BaseException | None]
"""A task, and what became of it; None if the scheduler knows nothing of it any more."""


class Remote:
    """A crew of all workers of a cluster."""

    def __init__(self, cluster: Scheduler, job: Job) -> None:
        self._cluster = cluster
        self._about: Any = pickle.dumps(job)
        self._name = f"symcause-{uuid4().hex}"
        self._tasks: dict[int, _Task] = {}
        self._alone: deque[int] = deque()
        self._tries = 0
        self._arrived: SimpleQueue[_Arrival] = SimpleQueue()
        if len(self._about) > INLINE_BYTES:  # a task of its own: if lost, it is made again
            client, key = cluster.client, (f"{self._name}-job", 0)
            self._about = client.submit(bytes, self._about, key=key, pure=False)

    @property
    def under_way(self) -> int:
        return len(self._tasks)

    @property
    def places(self) -> int:
        return ITEMS_AHEAD * max(1, sum(self._cluster.threads.values()))

    @property
    def window(self) -> int:
        return WAITING_ITEMS * self.places

    def begin(self, index: int, item: object) -> None:
        self._submit(_Task(index, pickle.dumps(item)))

    def _submit(self, task: _Task) -> None:
        """Hand a task to the scheduler."""
        cluster = self._cluster
        allowed = frozenset(cluster.threads) if cluster.refused else None
        self._tries += 1
        with cluster.watched():
            future = cluster.client.submit(
                work,
                __version__,
                self._name,
                self._about,
                task.item,
                key=(self._name, task.index, self._tries),
                pure=False,
                workers=None if allowed is None else sorted(allowed),
            )
        index = task.index
        self._tasks[index] = _Task(index, task.item, future, allowed)
        cluster.client.loop.add_callback(self._follow, index, future)

    async def _follow(self, index: int, future: Future[Any]) -> None:
        """Runs beside the main thread: wait for a task, fetch its report, and hand it over."""
        from distributed.scheduler import KilledWorker

        report: Report | BaseException | None
        try:
            error: BaseException | None = await future.exception()
            report = await future.result() if error is None else error
        except KilledWorker as lost:  # the worker that had the report
            report = lost
        except (OSError, CancelledError):
            report = None
        self._arrived.put((index, future, report))

    def wait(self, patience: float | None = None) -> dict[int, object]:
        self._begin_alone()
        try:
            arrived = [
                self._arrived.get(timeout=_BEAT if patience is None else min(_BEAT, patience))
            ]
        except Empty:
            self._look()
            return {}
        while not self._arrived.empty():
            arrived.append(self._arrived.get())
        known: dict[int, object] = {}
        for index, future, report in arrived:
            task = self._tasks.get(index)
            if task is None or task.future is None or task.future is not future:
                continue  # it was given up for another one
            found = self._settled(task, report)
            task.future.release()
            if found is not None:
                known[index] = found[0]
                del self._tasks[index]
        return known

    def _settled(self, task: _Task, report: Report | BaseException | None) -> tuple[object] | None:
        """The outcome; None if the task goes on elsewhere."""
        from distributed.scheduler import KilledWorker

        if isinstance(report, KilledWorker):
            if self._alone and self._alone[0] == task.index:
                self._alone.popleft()
                return (
                    Stopped("its worker was lost, and lost again when it was alone", by="lost"),
                )
            self._alone.append(task.index)
            self._tasks[task.index] = _Task(task.index, task.item)
            return None
        if report is None:
            raise self._cluster.lost()
        if isinstance(report, BaseException):
            raise ClusterError(
                f"a worker cannot do the work: {type(report).__name__}: {report}",
                remedy=f"it needs symcause {__version__}, as this machine has",
            )
        kind, address, content = report
        if kind == "refused":
            self._cluster.refuse(address, content.decode())
        if kind != "done":  # a task that was taken back, and is wanted all the same, is done again
            self._submit(task)
            return None
        if self._alone and self._alone[0] == task.index:
            self._alone.popleft()
        return (pickle.loads(content),)

    def _begin_alone(self) -> None:
        """Try a task that was blamed, once everything else is done."""
        if self._alone and all(task.future is None for task in self._tasks.values()):
            self._submit(self._tasks[self._alone[0]])

    def _look(self) -> None:
        """Is the cluster still there, and does every task have a worker that may do it?"""
        present = self._cluster.threads.keys()
        _ = self._cluster.client
        for task in list(self._tasks.values()):
            if task.future is not None and task.allowed is not None and not task.allowed & present:
                task.future.cancel()
                self._submit(task)

    def dismiss(self) -> None:
        """Take back what is under way: workers see it and end their children."""
        if self._tasks and self._cluster.connected:
            futures = [task.future for task in self._tasks.values() if task.future is not None]
            self._cluster.client.cancel(futures)
        self._tasks = {}
