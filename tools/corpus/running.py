"""Running the commands: each in a process of its own, or all in one, on clocks of any speed."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from queue import SimpleQueue

from tools.corpus.clocks import ticking
from tools.corpus.command import Command
from tools.corpus.places import ROOT, SHARED, turned
from tools.corpus.timeless import timeless

TOO_LONG = -1
"""The exit code of a command that was ended because it took too long."""

MODES = ("fresh", "one")
"""A process for each command; or one for all of them."""


@dataclass(frozen=True)
class Way:
    """How commands are run; *backwards*: the last first, and so the problems of a pool."""

    mode: str = "fresh"
    clock: float = 1.0
    jobs_of_commands: int = 1
    backwards: bool = False
    patience: float = 600.0


@dataclass(frozen=True)
class Said:
    """What a command said, without times, and its exit code; *cpu*: the seconds of one core it took."""

    command: str
    code: int
    text: str
    cpu: float = 0.0

    def line(self, files: str) -> str:
        """One line of a run; *files* stands for what the command read."""
        digest, cpu = sha256(self.text.encode()).hexdigest(), round(self.cpu, 2)
        told = {"command": self.command, "code": self.code, "sha256": digest}
        return json.dumps({**told, "files": files, "cpu": cpu})


def said(commands: Sequence[Command], files: Path, way: Way, jobs: int = 1) -> Iterator[Said]:
    """What each command said, as they end; *files* is the folder with :data:`SHARED` in it."""
    free: SimpleQueue[Runner] = SimpleQueue()
    runners: list[Runner] = [(_One if way.mode == "one" else _Fresh)(way) for _ in range(jobs)]
    for runner in runners:
        free.put(runner)

    def work(command: Command) -> Said:
        runner = free.get()
        try:
            return _alone(command, files, way, runner.run)
        finally:
            free.put(runner)

    order = list(reversed(commands)) if way.backwards else list(commands)
    try:
        with ThreadPoolExecutor(jobs) as threads:
            for done in as_completed([threads.submit(work, command) for command in order]):
                yield done.result()
    finally:
        for runner in runners:
            runner.close()


Run = Callable[[Command, Path, Path, Path], tuple[int, float]]


def _alone(command: Command, files: Path, way: Way, run: Run) -> Said:
    """One command in a folder of its own, where it finds the files by the same names as ever."""
    with tempfile.TemporaryDirectory(prefix="corpus-") as name:
        place, streams, own = (Path(name, part) for part in ("here", "streams", "turned"))
        for part in (place, streams, own):
            part.mkdir()
        if way.backwards and command.pool is not None:
            turned(files, own, command.pool)
            files = own
        for shared in SHARED:
            (place / shared).symlink_to(files / shared)
        asked = command.with_jobs() if way.jobs_of_commands > 1 else command
        code, cpu = run(asked, place, streams / "out", streams / "error")
        if code == TOO_LONG:
            return Said(command.line, code, f"took more than {way.patience:g} s\n", cpu)
        return Said(command.line, code, _told(command, place, streams, way.backwards), cpu)


def _told(command: Command, place: Path, streams: Path, backwards: bool) -> str:
    out = timeless((streams / "out").read_text(encoding="utf-8"))
    if backwards and command.pool is not None:
        out = "".join(reversed(out.splitlines(keepends=True)))
    parts = [out, timeless((streams / "error").read_text(encoding="utf-8"))]
    for path in sorted(p for p in place.rglob("*") if p.is_file() and p.parts[-2] not in SHARED):
        if not any(parent.is_symlink() for parent in path.parents):
            parts.append(f"== {path.relative_to(place)}\n")
            parts.append(timeless(path.read_text(encoding="utf-8", errors="replace")))
    return "".join(parts)


class Runner:
    """Runs commands and says how each ended, and how long it took of one core."""

    def __init__(self, way: Way) -> None:
        self._patience = way.patience
        path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
        self._environment = ticking(way.clock, {**os.environ, "PYTHONPATH": path})

    def run(self, command: Command, place: Path, out: Path, error: Path) -> tuple[int, float]:
        raise NotImplementedError

    def close(self) -> None:
        """End what still runs."""


class _Fresh(Runner):
    """Each in a process of its own, as a user runs them."""

    def run(self, command: Command, place: Path, out: Path, error: Path) -> tuple[int, float]:
        with out.open("wb") as stdout, error.open("wb") as stderr:
            process = subprocess.Popen(
                [sys.executable, "-m", "symcause", *command.words],
                cwd=place,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=stdout,
                stderr=stderr,
            )
            ended = _ended(process.pid, self._patience)
            if not ended:
                process.kill()
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            return process.returncode if ended else TOO_LONG, used.ru_utime + used.ru_stime


def _ended(pid: int, patience: float) -> bool:
    """Is a child gone within this many seconds? It stays to be waited for."""
    descriptor = os.pidfd_open(pid)
    try:
        return bool(select.select([descriptor], [], [], patience)[0])
    finally:
        os.close(descriptor)


class _One(Runner):
    """One after the other in the same process."""

    def __init__(self, way: Way) -> None:
        super().__init__(way)
        self._process: subprocess.Popen[str] | None = None

    def run(self, command: Command, place: Path, out: Path, error: Path) -> tuple[int, float]:
        process = self._started()
        assert process.stdin is not None and process.stdout is not None
        asked = {"words": command.words, "folder": str(place), "out": str(out), "error": str(error)}
        process.stdin.write(json.dumps(asked) + "\n")
        process.stdin.flush()
        if not select.select([process.stdout], [], [], self._patience)[0]:
            self.close()
            return TOO_LONG, self._patience
        answer = process.stdout.readline()
        if not answer:
            code = process.wait()
            self.close()
            return code, 0.0
        told, cpu = answer.split()
        return int(told), float(cpu)

    def _started(self) -> subprocess.Popen[str]:
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tools.corpus.driver"],
                cwd=ROOT,
                env=self._environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        return self._process

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def kept(folder: Path, command: str) -> Path:
    """Where what a command said is kept."""
    return folder / f"{sha256(command.encode()).hexdigest()[:16]}.txt"
