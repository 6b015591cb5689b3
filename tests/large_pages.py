"""Memory in large pages, of which a fork copies one entry where it copied 512.

Commands are tried in children that are forked, thousands in a run, and a worker that has collected all
tests holds 300 MB: copying the table of its pages takes longer than many a command. On systems other than
Linux, and where it has no such pages, everything stays as it is.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

LARGE = 1 << 21
_WANTED, _NOW = 14, 25  # MADV_HUGEPAGE, MADV_COLLAPSE of madvise(2)


def in_large_pages() -> None:
    """Moves what this process holds by now."""
    if sys.platform != "linux":
        return
    with suppress(OSError, AttributeError):
        advise = ctypes.CDLL(None).madvise
        advise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
        for begin, end in _own():
            if advise(begin, end - begin, _WANTED) == 0:
                advise(begin, end - begin, _NOW)


def _own() -> Iterator[tuple[int, int]]:
    """Whole large pages in the memory of this process that is no file's."""
    for line in Path("/proc/self/maps").read_text(encoding="utf-8").splitlines():
        place, rights, _, _, file, *name = line.split(maxsplit=5)
        if rights == "rw-p" and file == "0" and name in ([], ["[heap]"]):
            begin, end = (int(address, 16) for address in place.split("-"))
            begin, end = -(-begin // LARGE) * LARGE, end // LARGE * LARGE
            if begin < end:
                yield begin, end
