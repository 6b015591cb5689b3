"""Label realisability: whether some one-to-one reading of the nodes gives a judge's labels of edges.

A judge labels every gold edge and every answer edge by itself. If nodes stand for each other one to one,
the two sides match edge by edge, so as many gold edges as answer edges are matched; that comes first. Then
satisfiability decides whether a one-to-one reading matches exactly the labelled edges, and if none
does, how few labels would have to change: an even number where the two sides are labelled equally often.

>>> chain = (("a", "b"), ("b", "c")), (("p", "q"), ("q", "r"))
>>> realisability(*chain, Labels(0b11, 0b11)).nearest, realisability(*chain, Labels(0b11, 0b01)).nearest
((0, 0), (1, 1))
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.families.textgraph.bounds import REALISABILITY_STEPS
from symcause.families.textgraph.models.digraph import Edge
from symcause.families.textgraph.problem.alignment_task import MAX_MATCHES, AlignmentTask
from symcause.families.textgraph.problem.node_partners import NodeReading, edge_matches
from symcause.solvers.sat.cnf import Cnf
from symcause.solvers.sat.maxsat import most

Wanted = tuple[frozenset[int], frozenset[int]]
"""The labelled edges of gold and answer, by their places in a task."""


@dataclass(frozen=True)
class Labels:
    """The edges that a judge calls matched: bit k is set for edge k of a list."""

    gold: int
    answer: int


@dataclass(frozen=True)
class Realisability:
    """Whether labels can be had one to one, and how few would have to change: at least and at most."""

    counts_agree: bool
    nearest: tuple[int, int]

    @property
    def realisable(self) -> bool | None:
        """None where that is not known."""
        low, high = self.nearest
        return True if not high else False if low else None


def realisability(
    gold: Sequence[Edge],
    answer: Sequence[Edge],
    labels: Labels,
    allowed: Iterable[tuple[str, str]] | None = None,
    budget: Meter | None = None,
) -> Realisability:
    """What one-to-one readings along allowed pairs (None: all) make of labels of these edges."""
    matched = labels.gold.bit_count(), labels.answer.bit_count()
    least = abs(matched[0] - matched[1])  # a one-to-one reading matches as many on either side
    task = AlignmentTask.of(gold, answer, allowed)
    wanted = (
        frozenset(_places(gold, task.gold_nodes, task.gold_edges, labels.gold)),
        frozenset(_places(answer, task.answer_nodes, task.answer_edges, labels.answer)),
    )
    return Realisability(
        not least,
        _nearest(task, wanted, least, Meter(REALISABILITY_STEPS) if budget is None else budget),
    )


def _places(
    edges: Sequence[Edge],
    nodes: Sequence[str],
    sorted_edges: Sequence[tuple[int, int]],
    labels: int,
) -> Iterable[int]:
    """The labelled edges by their places in the task, which sorts them."""
    at = {(nodes[u], nodes[v]): place for place, (u, v) in enumerate(sorted_edges)}
    return (at[edge] for k, edge in enumerate(edges) if labels >> k & 1)


def _nearest(task: AlignmentTask, wanted: Wanted, least: int, budget: Meter) -> tuple[int, int]:
    """The fewest labels to change, at least and at most; *least* says what their numbers alone do.

    Each reading matches as many edges on either side, so that the number grows in steps of two: from below
    with half of the budget, then from above.
    """
    low, high = least, sum(map(len, wanted))  # nothing read, nothing matched
    if task.tries > MAX_MATCHES:
        return low, high
    half = budget.share(1)
    while low < high:
        found = _within(task, wanted, low, half)
        if isinstance(found, Unknown):
            break
        if found is not None:
            return found, found
        low += 2
    while low < high:
        found = _within(task, wanted, high - 2, budget)
        if isinstance(found, Unknown):
            break
        low, high = (high, high) if found is None else (low, found)
    return low, high


def _within(task: AlignmentTask, wanted: Wanted, bound: int, budget: Meter) -> int | Unknown | None:
    """How many labels some reading changes, if one changes so few."""
    cnf, kept = _encoded(task, wanted)
    if bound:
        cnf.at_most([-one for one in kept], bound)
    hard = cnf.clauses if bound else [*cnf.clauses, *((one,) for one in kept)]
    model = most(hard, [], cnf.variables, budget)
    if model is None or isinstance(model, Unknown):
        return model
    changes = _changed(task, cnf, model, wanted)
    assert changes <= bound
    return changes


def _changed(task: AlignmentTask, cnf: Cnf, model: frozenset[int], wanted: Wanted) -> int:
    """How many labels differ from what the reading of a model matches."""
    reading = NodeReading(task, frozenset(p for p in task.pairs if cnf.variable(p) in model))
    assert reading.fits("one")
    return sum(len(here ^ there) for here, there in zip(wanted, reading.matched, strict=True))


def _encoded(task: AlignmentTask, wanted: Wanted) -> tuple[Cnf, list[int]]:
    """One-to-one readings as a formula, and a literal for every label."""
    cnf = Cnf()
    for pair in task.pairs:
        cnf.variable(pair)
    for side in (0, 1):
        nodes: dict[int, list[int]] = defaultdict(list)
        for pair in task.pairs:
            nodes[pair[side]].append(cnf.variable(pair))
        for literals in nodes.values():
            cnf.at_most(literals, 1)
    covering: dict[int, list[int]] = defaultdict(list)
    supporting: dict[int, list[int]] = defaultdict(list)
    for e, g in edge_matches(task, frozenset(task.pairs)):
        (u, v), (i, j) = task.gold_edges[e], task.answer_edges[g]
        match = cnf.conjunction({cnf.variable((u, i)), cnf.variable((v, j))})
        covering[e].append(match)
        supporting[g].append(match)
    soft: list[int] = []
    for labelled, edges, choices in (
        (wanted[0], task.gold_edges, covering),
        (wanted[1], task.answer_edges, supporting),
    ):
        for k in range(len(edges)):
            found = cnf.disjunction(choices[k]) if choices[k] else _never(cnf)
            soft.append(found if k in labelled else -found)
    return cnf, soft


def _never(cnf: Cnf) -> int:
    """A literal that is false."""
    found = cnf.fresh()
    cnf.add(-found)
    return found
