"""Waiting on a machine of any speed: for what happens, with a bound that only a hang meets."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

from symcause.processes.isolation import Worker

PATIENCE = 600.0
"""Seconds after which something hangs."""

_PLACE = "SYMCAUSE_TESTS_HANGING"


def until(happened: Callable[[], object], told: str = "it never happened") -> None:
    """Wait for something to become true."""
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end, told
        time.sleep(0.02)


def hangs() -> None:
    """Say that this process does not come back, if anybody wants to know."""
    if place := os.environ.get(_PLACE):
        (Path(place) / str(os.getpid())).touch()


def hang(*_: object) -> NoReturn:
    """Never come back, and say so."""
    hangs()
    while True:
        time.sleep(60)


def count_the_hanging(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on the time of a child with a time limit is up once it hangs, and never before."""
    monkeypatch.setenv(_PLACE, str(folder))

    def remaining(worker: Worker) -> float | None:
        if worker.limits.seconds is None:
            return None
        return 0.0 if (folder / str(worker._process.pid)).exists() else 0.1

    monkeypatch.setattr(Worker, "remaining", remaining)
