"""The ledger of a soak: one line for every run, so that it can stop and go on with another seed.

>>> import tempfile
>>> ledger = Ledger(Path(tempfile.mkdtemp()) / "ledger.jsonl")
>>> tally = Tally()
>>> tally.note("damaged files", "`count`", 3)
>>> ledger.append(Run(ledger.next_seed, "2026-01-01", "1.0.0", 60.0, tally))
>>> ledger.next_seed, ledger.total.cases
(2, 3)
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from attack.faults import Tally

LEDGER = Path(__file__).with_name("ledger.jsonl")
"""The ledger of the project itself."""


@dataclass(frozen=True)
class Run:
    """One run: its seed, the day, the version that was attacked, seconds, and what was tried."""

    seed: int
    date: str
    version: str
    seconds: float
    tally: Tally

    def line(self) -> str:
        """The run as one line of JSON."""
        tally = self.tally
        counts = {
            name: [[part, what, times] for (part, what), times in sorted(counter.items()) if times]
            for name, counter in (
                ("tried", tally.tried),
                ("read", tally.read),
                ("found", tally.found),
            )
        }
        head = {"seed": self.seed, "date": self.date, "version": self.version}
        document = {**head, "seconds": round(self.seconds), "cases": tally.cases, **counts}
        return json.dumps({**document, "faults": tally.faults}, ensure_ascii=False)


def _run(document: dict[str, object]) -> Run:
    counters = {
        name: Counter({(part, what): times for part, what, times in document[name]})  # type: ignore[attr-defined]
        for name in ("tried", "read", "found")
    }
    tally = Tally(**counters, faults=[*document["faults"]])  # type: ignore[misc]
    if tally.cases != document["cases"]:
        raise ValueError(f"the run of seed {document['seed']} does not add up")
    head = (document["seed"], document["date"], document["version"], document["seconds"])
    return Run(*head, tally)  # type: ignore[arg-type]


class Ledger:
    """A file of runs; a last line that was cut short by a crash does not count."""

    def __init__(self, path: Path = LEDGER) -> None:
        self._path = path

    @property
    def runs(self) -> list[Run]:
        """Every run that is written down as a whole."""
        if not self._path.exists():
            return []
        lines = self._path.read_text(encoding="utf-8").splitlines(keepends=True)
        return [_run(json.loads(line)) for line in lines if line.endswith("\n")]

    @property
    def next_seed(self) -> int:
        """A seed that no run had."""
        return 1 + max((run.seed for run in self.runs), default=0)

    @property
    def total(self) -> Tally:
        """All runs together."""
        total = Tally()
        for run in self.runs:
            total.add(run.tally)
        return total

    def append(self, run: Run) -> None:
        """Write a run down; what a crash left of a line is taken away."""
        data = self._path.read_bytes() if self._path.exists() else b""
        whole = data[: data.rfind(b"\n") + 1]
        if whole != data:
            self._path.write_bytes(whole)
        with self._path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(run.line() + "\n")

    def summary(self) -> str:
        """How much, when and what was found, as Markdown: what ``docs/reliability.md`` shows."""
        runs, total = self.runs, self.total
        if not runs:
            return "No run yet."
        days = sorted({run.date for run in runs})
        when = days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"
        hours = sum(run.seconds for run in runs) / 3600
        head = (
            f"{total.cases:,} cases in {len(runs)} runs with seeds {runs[0].seed} to "
            f"{runs[-1].seed}, {hours:.1f} hours, {when}; "
            f"{sum(total.found.values())} faults."
        )
        return f"{head}\n\n{total.table()}"
