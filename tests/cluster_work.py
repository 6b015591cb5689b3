"""Work for the tests of clusters: a function of many ends that workers can load by its name."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from tests.test_solvers_isolation import pick as pick_local


def pick(item: str) -> object:
    """One word, one end."""
    word, _, path = item.partition(" ")
    if word == "touch":  # leave a mark, so that a test can count how often it was done
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(f"{os.getpid()}\n")
        return path
    if word == "nap":
        time.sleep(float(path))
        return os.getpid()
    return pick_local(item)
