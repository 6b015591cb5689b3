"""Work for the tests of clusters: a function of many ends that workers can load by its name."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from tests.patience import hang
from tests.solvers.test_isolation import pick as pick_local


def len_of_both(first: str, second: str) -> int:
    return len(first) + len(second)


def pick(item: str) -> object:
    """One word, one end."""
    word, *rest = item.split()
    if word == "mark":  # leaves a line in a file, takes its time, and says its name
        path, seconds, name = rest
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(f"{name} {os.getpid()}\n")
        time.sleep(float(seconds))
        return name
    if word == "nap":
        time.sleep(float(rest[0]))
        return os.getppid()
    if word == "fell":  # the worker: two processes above
        above = Path(f"/proc/{os.getppid()}/stat").read_text().rsplit(")", 1)[1].split()[1]
        os.kill(int(above), signal.SIGKILL)
        hang()
    return pick_local(item)
