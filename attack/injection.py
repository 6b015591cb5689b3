"""Faults put into runs: killed at any moment, no room on the disk, nobody who reads, two who write.

Every scenario runs the real program in a process of its own, at a moment that is drawn. Whatever
happens, a later run with ``--resume`` must end with the file that an undisturbed run writes, apart from the
seconds it took; and nobody ever sees a traceback.
"""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from shutil import copyfile, rmtree

from attack.corpus import EXAMPLES, ROOT
from attack.faults import Outcome, Tally, judge

PART = "disturbed runs"
PATIENCE = 300
"""Seconds after which a run that was not disturbed hangs."""

_PROGRAM = (sys.executable, "-m", "symcause")
_POOL, _ROWS = EXAMPLES / "pool.jsonl", EXAMPLES / "predictions.jsonl"
_FIRST = re.compile(  # where signals are first caught
    rb'File "[^"\n]*/symcause/cli/(main\.py", line 5|startup_signals\.py", line \d+),'
)
_LARGE = ("--preset", "hs_n6_easy_calibration", "--pool-size", "100", "--count", "4")

RUNS: dict[str, tuple[str, ...]] = {
    "count": ("count", str(_POOL)),
    "audit": ("audit", str(_POOL), "--quiet"),
    "audit in two processes": ("audit", str(_POOL), "--jobs", "2", "--json"),
    "solve": ("solve", str(_POOL), "--json"),
    "score": ("score", str(_POOL), str(_ROWS), "--bootstrap", "0"),
    "score in two processes": ("score", str(_POOL), str(_ROWS), "--bootstrap", "0", "--jobs", "2"),
    "generate": ("generate", "boolean", *_LARGE),
    "disambiguate": ("disambiguate", str(EXAMPLES / "ambiguous.json"), "--json"),
}
"""Runs that write ``--out FILE`` and can be resumed."""


def listening() -> None:
    """The process hears Ctrl-C, however the attack itself was started."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def begin(arguments: Sequence[str], **streams: object) -> subprocess.Popen[bytes]:
    """The program, under way."""
    facts = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    return subprocess.Popen(  # type: ignore[call-overload, no-any-return]
        [*_PROGRAM, *arguments], env=environment, preexec_fn=listening, **{**facts, **streams}
    )


def end(process: subprocess.Popen[bytes], seconds: float = PATIENCE) -> Outcome:
    """How it ends."""
    try:
        out, err = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return Outcome(None)
    return Outcome(process.returncode, out or b"", err or b"")


def lines_of(path: Path) -> list[object]:
    """The results in a file, without the time that they took."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        document = json.loads(line)
        document.pop("seconds", None)
        found.append(document)
    return found


class Disturber:
    """One scenario after the other."""

    def __init__(self, seed: int, folder: Path, faults: Path) -> None:
        self._rng, self._folder, self._faults = Random(f"disturb {seed}"), folder, faults
        self._wanted: dict[str, list[object]] = {}
        self._turn = seed % len(SCENARIOS)

    def trial(self, tally: Tally) -> None:
        """The next scenario."""
        name, scenario = SCENARIOS[self._turn % len(SCENARIOS)]
        self._turn += 1
        place = self._folder / "now"
        place.mkdir()
        told = scenario(self, place)
        tally.note(PART, name)
        if told is not None:
            tally.fault(PART, name, told)
        rmtree(place)

    def _resumed(self, name: str, out: Path) -> str | None:
        """Finish a run undisturbed and compare its file with that of a run that nobody disturbed."""
        if name not in self._wanted:
            fresh = out.with_name("fresh.jsonl")
            ended = end(begin((*RUNS[name], "--out", str(fresh))))
            if ended.code not in (0, 1, 2):
                return f"{name}: an undisturbed run ends with {ended.code}: {ended.errors[-300:]!r}"
            self._wanted[name] = lines_of(fresh)
        ended = end(begin((*RUNS[name], "--out", str(out), "--resume")))
        told = judge(RUNS[name], ended)
        if told is not None:
            return f"{name}, resumed: {told}"
        if lines_of(out) != self._wanted[name]:
            self._faults.mkdir(parents=True, exist_ok=True)
            kept = self._faults / f"{name.replace(' ', '-')}-{self._turn}.jsonl"
            copyfile(out, kept)
            return f"{name}, resumed: other results than an undisturbed run; see {kept}"
        return None

    def stopped(self, place: Path) -> str | None:
        """Signals at any moment, up to three times, then a run to the end."""
        name, out = self._rng.choice(list(RUNS)), place / "results.jsonl"
        for _ in range(self._rng.randint(1, 3)):
            process = begin((*RUNS[name], "--out", str(out), "--resume"))
            time.sleep(self._rng.uniform(0.3, 4.0))
            sent = self._rng.choice((signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP))
            process.send_signal(sent)
            ended = end(process)
            if sent is not signal.SIGKILL and (told := self._wrong_end(RUNS[name], ended, sent)):
                return f"{name}, {sent.name}: {told}"
        return self._resumed(name, out)

    def _wrong_end(
        self, arguments: Sequence[str], ended: Outcome, sent: signal.Signals
    ) -> str | None:
        """Before the program has begun, a signal ends Python itself: in silence, or as Python does."""
        begun = _FIRST.sub(b"", ended.errors)
        if sent is signal.SIGINT and b"/symcause/cli/" not in begun and b"Traceback" in begun:
            return None  # Python itself was not yet there where a program can do anything
        if ended.code == -sent and b"Traceback" not in ended.errors:
            return None
        lines = [line for line in ended.errors.splitlines() if line.startswith(b"symcause: interr")]
        if ended.code == 130 and len(lines) != 1:
            return f"130, and on standard error {ended.errors[-300:]!r}"
        return judge(arguments, ended)

    def early(self, place: Path) -> str | None:
        """Ctrl-C while Python is still importing."""
        process = begin(RUNS["count"])
        time.sleep(self._rng.uniform(0.02, 0.6))
        process.send_signal(signal.SIGINT)
        return self._wrong_end(RUNS["count"], end(process), signal.SIGINT)

    def worker(self, place: Path) -> str | None:
        """Somebody kills the processes that do the work; a later run does their part again."""
        name = self._rng.choice(
            ("count", "audit", "audit in two processes", "score in two processes")
        )
        out = place / "results.jsonl"
        process = begin((*RUNS[name], "--out", str(out), "--resume"))
        killed, until = 0, time.monotonic() + 20
        while process.poll() is None and killed < 3 and time.monotonic() < until:
            for child in children(process.pid):
                try:
                    os.kill(child, signal.SIGKILL)
                except ProcessLookupError:
                    continue
                killed += 1
            time.sleep(self._rng.uniform(0.005, 0.1))
        ended = end(process)
        told = judge(RUNS[name], ended)
        return f"{name}: {told}" if told is not None else self._resumed(name, out)

    def full(self, place: Path) -> str | None:
        """No room: for results, for standard output, for both."""
        name = self._rng.choice(list(RUNS))
        with Path("/dev/full").open("wb") as device:
            to_file = self._rng.random() < 0.5
            extra = ("--out", "/dev/full") if to_file else ()
            stream = subprocess.PIPE if to_file else device
            ended = end(begin((*RUNS[name], *extra), stdout=stream))
        told = judge(RUNS[name], ended)
        if told is None and (ended.code != 2 or b"No space left" not in ended.errors):
            told = f"exit code {ended.code}: {ended.errors[-300:]!r}"
            told = (
                None if not to_file and "--quiet" in RUNS[name] and ended.code in (0, 1) else told
            )
        return (
            None if told is None else f"{name}, {'--out' if to_file else 'standard output'}: {told}"
        )

    def pipe(self, place: Path) -> str | None:
        """Whoever reads standard output goes away."""
        arguments = (*self._rng.choice((RUNS["count"], RUNS["solve"])), "--full")
        process = begin(arguments)
        assert process.stdout is not None
        process.stdout.read(self._rng.choice((0, 1, 100)))
        process.stdout.close()
        process.stdout = None
        ended = end(process)
        told = judge((), ended)
        if told is None and ended.code not in (0, 1, 130):
            told = f"exit code {ended.code}: {ended.errors[-300:]!r}"
        return told

    def closed(self, place: Path) -> str | None:
        """Standard streams that are closed."""
        streams = self._rng.sample("012", self._rng.randint(1, 3))
        name = self._rng.choice(list(RUNS))
        command = " ".join(f"'{part}'" for part in (*_PROGRAM, *RUNS[name]))
        closing = " ".join(f"{number}{'<' if number == '0' else '>'}&-" for number in streams)
        out = place / "results.jsonl"
        shell = subprocess.run(
            ["sh", "-c", f"{command} --out '{out}' {closing}"],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
        ended = Outcome(shell.returncode, shell.stdout, shell.stderr)
        told = judge((), ended)
        if told == "exit code 2 without a word" and "2" in streams:
            told = None
        return f"{name} {closing}: {told}" if told is not None else self._resumed(name, out)

    def writers(self, place: Path) -> str | None:
        """Two runs on one file: one is told so, the other writes what it would have written alone."""
        name = self._rng.choice(("audit", "audit in two processes", "solve", "generate"))
        out = place / "results.jsonl"
        first = begin((*RUNS[name], "--out", str(out)))
        time.sleep(self._rng.uniform(0, 2))
        second = begin((*RUNS[name], "--out", str(out)))
        ends = [end(first), end(second)]
        for ended in ends:
            told = judge(RUNS[name], ended)
            if told is not None:
                return f"{name}: {told}"
        refused = [ended for ended in ends if b"another run is writing" in ended.errors]
        if len(refused) > 1 or any(ended.code != 2 for ended in refused):
            return f"{name}: {[(ended.code, ended.errors[-200:]) for ended in ends]!r}"
        return self._resumed(name, out)

    def starved(self, place: Path) -> str | None:
        """Little memory for the whole run."""
        name = self._rng.choice(list(RUNS))
        bound = self._rng.randint(250, 700) << 20

        def little() -> None:
            resource.setrlimit(resource.RLIMIT_AS, (bound, bound))

        out = place / "results.jsonl"
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1"}
        process = subprocess.Popen(
            [*_PROGRAM, *RUNS[name], "--out", str(out)],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            preexec_fn=little,
        )
        told = judge(RUNS[name], end(process), starved=True)
        return f"{name} in {bound >> 20} MB: {told}" if told is not None else None


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    try:
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


SCENARIOS: tuple[tuple[str, Callable[[Disturber, Path], str | None]], ...] = (
    ("killed, terminated or interrupted, then resumed", Disturber.stopped),
    ("two writers on one file", Disturber.writers),
    ("a dead worker, then resumed", Disturber.worker),
    ("no room on the disk", Disturber.full),
    ("killed, terminated or interrupted, then resumed", Disturber.stopped),
    ("a closed pipe", Disturber.pipe),
    ("closed standard streams", Disturber.closed),
    ("Ctrl-C during imports", Disturber.early),
    ("little memory", Disturber.starved),
)
"""Every scenario with its name; some come more often than others."""
