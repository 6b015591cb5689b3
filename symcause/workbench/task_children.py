"""Child processes that do the tasks of the workbench, a bounded number at a time.

Every task gets a child of its own, forked from a process that has loaded what questions need. Its lines are
handed on as they come; whoever stops iterating (the page asked something else, the tab is gone) ends it.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import stat
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

from symcause.errors import SymcauseError
from symcause.processes.isolation import Emit, Limits, Stopped, Worker
from symcause.registry import FAMILIES, families
from symcause.workbench.page_tasks import Task, Work

WAITING = 32
"""Tasks that may wait for a child; more are turned away."""


HANDY = frozenset(("shelf", "open", "runs", "play", "study"))
"""Tasks that do not wait for those that think, however long these take."""

_FLOORS = ("space", "audits", "scoring", "questions")  # of a family, to be loaded at the start


class Busy(Exception):
    """Too many tasks are waiting."""


class _Alone:
    """The work in a child, which has no business with the connections of the server."""

    def __init__(self, work: Work) -> None:
        self._work = work

    def __call__(self, task: object, emit: Emit) -> None:
        _hang_up()
        self._work(task, emit)


def _hang_up() -> None:
    """Close the inherited connections of pages: they end when the server says so, not when we do."""
    if not Path("/proc/self/fd").is_dir():
        return
    for entry in list(Path("/proc/self/fd").iterdir()):
        with suppress(OSError):
            number = int(entry.name)
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                with socket.socket(fileno=os.dup(number)) as one:
                    network = one.family in (socket.AF_INET, socket.AF_INET6)
                if network:
                    os.close(number)


def preload() -> None:
    """Load what questions need before the first child is forked."""
    for family in families():
        home = FAMILIES.get(family.name)
        if home is not None and family.space is not None:
            for found in walk_packages(import_module(home).__path__, f"{home}."):
                if found.name.removeprefix(f"{home}.").partition(".")[0] in _FLOORS:
                    import_module(found.name)


class Children:
    """At most this many at a time that think, and as many that have something at hand."""

    def __init__(self, work: Work, most: int, seconds: float | None, megabytes: int | None) -> None:
        self._work, self._limits = _Alone(work), Limits(seconds, megabytes)
        self._thinking, self._handy = asyncio.Semaphore(most), asyncio.Semaphore(most)
        self._waiting = 0
        self.alive = 0

    def lines(self, task: Task) -> AsyncGenerator[str]:
        """The lines of a task as they come, and a last one that says how it ended. Raises Busy."""
        free = self._handy if task.kind in HANDY else self._thinking
        if free.locked() and self._waiting >= WAITING:
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
        loop, ready = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(worker.connection.fileno(), ready.set)
        sent: list[str] = []
        try:
            worker.send((task,))
            done = False
            while not done:
                with suppress(TimeoutError):  # no wait_for: it may lose that we were cancelled
                    async with asyncio.timeout(worker.remaining()):
                        await ready.wait()
                ready.clear()
                done = worker.receive(0, lambda part: sent.append(str(part)))
                while sent:
                    yield sent.pop(0)
                if not done and worker.connection.poll(0):
                    ready.set()
            yield _ended(worker.outcome)
        finally:
            loop.remove_reader(worker.connection.fileno())
            worker.kill()
            self.alive -= 1


def _ended(outcome: object) -> str:
    if isinstance(outcome, Stopped):
        return json.dumps({"end": outcome.reason})
    if isinstance(outcome, SymcauseError):  # a fault of the program: its text may hold paths
        return json.dumps({"error": "a fault of the program", "end": "failed"})
    return json.dumps({"end": None})
