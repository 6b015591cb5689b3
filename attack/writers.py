"""Two who write one file, and names that others have: nothing lost, nothing foreign, somebody is told.

Every scenario runs the real program on files with neighbours that it must not touch, and compares all that
is in the folder afterwards with what one run alone writes.
"""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from shutil import rmtree

from attack.corpus import EXAMPLES
from attack.faults import Outcome, Tally, judge
from attack.injection import begin, end
from attack.races import RACES, Race, race

PART = "written files"

_UNIQUE = json.loads((EXAMPLES / "unique.json").read_text(encoding="utf-8"))
_POOL = [json.dumps({**_UNIQUE, "id": f"unique-{n}"}) + "\n" for n in "abcdef"]


class Writers:
    """One scenario after the other."""

    def __init__(self, seed: int, folder: Path) -> None:
        self._rng, self._folder = Random(f"writers {seed}"), folder
        self._turn = seed % len(SCENARIOS)

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

    def raced(self, kind: Race, place: Path) -> str | None:
        """Two runs of one kind under way at the same time."""
        return race(kind, place, self._rng, there=self._rng.random() < 0.5)

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


def _raced(kind: Race) -> Scenario:
    return lambda writers, place: writers.raced(kind, place)


SCENARIOS: tuple[tuple[str, Scenario], ...] = (
    *((name, _raced(kind)) for name, kind in RACES.items()),
    ("a link of the old name", Writers.link),
    ("a neighbour of the old name", Writers.neighbour),
    ("an input of the old name", Writers.source),
    ("signals", Writers.signals),
)


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
