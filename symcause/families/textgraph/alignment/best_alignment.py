"""The best alignment of two text graphs: a map that keeps edges, and a bound on any other.

Where few pairs are allowed maximum satisfiability finds the optimum at once, and the relaxation proves
it or almost. Where all pairs are allowed the relaxation comes first; its weights, rounded, are the start
of the search; satisfiability closes what is left of the gap on small graphs. All of it is paid from one
budget, and each part gets a share of what is left, so the same task ends in the same answer everywhere.
What is known is yielded as it grows: whoever stops keeps it. Among maps that keep equally many edges those
are preferred whose names agree (:mod:`.name_agreement`).

>>> from symcause.budgets import Meter
>>> from symcause.families.textgraph.problem.alignment_task import AlignmentTask
>>> chain, fork = [("a", "b"), ("b", "c")], [("x", "y"), ("x", "z")]
>>> found = list(alignments(AlignmentTask.of(chain, fork), budget=Meter(10**6), seed=0))[-1]
>>> found.low, found.high, found.optimal
(1, 1, True)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice

from symcause.answers import Unknown
from symcause.budgets import OUT_OF_TIME, Meter
from symcause.families.textgraph.alignment.bound_multipliers import UpperBound, by_degrees, in_time
from symcause.families.textgraph.alignment.maxsat_alignment import best_alignment
from symcause.families.textgraph.alignment.name_agreement import Worths, renamed, worths
from symcause.families.textgraph.alignment.tabu_search import Schedule, search
from symcause.families.textgraph.bounds import FEW_PAIRS, HARD_MATCHES, SMALL_GRAPH
from symcause.families.textgraph.problem.alignment_task import AlignmentTask

_Step = Callable[["Alignment", Meter, int], "Alignment"]


@dataclass(frozen=True)
class Alignment:
    """What is known: a map (gold index -> answer index), and an upper bound with its multipliers."""

    task: AlignmentTask
    mapped: dict[int, int]
    upper: UpperBound
    solved: bool = False  # a solver says that no map keeps more edges
    hurried: bool = False  # the user's own time cut something short

    @property
    def low(self) -> int:
        return self.task.kept_edges(self.mapped)

    @property
    def high(self) -> int:
        return self.low if self.solved else max(self.low, self.upper.edges)

    @property
    def certified_high(self) -> int:
        """What the multipliers alone prove."""
        return self.upper.edges

    @property
    def optimal(self) -> bool:
        return self.low == self.high

    @property
    def proved_by(self) -> str:
        """``certificate`` if the multipliers prove the upper end, else ``solver``."""
        return "certificate" if self.high == self.certified_high else "solver"

    def f1(self, kept: int) -> Fraction:
        """F1 if this many edges are kept; 1 for two empty graphs."""
        total = len(self.task.gold_edges) + len(self.task.answer_edges)
        return Fraction(2 * kept, total) if total else Fraction(1)


def alignments(task: AlignmentTask, *, budget: Meter, seed: int) -> Iterator[Alignment]:
    """Growing knowledge about the best alignment; the last is all that the budget was enough for."""
    worth = worths(task)
    known = _with_names(Alignment(task, {}, by_degrees(task, budget)), worth, budget)
    yield known
    if not known.optimal:
        for step in _plan(task):
            known = _with_names(step(known, budget, seed), worth, budget)
            yield known
            if known.optimal and step is not _solved:
                break
    if known.optimal and known.low and worth and _settles(task):
        yield _best_names(known, budget, worth)


def portion(budget: Meter, numerator: int, denominator: int) -> Meter:
    """A part of what is left."""
    left, seconds = budget.left, budget.seconds_left
    return Meter(
        None if left is None else left * numerator // denominator,
        seconds=None if seconds is None else seconds * numerator / denominator,
        within=budget,
    )


def _after(known: Alignment, part: Meter) -> Alignment:
    """What is known, marked where the part of the user's own time was not enough."""
    return replace(known, hurried=known.hurried or part.shortage == OUT_OF_TIME)


def _plan(task: AlignmentTask) -> list[_Step]:
    if _is_small(task):
        return [_solved, _relaxed, _searched]
    steps: list[_Step] = [_started, _relaxed, _searched]
    return [*steps, _solved] if _settles(task) else steps


def _is_small(task: AlignmentTask) -> bool:
    nodes = len(task.gold_nodes)
    return len(task.pairs) <= FEW_PAIRS * nodes or max(nodes, len(task.answer_nodes)) <= SMALL_GRAPH


def _settles(task: AlignmentTask) -> bool:
    """Is the task one that satisfiability may settle?"""
    return (
        _is_small(task) or sum(1 for _ in islice(task.matches(), HARD_MATCHES + 1)) <= HARD_MATCHES
    )


def _started(known: Alignment, budget: Meter, seed: int) -> Alignment:
    """A first map, before anything that takes long."""
    part = portion(budget, 1, 10)
    return _with_map(known, search(known.task, seed, Schedule(starts=1, patience=30), part))


def _relaxed(known: Alignment, budget: Meter, seed: int) -> Alignment:
    """The bound of the linear programme."""
    part = portion(budget, 2, 3)
    bound = in_time(known.task, part)
    if isinstance(bound, Unknown):
        return _after(known, part)
    return replace(known, upper=bound) if bound.value < known.upper.value else known


def _searched(known: Alignment, budget: Meter, seed: int) -> Alignment:
    """Search, begun where the relaxation points; pointless once a solver has spoken."""
    if known.solved:
        return known
    part, hints = portion(budget, 1, 2), [known.mapped, known.upper.rounded()]
    found = search(known.task, seed, Schedule(), part, hints, enough=known.upper.edges)
    return _after(_with_map(known, found), part)


def _solved(known: Alignment, budget: Meter, seed: int) -> Alignment:
    """The optimum, if satisfiability finds it with half of what is left."""
    part = portion(budget, 1, 2)
    alignment = best_alignment(known.task, budget=part)
    if isinstance(alignment, Unknown):
        return _after(known, part)
    return replace(known, mapped=alignment, solved=True)


def _with_map(known: Alignment, found: dict[int, int]) -> Alignment:
    return replace(known, mapped=found) if known.task.kept_edges(found) > known.low else known


def _with_names(known: Alignment, worth: Worths, budget: Meter) -> Alignment:
    """The same edges under names that agree better; also nodes of one name or spelling that are left over.

    More pairs never lose an edge, and a node that both graphs have is not called missing and extra.
    """
    part = portion(budget, 1, 10)
    return replace(known, mapped=renamed(known.task, known.mapped, worth, part))


def _best_names(known: Alignment, budget: Meter, worth: Worths) -> Alignment:
    """Of all maps that keep the most edges the one whose names agree best, if half of what is left does."""
    part = portion(budget, 1, 2)
    alignment = best_alignment(known.task, worth, part)
    if isinstance(alignment, Unknown):
        return _after(known, part)
    best = replace(known, mapped=renamed(known.task, alignment, worth))
    return best if best.low == known.low else known
