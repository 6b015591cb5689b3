"""Means of scores per model and graph size, added up as the scores come.

Everything is averaged over the answers where it is known; an answer that cannot be read as a model counts
with the numbers that it has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import comb
from typing import TYPE_CHECKING

from msgspec import UNSET

from symcause.families.linear.documents.score import LinearScore
from symcause.scoring.columns import Column, count, mean, size, table_of
from symcause.scoring.grouping import Group, Grouped, Row, Sheet
from symcause.scoring.table import Cell, Table, integer, number, word

if TYPE_CHECKING:
    from symcause.families.linear.problem.problem import LinearProblem

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


SUPPORTS = ("justified", "unsupported", "refuted", "unknown", "lucky")
"""What is said of the answers at the end of runs."""

_FLAGS = ("valid", "target_exact", "target_within")
_NUMBERS = tuple(name for name in HEADINGS if name not in _FLAGS)
SHEET = Sheet(
    flags=(*_FLAGS, "settled", "run", "run_right", *SUPPORTS),
    numbers=_NUMBERS,
    units=("target_exact",),
)


GRAPHS = Sheet(numbers=("edges", "forks", "colliders"))
"""What is kept of gold graphs."""


def numbers_of(score: LinearScore) -> Row:
    """What is kept of an answer; *settled*: its evidence leaves one graph."""
    row = {name: getattr(score, name) for name in (*_FLAGS, *_NUMBERS)}
    row["settled"] = None if score.final_graphs is None else score.final_graphs == 1
    if score.submitted is UNSET:
        return row
    right, support = score.target_within, score.support
    row |= {"run": True, "run_right": right, support or "unknown": True}
    return row | {"lucky": right and support == "unsupported"}


class ScoreSummary:
    """Grows by one answer at a time; the answers themselves are forgotten."""

    def __init__(self) -> None:
        self.answers = Grouped(SHEET, "model", "variables")
        self._problems: dict[str, int] = {}
        self._graphs = Grouped(GRAPHS, "nodes")
        self._entered: set[tuple[str, str]] = set()

    def enter(self, problem: LinearProblem, pool: str) -> None:
        """Count the gold graph of a problem, once."""
        if problem.gold is None or (pool, problem.id) in self._entered:
            return
        self._entered.add((pool, problem.id))
        equations = problem.gold.equations
        inputs = {name: [parent for parent, _ in equations[name].effects] for name in equations}
        outputs = Counter(parent for parents in inputs.values() for parent in parents)
        row = {
            "edges": sum(map(len, inputs.values())),
            "forks": sum(comb(n, 2) for n in outputs.values()),
            "colliders": sum(comb(len(parents), 2) for parents in inputs.values()),
        }
        self._graphs.take((len(problem.variables),), row, problem.id)

    def graphs_table(self) -> Table:
        """What the gold graphs of the pool look like."""
        rows = sorted((int(str(n)), group) for (n,), group in self._graphs.groups.items())
        note = (
            "Forks and colliders: pairs of effects of one cause, and of causes of one effect, shielded "
            "ones included; the variance is that of the population."
        )
        found = [((integer(n),), group) for n, group in rows]
        return table_of("graphs", "Gold graphs of the pool", ("Nodes",), _GRAPHS, found, note)

    def take(self, score: LinearScore) -> None:
        """Count one answer."""
        problem = self._problems.setdefault(str(score.problem), len(self._problems))
        self.answers.take((score.model or "", score.variables), numbers_of(score), problem)

    def totals(self) -> dict[str, Group]:
        """All sizes together, by model."""
        return {str(model): group for (model,), group in sorted(self.answers.by("model").items())}

    def rows(self) -> Iterator[tuple[str, int | None, Group]]:
        """(model, variables, answers), sizes ascending; all sizes (None) where a model has several."""
        for model, every in self.totals().items():
            sizes = sorted(int(str(n)) for name, n in self.answers.groups if name == model)
            for n in sizes:
                yield model, n, self.answers.groups[model, n]
            if len(sizes) > 1:
                yield model, None, every

    def table(self) -> Table:
        """Means per model and graph size."""
        note = (
            "Means over all answers, with the numbers that a record has, valid or not; graphs left "
            "where they are known."
        )
        rows = [((word(model), _size(n)), group) for model, n, group in self.rows()]
        title = "Linear and quadratic episodes"
        return table_of("crystals", title, ("Model", "Variables"), _COLUMNS, rows, note, _BEST)

    def runs_table(self) -> Table:
        """Of logs: how often the answer was right, and what the notes of the run say of it."""
        note = (
            "Right: less than 5 from the reactor's target. Justified: all graphs that explain what the run "
            "had read agree; refuted: none does; unsupported: some do; lucky: right and unsupported; "
            "unknown: there is no answer, or nothing is known of it."
        )
        rows = [
            ((word(model),), group) for model, group in self.totals().items() if group.count("run")
        ]
        return table_of("runs", "Answers at the end of logs", ("Model",), _RUNS, rows, note)


_COLUMNS: tuple[Column, ...] = (
    ("n", size),
    ("Valid", mean("valid")),
    *((head, mean(name)) for name, head in HEADINGS.items()),
)
_RUNS: tuple[Column, ...] = (
    ("Runs", count("run")),
    ("Right", count("run_right")),
    *((name.capitalize(), count(name)) for name in SUPPORTS),
)
_BEST = tuple(name for name in ("Valid", *HEADINGS.values()) if name not in ("SHD", "Graphs left"))


def _variance(group: Group) -> Cell:
    deviation = group.total("edges").deviation
    return number(None if deviation is None else deviation**2, 2)


_GRAPHS: tuple[Column, ...] = (
    ("Graphs", size),
    ("Edge mean", mean("edges", 2)),
    ("Edge var.", _variance),
    ("Fork mean", mean("forks", 2)),
    ("Collider mean", mean("colliders", 2)),
)


def _size(variables: int | None) -> Cell:
    return word("all") if variables is None else integer(variables)
