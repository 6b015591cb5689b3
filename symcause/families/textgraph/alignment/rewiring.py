"""What unrelated graphs would reach: the best alignment with rewired answers.

Without names even unrelated sparse graphs share half of their edges under the best map, so a value of its
own says little. A rewired answer keeps the in- and out-degree of every node and nothing else: 10 |F| times
two edges exchange their targets, unless that would make a loop or a repeated edge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from time import process_time

from symcause.answers import Unknown
from symcause.families.textgraph.alignment.align import Alignment
from symcause.families.textgraph.alignment.exact import best_alignment
from symcause.families.textgraph.alignment.multipliers import by_relaxation
from symcause.families.textgraph.alignment.search import Effort, search
from symcause.families.textgraph.problem.task import AlignmentTask, Pair
from symcause.processes.isolation import Stopped, call

RUNS = 20
_SWAPS = 10  # for each edge of the answer
_TINY, _FEW = 8, 6  # nodes, and allowed pairs a node, up to which the optimum is at hand


@dataclass(frozen=True)
class Rewired:
    """The best F1 against rewired answers: lower ends of all runs, upper ends where they are known."""

    seed: int
    low: tuple[Fraction, ...]
    high: tuple[Fraction, ...] | None

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


def rewired(main: Alignment, *, seconds: float, seed: int) -> Rewired | None:
    """The same question about rewired answers, as far as the time goes; None if not one was done."""
    if len(main.task.answer_edges) < 2 or not main.task.gold_edges:
        return None
    parts: list[object] = []
    outcome = call(
        _method(main), main.task, seed, seconds, work=seconds, streams=True, on_part=parts.append
    )
    assert outcome is None or isinstance(outcome, Stopped)
    low: dict[int, int] = {}
    high: dict[int, int] = {}
    for part in parts:
        assert isinstance(part, tuple)
        run, least, most = part
        low[run] = least
        if most is not None:
            high[run] = most
    if not low:
        return None
    lows = tuple(main.f1(kept) for _, kept in sorted(low.items()))
    highs = tuple(main.f1(kept) for _, kept in sorted(high.items()))
    return Rewired(seed, lows, highs if len(highs) == len(lows) else None)


Emit = Callable[[tuple[int, int, int | None]], None]


def _method(main: Alignment) -> Callable[..., None]:
    nodes = len(main.task.gold_nodes)
    if main.solved and (nodes <= _TINY or len(main.task.pairs) <= _FEW * nodes):
        return _exactly
    return _searching


def _tasks(task: AlignmentTask, seed: int) -> Iterator[AlignmentTask]:
    """One after the other: what a task keeps of its pairs is large where many are allowed."""
    for run in range(RUNS):
        edges = rewired_edges(task.answer_edges, Random(f"{seed}:{run}"))
        yield replace(task, answer_edges=edges)


def _exactly(task: AlignmentTask, seed: int, seconds: float, *, emit: Emit) -> None:
    """Both ends at once, where satisfiability is quick for rewired graphs as well."""
    for run, other in enumerate(_tasks(task, seed)):
        best = other.kept(best_alignment(other))
        emit((run, best, best))


def _searching(task: AlignmentTask, seed: int, seconds: float, *, emit: Emit) -> None:
    """Lower ends by search first; then upper ends by the relaxation, and a search where it points."""
    patience = seconds / (2 * RUNS)
    lows = []
    for run, other in enumerate(_tasks(task, seed)):
        effort = Effort(starts=2, patience=60, deadline=process_time() + patience)
        lows.append(other.kept(search(other, seed, effort)))
        emit((run, lows[run], None))
    for run, other in enumerate(_tasks(task, seed)):
        upper = by_relaxation(other)
        if isinstance(upper, Unknown):
            return
        effort = Effort(starts=1, patience=20, deadline=process_time() + patience)
        again = other.kept(search(other, seed, effort, [upper.rounded()], upper.edges))
        emit((run, max(lows[run], again), upper.edges))
