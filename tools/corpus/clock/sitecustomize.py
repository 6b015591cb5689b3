"""Clocks that run too fast or too slow: on the path of a Python, this is loaded before anything else.

``SYMCAUSE_CLOCK=20`` lets a second pass in a twentieth of one. Whatever Python reads is changed, in
children, too: clocks of the wall, of a process and of a thread, what a process has used, and alarms. Clocks
inside of libraries are not: nothing may ask those.
"""

from __future__ import annotations

import os
import signal
import time

try:
    import resource
except ImportError:  # not on every system
    resource = None  # type: ignore[assignment]

FACTOR = float(os.environ.get("SYMCAUSE_CLOCK") or 1)

_START = 1_700_000_000
"""When the clock of the wall was right; the others begin at 0, so all processes agree on the time."""

_NAMES = ("monotonic", "perf_counter", "process_time", "thread_time")


def _scaled(read, start: int = 0):  # type: ignore[no-untyped-def]
    return lambda: start + (read() - start) * FACTOR


def _scaled_ns(read, start: int = 0):  # type: ignore[no-untyped-def]
    return lambda: int(start + (read() - start) * FACTOR)


def _change() -> None:
    for name in _NAMES:
        if hasattr(time, name):
            setattr(time, name, _scaled(getattr(time, name)))
            setattr(time, f"{name}_ns", _scaled_ns(getattr(time, f"{name}_ns")))
    time.time = _scaled(time.time, _START)
    time.time_ns = _scaled_ns(time.time_ns, _START * 10**9)
    _change_usage()
    _change_alarms()


def _change_usage() -> None:
    times = os.times
    os.times = lambda: os.times_result([value * FACTOR for value in times()])  # type: ignore[assignment]
    if resource is None:
        return
    used = resource.getrusage

    def getrusage(who: int):  # type: ignore[no-untyped-def]
        user, system, *rest = used(who)
        return resource.struct_rusage((user * FACTOR, system * FACTOR, *rest))

    resource.getrusage = getrusage


def _change_alarms() -> None:
    if not hasattr(signal, "setitimer"):
        return
    set_, get = signal.setitimer, signal.getitimer

    def shown(found: tuple[float, float]) -> tuple[float, float]:
        return found[0] * FACTOR, found[1] * FACTOR

    def setitimer(which: int, seconds: float, interval: float = 0.0) -> tuple[float, float]:
        return shown(set_(which, seconds / FACTOR, interval / FACTOR))

    signal.setitimer = setitimer  # type: ignore[assignment]
    signal.getitimer = lambda which: shown(get(which))  # type: ignore[assignment]


if FACTOR != 1:
    _change()
