"""The setup of a child process before its work: silence, memory bound, death with its parent."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from symcause.errors import UsageError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

_OWN_MEMORY = Path("/proc/self/statm")
_ENDING = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]


_PRIVATE: set[Connection] = set()
"""Connections of this process that a forked child must not keep open."""


def private(connection: Connection) -> None:
    """Children of this process shall not have this connection: its end is ours alone."""
    _PRIVATE.add(connection)


def keep_only(connection: Connection) -> None:
    """In a child: of all connections of the two processes this one is its own."""
    for foreign in _PRIVATE:
        foreign.close()
    _PRIVATE.clear()
    _PRIVATE.add(connection)


def hang_up(connection: Connection) -> None:
    """Close a connection that was private."""
    _PRIVATE.discard(connection)
    connection.close()


_HELD: dict[int, Callable[[int, FrameType | None], object]] = {}
"""The handlers of signals that wait."""


@contextmanager
def interrupts_held() -> Iterator[None]:
    """A signal that would interrupt this block interrupts its end.

    An interrupt between the birth of a child and the note of its number would leave a child that nobody
    ends, and for which this process waits for ever as it ends itself. Other threads are never interrupted.
    """
    from threading import current_thread, main_thread

    arrived: list[int] = []
    try:
        for number in _ENDING if current_thread() is main_thread() else ():
            if callable(handler := signal.getsignal(number)):
                _HELD[number] = handler
                signal.signal(number, lambda number, _: arrived.append(number))
        yield
    finally:
        _release()
        if arrived:
            signal.raise_signal(arrived[0])


def _release() -> None:
    try:
        for number in tuple(_HELD):
            signal.signal(number, _HELD[number])
            del _HELD[number]
    finally:
        if _HELD:  # one that was released first interrupts already
            _release()


def detach() -> None:
    """Silence, no Ctrl-C or hang-up of its own (the parent decides), and death with the parent."""
    _release()  # they were held while this process was born
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    nowhere = Path(os.devnull).open("r+", encoding="utf-8")  # noqa: SIM115 (open for good)
    for stream in (0, 1, 2):  # what C code writes to
        os.dup2(nowhere.fileno(), stream)
    sys.stdin = sys.stdout = sys.stderr = nowhere
    if sys.platform == "linux":
        import ctypes

        parent_death_signal = 1  # PR_SET_PDEATHSIG of prctl(2)
        ctypes.CDLL(None).prctl(parent_death_signal, signal.SIGKILL)


def end_with_parent() -> None:
    """A thread that ends this process when its parent is gone, where the system does not do it.

    For a child that was started anew: one that was forked may fork again, and has no threads.
    """
    from multiprocessing import parent_process
    from multiprocessing.connection import wait
    from threading import Thread

    parent = parent_process()
    if parent is None or sys.platform == "linux":
        return

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def memory_can_be_bounded() -> bool:
    """Can this system keep a process of ours within so much memory?"""
    try:
        import resource  # noqa: F401
    except ImportError:
        return False
    return _address_space() is not None


def refuse_unbounded(megabytes: int | None) -> None:
    """Raises UsageError where memory is to be bounded and cannot be."""
    if megabytes is not None and not memory_can_be_bounded():
        raise UsageError(
            "this system cannot bound the memory of a process",
            value=megabytes,
            remedy="leave out --memory",
        )


def bound_memory(megabytes: int | None) -> None:
    """So much more memory than the process has by now, and no more; nothing where that cannot be."""
    own = _address_space()
    if megabytes is not None and own is not None:
        bound_memory_at(megabytes, own)


def bound_memory_at(megabytes: int | None, more: int = 0) -> None:
    """So much memory and so many bytes *more*, whatever the process has by now."""
    if megabytes is None:
        return
    try:
        import resource
    except ImportError:  # a system without such bounds
        return
    limit = (megabytes << 20) + more
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard != resource.RLIM_INFINITY:
        limit = min(limit, hard)
    resource.setrlimit(resource.RLIMIT_AS, (limit, hard))


def _address_space() -> int | None:
    """Bytes of address space in use, None where the system does not tell."""
    try:
        pages = _OWN_MEMORY.read_text(encoding="ascii").split()[0]
    except OSError:
        return None
    return int(pages) * os.sysconf("SC_PAGE_SIZE")
