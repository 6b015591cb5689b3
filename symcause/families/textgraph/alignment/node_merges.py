"""Node merges of two text graphs: the best reading with several nodes for one, by MaxSAT.

A variable x for every allowed pair, one for every match of a gold edge with an answer edge, and a soft one
for every edge of either graph. Merges are counted node by node: a pair is one merge of its node if an
earlier pair of that node is read, too. Of the readings that cover and support most, one with the fewest
merges is taken, and of those one that covers most: the weights say so.

>>> from symcause.budgets import Meter
>>> task = AlignmentTask.of([("a", "b"), ("b", "c")], [("a", "b1"), ("b2", "c")],
...                         [("a", "a"), ("b", "b1"), ("b", "b2"), ("c", "c")])
>>> found = merged_reading(task, Merging("stars"), Meter(10**6))
>>> found.best.total, found.best.merges, found.high, found.curve
(4, 1, 4, (2, 4))
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.families.textgraph.problem.alignment_task import (
    MAX_MATCHES,
    AlignmentTask,
    Pair,
)
from symcause.families.textgraph.problem.node_partners import (
    ANY,
    COARSE,
    FINE,
    ONE,
    STARS,
    NodeReading,
    edge_matches,
)
from symcause.solvers.sat.cnf import Cnf
from symcause.solvers.sat.maxsat import at_most_one, most


@dataclass(frozen=True)
class Merging:
    """What is asked for: a shape, and how many merges at most (None: any number)."""

    shape: str = STARS
    merges: int | None = None


@dataclass(frozen=True)
class MergedReading:
    """The best reading that was found, and what no reading of the shape exceeds."""

    asked: Merging
    best: NodeReading
    whole: NodeReading  # all allowed pairs
    high: int  # of covered and supported edges
    curve: tuple[int, ...] | None  # the most by 0, 1, … merges, up to those of the best

    @property
    def optimal(self) -> bool:
        return self.best.total == self.high

    @property
    def proved_by(self) -> str:
        """``certificate`` where counting all allowed pairs proves the upper end, else ``solver``."""
        return "certificate" if self.high == self.whole.total else "solver"


def merged_reading(
    task: AlignmentTask, asked: Merging, budget: Meter, start: dict[int, int] | None = None
) -> MergedReading:
    """The best reading, as far as the budget goes; *start* is a one-to-one map that is known."""
    whole = NodeReading.whole(task)
    if asked.shape == ANY:
        return MergedReading(asked, whole, whole, whole.total, None)
    known = NodeReading(task, frozenset((start or {}).items())).needed
    reading = _best(task, asked, budget)
    if isinstance(reading, Unknown):
        return MergedReading(asked, known, whole, whole.total, None)
    curve = _curve(task, asked.shape, reading, budget)
    return MergedReading(asked, reading, whole, reading.total, curve)


def _curve(
    task: AlignmentTask, shape: str, best: NodeReading, budget: Meter
) -> tuple[int, ...] | None:
    """The most by fewer merges; None where the budget is not enough."""
    totals = []
    for merges in range(best.merges):
        fewer = _best(task, Merging(shape, merges), budget)
        if isinstance(fewer, Unknown):
            return None
        totals.append(fewer.total)
    return (*totals, best.total)


def _best(task: AlignmentTask, asked: Merging, budget: Meter) -> NodeReading | Unknown:
    if task.tries > MAX_MATCHES:
        return Unknown(f"more than {MAX_MATCHES} matches of edges")
    cnf = Cnf()
    for pair in task.pairs:
        cnf.variable(pair)
    merged = _shaped(cnf, task, asked.shape)
    if asked.merges is not None:
        cnf.at_most(merged, asked.merges)
    gold, answer = _edges(cnf, task)
    step = len(gold) + 1  # a merge outweighs all that speaks for covered edges
    unit = step * (len(merged) + 1)  # an edge outweighs all merges
    weights = {
        **dict.fromkeys(gold, unit + 1),
        **dict.fromkeys(answer, unit),
        **dict.fromkeys((-one for one in merged), step),
    }
    model = most(cnf.clauses, weights, cnf.variables, budget)
    if isinstance(model, Unknown):
        return model
    assert model is not None  # nothing need be read
    pairs = frozenset(pair for pair in task.pairs if cnf.variable(pair) in model)
    reading = NodeReading(task, pairs).needed
    assert reading.fits(asked.shape) and (asked.merges is None or reading.merges <= asked.merges)
    return reading


def _edges(cnf: Cnf, task: AlignmentTask) -> tuple[list[int], list[int]]:
    """A literal for every edge that can be covered or supported; it implies a match."""
    covering: dict[int, list[int]] = defaultdict(list)
    supporting: dict[int, list[int]] = defaultdict(list)
    for e, g in edge_matches(task, frozenset(task.pairs)):
        match = cnf.fresh()
        (u, v), (i, j) = task.gold_edges[e], task.answer_edges[g]
        cnf.add(-match, cnf.variable((u, i)))
        cnf.add(-match, cnf.variable((v, j)))
        covering[e].append(match)
        supporting[g].append(match)
    return _implied(cnf, covering.values()), _implied(cnf, supporting.values())


def _implied(cnf: Cnf, choices: Iterable[list[int]]) -> list[int]:
    edges = []
    for matches in choices:
        edge = cnf.fresh()
        cnf.add(-edge, *matches)
        edges.append(edge)
    return edges


def _shaped(cnf: Cnf, task: AlignmentTask, shape: str) -> list[int]:
    """The clauses of a shape; a literal for every merge."""
    merged: list[int] = []
    several: tuple[dict[int, int], dict[int, int]] = ({}, {})
    for side, alone in enumerate(((ONE, COARSE), (ONE, FINE))):
        nodes: dict[int, list[Pair]] = defaultdict(list)
        for pair in task.pairs:
            nodes[pair[side]].append(pair)
        for node, pairs in nodes.items():
            literals = [cnf.variable(pair) for pair in pairs]
            if shape in alone:
                clauses, fresh = at_most_one(literals, cnf.variables + 1)
                cnf.clauses += clauses
                cnf.variables = max(cnf.variables, fresh - 1)
            elif len(literals) > 1:
                own = _later(cnf, literals)
                merged += own
                several[side][node] = cnf.fresh()
                for one in own:
                    cnf.add(-one, several[side][node])
    if shape == STARS:
        for u, i in task.pairs:
            if u in several[0] and i in several[1]:
                cnf.add(-cnf.variable((u, i)), -several[0][u], -several[1][i])
    return merged


def _later(cnf: Cnf, literals: list[int]) -> list[int]:
    """A literal for every one but the first: true if it and an earlier one are."""
    found: list[int] = []
    earlier = literals[0]
    for at, literal in enumerate(literals[1:], 1):
        one = cnf.fresh()
        cnf.add(-literal, -earlier, one)
        found.append(one)
        if at < len(literals) - 1:
            seen = cnf.fresh()
            cnf.add(-literal, seen)
            cnf.add(-earlier, seen)
            earlier = seen
    return found
