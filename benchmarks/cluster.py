"""Pools on a Dask cluster: throughput against ``--jobs 2``, what a problem costs, and how far it goes.

*Measured*: a scheduler and workers of one thread each are started as processes of their own, as on
several machines. The overhead is what items cost that take no time themselves: CPU of client, scheduler
and workers apart. The speed-up is that of items that wait (0.1 s each), so that the cores of this machine
are no bound.

*Simulated*: the real loop of pools (window, order) on a crew whose clock is a number. Client and scheduler
take the measured CPU time an item, one item after the other; problems take times with a heavy tail.
"""

from __future__ import annotations

import heapq
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from random import Random
from time import perf_counter

from symcause.audits.question import ask
from symcause.bounds.processes_bounds import ITEMS_AHEAD, WAITING_ITEMS
from symcause.formats.pools.problem_files import read_problems
from symcause.processes.pools import Backend, Crew, Job, Local, pool

TITLE = "Pools on a cluster"

PROBLEM = 7_000
"""Bytes of an item whose work is nothing: as many as a problem has."""

WARM = 60
"""First audits that are not measured: by then all processes have loaded their libraries."""


def run(quick: bool) -> list[str]:
    """Rows of the tables."""
    if find_spec("distributed") is None:
        return ["needs dask.distributed (pip install 'symcause[cluster]')"]
    costs, lines = _overhead(400 if quick else 2_000)
    lines += ["", *_throughput(150 if quick else 600), "", *_speed_up(60 if quick else 200)]
    return [*lines, "", *_simulated(costs, quick)]


@contextmanager
def started(workers: int) -> Iterator[tuple[Backend, int, list[int]]]:
    """A cluster of this many worker processes: the backend, and the processes of scheduler and nannies."""
    from symcause.processes.cluster import Cluster

    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        file = folder / "scheduler.json"
        root = str(Path(__file__).resolve().parent.parent)

        def begin(*words: str) -> int:
            line = [sys.executable, "-m", "dask", *words, "--scheduler-file", str(file)]
            process = subprocess.Popen(
                [*line, "--no-dashboard"],
                env={**os.environ, "PYTHONPATH": root},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            stack.callback(process.wait)
            stack.callback(process.terminate)
            return process.pid

        scheduler = begin("scheduler", "--port", "0")
        nannies = [begin("worker", "--nthreads", "1") for _ in range(workers)]
        while not file.exists():
            time.sleep(0.1)
        cluster = stack.enter_context(Cluster(str(file), lambda line: None))
        while len(cluster.client.nthreads()) < workers:
            time.sleep(0.1)
        list(pool(len, ["a"] * 8 * workers, on=cluster))  # every thread has its child
        yield cluster, scheduler, nannies


@dataclass(frozen=True)
class Costs:
    """CPU seconds an item."""

    client: float
    scheduler: float
    worker: float


def _cpu(*pids: int) -> float:
    """CPU seconds of processes and of all below them."""
    import psutil

    found = [psutil.Process(pid) for pid in pids]
    found += [child for one in found for child in one.children(recursive=True)]
    return sum(t.user + t.system for t in (process.cpu_times() for process in found))


def _overhead(number: int) -> tuple[Costs, list[str]]:
    item = "x" * PROBLEM
    begun = perf_counter()
    list(pool(len, [item] * number, on=Local(2)))
    here = (perf_counter() - begun) / number
    with started(2) as (cluster, scheduler, nannies):
        before = (time.process_time(), _cpu(scheduler), _cpu(*nannies))
        begun = perf_counter()
        list(pool(len, [item] * number, on=cluster))
        there = (perf_counter() - begun) / number
        after = (time.process_time(), _cpu(scheduler), _cpu(*nannies))
    costs = Costs(*((b - a) / number for a, b in zip(before, after, strict=True)))
    return costs, [
        f"an item of {PROBLEM} bytes that takes no time, {number} of them, milliseconds each:",
        "",
        "| | elapsed | client CPU | scheduler CPU | worker and child CPU |",
        "| --- | ---: | ---: | ---: | ---: |",
        f"| `--jobs 2` | {1e3 * here:.2f} | | | |",
        f"| 2 workers | {1e3 * there:.2f} | {1e3 * costs.client:.2f} "
        f"| {1e3 * costs.scheduler:.2f} | {1e3 * costs.worker:.2f} |",
    ]


def _audit(problem: object) -> str:
    return str(ask("audit", problem))


def _throughput(number: int) -> list[str]:
    """Audits of the bundled problems, again and again."""
    path = Path(__file__).resolve().parent.parent / "examples" / "pool.jsonl"
    bundled = [item.problem for item in read_problems(path)]
    problems = [bundled[i % len(bundled)] for i in range(number)]
    rows = [
        f"{number} audits of small problems, after the first ones (they load libraries):",
        "",
        "| | problems/s | CPU s a problem, all processes |",
        "| --- | ---: | ---: |",
        f"| `--jobs 2` | {_rate(Local(2), problems, ())} |",
    ]
    with started(2) as (cluster, scheduler, nannies):
        rows.append(f"| 2 workers | {_rate(cluster, problems, (scheduler, *nannies))} |")
    return rows


def _rate(on: Backend, problems: list[object], others: tuple[int, ...]) -> str:
    outcomes = pool(_audit, [*problems[:WARM], *problems], on=on)
    for _ in range(WARM):
        next(outcomes)
    begun, spent = perf_counter(), _cpu(os.getpid(), *others)
    for done, _ in enumerate(outcomes, 1):
        if done == len(problems) - 1:  # children are still there
            elapsed, spent = perf_counter() - begun, _cpu(os.getpid(), *others) - spent
    return f"{len(problems) / elapsed:.1f} | {spent / len(problems):.3f}"


def _speed_up(number: int) -> list[str]:
    rows = [
        "items that wait 0.1 s:",
        "",
        "| workers | items/s | speed-up |",
        "| ---: | ---: | ---: |",
    ]
    alone = None
    for workers in (1, 2, 4):
        with started(workers) as (cluster, _, _):
            begun = perf_counter()
            list(pool(time.sleep, [0.1] * number, on=cluster))
            rate = number / (perf_counter() - begun)
        alone = alone or rate
        rows.append(f"| {workers} | {rate:.1f} | {rate / alone:.2f} |")
    return rows


class Simulated:
    """A cluster whose clock is a number; its items are their own durations."""

    inherits, staff = True, ""

    def __init__(self, threads: int, costs: Costs, waiting: int = WAITING_ITEMS) -> None:
        self.threads, self.costs, self.waiting = threads, costs, waiting
        self.now = self.worked = 0.0

    def crew(self, job: Job) -> Crew:
        return _SimulatedCrew(self)


class _SimulatedCrew:
    def __init__(self, cluster: Simulated) -> None:
        self._cluster = cluster
        self.places = ITEMS_AHEAD * cluster.threads
        self.window = cluster.waiting * self.places
        self._free = [0.0] * cluster.threads  # when each thread has done what it was given
        self._done: list[tuple[float, int]] = []
        self._scheduler = 0.0

    @property
    def under_way(self) -> int:
        return len(self._done)

    def begin(self, index: int, item: object) -> None:
        assert isinstance(item, float)
        cluster, costs = self._cluster, self._cluster.costs
        cluster.now += costs.client / 2
        self._scheduler = max(self._scheduler, cluster.now) + costs.scheduler
        start = max(heapq.heappop(self._free), self._scheduler)
        end = start + costs.worker + item
        heapq.heappush(self._free, end)
        heapq.heappush(self._done, (end, index))
        cluster.worked += item

    def wait(self) -> dict[int, object]:
        cluster = self._cluster
        end, index = heapq.heappop(self._done)
        cluster.now = max(cluster.now, end) + cluster.costs.client / 2
        return {index: None}

    def dismiss(self) -> None:
        self._done = []


def durations(number: int, mean: float, seed: int = 0) -> Iterator[float]:
    """Times with a heavy tail: their logarithm is normal."""
    random, sigma = Random(seed), 1.5
    for _ in range(number):
        yield mean * random.lognormvariate(-sigma * sigma / 2, sigma)


def simulated(
    threads: int, costs: Costs, number: int, mean: float, waiting: int = WAITING_ITEMS
) -> Simulated:
    """A run over this many problems."""
    cluster = Simulated(threads, costs, waiting)
    for _ in pool(float, durations(number, mean), on=cluster):
        pass
    return cluster


def _simulated(costs: Costs, quick: bool) -> list[str]:
    number = 20_000 if quick else 100_000
    rows = [
        f"simulated: {number} problems of 0.1, 1 and 10 s on average, log-normal (σ = 1.5):",
        "",
        "| threads | share of time at work: 0.1 s | 1 s | 10 s | problems/s at 0.1 s |",
        "| ---: | ---: | ---: | ---: | ---: |",
    ]
    for threads in (1, 4, 16, 64, 256):
        done = [simulated(threads, costs, number, mean) for mean in (0.1, 1.0, 10.0)]
        shares = " | ".join(f"{run.worked / (run.now * threads):.2f}" for run in done)
        rows.append(f"| {threads} | {shares} | {number / done[0].now:.0f} |")
    shares = [
        f"{waiting}: {run.worked / (run.now * 64):.2f}"
        for waiting in (1, 4, 16, 64)
        for run in [simulated(64, costs, number, 1.0, waiting)]
    ]
    rows += [
        "",
        "64 threads, 1 s: finished results that may wait for their turn, as a multiple of the items under "
        f"way, and the share of time at work: {', '.join(shares)}",
    ]
    if not quick:
        begun = perf_counter()
        million = simulated(64, costs, 1_000_000, 1.0)
        rows.append(
            f"a million problems of 1 s on 64 threads: {million.now / 3600:.1f} h; the loop itself "
            f"took {perf_counter() - begun:.0f} s of this machine"
        )
    return rows
