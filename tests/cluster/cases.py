"""A real cluster for tests: a scheduler and workers, each a process of its own, as a user starts them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest

from tests.cli.cases import ROOT
from tests.patience import until
from tests.trust.interrupting import listening

NEEDED = "needs dask.distributed (pip install 'symcause[cluster]')"


class Dask:
    """``dask scheduler`` and ``dask worker``, with all defaults; everything ends with the block."""

    def __init__(self, folder: Path, workers: int = 2) -> None:
        pytest.importorskip("distributed", reason=NEEDED)
        self._folder, self._number = folder, workers
        self._file = folder / "scheduler.json"
        self.processes: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Self:
        self.scheduler = self._run("scheduler", "--port", "0", "--scheduler-file", str(self._file))
        until(lambda: self._file.exists() and self._file.read_text().endswith("}"))
        self.address = str(json.loads(self._file.read_text())["address"])
        self.workers = [self.worker() for _ in range(self._number)]
        log = self._folder / "worker.log"
        until(lambda: not self.workers or log.read_text().count("Registered to") >= self._number)
        return self

    def worker(self, **environment: str) -> subprocess.Popen[bytes]:
        """One more default worker: a nanny and a process with all cores as threads."""
        return self._run("worker", self.address, environment=environment)

    def _run(
        self, *words: str, environment: Mapping[str, str] | None = None
    ) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", *words, "--no-dashboard"],
            cwd=self._folder,
            env={
                **os.environ,
                "PYTHONPATH": str(ROOT),
                "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1",
                **(environment or {}),
            },
            stdout=subprocess.DEVNULL,
            stderr=(self._folder / f"{words[0]}.log").open("ab"),
            start_new_session=True,
        )
        self.processes.append(process)
        return process

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for process in self.processes:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def descendants(pid: int) -> list[int]:
    """All processes below one, nearest first."""
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for word in task.read_text().split():
            found += [int(word), *descendants(int(word))]
    return found


def command(*arguments: object) -> subprocess.Popen[str]:
    """The command line in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "symcause", *map(str, arguments)],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=listening,
    )
