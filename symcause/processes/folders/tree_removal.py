"""The removal of a tree of folders, however deep it is and whatever a program has put there.

What lies in a folder below is first moved up to the root of the tree, so that neither the depth of a call
nor the length of a path depends on how deep the tree is. Links are removed, never followed: every step goes
by an open folder and a name in it. Where a system has no such steps, the standard library removes the tree.
"""

from __future__ import annotations

import os
import shutil
import stat
from contextlib import suppress
from itertools import count
from pathlib import Path

_FOLDER = getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)
_ALL = stat.S_IRWXU


def remove_tree(root: str | Path) -> None:
    """Remove a folder and all that is in it, as far as that is allowed; no matter if it is not there."""
    if not {os.open, os.unlink, os.rmdir, os.rename} <= os.supports_dir_fd:
        shutil.rmtree(root, ignore_errors=True)
        return
    with suppress(OSError):
        Path(root).chmod(_ALL)
        top = os.open(root, os.O_RDONLY | _FOLDER)
        try:
            _empty(top)
        finally:
            os.close(top)
        Path(root).rmdir()


def _empty(top: int) -> None:
    """Remove what is in an open folder; what cannot be removed is passed over."""
    numbers, stuck = count(), set[str]()
    while names := set(os.listdir(top)) - stuck:
        for name in sorted(names):
            if not _removed(top, name, numbers):
                stuck.add(name)


def _removed(top: int, name: str, numbers: count[int]) -> bool:
    """Remove an entry of the open folder; of a folder in it, the folders below come up in its place."""
    try:
        if not stat.S_ISDIR(os.lstat(name, dir_fd=top).st_mode):
            os.unlink(name, dir_fd=top)
            return True
        below = _opened(top, name)
        try:
            for other in os.listdir(below):  # noqa: PTH208 - an open folder has no path
                if stat.S_ISDIR(os.lstat(other, dir_fd=below).st_mode):
                    os.close(_opened(below, other))  # a folder that is moved must be writable
                    _move(below, other, top, numbers)
                else:
                    os.unlink(other, dir_fd=below)
        finally:
            os.close(below)
        os.rmdir(name, dir_fd=top)
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True


def _opened(folder: int, name: str) -> int:
    """A folder in an open one, opened by its owner's right if it was closed."""
    try:
        found = os.open(name, os.O_RDONLY | _FOLDER, dir_fd=folder)
    except PermissionError:
        os.chmod(name, _ALL, dir_fd=folder)
        found = os.open(name, os.O_RDONLY | _FOLDER, dir_fd=folder)
    with suppress(OSError):
        os.fchmod(found, _ALL)
    return found


def _move(below: int, name: str, top: int, numbers: count[int]) -> None:
    """Move a folder up, to a name that is free there."""
    while True:
        free = f"{name[:100]}.{next(numbers)}"
        try:
            os.lstat(free, dir_fd=top)
        except FileNotFoundError:
            os.rename(name, free, src_dir_fd=below, dst_dir_fd=top)
            return
