"""Bound multipliers of an alignment: by degrees, or by a linear programme.

Two ways to find them. *Degrees*: a pair (u, i) can keep at most the mean of min(out, out) and min(in,
in) edges, half of each edge at either end, so an assignment problem bounds the whole; the multipliers of
the node rows come from it, those of the edge rows are 1/2. *Relaxation*: the linear programme itself.
The second is stronger and slower; both are rounded to fractions, and the bound is computed anew from
what stays.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from math import floor
from typing import cast

from symcause.answers import Unknown
from symcause.budgets import OUT_OF_TIME, Meter
from symcause.families.textgraph.bounds import PROGRAMME_MATCHES, PROOF_PAIRS, PROOF_ROWS
from symcause.families.textgraph.problem.alignment_task import AlignmentTask
from symcause.families.textgraph.verifier.duality_bound import Row, pair_of, upper_bound
from symcause.processes.isolation import call
from symcause.solvers.linear.float_programmes import maximise

DENOMINATOR = 10**9
"""Multipliers are whole multiples of 1 / DENOMINATOR."""

_ROW = 25  # steps that a row of the bound by degrees takes


@dataclass(frozen=True)
class UpperBound:
    """Integer multipliers over a denominator, what they prove, and where the relaxation points."""

    multipliers: dict[Row, int]
    denominator: int
    value: Fraction
    hint: dict[tuple[int, int], float] = field(default_factory=dict)  # weights of pairs

    @property
    def edges(self) -> int:
        """No alignment keeps more edges."""
        return floor(self.value)

    def rounded(self) -> dict[int, int]:
        """The heaviest pairs one after the other, as long as they fit together."""
        mapped: dict[int, int] = {}
        taken: set[int] = set()
        for (u, i), _ in sorted(self.hint.items(), key=lambda entry: (-entry[1], entry[0])):
            if u not in mapped and i not in taken:
                mapped[u] = i
                taken.add(i)
        return mapped


def proven(
    task: AlignmentTask,
    multipliers: dict[Row, int],
    denominator: int,
    hint: dict[tuple[int, int], float] | None = None,
) -> UpperBound:
    """The bound that these multipliers prove."""
    value = upper_bound(task, multipliers, denominator)
    return UpperBound(multipliers, denominator, value, hint or {})


def by_degrees(task: AlignmentTask, budget: Meter | None = None) -> UpperBound:
    """The bound by degrees; the number of edges where its proof would be too long, or takes too much.

    What takes more than is left of the budget is not begun.
    """
    left = None if budget is None else budget.left
    most = PROOF_ROWS if left is None else min(PROOF_ROWS, left // _ROW)
    if task.tries > PROOF_PAIRS or _half_count(task) > most:
        return UpperBound({}, 1, Fraction(task.most))
    halves = _half_rows(task)
    if budget is not None:
        budget.spend(_ROW * len(halves))
    freed: Counter[tuple[int, int]] = Counter()
    for half in halves:
        pair = pair_of(task, half)
        assert pair is not None
        freed[pair] += 1
    pairs = sorted(freed)
    if not pairs:
        return proven(task, {}, 1)
    rows: dict[Row, int] = {}
    entries = []
    for column, (u, i) in enumerate(pairs):
        names: tuple[Row, Row] = (("gold-node", u), ("answer-node", i))
        for name in names:
            entries.append((rows.setdefault(name, len(rows)), column, 1.0))
    optimum = maximise([freed[pair] / 2 for pair in pairs], entries, [1.0] * len(rows))
    if isinstance(optimum, Unknown):  # the bound |E|: an edge is kept at most once
        return _trivial(task)
    multipliers = dict.fromkeys(halves, DENOMINATOR // 2)
    for name, row in rows.items():
        multipliers[name] = round(optimum.multipliers[row] * DENOMINATOR)
    best = proven(task, {row: m for row, m in multipliers.items() if m}, DENOMINATOR)
    trivial = _trivial(task)
    return best if best.value <= trivial.value else trivial


def _half_count(task: AlignmentTask) -> int:
    """How many rows there are half of, without making them."""
    total = 0
    for end in (0, 1):
        here = Counter(edge[end] for edge in task.gold_edges)
        there = Counter(edge[end] for edge in task.answer_edges)
        total += sum(min(here[u], there[i]) for u, i in task.pairs)
    return total


def _half_rows(task: AlignmentTask) -> list[Row]:
    """For each pair and end the rows of the graph in which the node has fewer edges."""
    rows: list[Row] = []
    for end, word in ((0, "source"), (1, "target")):
        gold, answer = _edges_at(task.gold_edges, end), _edges_at(task.answer_edges, end)
        for u, i in task.pairs:
            here, there = gold.get(u, []), answer.get(i, [])
            if len(here) <= len(there):
                rows += [(f"gold-{word}", e, i) for e in here]
            else:
                rows += [(f"answer-{word}", g, u) for g in there]
    return rows


def _edges_at(edges: tuple[tuple[int, int], ...], end: int) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for number, edge in enumerate(edges):
        found.setdefault(edge[end], []).append(number)
    return found


def _trivial(task: AlignmentTask) -> UpperBound:
    """The number of edges, with multipliers: every edge of the smaller graph is kept at most once."""
    fewer_gold = len(task.gold_edges) <= len(task.answer_edges)
    side = "gold" if fewer_gold else "answer"
    starts = _edges_at(task.gold_edges if fewer_gold else task.answer_edges, 0)
    rows: dict[Row, int] = {(f"{side}-node", node): len(start) for node, start in starts.items()}
    for u, i in task.pairs:
        node, image = (u, i) if fewer_gold else (i, u)
        for number in starts.get(node, ()):
            rows[f"{side}-source", number, image] = 1
    return proven(task, rows, 1)


def by_relaxation(task: AlignmentTask, budget: Meter | None = None) -> UpperBound | Unknown:
    """The bound by the linear programme, or why there is none."""
    if task.tries > PROOF_PAIRS:
        return Unknown(f"more than {PROOF_PAIRS} pairs of edges would have to be looked at")
    if budget is not None and budget.over:
        return budget.shortage
    matches = list(islice(task.matches(), PROGRAMME_MATCHES + 1))
    if len(matches) > PROGRAMME_MATCHES:
        return Unknown(f"the linear programme would have more than {PROGRAMME_MATCHES} columns")
    if not matches:
        return proven(task, {}, 1)
    programme = _Programme(task, matches)
    optimum = maximise(programme.objective, programme.entries, programme.bounds, budget)
    if isinstance(optimum, Unknown):
        return optimum
    rounded = {
        name: round(optimum.multipliers[row] * DENOMINATOR) for name, row in programme.rows.items()
    }
    hint = {
        pair: optimum.columns[k]
        for pair, k in programme.pairs.items()
        if optimum.columns[k] > _FAINT
    }
    return proven(task, {name: m for name, m in rounded.items() if m}, DENOMINATOR, hint)


def in_time(task: AlignmentTask, budget: Meter) -> UpperBound | Unknown:
    """The same, in a child process where a user's own time runs: the solver does not always keep it."""
    seconds = budget.seconds_left
    if seconds is None:
        return by_relaxation(task, budget)
    outcome = call(_with_price, task, Meter(budget.left), seconds=seconds)
    if isinstance(outcome, Unknown):
        return OUT_OF_TIME
    bound, spent = cast(tuple[UpperBound | Unknown, int], outcome)
    budget.spend(spent)
    return bound


def _with_price(task: AlignmentTask, budget: Meter) -> tuple[UpperBound | Unknown, int]:
    return by_relaxation(task, budget), budget.spent


_FAINT = 1e-6  # weight below which a pair is no hint


class _Programme:
    """The relaxation as a sparse matrix; rows and columns that no match uses are left out."""

    def __init__(self, task: AlignmentTask, matches: list[tuple[int, int]]) -> None:
        ends = ((task.gold_edges[e], task.answer_edges[g]) for e, g in matches)
        used = {pair for here, there in ends for pair in zip(here, there, strict=True)}
        self.pairs = {pair: k for k, pair in enumerate(sorted(used))}
        self.rows: dict[Row, int] = {}
        self._cells: dict[tuple[int, int], float] = {}
        for (u, i), k in self.pairs.items():
            self._cells[self._row("gold-node", u), k] = 1.0
            self._cells[self._row("answer-node", i), k] = 1.0
        self._nodes = len(self.rows)
        for k, (e, g) in enumerate(matches, start=len(self.pairs)):
            (u, v), (i, j) = task.gold_edges[e], task.answer_edges[g]
            source, target = self.pairs[u, i], self.pairs[v, j]
            self._link(self._row("gold-source", e, i), k, source)
            self._link(self._row("gold-target", e, j), k, target)
            self._link(self._row("answer-source", g, u), k, source)
            self._link(self._row("answer-target", g, v), k, target)
        self.objective = [0.0] * len(self.pairs) + [1.0] * len(matches)

    def _row(self, *name: object) -> int:
        return self.rows.setdefault(cast(Row, name), len(self.rows))

    def _link(self, row: int, match: int, pair: int) -> None:
        self._cells[row, match] = 1.0
        self._cells[row, pair] = -1.0

    @property
    def entries(self) -> list[tuple[int, int, float]]:
        return [(row, column, value) for (row, column), value in self._cells.items()]

    @property
    def bounds(self) -> list[float]:
        return [1.0] * self._nodes + [0.0] * (len(self.rows) - self._nodes)
