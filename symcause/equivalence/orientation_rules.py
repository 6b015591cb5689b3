"""Orientation rules of equivalence classes (Meek): which edges follow from the directed ones.

In a partly directed graph that stands for all DAGs with its skeleton, its directed edges and no further
induced collider ``a -> b <- c``, an undirected edge must be directed if the other way round would make

1. a new collider:             ``a -> b - c``, a and c not adjacent, gives ``b -> c``;
2. a cycle:                    ``a -> b -> c``, ``a - c``, gives ``a -> c``;
3. one or the other later on:  ``c -> b <- d``, ``c`` and ``d`` not adjacent, ``a`` joined to all three by
   undirected edges, gives ``a -> b``.

Meek (UAI 1995) shows that these and a fourth rule (``d -> c -> b``, ``b`` and ``d`` not adjacent, ``a``
joined to ``b`` and ``d`` by undirected edges and adjacent to ``c``, gives ``a -> b``) find every edge that
all the DAGs share. The fourth never applies once the result is a chain graph: a directed edge between
``a`` and ``c`` would let rule 2 direct ``a - b`` or ``d - a``, and an undirected one would leave the
directed edge ``d -> c`` inside the undirected component of ``d - a - c``, which a chain graph forbids.
Hauser and Bühlmann (2012) prove that it is a chain graph whenever the directed edges come from colliders
and intervention targets, and :meth:`EssentialGraph.check` looks.

Each rule is a few operations on bit sets per new directed edge; an edge is directed once, so the whole
closure costs O(edges) such operations where no collider is involved.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from symcause.models.bit_sets import bits


def close(
    adjacent: Sequence[int],
    parents: list[int],
    neighbours: list[int],
    fresh: Iterable[tuple[int, int]],
) -> None:
    """Apply the rules until nothing changes; *parents* and *neighbours* are updated in place.

    *adjacent* is the skeleton, *neighbours* its undirected part, *fresh* the directed edges whose
    consequences have not been drawn yet (they are in *parents* already).
    """
    pending = list(fresh)

    def direct(tails: int, heads: int) -> None:
        """Direct the undirected edges of one node to or from the others: one mask is a single bit."""
        for a in bits(tails):
            neighbours[a] &= ~heads
            for b in bits(heads):
                neighbours[b] &= ~(1 << a)
                parents[b] |= 1 << a
                pending.append((a, b))

    while pending:
        a, b = pending.pop()
        if not neighbours[a] | neighbours[b]:
            continue
        tail, head = 1 << a, 1 << b
        if found := neighbours[b] & ~adjacent[a]:  # rule 1: a -> b - c
            direct(head, found)
        children = adjacent[b] & ~parents[b] & ~neighbours[b]
        if found := neighbours[a] & children:  # rule 2: a -> b -> c, a - c
            direct(tail, found)
        if found := neighbours[b] & parents[a]:  # rule 2: c -> a -> b, c - b
            direct(found, head)
        far = parents[b] & ~adjacent[a] & ~tail
        if far:  # rule 3: a -> b <- d, with c joined to a, b and d
            for c in bits(neighbours[a] & neighbours[b]):
                if neighbours[c] & far:
                    direct(1 << c, head)


def directed_from(
    adjacent: Sequence[int], within: int, edges: Sequence[tuple[int, int]]
) -> tuple[list[int], list[int]]:
    """Parents and undirected neighbours after *edges* were directed on *within* and the rules applied."""
    parents = [0] * len(adjacent)
    neighbours = [mask & within if within >> i & 1 else 0 for i, mask in enumerate(adjacent)]
    skeleton = tuple(neighbours)
    for a, b in edges:
        neighbours[a] &= ~(1 << b)
        neighbours[b] &= ~(1 << a)
        parents[b] |= 1 << a
    close(skeleton, parents, neighbours, edges)
    return parents, neighbours


def components(neighbours: Sequence[int], within: int) -> list[int]:
    """The connected components of the undirected graph on *within*, by least node."""
    found = []
    while within:
        found.append(component_of(neighbours, within))
        within &= ~found[-1]
    return found


def component_of(neighbours: Sequence[int], within: int) -> int:
    """The connected component, within the undirected graph on *within*, of its least node."""
    reached, front = 0, within & -within
    while front:
        reached |= front
        following = 0
        for i in bits(front):
            following |= neighbours[i]
        front = following & within & ~reached
    return reached
