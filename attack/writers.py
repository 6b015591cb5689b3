"""Two who write one file, and names that others have: nothing lost, nothing foreign, somebody is told.

Every scenario runs the real program on files with neighbours that it must not touch, and compares all that
is in the folder afterwards with what one run alone writes.
"""

from __future__ import annotations

import json
import re
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from shutil import rmtree

from attack.corpus import EXAMPLES
from attack.faults import Outcome, Tally, judge
from attack.injection import PATIENCE, begin, end

PART = "written files"

_UNIQUE = json.loads((EXAMPLES / "unique.json").read_text(encoding="utf-8"))
_POOL = [json.dumps({**_UNIQUE, "id": f"unique-{n}"}) + "\n" for n in "abcdef"]
_LEFT = "is kept as "


class Writers:
    """One scenario after the other."""

    def __init__(self, seed: int, folder: Path) -> None:
        self._rng, self._folder, self._turn = Random(f"writers {seed}"), folder, 0
        self._known: dict[tuple[tuple[str, ...], str], dict[str, bytes]] = {}

    def trial(self, tally: Tally) -> None:
        """The next scenario."""
        name, scenario = SCENARIOS[self._turn % len(SCENARIOS)]
        self._turn += 1
        self.once(name, scenario, tally)

    def once(self, name: str, scenario: Scenario, tally: Tally) -> None:
        place = self._folder / "now"
        place.mkdir()
        told = scenario(self, place)
        tally.note(PART, name)
        if told is not None:
            tally.fault(PART, name, told)
        rmtree(place)

    def converted(self, place: Path) -> str | None:
        """Two conversions under way at the same time."""
        return self._both(place, ("convert", "-", "--to", "jsonl", "--out", "X"), "X")

    def pages(self, place: Path) -> str | None:
        """Two pages under way at the same time."""
        return self._both(place, ("audit", "-", "--quiet", "--html", "X"), "X", 1)

    def dataset(self, place: Path) -> str | None:
        """Two datasets in one folder."""
        return self._both(place, ("convert", "-", "--quiet", "--dataset", "X"), "X")

    def _both(self, place: Path, words: tuple[str, ...], out: str, half: int = 3) -> str | None:
        """Two runs on halves of a pool, neither at its end before both have begun to write."""
        parts = [_POOL[:half], _POOL[-half:]]
        self._rng.shuffle(parts)
        wanted = [self._alone(place / f"alone-{n}", words, "".join(p)) for n, p in enumerate(parts)]
        here = place / "both"
        here.mkdir()
        runs = [_fed(words, here) for _ in parts]
        for run, lines in zip(runs, parts, strict=True):
            assert run.stdin is not None
            run.stdin.write("".join(lines[:2]).encode())
            run.stdin.flush()
        until = time.monotonic() + PATIENCE
        while len(list(here.glob("X*.part"))) < 2 and time.monotonic() < until:
            if all(run.poll() is not None for run in runs):
                break
            if (here / "X").exists() or (here / "X.part").exists():  # they write into each other
                time.sleep(1)
                break
            time.sleep(0.01)
        order = self._rng.sample(range(2), 2)
        ends: dict[int, Outcome] = {}
        for n in order:
            run = runs[n]
            assert run.stdin is not None
            run.stdin.write("".join(parts[n][2:]).encode())
            if self._rng.random() < 0.5:
                run.stdin.close()
                run.stdin = None
                ends[n] = end(run)
        for n in order:
            ends.setdefault(n, end(runs[n]))
        return _judged(here, out, [ends[0], ends[1]], wanted)

    def _alone(self, place: Path, words: tuple[str, ...], lines: str) -> dict[str, bytes]:
        if (words, lines) not in self._known:
            place.mkdir()
            run = _fed(words, place)
            run.communicate(lines.encode(), timeout=PATIENCE)
            self._known[words, lines] = _content(place)
        return self._known[words, lines]

    def link(self, place: Path) -> str | None:
        """A link under the name that a file used to grow under leads to somebody's file."""
        victim = place / "victim"
        victim.write_text("somebody's own")
        here = place / "here"
        here.mkdir()
        (here / "X.part").symlink_to(victim)
        ended = end(begin((*self._writing(), str(here / "X"))))
        if victim.read_text() != "somebody's own":
            return "what the link leads to was overwritten"
        if not (here / "X.part").is_symlink():
            return "the link is gone"
        return _complete(here, ended, {"X", "X.part"})

    def neighbour(self, place: Path) -> str | None:
        """A file that has nothing to do with it has the name that a file used to grow under."""
        (place / "X.part").write_text("somebody's own")
        ended = end(begin((*self._writing(), str(place / "X"))))
        found = place / "X.part"
        if not found.exists() or found.read_text() != "somebody's own":
            return "the neighbour was overwritten or removed"
        return _complete(place, ended, {"X", "X.part"})

    def source(self, place: Path) -> str | None:
        """What is read has the name that the output used to grow under."""
        source = place / "X.part"
        source.write_text("".join(_POOL))
        words = self._writing(str(source))
        ended = end(begin((*words, str(place / "X"))))
        if not source.exists() or source.read_text() != "".join(_POOL):
            return "the file that is read was overwritten or removed"
        return _complete(place, ended, {"X", "X.part"})

    def _writing(self, source: str = str(EXAMPLES / "unique.json")) -> tuple[str, ...]:
        """A run that lacks the name of its output."""
        rows = str(EXAMPLES / "predictions.jsonl")
        return self._rng.choice(
            (
                ("convert", source, "--to", "jsonl", "--out"),
                ("audit", source, "--quiet", "--html"),
                ("score", source, rows, "--bootstrap", "0", "--html"),
            )
        )

    def signals(self, place: Path) -> str | None:
        """A signal at any moment: the older file or the new one, and nothing else."""
        (place / "X").write_text("older")
        run = begin((*self._writing(), str(place / "X")))
        time.sleep(self._rng.uniform(0.1, 1.5))
        run.send_signal(self._rng.choice((signal.SIGTERM, signal.SIGINT, signal.SIGHUP)))
        ended = end(run)
        if ended.code is None or (ended.code >= 0 and judge((), ended)):
            return f"{ended.code}: {ended.errors[-300:]!r}"
        left = {entry.name for entry in place.iterdir()}
        return None if left == {"X"} else f"left behind: {sorted(left - {'X'})}"


Scenario = Callable[[Writers, Path], str | None]

SCENARIOS: tuple[tuple[str, Scenario], ...] = (
    ("two conversions", Writers.converted),
    ("two pages", Writers.pages),
    ("two datasets", Writers.dataset),
    ("a link of the old name", Writers.link),
    ("a neighbour of the old name", Writers.neighbour),
    ("an input of the old name", Writers.source),
    ("signals", Writers.signals),
)


def _fed(words: tuple[str, ...], place: Path) -> subprocess.Popen[bytes]:
    """A run that reads what it is given, and writes at a place."""
    named = [str(place / word) if word == "X" else word for word in words]
    return begin(named, stdin=subprocess.PIPE)


def _content(folder: Path) -> dict[str, bytes]:
    """All files below a folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def _judged(
    here: Path, out: str, ends: list[Outcome], wanted: list[dict[str, bytes]]
) -> str | None:
    """One run has written what it writes alone; the other was told, and what it wrote is kept."""
    shown = repr([(ended.code, ended.errors[-200:]) for ended in ends])
    wrong = next((fault for ended in ends if (fault := judge((), ended))), None)
    if wrong is not None:
        return wrong
    found = _content(here)
    told = [ended.code == 2 for ended in ends]
    if sum(told) != 1:
        return f"{sum(told)} of two runs were told: {shown}"
    loser = told.index(True)
    kept = ends[loser].errors.decode().partition(_LEFT)[2].strip()
    expected = dict(wanted[1 - loser])
    if kept:
        expected |= {kept + name[len(out) :]: data for name, data in wanted[loser].items()}
    if _comparable(found) != _comparable(expected):
        return f"other files than expected: {sorted(found)}, {sorted(expected)}; {shown}"
    return None


def _comparable(files: dict[str, bytes]) -> dict[str, bytes]:
    """Pages say how long things took: all numbers of them are left out."""
    return {
        name: re.sub(rb"[0-9.]+", b"", data) if b"<!doctype html>" in data[:100].lower() else data
        for name, data in files.items()
    }


def _complete(here: Path, ended: Outcome, names: set[str]) -> str | None:
    """The run did its work, and nothing else lies beside it."""
    told = judge((), ended)
    if told is not None:
        return told
    left = {entry.name for entry in here.iterdir()}
    if left != names:
        return f"in the folder are {sorted(left)}"
    data = (here / "X").read_bytes()
    page = data.rstrip().lower().endswith(b"</html>")
    return None if page or all(map(json.loads, data.splitlines())) else "the file is not whole"
