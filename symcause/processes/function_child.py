"""The child process of a function: one and the same for all calls.

For libraries that start threads and keep them: a process with threads must not fork, for its children would
wait for threads that they do not have. A child a call costs ten milliseconds; one that lasts costs a
message each way. Whoever calls, a thread or a forked child of this process, gets a child of its own with
the first call; it ends with the process, or the thread, that asked for it.

>>> total = Lasting(sum)
>>> total([1, 2, 3]), total([4, 5])
(6, 9)
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

from symcause.errors import SymcauseError
from symcause.processes.isolation import NO_LIMITS, Stopped, Worker


class Lasting:
    """Calls of *function*, one at a time, in a child that stays."""

    def __init__(self, function: Callable[..., object]) -> None:
        self._function = function
        self._here = threading.local()

    def __reduce__(self) -> tuple[object, ...]:
        return Lasting, (self._function,)  # elsewhere it has a child of its own

    def __call__(self, *arguments: object) -> object:
        """The function's value; a child that is gone is replaced, once. Raises what its errors are."""
        outcome = self._called(arguments)
        if isinstance(outcome, Stopped) and outcome.lost:
            outcome = self._called(arguments)
        if isinstance(outcome, SymcauseError):
            raise outcome
        return outcome

    def _called(self, arguments: tuple[object, ...]) -> object:
        worker = self._worker()
        try:
            worker.send(arguments)
            while not worker.receive(None):
                pass
        except (BrokenPipeError, ConnectionResetError):
            worker.outcome = Stopped("the process is gone", by="lost")
        except BaseException:  # interrupted: what it will still say belongs to nobody
            self._end(worker)
            raise
        if isinstance(worker.outcome, Stopped):
            self._end(worker)
        return worker.outcome

    def _worker(self) -> Worker:
        """The child of this thread of this process; one that was inherited by a fork is not ours."""
        pair: tuple[int, Worker] | None = getattr(self._here, "child", None)
        if pair is not None and pair[0] == os.getpid():
            return pair[1]
        worker = Worker(self._function, NO_LIMITS, streams=False)
        self._here.child = os.getpid(), worker
        return worker

    def _end(self, worker: Worker) -> None:
        self._here.child = None
        worker.kill()
