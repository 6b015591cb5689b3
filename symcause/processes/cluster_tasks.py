"""The tasks of a cluster worker: each hands an item to the child of its thread.

Arguments and results are plain values, so that a worker with another version of the project can still
read them and say so.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from symcause.processes.worker_child import Kept, Unwanted

Report = tuple[str, str, bytes]
"""What became of an item, the address of the worker, and more about it.

``done``: the pickled outcome. ``refused``: the version of symcause there. ``unwanted``: taken back.
"""

_THREAD = threading.local()


def work(version: str, job: str, about: bytes, item: bytes) -> Report:
    """The report about one item, from this thread's child; only a child of this *version* is asked."""
    from distributed import get_worker

    address = str(get_worker().address)
    wanted = _wanted()
    while True:
        child = _child()
        if child.version != version:
            _dismiss()
            return "refused", address, child.version.encode()
        try:
            return "done", address, child.outcome(job, about, item, wanted)
        except EOFError:  # it had been idle for long enough to leave
            _dismiss()
        except Unwanted:
            _dismiss()
            return "unwanted", address, b""


def _child() -> Kept:
    """The child of this thread."""
    found: Kept | None = getattr(_THREAD, "child", None)
    if found is None or not found.alive:
        _dismiss()
        found = _THREAD.child = Kept()
    return found


def _dismiss() -> None:
    found: Kept | None = getattr(_THREAD, "child", None)
    _THREAD.child = None
    if found is not None:
        found.end()


def _wanted() -> Callable[[], bool]:
    """Tells whether the scheduler still waits for the task of this thread, and the worker is no relic.

    Tasks cannot be interrupted: one that was cancelled, or whose client is gone, learns it here.
    """
    from distributed import Status, get_worker
    from distributed.worker import thread_state

    worker, key = get_worker(), thread_state.key
    active = (Status.running, Status.paused, Status.closing_gracefully)

    def wanted() -> bool:
        task = worker.state.tasks.get(key)
        return task is not None and task.state != "cancelled" and worker.status in active

    return wanted
