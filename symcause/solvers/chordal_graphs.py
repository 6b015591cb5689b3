"""Chordal graphs: recognised, and their orientations counted by the package cliquepicking.

An orientation of an undirected graph is *moral-acyclic* (an AMO) if it has no directed cycle and no
induced ``a -> b <- c``. A graph has one iff it is chordal: every cycle of four or more nodes has a chord.
``cliquepicking.mec_size`` counts them in polynomial time, but on a graph that is not chordal it returns a
number all the same (8 for the square, which has no AMO at all). So nothing reaches it here that is not
known to be chordal: by a maximum cardinality search, or by the way it was built. Its releases before 0.2.5
are wrong on most chordal graphs as well, so three known answers are asked for before the first use. Its
listing functions panic on complete graphs with an exception outside ``Exception``; they are not used.

Graphs are sequences of bit sets: bit *j* of ``adjacency[i]`` says that *i* and *j* are neighbours.

References: R. Tarjan and M. Yannakakis, SIAM J. Comput. 13 (1984), 566-579 (the search);
M. Wienöbst, M. Bannach and M. Liśkiewicz, AAAI 2021 (clique picking).

>>> count_orientations([0b110, 0b101, 0b011])
6
>>> count_orientations([0b1010, 0b0101, 0b1010, 0b0101])
Traceback (most recent call last):
    ...
symcause.errors.ProblemError: the graph is not chordal (got [0, 1, 2, 3])
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import cast

from symcause.errors import ProblemError, SymcauseError
from symcause.models.bit_sets import bits

_KNOWN = (
    ((0b1000, 0b1000, 0b1000, 0b0111), 4),  # a star
    ((0b11000, 0b11000, 0b11000, 0b10111, 0b01111), 14),  # three triangles on one edge
    ((0b111110, 0b1, 0b1001, 0b100101, 0b1, 0b1001), 16),  # two triangles on one edge, two leaves
)
"""Small graphs on which early releases go wrong, and their numbers of orientations."""


def search_order(adjacency: Sequence[int], within: int) -> list[int]:
    """The nodes of *within* in the order of a maximum cardinality search.

    The next node is always one with the most visited neighbours, the least index among several. In a
    chordal graph, the visited neighbours of every node at its turn form a clique.
    """
    levels = [within]  # levels[k]: unvisited nodes with k visited neighbours
    order: list[int] = []
    top = 0
    for _ in range(within.bit_count()):
        while not levels[top]:
            top -= 1
        low = levels[top] & -levels[top]
        levels[top] ^= low
        node = low.bit_length() - 1
        order.append(node)
        raised = 0
        for k in range(top + 1):
            moved = levels[k] & adjacency[node]
            levels[k] = (levels[k] ^ moved) | raised
            raised = moved
        if raised:
            top += 1
            if top == len(levels):
                levels.append(0)
            levels[top] |= raised
    return order


def is_chordal(adjacency: Sequence[int], within: int) -> bool:
    """True if every cycle of four or more nodes of *within* has a chord.

    Tarjan and Yannakakis: it suffices that the visited neighbours of each node, without the one
    visited last, are all neighbours of that one.
    """
    rank: dict[int, int] = {}
    visited = 0
    for node in search_order(adjacency, within):
        earlier = adjacency[node] & visited
        if earlier:
            last = max(bits(earlier), key=rank.__getitem__)
            if earlier & ~adjacency[last] & ~(1 << last):
                return False
        rank[node] = len(rank)
        visited |= 1 << node
    return True


def count_orientations(adjacency: Sequence[int]) -> int:
    """The number of acyclic orientations without induced colliders of a connected chordal graph."""
    everything = (1 << len(adjacency)) - 1
    _check(adjacency, everything)
    if len(adjacency) < 2:
        return 1
    return count_chordal(_arcs(adjacency), len(adjacency))


def count_chordal(arcs: list[tuple[int, int]], least: int) -> int:
    """The same for a graph whose components are known to be chordal, given by both arcs of every edge.

    Every node of a component is the source of some orientation, so there are at least as many as a
    component has nodes.
    """
    size = _mec_size()(arcs)
    if size < least:
        raise SymcauseError("cliquepicking returned an impossible class size", value=size)
    return size


@cache
def _mec_size() -> Callable[[list[tuple[int, int]]], int]:
    """The package's counter, once it has given the known answers."""
    from cliquepicking import mec_size

    for adjacency, size in _KNOWN:
        if mec_size(_arcs(adjacency)) != size:
            raise SymcauseError(
                "this release of cliquepicking counts wrongly",
                remedy="pip install 'cliquepicking>=0.2.6', or choose another engine",
            )
    return cast(Callable[[list[tuple[int, int]]], int], mec_size)


def _arcs(adjacency: Sequence[int]) -> list[tuple[int, int]]:
    return [(i, j) for i, mask in enumerate(adjacency) for j in bits(mask)]


def _check(adjacency: Sequence[int], everything: int) -> None:
    nodes = list(range(len(adjacency)))
    for i, mask in enumerate(adjacency):
        if (
            mask & ~everything
            or mask >> i & 1
            or any(not adjacency[j] >> i & 1 for j in bits(mask))
        ):
            raise ProblemError("the adjacency is not symmetric or has a loop", value=i)
    reached, front = 0, everything & 1
    while front:
        reached |= front
        following = 0
        for i in bits(front):
            following |= adjacency[i]
        front = following & ~reached
    if reached != everything:
        raise ProblemError("the graph is not connected", value=nodes)
    if not is_chordal(adjacency, everything):
        raise ProblemError("the graph is not chordal", value=nodes)
