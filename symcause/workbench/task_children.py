"""Children of the workbench, a bounded number at a time, each at a task.

Every task gets a child of its own, forked, where that is safe, from a process that loads what questions
need, module by module, once its first task is done: the first page does not wait for it. The lines of a
task are handed on as they come; whoever stops iterating (the page asked something else, the tab is gone)
ends it.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import stat
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing, suppress
from importlib import import_module
from pkgutil import walk_packages

from symcause.bounds.workbench_bounds import WAITING_TASKS
from symcause.errors import SymcauseError
from symcause.processes.child_setup import memory_can_be_bounded
from symcause.processes.isolation import Emit, Limits, Stopped, Worker
from symcause.processes.start_method import forks
from symcause.registry import FAMILIES, families
from symcause.workbench.page_tasks import Task, TaskJob

HANDY = frozenset(("shelf", "open", "runs", "play", "study"))
"""Tasks that do not wait for those that think, however long these take."""

_LOOK = 0.02  # seconds between two looks whether a child has said something
_FLOORS = ("space", "audits", "scoring", "questions")  # of a family, to be loaded at the start


class Busy(Exception):
    """Too many tasks are waiting."""


class _Alone:
    """The work in a child, which has no business with the connections of the server."""

    def __init__(self, work: TaskJob) -> None:
        self._work = work

    def __call__(self, task: object, emit: Emit) -> None:
        _hang_up()
        self._work(task, emit)


def _hang_up() -> None:
    """Close the inherited connections of pages: they end when the server says so, not when we do."""
    if not forks():
        return  # nothing is inherited
    for number in range(_most_open()):
        with suppress(OSError):
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                with socket.socket(fileno=os.dup(number)) as one:
                    network = one.family in (socket.AF_INET, socket.AF_INET6)
                if network:
                    os.close(number)


def _most_open() -> int:
    """More than the largest number of a descriptor in use, as a rule: it is the least that is free."""
    with suppress(ValueError, OSError):
        return min(os.sysconf("SC_OPEN_MAX"), 1 << 12)
    return 1 << 12


def _within(megabytes: int | None) -> int | None:
    """The bound on memory, None where the system has none."""
    return megabytes if memory_can_be_bounded() else None


def preloaded() -> Iterator[str]:
    """The modules that questions need, each once it is loaded: children that are forked later have it."""
    for family in families():
        home = FAMILIES.get(family.name)
        if home is not None and family.space is not None:
            for found in walk_packages(import_module(home).__path__, f"{home}."):
                if found.name.removeprefix(f"{home}.").partition(".")[0] in _FLOORS:
                    import_module(found.name)
                    yield found.name


class Children:
    """At most this many at a time that think, and as many that have something at hand."""

    def __init__(
        self, work: TaskJob, most: int, seconds: float | None, megabytes: int | None
    ) -> None:
        self._work, self._limits = _Alone(work), Limits(seconds, _within(megabytes))
        self._thinking, self._handy = asyncio.Semaphore(most), asyncio.Semaphore(most)
        self._waiting = 0
        self._rest: Iterator[str] | None = preloaded() if forks() else None
        self._loading = False
        self.alive = 0

    def lines(self, task: Task) -> AsyncGenerator[str]:
        """The lines of a task as they come, and a last one that says how it ended. Raises Busy."""
        free = self._handy if task.kind in HANDY else self._thinking
        if free.locked() and self._waiting >= WAITING_TASKS:
            raise Busy
        self._waiting += 1
        return self._lines(task, free)

    async def _lines(self, task: Task, free: asyncio.Semaphore) -> AsyncGenerator[str]:
        try:
            await free.acquire()
        finally:
            self._waiting -= 1
        try:
            async with aclosing(self._worked(task)) as lines:
                async for line in lines:
                    yield line
        finally:
            free.release()

    async def _worked(self, task: Task) -> AsyncGenerator[str]:
        worker = Worker(self._work, self._limits, streams=True)
        self.alive += 1
        sent: list[str] = []
        message = _Message(worker)
        try:
            if worker.loading:  # pages do not wait for it
                await message.come(None)
            worker.send((task,))
            done = False
            while not done:
                await message.come(worker.remaining())
                done = worker.receive(0, lambda part: sent.append(str(part)))
                while sent:
                    yield sent.pop(0)
            yield _ended(worker.outcome)
        finally:
            message.forget()
            worker.kill()
            self.alive -= 1
            if not self._loading:
                self._loading = True
                self._load(asyncio.get_running_loop())

    def _load(self, loop: asyncio.AbstractEventLoop) -> None:
        """Load one module more, then let others have their turn."""
        if self._rest is not None and next(self._rest, None) is not None:
            loop.call_soon(self._load, loop)
        else:
            self._rest = None


class _Message:
    """What a child says next: the event loop tells of it, or it is looked for now and then."""

    def __init__(self, worker: Worker) -> None:
        self._connection, self._loop = worker.connection, asyncio.get_running_loop()
        self._here = asyncio.Event()
        try:
            self._loop.add_reader(self._connection.fileno(), self._here.set)
            self._told = True
        except NotImplementedError:  # the loop of Windows knows sockets only
            self._told = False

    async def come(self, patience: float | None) -> None:
        """Wait until there is one, or so long."""
        with suppress(TimeoutError):  # no wait_for: it may lose that we were cancelled
            async with asyncio.timeout(patience):
                while not self._connection.poll(0):
                    if self._told:
                        await self._here.wait()
                        self._here.clear()
                    else:
                        await asyncio.sleep(_LOOK)

    def forget(self) -> None:
        if self._told:
            self._loop.remove_reader(self._connection.fileno())


def _ended(outcome: object) -> str:
    if isinstance(outcome, Stopped):
        return json.dumps({"end": outcome.reason})
    if isinstance(outcome, SymcauseError):  # a fault of the program: its text may hold paths
        return json.dumps({"error": "a fault of the program", "end": "failed"})
    return json.dumps({"end": None})
