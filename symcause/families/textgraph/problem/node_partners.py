"""Node partners in two text graphs: a reading says which gold and answer nodes stand for each other.

Unlike an alignment, a reading may pair a node with several. A gold edge (u, v) is *covered* if some answer
edge (i, j) has u read as i and v as j; that answer edge is then *supported*. The *merges* of a reading are
the partners of each node beyond its first, on both sides.

>>> task = AlignmentTask.of([("a", "b"), ("b", "c")], [("a", "b1"), ("b2", "c")])
>>> found = NodeReading(task, frozenset({(0, 0), (1, 1), (1, 2), (2, 3)}))
>>> found.covered, found.supported, found.merges, found.fits("stars"), found.fits("coarse")
(2, 2, 1, True, False)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from symcause.families.textgraph.problem.alignment_task import AlignmentTask, Pair

ONE, COARSE, FINE, STARS, ANY = "one", "coarse", "fine", "stars", "any"
SHAPES = (ONE, COARSE, FINE, STARS, ANY)
"""One-to-one; one partner per gold node; one per answer node; no pair of two merged nodes; all pairs."""


@dataclass(frozen=True)
class NodeReading:
    """Pairs of nodes that stand for each other, all of them allowed."""

    task: AlignmentTask
    pairs: frozenset[Pair]

    @staticmethod
    def whole(task: AlignmentTask) -> NodeReading:
        """Every allowed pair: no reading covers or supports more."""
        return NodeReading(task, frozenset(task.pairs))

    @cached_property
    def _matches(self) -> tuple[frozenset[int], frozenset[int], frozenset[Pair]]:
        """The gold edges and answer edges that match one, by number, and the pairs that it takes."""
        gold: set[int] = set()
        answer: set[int] = set()
        used: set[Pair] = set()
        for e, g in edge_matches(self.task, self.pairs):
            (u, v), (i, j) = self.task.gold_edges[e], self.task.answer_edges[g]
            gold.add(e)
            answer.add(g)
            used.update(((u, i), (v, j)))
        return frozenset(gold), frozenset(answer), frozenset(used)

    @property
    def matched(self) -> tuple[frozenset[int], frozenset[int]]:
        """The gold edges that are covered and the answer edges that are supported, by number."""
        return self._matches[:2]

    @property
    def covered(self) -> int:
        return len(self._matches[0])

    @property
    def supported(self) -> int:
        return len(self._matches[1])

    @property
    def total(self) -> int:
        return self.covered + self.supported

    @property
    def needed(self) -> NodeReading:
        """The pairs that some match takes; the others say nothing."""
        return NodeReading(self.task, self._matches[2])

    @cached_property
    def _partners(self) -> tuple[Counter[int], Counter[int]]:
        return Counter(u for u, _ in self.pairs), Counter(i for _, i in self.pairs)

    @property
    def merges(self) -> int:
        return sum(number - 1 for side in self._partners for number in side.values())

    def fits(self, shape: str) -> bool:
        """Is it of this shape?"""
        gold, answer = self._partners
        if shape == STARS:
            return not any(gold[u] > 1 and answer[i] > 1 for u, i in self.pairs)
        if shape in (ONE, COARSE) and max(gold.values(), default=0) > 1:
            return False
        return shape not in (ONE, FINE) or max(answer.values(), default=0) < 2

    def named(self) -> tuple[tuple[str, str], ...]:
        """The pairs by names, sorted."""
        gold, answer = self.task.gold_nodes, self.task.answer_nodes
        return tuple((gold[u], answer[i]) for u, i in sorted(self.pairs))


def edge_matches(task: AlignmentTask, pairs: frozenset[Pair]) -> Iterator[tuple[int, int]]:
    """The numbers (e, g) of a gold edge and an answer edge whose ends are paired."""
    images: dict[int, list[int]] = {}
    for u, i in pairs:
        images.setdefault(u, []).append(i)
    by_source: dict[int, list[tuple[int, int]]] = {}
    for g, (i, j) in enumerate(task.answer_edges):
        by_source.setdefault(i, []).append((g, j))
    for e, (u, v) in enumerate(task.gold_edges):
        for i in sorted(images.get(u, ())):
            for g, j in by_source.get(i, ()):
                if (v, j) in pairs:
                    yield e, g
