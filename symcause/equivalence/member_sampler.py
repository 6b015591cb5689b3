"""Sampler of uniform members of an equivalence class, from a seed.

Each chordal component is sampled on its own by walking down the tables of clique picking: take a clique
with probability proportional to the orientations that it accounts for, put its nodes first in a uniform
order that has no forbidden prefix, and go on with the components it leaves. All weights are exact
integers, so every member has exactly the same probability (as far as the generator is uniform). An order
is drawn by shuffling until one is admissible, and at least half of all orders are.

The tables are computed once per class; a further sample costs little more than writing it down.

>>> from symcause.models.dags import DAG
>>> sample(DAG.of([("A", "B"), ("B", "C")]), seed=1).edges == sample(
...     DAG.of([("A", "B"), ("B", "C")]), seed=1
... ).edges
True
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import accumulate, repeat

from symcause.equivalence.class_sizes import induced
from symcause.equivalence.clique_counts import CliquePicking
from symcause.equivalence.essential_graphs import EssentialGraph, Graph, essential_graph
from symcause.equivalence.target_sets import Targets
from symcause.models.bit_sets import bits
from symcause.models.dags import DAG


def sample(graph: Graph, targets: Targets = (), *, seed: int = 0) -> DAG:
    """One member of the class, uniformly at random."""
    return next(samples(graph, targets, seed=seed))


def samples(graph: Graph, targets: Targets = (), *, seed: int = 0) -> Iterator[DAG]:
    """An endless sequence of independent uniform members of the class."""
    sampler, source = ClassSampler(essential_graph(graph, targets)), random.Random(seed)
    return (sampler.draw(source) for _ in repeat(None))


class ClassSampler:
    """Draws members of one class; the tables are computed when the first is drawn."""

    def __init__(self, essential: EssentialGraph) -> None:
        self._essential = essential
        self._parts: list[tuple[CliquePicking, list[int]]] = []
        for component in essential.components:
            adjacency, nodes = induced(essential.neighbours, component)
            self._parts.append((CliquePicking(adjacency), nodes))

    def draw(self, source: random.Random) -> DAG:
        """One member, uniformly at random."""
        rank = [0] * len(self._essential.nodes)
        for picking, nodes in self._parts:
            for k, place in enumerate(_draw(picking, len(nodes), source)):
                rank[nodes[place]] = k
        return self._essential.oriented(rank)


def _draw(picking: CliquePicking, size: int, source: random.Random) -> list[int]:
    """A topological order of a uniform orientation of the whole component."""
    order: list[int] = []
    waiting = [(1 << size) - 1]
    while waiting:
        nodes = waiting.pop()
        if not nodes & (nodes - 1):
            order.extend(bits(nodes))
            continue
        solved = picking.solved(nodes)
        ticket = source.randrange(solved.count)
        totals = accumulate(pick.weight for pick in solved.picks)
        pick = solved.picks[next(k for k, total in enumerate(totals) if ticket < total)]
        clique = bits(solved.tree.cliques[pick.clique])
        order.extend(_admissible(clique, pick.forbidden, source))
        waiting.extend(reversed(solved.tree.after(pick.clique)))
    return order


def _admissible(clique: list[int], forbidden: tuple[int, ...], source: random.Random) -> list[int]:
    """A uniform order of the clique of which no prefix is, as a set, forbidden."""
    while True:
        source.shuffle(clique)
        if not any(_is_prefix(clique, taboo) for taboo in forbidden):
            return clique


def _is_prefix(order: Sequence[int], taboo: int) -> bool:
    return all(taboo >> node & 1 for node in order[: taboo.bit_count()])
