"""Places on a cluster: how many items are sent ahead, and when its workers are counted; without one."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from symcause.bounds.processes_bounds import ITEMS_AHEAD
from symcause.processes import cluster_scheduler
from symcause.processes.cluster_crew import Remote
from symcause.processes.cluster_scheduler import Scheduler
from symcause.processes.isolation import Limits
from symcause.processes.pools import Job


def scheduler(told: list[str], **workers: int) -> Scheduler:
    """One that has these workers, with their threads."""
    found: Any = Scheduler("here", told.append)
    found._client = SimpleNamespace(status="running", nthreads=lambda: workers)
    return found  # type: ignore[no-any-return]


def test_items_are_sent_ahead_for_every_thread() -> None:
    job = Job(len, Limits(None, None), False, False, None, None)
    assert Remote(scheduler([], a=2, b=3), job).places == 5 * ITEMS_AHEAD
    assert Remote(scheduler([]), job).places == ITEMS_AHEAD


def test_workers_are_counted_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even on a machine that has just been started, and that there are none is told once."""
    now = [0.0]
    monkeypatch.setattr(cluster_scheduler, "monotonic", lambda: now[0])
    told: list[str] = []
    assert scheduler(told, a=2).threads == {"a": 2}
    nobody = scheduler(told)
    for now[0] in (0.0, 100.0):
        assert nobody.threads == {}
    assert told == ["here has no worker yet: waiting for one"]
