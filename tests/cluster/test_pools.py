"""Pools on a cluster: whatever happens to workers, children and scheduler, every result comes once."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Thread

import pytest

from symcause.bounds.processes_bounds import ITEMS_AHEAD, WAITING_ITEMS
from symcause.errors import ProblemError
from symcause.processes.isolation import Failure, Stopped
from symcause.processes.pools import pool
from tests.cluster.cases import NEEDED, Dask, descendants, until
from tests.cluster.work import len_of_both, pick
from tests.solvers.test_isolation import gone

pytest.importorskip("distributed", reason=NEEDED)
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")

from symcause.processes.cluster import Cluster  # noqa: E402


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dask]:
    with Dask(tmp_path_factory.mktemp("cluster")) as found:
        yield found


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def cluster(dask: Dask, said: list[str]) -> Iterator[Cluster]:
    with Cluster(dask.address, said.append) as found:
        until(lambda: len(found.client.nthreads()) >= 2)
        yield found


def test_order_and_every_end_of_an_item(cluster: Cluster, said: list[str]) -> None:
    """One hangs, one kills its process every time, some fail: each costs itself alone."""
    items = ["a", "spin", "complain", "exit", "b", "stumble", "die", "nested", "c"]
    found = list(pool(pick, iter(items), on=cluster, seconds=20))
    assert [index for index, _ in found] == list(range(len(items)))
    values = [value for _, value in found]
    assert [values[0], values[4], values[8]] == ["A", "B", "C"]
    assert values[1] == values[7] == Stopped("time limit of 20 s")
    assert isinstance(values[2], ProblemError) and isinstance(values[5], Failure)
    assert values[3] == Stopped("the process ended with code 4", by="lost")
    assert values[6] == Stopped("the process died of SIGKILL", by="lost")
    assert said == []


def test_one_eats_memory(cluster: Cluster) -> None:
    found = dict(pool(pick, ["a", "eat", "b"], on=cluster, megabytes=200))
    assert found == {0: "A", 1: Stopped("memory limit of 200 MB", by="memory"), 2: "B"}


def test_children_are_kept_one_a_thread(cluster: Cluster) -> None:
    """From item to item, and from pool to pool."""
    first = [value for _, value in pool(pick, ["nap 0.02"] * 60, on=cluster)]
    second = [value for _, value in pool(pick, ["nap 0.02"] * 60, on=cluster)]
    assert len({*first, *second}) <= sum(cluster.threads.values())


def test_a_stream_without_end_is_read_only_as_far_as_there_is_room(cluster: Cluster) -> None:
    taken: list[int] = []

    def endless() -> Iterator[str]:
        while True:
            taken.append(len(taken))
            yield "nap 0.5" if len(taken) == 1 else "a"

    running = pool(pick, endless(), on=cluster)
    next(running)
    running.close()
    places = ITEMS_AHEAD * sum(cluster.threads.values())
    assert places <= len(taken) <= places * WAITING_ITEMS


def test_a_large_job_travels_once_to_a_worker(cluster: Cluster) -> None:
    """Beyond a bound it is a task of its own that the items depend on."""
    work = partial(len_of_both, "x" * 300_000)
    assert list(pool(work, ["a", "bc"] * 20, on=cluster)) == [
        (i, 300_001 + i % 2) for i in range(40)
    ]


def test_a_worker_is_killed_in_the_middle(cluster: Cluster, dask: Dask, tmp_path: Path) -> None:
    """The scheduler gives its items to others; its children do not outlive it."""
    mark = tmp_path / "mark"
    items = [f"mark {mark} 0.1 {i}" for i in range(60)]
    running = pool(pick, items, on=cluster)
    found = [next(running) for _ in range(5)]
    (worker,) = (p for p in descendants(dask.workers[0].pid) if _is_worker(p))
    below = descendants(worker)
    assert below
    os.kill(worker, signal.SIGKILL)
    found += running
    assert found == [(i, str(i)) for i in range(60)]
    assert {line.split()[0] for line in mark.read_text().splitlines()} == set(map(str, range(60)))
    until(lambda: all(map(gone, below)))


def _is_worker(pid: int) -> bool:
    """The worker is the process below a nanny that has children of its own."""
    return any(b"processes.worker_child" in _line(child) for child in descendants(pid)) and (
        b"processes.worker_child" not in _line(pid)
    )


def _line(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def test_an_item_that_kills_its_worker_every_time(cluster: Cluster, said: list[str]) -> None:
    """It is blamed, tried once more alone, and then unknown; those beside it are innocent."""
    items = ["a", "fell", *"bcdefgh"]
    found = dict(pool(pick, items, on=cluster))
    assert found.pop(1) == Stopped(
        "its worker was lost, and lost again when it was alone", by="lost"
    )
    assert found == {i: item.upper() for i, item in enumerate(items) if i != 1}


def test_workers_that_join_later_take_part(cluster: Cluster, dask: Dask) -> None:
    running = pool(pick, ["nap 0.1"] * 100_000, on=cluster)
    before = {next(running)[1] for _ in range(40)}
    places = sum(cluster.threads.values())
    late = dask.worker()
    try:
        until(lambda: next(running) and sum(cluster.threads.values()) > places)
        until(lambda: next(running)[1] not in before)
    finally:
        running.close()
        late.terminate()
        late.wait()


def test_nobody_works_on_for_a_pool_that_was_interrupted(cluster: Cluster, tmp_path: Path) -> None:
    """Tasks cannot be interrupted; their children end all the same."""
    mark = tmp_path / "mark"
    running = pool(pick, [f"mark {mark} 600 {i}" for i in range(8)], on=cluster)
    watch = Thread(target=_interrupt, args=(mark,))
    watch.start()
    with pytest.raises(KeyboardInterrupt):
        next(running)
    running.close()
    watch.join()
    pids = [int(line.split()[1]) for line in mark.read_text().splitlines()]
    assert pids
    until(lambda: all(map(gone, pids)))
    assert list(pool(pick, "ab", on=cluster)) == [(0, "A"), (1, "B")]


def _interrupt(mark: Path) -> None:
    until(lambda: mark.exists() and mark.read_text(encoding="utf-8").endswith("\n"))
    os.kill(os.getpid(), signal.SIGINT)
