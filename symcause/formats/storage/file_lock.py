"""A lock on an open file, so that no two runs write to it at the same time.

Where the system has no such locks, or the file system does not know them, everybody gets it.
"""

from __future__ import annotations

import errno
import os
from contextlib import suppress

_TAKEN = (errno.EAGAIN, errno.EACCES, errno.EDEADLK, getattr(errno, "EDEADLOCK", errno.EDEADLK))
_FAR = (
    1 << 40
)  # beyond every file of ours: whoever has locked a byte there keeps nobody from reading


def taken_now(number: int) -> bool:
    """Take the lock of this descriptor, or say that another process has it (False)."""
    try:
        return _lock(number, wait=False)
    except OSError as error:
        return error.errno not in _TAKEN  # else a file system without such locks


def wait_for(number: int) -> None:
    """Take the lock of this descriptor as soon as nobody has it."""
    while True:
        try:
            _lock(number, wait=True)
            return
        except OSError as error:
            if error.errno not in _TAKEN:
                return


def released(number: int) -> None:
    """Give the lock back, though a child that was forked meanwhile still has the file open."""
    with suppress(OSError):
        try:
            import fcntl
        except ImportError:
            _lock_byte(number, "LK_UNLCK")
        else:
            fcntl.flock(number, fcntl.LOCK_UN)


def _lock(number: int, *, wait: bool) -> bool:
    try:
        import fcntl
    except ImportError:
        _lock_byte(number, "LK_LOCK" if wait else "LK_NBLCK")
    else:
        fcntl.flock(number, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    return True


def _lock_byte(number: int, how: str) -> None:
    """The way of Windows: a byte is locked, at the place where the file stands."""
    try:
        import msvcrt
    except ImportError:
        return
    place = os.lseek(number, 0, os.SEEK_CUR)
    os.lseek(number, _FAR, os.SEEK_SET)
    try:
        msvcrt.locking(number, getattr(msvcrt, how), 1)  # type: ignore[attr-defined]
    finally:
        os.lseek(number, place, os.SEEK_SET)
