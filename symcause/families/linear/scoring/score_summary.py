"""The summary of linear scores: means by model, graph size and suite.

Everything is averaged over the answers where it is known; an answer that cannot be read as a model counts
with the numbers that it has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from itertools import groupby
from math import comb
from typing import TYPE_CHECKING, Any

from msgspec import UNSET, UnsetType

from symcause.families.linear.documents.score_document import CommittedPart, LinearScore
from symcause.scoring.answer_groups import Group, Grouped, Row, Sheet
from symcause.scoring.group_columns import Column, Labels, count, mean, size, table_of
from symcause.scoring.score_table import Cell, Table, number

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
    "imec": "IMEC",
}
"""The columns of the table beside model, size, number and validity."""


SUPPORTS = ("justified", "unsupported", "refuted", "unknown", "lucky")
"""What is said of the answers at the end of runs."""

RIGHT, WRONG, UNANSWERED = "right", "wrong", "no answer"
"""How a run ended."""

_FLAGS = ("valid", "target_exact", "target_within")
_NUMBERS = tuple(name for name in HEADINGS if name not in _FLAGS)
_COMMITTED = ("commit_fits", "several", "entailed")
SHEET = Sheet(
    flags=(*_FLAGS, "settled", "run", "run_right", *SUPPORTS, *_COMMITTED),
    numbers=(*_NUMBERS, "unused", "misfit", "graphs"),
    units=("target_exact",),
)


def numbers_of(score: LinearScore) -> Row:
    """What is kept of an answer; *settled*: its evidence leaves one graph."""
    row: dict[str, object] = {name: getattr(score, name) for name in (*_FLAGS, *_NUMBERS)}
    row["settled"] = None if score.final_graphs is None else score.final_graphs == 1
    if score.submitted is UNSET:
        return row
    right, support = score.target_within, score.support
    row |= {"run": True, "run_right": right, support or "unknown": True}
    return row | {"lucky": right and support == "unsupported"} | _committed(score.commitment)


def _committed(part: CommittedPart | UnsetType | None) -> dict[str, object]:
    """What is kept of how a run committed."""
    if not isinstance(part, CommittedPart):
        return {}
    several = None if part.graphs is None else part.graphs > 1
    found = {"unused": part.unused, "misfit": part.misfit, "graphs": part.graphs}
    return {**found, "commit_fits": part.fits, "several": several, "entailed": part.entailed}


def outcome(score: LinearScore) -> str | None:
    """How the run of an answer ended; None of an answer without a run, and where nobody knows."""
    if score.submitted is UNSET:
        return None
    if score.target_within:
        return RIGHT
    if score.submitted is None:
        return UNANSWERED
    return None if score.target_within is None else WRONG


GRAPHS = Sheet(numbers=("edges", "forks", "colliders"))
"""What is kept of gold graphs."""


class ScoreSummary:
    """Grows by one answer at a time; the answers themselves are forgotten."""

    def __init__(self) -> None:
        self.answers = Grouped(SHEET, "suite", "model", "variables", "outcome")
        self._problems: dict[str, int] = {}
        self._suites: dict[tuple[str, str], str] = {}
        self._graphs = Grouped(GRAPHS, "suite", "nodes")
        self._entered: set[tuple[str, str]] = set()

    def enter(self, problem: LinearProblem, pool: str, suite: str | None = None) -> None:
        """Count the gold graph of a problem, once; answers to it belong to its *suite*, if it has one."""
        if suite is not None:
            self._suites.setdefault((pool, problem.id), suite)
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
        self._graphs.take((suite or "", len(problem.variables)), row, problem.id)

    def graphs_table(self) -> Table:
        """What the gold graphs of the pool look like."""
        note = (
            "What the gold graphs of the problems look like, by number of nodes; means over the graphs. "
            "Forks and colliders: pairs of effects of one cause, and of causes of one effect, shielded "
            "ones included; the variance is that of the population."
        )
        pairs = sorted(self._graphs.groups.items(), key=lambda item: item[0])
        rows = [(self._labels(suite, Nodes=int(str(n))), group) for (suite, n), group in pairs]
        return table_of(
            "graphs", "Gold graphs of the pool", self._heads("Nodes"), _GRAPHS, rows, note
        )

    def take(self, score: LinearScore, pool: str = "") -> None:
        """Count one answer."""
        problem = self._problems.setdefault(str(score.problem), len(self._problems))
        key = (self.suite(score, pool), score.model or "", score.variables, outcome(score))
        self.answers.take(key, numbers_of(score), problem)

    def suite(self, score: LinearScore, pool: str) -> str:
        """The suite that the problem of an answer belongs to; the empty name where there are none."""
        return self._suites.get((pool, str(score.problem)), "")

    def totals(self) -> dict[str, Group]:
        """All sizes together, by model."""
        return {str(model): group for (model,), group in sorted(self.answers.by("model").items())}

    def sizes(self) -> Iterator[tuple[str, int, Group]]:
        """(model, variables, answers), sizes ascending, whatever the suite."""
        for (model, n), group in sorted(self.answers.by("model", "variables").items(), key=_first):
            yield str(model), int(str(n)), group

    def rows(self) -> Iterator[tuple[str, str, int | None, Group]]:
        """(suite, model, variables, answers); then all sizes (None), in a suite where there are several."""
        every = self.answers.by("suite", "model")
        pairs = sorted(self.answers.by("suite", "model", "variables").items(), key=_first)
        for (suite, model), sizes in groupby(pairs, key=lambda item: item[0][:2]):
            listed = list(sizes)
            for (_, _, n), group in listed:
                yield str(suite), str(model), int(str(n)), group
            if len(listed) > 1 or not suite:
                yield str(suite), str(model), None, every[suite, model]

    def table(self) -> Table:
        """Means per model and graph size."""
        note = (
            "Answers against gold. Means over all n answers, with the numbers that a record has, valid or "
            "not; graphs left where they are known. IMEC, of logs: DAGs that are Markov equivalent to gold "
            "under the interventions made, whatever was read."
        )
        rows = [
            (self._labels(s, Model=model, Variables=_size(n)), g) for s, model, n, g in self.rows()
        ]
        title, heads = "Linear and quadratic episodes", self._heads("Model", "Variables")
        return table_of("crystals", title, heads, _COLUMNS, rows, note, _BEST)

    def runs_table(self) -> Table:
        """Of logs: how often the answer was right, and what the notes of the run say of it."""
        note = (
            "What speaks for the answers at the end of logs, in numbers of runs. Right: less than 5 from "
            "the reactor's target. Justified: all graphs that explain what the run had read agree; "
            "refuted: none does; unsupported: some do; lucky: right and unsupported; unknown: there is no "
            "answer, or nothing is known of it."
        )
        pairs = sorted(self.answers.by("suite", "model").items(), key=_first)
        rows = [(self._labels(s, Model=str(m)), g) for (s, m), g in pairs if g.count("run")]
        title, heads = "Answers at the end of logs", self._heads("Model")
        return table_of("runs", title, heads, _RUNS, rows, note)

    def commitment_table(self) -> Table:
        """Of logs, by outcome: what a run knew when it committed."""
        note = (
            "What runs knew when they answered (or stopped), by how they ended; means over the runs where "
            "it is known. Budget unused: share of the interventions allowed; hypothesis fits, misfit: of "
            "the last hypothesis on the data collected before it, misfit where its equation of the target "
            "is all stated (mean absolute difference); several graphs: share of runs with more than one "
            "graph left; entailed: share of those whose data leave one value of the reactor's target."
        )
        each = self.answers.by("suite", "model", "outcome")
        if len(self.totals()) > 1:
            each |= {(s, _ALL, o): g for (s, o), g in self.answers.by("suite", "outcome").items()}
        pairs = sorted(each.items(), key=lambda item: _ended(*item[0]))
        rows = [
            (self._labels(suite, Model=str(model), Outcome=str(ended)), group)
            for (suite, model, ended), group in pairs
            if ended is not None
        ]
        heads = self._heads("Model", "Outcome")
        return table_of("commitment", "Commitment by outcome", heads, _COMMITMENT, rows, note)

    def _heads(self, *heads: str) -> tuple[str, ...]:
        return (*(("Suite",) if self._suites else ()), *heads)

    def _labels(self, suite: Hashable, **labels: str | int) -> Labels:
        return {**({"Suite": str(suite)} if self._suites else {}), **labels}


_ALL = "all models"
_ENDS = (RIGHT, WRONG, UNANSWERED, None)


def _first(item: tuple[tuple[Any, ...], Group]) -> tuple[Any, ...]:
    return item[0]


def _ended(suite: Hashable, model: Hashable, ended: Hashable) -> tuple[object, ...]:
    """Models by name, all together last; then by outcome."""
    return suite, model == _ALL, model, _ENDS.index(str(ended) if ended is not None else None)


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
_COMMITMENT: tuple[Column, ...] = (
    ("n", size),
    ("Budget unused", mean("unused")),
    ("Hypothesis fits", mean("commit_fits")),
    ("Misfit", mean("misfit")),
    ("Graphs left", mean("graphs")),
    ("Several graphs", mean("several")),
    ("Entailed", mean("entailed")),
)
_LESS = ("SHD", "Graphs left", "IMEC")
_BEST = tuple(name for name in ("Valid", *HEADINGS.values()) if name not in _LESS)


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


def _size(variables: int | None) -> str | int:
    return "all" if variables is None else variables
