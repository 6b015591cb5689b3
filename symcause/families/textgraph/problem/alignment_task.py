"""An alignment task: two text graphs and the pairs of nodes that may be matched, as indices.

Nodes are the ends of edges, sorted; edges are sorted; a pair (u, i) says that gold node u may stand for
answer node i. An *alignment* is an injective partial map of gold nodes to answer nodes along allowed
pairs. It *keeps* a gold edge (u, v) if both ends are mapped and the answer has the edge between their
images.

>>> task = AlignmentTask.of([("a", "b"), ("b", "c")], [("x", "y")])
>>> task.gold_nodes, task.gold_edges, len(task.pairs), task.kept_edges({0: 0, 1: 1})
(('a', 'b', 'c'), ((0, 1), (1, 2)), 6, 1)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from symcause.errors import LimitError
from symcause.families.textgraph.models.digraph import Edge

MAX_NODES = 1_000  # nodes
"""Most nodes of a graph to be aligned."""

MAX_PAIRS = 1_000_000  # pairs
"""Most allowed pairs."""

MAX_MATCHES = 200_000  # matches
"""Most matches of edges that a formula about readings has."""

Pair = tuple[int, int]


@dataclass(frozen=True)
class AlignmentTask:
    """Gold and answer by index; *open* says that every pair is allowed."""

    gold_nodes: tuple[str, ...]
    answer_nodes: tuple[str, ...]
    gold_edges: tuple[Pair, ...]
    answer_edges: tuple[Pair, ...]
    pairs: tuple[Pair, ...]
    open: bool

    @staticmethod
    def of(
        gold: Iterable[Edge],
        answer: Iterable[Edge],
        allowed: Iterable[tuple[str, str]] | None = None,
    ) -> AlignmentTask:
        """The task; None allows every pair. Pairs with a node that no edge touches are left out."""
        gold_nodes, gold_edges = _indexed(gold)
        answer_nodes, answer_edges = _indexed(answer)
        size = max(len(gold_nodes), len(answer_nodes))
        if size > MAX_NODES:
            raise LimitError(
                f"graphs of at most {MAX_NODES} nodes are aligned", value=f"{size} nodes"
            )
        if allowed is None:
            pairs = [(u, i) for u in range(len(gold_nodes)) for i in range(len(answer_nodes))]
        else:
            here = {name: u for u, name in enumerate(gold_nodes)}
            there = {name: i for i, name in enumerate(answer_nodes)}
            pairs = sorted({(here[u], there[i]) for u, i in allowed if u in here and i in there})
        if len(pairs) > MAX_PAIRS:
            raise LimitError(f"at most {MAX_PAIRS} pairs of nodes are considered")
        return AlignmentTask(
            gold_nodes, answer_nodes, gold_edges, answer_edges, tuple(pairs), allowed is None
        )

    @cached_property
    def pair_set(self) -> frozenset[Pair]:
        return frozenset(self.pairs)

    @cached_property
    def answer_edge_set(self) -> frozenset[Pair]:
        return frozenset(self.answer_edges)

    def kept_edges(self, mapped: Mapping[int, int]) -> int:
        """How many gold edges a map keeps."""
        return sum(
            (mapped.get(u), mapped.get(v)) in self.answer_edge_set for u, v in self.gold_edges
        )

    def allows(self, u: int, i: int) -> bool:
        """May gold node u stand for answer node i?"""
        if self.open:
            return 0 <= u < len(self.gold_nodes) and 0 <= i < len(self.answer_nodes)
        return (u, i) in self.pair_set

    @property
    def most(self) -> int:
        """No alignment keeps more edges than the smaller graph has: each is kept once at most."""
        return min(len(self.gold_edges), len(self.answer_edges))

    @cached_property
    def tries(self) -> int:
        """How many pairs of edges :meth:`matches` looks at; known without looking at them."""
        if self.open:
            return len(self.gold_edges) * len(self.answer_edges)
        here = Counter(u for u, _ in self.gold_edges)
        there = Counter(i for i, _ in self.answer_edges)
        return sum(here[u] * there[i] for u, i in self.pairs)

    def matches(self) -> Iterator[tuple[int, int]]:
        """The pairs (e, g) of edge numbers that an alignment could match: e kept as g."""
        by_source: dict[int, list[tuple[int, int]]] = {}
        for g, (i, j) in enumerate(self.answer_edges):
            by_source.setdefault(i, []).append((g, j))
        for e, (u, v) in enumerate(self.gold_edges):
            for i in self.images.get(u, ()):
                for g, j in by_source.get(i, ()):
                    if (u == v) == (i == j) and (self.open or (v, j) in self.pair_set):
                        yield e, g

    @cached_property
    def successors(self) -> dict[int, list[int]]:
        """Where the edges of each answer node lead."""
        found: dict[int, list[int]] = {}
        for i, j in self.answer_edges:
            found.setdefault(i, []).append(j)
        return found

    @cached_property
    def images(self) -> dict[int, list[int]]:
        """The answer nodes that each gold node may stand for."""
        images: dict[int, list[int]] = {}
        for u, i in self.pairs:
            images.setdefault(u, []).append(i)
        return images

    def named(self, mapped: Mapping[int, int]) -> dict[str, str]:
        """A map by names."""
        return {self.gold_nodes[u]: self.answer_nodes[i] for u, i in sorted(mapped.items())}


def _indexed(edges: Iterable[Edge]) -> tuple[tuple[str, ...], tuple[Pair, ...]]:
    found = sorted(set(edges))
    nodes = sorted({end for edge in found for end in edge})
    place = {name: i for i, name in enumerate(nodes)}
    return tuple(nodes), tuple((place[s], place[t]) for s, t in found)
