"""The ledger: runs, which are this machine's own, and equivalent mutants, which are the project's."""

from __future__ import annotations

import json
import threading
import tomllib
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from tools.mutants.mutant import Mutant

EQUIVALENT = Path(__file__).parent / "equivalent.toml"


@dataclass(frozen=True)
class Run:
    """What a trial of a mutant has shown. *asked* is what was asked: the module and the tests."""

    name: str
    stratum: str
    seed: int
    place: str
    within: str
    operator: str
    outcome: str
    by: str
    tests: int
    asked: str
    diff: str


class Runs:
    """Runs in a file, a line each; the last one of a mutant counts."""

    def __init__(self, path: Path) -> None:
        self._path, self._lock = path, threading.Lock()
        self._known: dict[str, Run] = {}
        if path.is_file():
            for line in path.read_text(encoding="utf-8").splitlines():
                try:
                    run = Run(**json.loads(line))
                except (ValueError, TypeError):  # cut off where a run was stopped
                    continue
                self._known[run.name] = run

    def get(self, name: str) -> Run | None:
        return self._known.get(name)

    def unnoticed(self) -> list[Run]:
        """Those that no test has noticed or reached."""
        return [run for run in self._known.values() if run.outcome in ("survived", "unreached")]

    def __iter__(self) -> Iterable[Run]:
        return iter(self._known.values())

    def add(self, run: Run) -> None:
        with self._lock:
            self._known[run.name] = run
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(run)) + "\n")


@dataclass(frozen=True)
class Equivalent:
    """A change that nobody can see, by its lines, and why; *nth*, from 0, where the lines stand twice."""

    file: str
    within: str
    before: str
    after: str
    reason: str
    nth: int | None = None

    def is_of(self, mutant: Mutant) -> bool:
        mine = (self.file, self.within, self.before, self.after)
        lines = mutant.file, mutant.within, mutant.before, mutant.after
        return mine == lines and self.nth in (None, mutant.nth)


def equivalents(path: Path = EQUIVALENT) -> tuple[Equivalent, ...]:
    """The mutants that are listed as equivalent."""
    if not path.is_file():
        return ()
    known = tomllib.loads(path.read_text(encoding="utf-8")).get("mutant", [])
    return tuple(Equivalent(**one) for one in known)
