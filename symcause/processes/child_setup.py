"""The setup of a child process before its work: silence, memory bound, death with its parent."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path


def detach() -> None:
    """Silence, no Ctrl-C or hang-up of its own (the parent decides), and death with the parent."""
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


def bound_memory(megabytes: int | None) -> None:
    """So much more memory than the process has by now, and no more."""
    if megabytes is None or sys.platform == "win32":
        return
    bound_memory_at(megabytes, _address_space())


def bound_memory_at(megabytes: int | None, more: int = 0) -> None:
    """So much memory and so many bytes *more*, whatever the process has by now."""
    if megabytes is None or sys.platform == "win32":
        return
    import resource

    limit = (megabytes << 20) + more
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard != resource.RLIM_INFINITY:
        limit = min(limit, hard)
    resource.setrlimit(resource.RLIMIT_AS, (limit, hard))


def _address_space() -> int:
    """Bytes of address space in use, 0 where the system does not tell."""
    if sys.platform != "linux":
        return 0
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")
