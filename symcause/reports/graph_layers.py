"""The layers of a graph for its drawing, and the edges to follow where there are cycles.

A drawing in layers needs an acyclic graph. Of a graph with cycles :func:`forward` keeps the edges that go
forward in an order of the nodes with few edges going back, after Eades, Lin and Smyth (1993): sinks go to
the end, sources to the front, and where there are neither, the node with the largest surplus of edges
out over edges in goes to the front. An acyclic graph keeps all its edges.

>>> forward(3, [(0, 1), (1, 2), (2, 0), (1, 1)])
[(0, 1), (1, 2)]
>>> layers_of(4, [(0, 1), (1, 2), (0, 2)])
[0, 1, 2, 0]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

Edge = tuple[int, int]


def layers_of(size: int, edges: Iterable[Edge]) -> list[int]:
    """The layer of every node: one more than the deepest of its causes."""
    causes: list[list[int]] = [[] for _ in range(size)]
    for cause, effect in edges:
        causes[effect].append(cause)
    layers = [-1] * size
    for start in range(size):
        stack = [start]
        while stack:
            node = stack[-1]
            waiting = [c for c in causes[node] if layers[c] < 0]
            if layers[node] < 0 and not waiting:
                layers[node] = 1 + max((layers[c] for c in causes[node]), default=-1)
            if not waiting:
                stack.pop()
            else:
                stack.extend(waiting)
    return layers


def forward(size: int, edges: Iterable[Edge]) -> list[Edge]:
    """The edges that go forward in the order; the others, and loops, close cycles."""
    listed = [edge for edge in edges if edge[0] != edge[1]]
    place = {node: i for i, node in enumerate(_order(size, listed))}
    return [(a, b) for a, b in listed if place[a] < place[b]]


def merged(layers: Sequence[int], most: int) -> list[int]:
    """The layers, neighbours put together while they hold no more than *most* nodes.

    A long chain makes many layers of a node or two; together they take less room, at the price of edges
    within a layer.

    >>> merged([0, 0, 0, 1, 2, 3, 4], 2)
    [0, 0, 0, 1, 1, 2, 2]
    """
    sizes = Counter(layers)
    place, held = {}, 0
    at = -1
    for layer in sorted(sizes):
        if at < 0 or held + sizes[layer] > most:
            at, held = at + 1, 0
        held += sizes[layer]
        place[layer] = at
    return [place[layer] for layer in layers]


def _order(size: int, edges: list[Edge]) -> list[int]:
    after: list[set[int]] = [set() for _ in range(size)]
    before: list[set[int]] = [set() for _ in range(size)]
    for a, b in edges:
        after[a].add(b)
        before[b].add(a)
    left = set(range(size))
    front: list[int] = []
    back: list[int] = []

    def take(node: int, end: list[int]) -> None:
        end.append(node)
        left.remove(node)
        for other in after[node]:
            before[other].discard(node)
        for other in before[node]:
            after[other].discard(node)

    while left:
        while sinks := sorted(node for node in left if not after[node]):
            for node in sinks:
                take(node, back)
        while sources := sorted(node for node in left if not before[node]):
            for node in sources:
                take(node, front)
        if left:
            take(min(left, key=lambda v: (len(before[v]) - len(after[v]), v)), front)
    return [*front, *reversed(back)]
