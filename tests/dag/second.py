"""Equivalence classes of DAGs a second time, by separations alone: nothing of the project is used.

Two DAGs are in one class if they have the same separations, in the graph itself and, for every target, in
the graph without the edges into the target. Separation is read off the moral graph of the ancestors.

>>> sorted(map(sorted, members(3, frozenset({(0, 1), (1, 2)}), ())))
[[(0, 1), (1, 2)], [(1, 0), (1, 2)], [(1, 0), (2, 1)]]
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product

Edge = tuple[int, int]
Edges = frozenset[Edge]
Targets = tuple[frozenset[int], ...]


def acyclic(size: int, edges: Edges) -> bool:
    """Can nodes without a parent be taken away until none is left?"""
    left = set(range(size))
    while left:
        free = {y for y in left if not any(x in left and z == y for x, z in edges)}
        if not free:
            return False
        left -= free
    return True


def orientations(size: int, skeleton: frozenset[frozenset[int]]) -> Iterator[Edges]:
    """Every DAG with these edges, directions aside."""
    pairs = [(min(pair), max(pair)) for pair in sorted(skeleton, key=sorted)]
    for flips in product((False, True), repeat=len(pairs)):
        edges = frozenset(
            (y, x) if flip else (x, y) for (x, y), flip in zip(pairs, flips, strict=True)
        )
        if acyclic(size, edges):
            yield edges


@cache
def dags(size: int) -> tuple[Edges, ...]:
    """Every DAG on this many nodes."""
    pairs = [frozenset(pair) for pair in combinations(range(size), 2)]
    found: list[Edges] = []
    for chosen in product((False, True), repeat=len(pairs)):
        skeleton = frozenset(pair for pair, kept in zip(pairs, chosen, strict=True) if kept)
        found += orientations(size, skeleton)
    return tuple(found)


@cache
def separations(size: int, edges: Edges) -> frozenset[tuple[int, int, frozenset[int]]]:
    """All (x, y, Z) such that Z separates x from y."""
    found = set()
    for x, y in combinations(range(size), 2):
        others = [z for z in range(size) if z not in (x, y)]
        for chosen in product((False, True), repeat=len(others)):
            given = frozenset(z for z, kept in zip(others, chosen, strict=True) if kept)
            if separated(edges, x, y, given):
                found.add((x, y, given))
    return frozenset(found)


def separated(edges: Edges, x: int, y: int, given: frozenset[int]) -> bool:
    above = {x, y} | given
    while True:
        more = {a for a, b in edges if b in above} - above
        if not more:
            break
        above |= more
    kept = [(a, b) for a, b in edges if b in above]
    links = set(kept) | {(a, c) for a, b in kept for c, d in kept if b == d and a != c}
    links |= {(b, a) for a, b in links}
    reached, waiting = {x}, [x]
    while waiting:
        here = waiting.pop()
        for a, b in links:
            if a == here and b not in reached and b not in given:
                reached.add(b)
                waiting.append(b)
    return y not in reached


def seen(size: int, edges: Edges, targets: Targets) -> tuple[object, ...]:
    """All that an ideal observer knows of a DAG."""
    regimes = (frozenset[int](), *targets)
    return tuple(
        separations(size, frozenset((x, y) for x, y in edges if y not in target))
        for target in regimes
    )


def members(
    size: int, edges: Edges, targets: Targets, among: tuple[Edges, ...] | None = None
) -> frozenset[Edges]:
    """The class of a DAG, among the given ones (default: those with its edges, directions aside)."""
    skeleton = frozenset(frozenset(edge) for edge in edges)
    candidates = orientations(size, skeleton) if among is None else among
    known = seen(size, edges, targets)
    return frozenset(other for other in candidates if seen(size, other, targets) == known)
