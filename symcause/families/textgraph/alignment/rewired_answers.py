"""Rewired answers: the best alignment that unrelated graphs with the same degrees would reach.

Without names even unrelated sparse graphs share half of their edges under the best map, so a value of its
own says little. A rewired answer keeps the in- and out-degree of every node and nothing else: 10 |F| times
two edges exchange their targets, unless that would make a loop or a repeated edge.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice
from random import Random

from symcause.answers import Unknown
from symcause.budgets import OUT_OF_TIME, Meter
from symcause.families.textgraph.alignment.best_alignment import Alignment
from symcause.families.textgraph.alignment.bound_multipliers import in_time
from symcause.families.textgraph.alignment.maxsat_alignment import best_alignment
from symcause.families.textgraph.alignment.swap_board import price
from symcause.families.textgraph.alignment.tabu_search import Schedule, search
from symcause.families.textgraph.bounds import TINY_NODES, TINY_PAIRS
from symcause.families.textgraph.problem.alignment_task import AlignmentTask, Pair

RUNS = 20
_SWAPS = 10  # swaps for each edge of the answer
_EDGE = 40  # steps that its swaps take
_LEAST = 4  # this many swaps of nodes are tried at least in a run that is begun


@dataclass(frozen=True)
class Rewired:
    """The best F1 against rewired answers: lower ends of all runs, upper ends where they are known."""

    seed: int
    low: tuple[Fraction, ...]
    high: tuple[Fraction, ...] | None
    hurried: bool = False  # the user's own time cut something short

    @property
    def runs(self) -> int:
        return len(self.low)


def rewired_edges(edges: tuple[Pair, ...], rng: Random) -> tuple[Pair, ...]:
    """The edges after directed swaps."""
    found, present = list(edges), set(edges)
    if len(found) < 2:
        return edges
    for _ in range(_SWAPS * len(found)):
        p, q = rng.sample(range(len(found)), 2)
        (a, b), (c, d) = found[p], found[q]
        fresh = {(a, d), (c, b)}
        if a == d or c == b or len(fresh) < 2 or fresh & present:
            continue
        present -= {(a, b), (c, d)}
        present |= fresh
        found[p], found[q] = (a, d), (c, b)
    return tuple(sorted(found))


def can_be_rewired(task: AlignmentTask) -> bool:
    """Are there edges that could be exchanged, and any to be kept?"""
    return len(task.answer_edges) >= 2 and bool(task.gold_edges)


def rewired(main: Alignment, *, budget: Meter, seed: int) -> Rewired | None:
    """The same question about rewired answers, as far as the budget goes; None if not one was done."""
    if not can_be_rewired(main.task):
        return None
    known = _Runs()
    method = _exactly if _is_quick(main) else _searching
    method(main.task, seed, budget, known)
    if not known.low:
        return None
    lows = tuple(main.f1(kept) for kept in known.low)
    highs = tuple(main.f1(kept) for kept in known.high)
    complete = len(highs) == len(lows)
    return Rewired(seed, lows, highs if complete else None, budget.shortage == OUT_OF_TIME)


@dataclass
class _Runs:
    """Edges that are kept of each rewired answer at least, and at most as far as that is known."""

    low: list[int] = field(default_factory=list)
    high: list[int] = field(default_factory=list)


def _is_quick(main: Alignment) -> bool:
    """Is satisfiability quick for rewired graphs as well?"""
    nodes = len(main.task.gold_nodes)
    return main.solved and (nodes <= TINY_NODES or len(main.task.pairs) <= TINY_PAIRS * nodes)


def _tasks(task: AlignmentTask, seed: int, budget: Meter) -> Iterator[AlignmentTask]:
    """One after the other: what a task keeps of its pairs is large where many are allowed."""
    for run in range(RUNS):
        if budget.left is not None and budget.left < _EDGE * len(task.answer_edges):
            return
        budget.spend(_EDGE * len(task.answer_edges))
        edges = rewired_edges(task.answer_edges, Random(f"{seed}:{run}"))
        yield replace(task, answer_edges=edges)


def _exactly(task: AlignmentTask, seed: int, budget: Meter, known: _Runs) -> None:
    """Both ends at once."""
    for other in _tasks(task, seed, budget):
        alignment = best_alignment(other, budget=budget)
        if isinstance(alignment, Unknown):
            return
        best = other.kept_edges(alignment)
        known.low.append(best)
        known.high.append(best)


def _run_of(budget: Meter, others: int, swap: int) -> Meter:
    """A fair part for one run; fewer runs where that would be too little for one, none for a moment."""
    fair = budget.share(others)
    if fair.left is None or fair.left >= _LEAST * swap:
        return fair
    return budget.stretch(_LEAST * swap if (budget.left or 0) >= _LEAST * swap else 0)


def _searching(task: AlignmentTask, seed: int, budget: Meter, known: _Runs) -> None:
    """Lower ends by search first; then upper ends by the relaxation, and a search where it points."""
    searching = budget.share(1)
    for run, other in enumerate(_tasks(task, seed, searching)):
        part = _run_of(searching, RUNS - run - 1, price(other))
        if part.over:
            break
        known.low.append(
            other.kept_edges(search(other, seed, Schedule(starts=2, patience=60), part))
        )
    begun = islice(_tasks(task, seed, budget), len(known.low))
    for run, other in enumerate(begun):
        upper = in_time(other, budget)
        if isinstance(upper, Unknown):
            return
        schedule = Schedule(starts=1, patience=20)
        again = search(other, seed, schedule, budget, [upper.rounded()], upper.edges)
        known.low[run] = max(known.low[run], other.kept_edges(again))
        known.high.append(upper.edges)
