"""The best alignment of two graphs: a map that keeps c edges, and a proof that none keeps more than C.

Where few pairs are allowed maximum satisfiability finds the optimum at once, and the relaxation proves
it or almost. Where all pairs are allowed the relaxation comes first; its weights, rounded, are the start
of the search; satisfiability closes what is left of the gap on small graphs. Whatever cannot be
interrupted runs in a child process. What is known is yielded as it grows, so that whoever stops keeps
it.

>>> from symcause.families.textgraph.problem.task import AlignmentTask
>>> chain, fork = [("a", "b"), ("b", "c")], [("x", "y"), ("x", "z")]
>>> found = list(alignments(AlignmentTask.of(chain, fork), seconds=10, seed=0))[-1]
>>> found.low, found.high, found.optimal
(1, 1, True)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from time import monotonic

from symcause.answers import Unknown
from symcause.families.textgraph.alignment.exact import best_alignment
from symcause.families.textgraph.alignment.multipliers import UpperBound, by_degrees, by_relaxation
from symcause.families.textgraph.alignment.search import Effort, search
from symcause.families.textgraph.models.spelling import normalised
from symcause.families.textgraph.problem.task import AlignmentTask
from symcause.processes.isolation import call

_FEW = 15  # allowed pairs a gold node up to which satisfiability goes first
_SMALL = 14  # nodes up to which it does so whatever is allowed
_HARD = 2_500  # matches of edges beyond which it is not tried where many pairs are allowed


_Step = Callable[["Alignment", float, int], "Alignment"]


@dataclass(frozen=True)
class Alignment:
    """What is known: a map (gold index -> answer index), and an upper bound with its multipliers."""

    task: AlignmentTask
    mapped: dict[int, int]
    upper: UpperBound
    solved: bool = False  # a solver says that no map keeps more edges

    @property
    def low(self) -> int:
        return self.task.kept(self.mapped)

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
        """F1 if so many edges are kept; 1 for two empty graphs."""
        total = len(self.task.gold_edges) + len(self.task.answer_edges)
        return Fraction(2 * kept, total) if total else Fraction(1)


def alignments(task: AlignmentTask, *, seconds: float, seed: int) -> Iterator[Alignment]:
    """Growing knowledge about the best alignment; the last is all that the time was enough for."""
    deadline = monotonic() + seconds
    known = Alignment(task, {}, by_degrees(task))
    yield _completed(known)
    if known.optimal:
        return
    for step in _plan(task):
        known = step(known, max(0.01, deadline - monotonic()), seed)
        yield _completed(known)
        if known.optimal and step is not _solved:
            return


def _plan(task: AlignmentTask) -> list[_Step]:
    nodes = len(task.gold_nodes)
    if len(task.pairs) <= _FEW * nodes or max(nodes, len(task.answer_nodes)) <= _SMALL:
        return [_solved, _relaxed, _searched]
    steps: list[_Step] = [_started, _relaxed, _searched]
    few = sum(1 for _ in islice(task.matches(), _HARD + 1)) <= _HARD
    return [*steps, _solved] if few else steps


def _started(known: Alignment, seconds: float, seed: int) -> Alignment:
    """A first map, before anything that takes long."""
    effort = Effort(starts=1, patience=30, deadline=monotonic() + seconds / 10)
    return _with_map(known, search(known.task, seed, effort))


def _relaxed(known: Alignment, seconds: float, seed: int) -> Alignment:
    """The bound of the linear programme."""
    share = seconds * 2 / 3
    found = call(by_relaxation, known.task, seconds=share)
    if isinstance(found, Unknown):
        return known
    assert isinstance(found, UpperBound)
    return replace(known, upper=found) if found.value < known.upper.value else known


def _searched(known: Alignment, seconds: float, seed: int) -> Alignment:
    """Search, begun where the relaxation points; pointless once a solver has spoken."""
    if known.solved:
        return known
    effort = Effort(deadline=monotonic() + seconds / 2)
    hints = [known.mapped, known.upper.rounded()]
    return _with_map(known, search(known.task, seed, effort, hints, enough=known.upper.edges))


def _solved(known: Alignment, seconds: float, seed: int) -> Alignment:
    """The optimum, if satisfiability finds it in time."""
    found = call(best_alignment, known.task, seconds=seconds / 2)
    if isinstance(found, Unknown):
        return known
    assert isinstance(found, dict)
    return replace(known, mapped=_useful(known.task, found), solved=True)


def _with_map(known: Alignment, found: dict[int, int]) -> Alignment:
    return replace(known, mapped=found) if known.task.kept(found) > known.low else known


def _completed(known: Alignment) -> Alignment:
    """What is known, its map extended to free nodes of the same name, then of the same spelling.

    More pairs never lose an edge, and a node that both graphs have is not called missing and extra.
    """
    task, mapped = known.task, dict(known.mapped)
    for spelling in (str, normalised):
        used = set(mapped.values())
        free = {
            form: i
            for i, name in enumerate(task.answer_nodes)
            if i not in used and (form := spelling(name)) is not None
        }
        for u, name in enumerate(task.gold_nodes):
            form = None if u in mapped else spelling(name)
            i = None if form is None else free.get(form)
            if form is not None and i is not None and (task.open or (u, i) in task.pair_set):
                mapped[u] = free.pop(form)
    return replace(known, mapped=mapped)


def _useful(task: AlignmentTask, mapped: dict[int, int]) -> dict[int, int]:
    """The part of a map that keeps edges."""
    ends = {
        end
        for u, v in task.gold_edges
        if (mapped.get(u), mapped.get(v)) in task.answer_edge_set
        for end in (u, v)
    }
    return {u: mapped[u] for u in sorted(ends)}
