"""Means of scores per model and graph size, added up as the scores come.

Everything is averaged over the answers where it is known; an answer that cannot be read as a model counts
with the numbers that it has.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from msgspec import UNSET

from symcause.families.linear.documents.score import LinearScore
from symcause.scoring.statistics import Total
from symcause.scoring.table import Cell, Table, integer, number, word

Key = tuple[str, int]
"""A model and a number of variables."""

HEADINGS = {
    "target_exact": "Target",
    "target_within": "Target ±5",
    "root_f1": "Root F1",
    "edge_precision": "Edge P",
    "edge_recall": "Edge R",
    "edge_f1": "Edge F1",
    "shd": "SHD",
    "target_edge_f1": "Target-edge F1",
    "coefficient_f1": "Coefficient F1",
    "coefficient_f1_released": "Released coefficient F1",
    "final_graphs": "Graphs left",
}
"""The columns of the table beside model, size, number and validity."""


@dataclass
class Sums:
    """Answers added up: how many, and the sum and number of the known values of each metric."""

    answers: int = 0
    totals: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    known: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    targets: dict[int, Total] = field(default_factory=dict)  # exactly right, by problem
    settled: int = 0  # answers whose evidence leaves one graph
    supports: Counter[str] = field(default_factory=Counter)  # of answers at the end of runs

    def add(self, score: LinearScore, problem: int) -> None:
        self.answers += 1
        self.settled += score.final_graphs == 1
        self._judge(score)
        self._hit(problem, Total(float(score.target_exact), 1))
        for name, value in _values(score):
            if value is not None:
                self.totals[name] += value
                self.known[name] += 1

    def _judge(self, score: LinearScore) -> None:
        if score.submitted is UNSET:
            return
        self.supports["runs"] += 1
        self.supports["right"] += score.target_within
        self.supports[score.support or "unknown"] += 1
        self.supports["lucky"] += score.target_within and score.support == "unsupported"

    def _hit(self, problem: int, found: Total) -> None:
        old = self.targets.get(problem, Total(0.0, 0))
        self.targets[problem] = Total(old.sum + found.sum, old.count + found.count)

    def merged(self, other: Sums) -> Sums:
        """Both together."""
        both = Sums(
            self.answers + other.answers,
            settled=self.settled + other.settled,
            supports=self.supports + other.supports,
        )
        for part in (self, other):
            for problem, found in part.targets.items():
                both._hit(problem, found)
            for name in part.known:
                both.totals[name] += part.totals[name]
                both.known[name] += part.known[name]
        return both

    def mean(self, name: str) -> float | None:
        """The mean of a metric over the answers where it is known."""
        return self.totals[name] / self.known[name] if self.known.get(name) else None


def _values(score: LinearScore) -> Iterator[tuple[str, float | None]]:
    yield "valid", float(score.valid)
    for name in HEADINGS:
        yield name, getattr(score, name)


class ScoreSummary:
    """Grows by one answer at a time; the answers themselves are forgotten."""

    def __init__(self) -> None:
        self._sums: dict[Key, Sums] = {}
        self._problems: dict[str, int] = {}

    def take(self, score: LinearScore) -> None:
        """Count one answer."""
        key = (score.model or "", score.variables)
        problem = self._problems.setdefault(str(score.problem), len(self._problems))
        self._sums.setdefault(key, Sums()).add(score, problem)

    def totals(self) -> dict[str, Sums]:
        """All sizes together, by model."""
        found: dict[str, Sums] = {}
        for (model, _), sums in sorted(self._sums.items()):
            found[model] = found.get(model, Sums()).merged(sums)
        return found

    def rows(self) -> Iterator[tuple[str, int | None, Sums]]:
        """(model, variables, sums), sizes ascending; all sizes (None) where a model has several."""
        models: dict[str, list[int]] = {}
        for model, size in sorted(self._sums):
            models.setdefault(model, []).append(size)
        for model, sizes in models.items():
            total = Sums()
            for size in sizes:
                found = self._sums[model, size]
                total = total.merged(found)
                yield model, size, found
            if len(sizes) > 1:
                yield model, None, total

    def table(self) -> Table:
        """Means per model and graph size."""
        rows = [
            (word(model), _size(size), integer(sums.answers), *_means(sums))
            for model, size, sums in self.rows()
        ]
        columns = ("Model", "Variables", "n", "Valid", *HEADINGS.values())
        note = (
            "Means over all answers, with the numbers that a record has, valid or not; graphs left "
            "where they are known."
        )
        return Table("crystals", "Linear and quadratic episodes", columns, tuple(rows), note, _BEST)

    def runs_table(self) -> Table:
        """Of logs: how often the answer was right, and what the notes of the run say of it."""
        rows = [
            (word(model), *(integer(sums.supports[name]) for name in ("runs", "right", *_SUPPORTS)))
            for model, sums in self.totals().items()
            if sums.supports["runs"]
        ]
        columns = ("Model", "Runs", "Right", *(name.capitalize() for name in _SUPPORTS))
        note = (
            "Right: less than 5 from the reactor's target. Justified: all graphs that explain what the run "
            "had read agree; refuted: none does; unsupported: some do; lucky: right and unsupported; "
            "unknown: there is no answer, or nothing is known of it."
        )
        return Table("runs", "Answers at the end of logs", columns, tuple(rows), note)


_SUPPORTS = ("justified", "unsupported", "refuted", "unknown", "lucky")

_BEST = tuple(name for name in ("Valid", *HEADINGS.values()) if name not in ("SHD", "Graphs left"))


def _size(size: int | None) -> Cell:
    return word("all") if size is None else integer(size)


def _means(sums: Sums) -> Iterator[Cell]:
    return (number(sums.mean(name)) for name in ("valid", *HEADINGS))
