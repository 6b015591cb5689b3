"""Separations in models of statements: which pairs a set d-separates in a DAG.

A graph is its parents and children as bit sets. The separations of a pair are one integer: bit *Z* (itself
a bit set of variables) says that the pair is d-separated given *Z*. So two graphs, or a graph and a list of
statements, are compared as integers are, and the first difference is the lowest bit that differs.

>>> chain = Graph.of(3, [(0, 1), (1, 2)])
>>> [bin(found) for found in separations(chain)]  # 0-1, 0-2, 1-2: only 0 and 2, given {1}
['0b0', '0b100', '0b0']
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from symcause.models.bit_sets import bits

Sets = tuple[int, ...]
"""Bit sets, one for every variable; or sets of sets, one for every pair."""


class Graph(NamedTuple):
    """A directed graph over the variables 0, 1, …: the parents and the children of each."""

    parents: Sets
    children: Sets

    @staticmethod
    def of(size: int, edges: Iterable[tuple[int, int]]) -> Graph:
        """The graph with these edges, each (cause, effect)."""
        parents, children = [0] * size, [0] * size
        for cause, effect in edges:
            parents[effect] |= 1 << cause
            children[cause] |= 1 << effect
        return Graph(tuple(parents), tuple(children))

    @property
    def edges(self) -> tuple[tuple[int, int], ...]:
        """The edges in the order of causes, then effects."""
        return tuple((a, b) for a, mask in enumerate(self.children) for b in bits(mask))


@lru_cache(maxsize=16)
def pairs(size: int) -> tuple[tuple[int, int], ...]:
    """The unordered pairs of so many variables, in order."""
    return tuple((x, y) for x in range(size) for y in range(x + 1, size))


@lru_cache(maxsize=16)
def pair_places(size: int) -> dict[tuple[int, int], int]:
    """Where a pair, given either way round, stands among the pairs."""
    places = {}
    for place, (x, y) in enumerate(pairs(size)):
        places[x, y] = places[y, x] = place
    return places


@lru_cache(maxsize=128)
def sets_with(size: int, member: int) -> int:
    """The set of all sets of variables that have this member."""
    return sum(1 << chosen for chosen in range(1 << size) if chosen >> member & 1)


@lru_cache(maxsize=16)
def conditions(size: int) -> Sets:
    """For every pair, the set of all sets that one may condition on: those without the two."""
    return tuple(
        sum(1 << z for z in range(1 << size) if not z >> x & 1 and not z >> y & 1)
        for x, y in pairs(size)
    )


def closure(masks: Sets, start: int) -> int:
    """Everything that can be reached from a set along the masks, the set itself included."""
    found = todo = start
    while todo:
        low = todo & -todo
        todo ^= low
        new = masks[low.bit_length() - 1] & ~found
        found |= new
        todo |= new
    return found


def separations(graph: Graph) -> Sets:
    """All separations of a DAG, for every pair in order."""
    parents, children = graph
    size = len(parents)
    found = [[0] * size for _ in range(size)]
    for z in range(1 << size):
        above, bit = closure(parents, z), 1 << z
        for x in range(size - 1):
            if z >> x & 1:
                continue
            apart = ~connected(parents, children, x, z, above) & ~z
            row = found[x]
            for y in range(x + 1, size):
                if apart >> y & 1:
                    row[y] |= bit
    return tuple(found[x][y] for x, y in pairs(size))


def separated(graph: Graph, x: int, y: int, given: int) -> bool:
    """Is a pair d-separated given a set?"""
    parents, children = graph
    return not connected(parents, children, x, given, closure(parents, given)) >> y & 1


def connected(parents: Sets, children: Sets, x: int, given: int, above: int) -> int:
    """The variables that some active path joins with *x*, and *x* itself.

    *above* are the given variables with all their ancestors: a collider is open iff it is among them. A
    path is followed in two ways: *up* are variables entered from a child (or the start), *down* from a
    parent.
    """
    up = up_todo = 1 << x
    down = down_todo = 0
    while up_todo or down_todo:
        if up_todo:
            low = up_todo & -up_todo
            up_todo ^= low
            if low & given:
                continue
            at = low.bit_length() - 1
            higher = parents[at] & ~up
        else:
            low = down_todo & -down_todo
            down_todo ^= low
            at = low.bit_length() - 1
            higher = parents[at] & ~up if low & above else 0
        up |= higher
        up_todo |= higher
        if not low & given:
            lower = children[at] & ~down
            down |= lower
            down_todo |= lower
    return up | down
