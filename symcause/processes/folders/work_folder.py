"""The work folder of a foreign program: new and empty, and removed whatever the program has put there."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from symcause.processes.folders.tree_removal import remove_tree


@contextmanager
def work_folder() -> Iterator[str]:
    """A folder for one run of a program."""
    folder = tempfile.mkdtemp(prefix="symcause-")
    try:
        yield folder
    finally:
        remove_tree(folder)
