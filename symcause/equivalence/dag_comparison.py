"""Comparison of two DAGs: whether they are in one equivalence class, and if not, why.

Two DAGs are equivalent iff they have the same skeleton, the same colliders ``a -> b <- c`` with a and c not
adjacent, and every edge with exactly one end in some target set points the same way.

>>> chain, collider = DAG.of([("A", "B"), ("B", "C")]), DAG.of([("A", "B"), ("C", "B")], nodes="ABC")
>>> next(disagreements(chain, collider))
('A -> B', 'is part of a collider in the second graph only')
"""

from __future__ import annotations

from collections.abc import Iterator

from symcause.equivalence.target_sets import Targets, signatures
from symcause.models.bit_sets import bits
from symcause.models.dags import DAG


def same_class(first: DAG, second: DAG, targets: Targets = ()) -> bool:
    """True if the DAGs have the same nodes and are equivalent."""
    return next(disagreements(first, second, targets), None) is None


def disagreements(first: DAG, second: DAG, targets: Targets = ()) -> Iterator[tuple[str, str]]:
    """(the edge, what is different about it), one after the other; nothing for equivalent graphs."""
    if set(first.nodes) != set(second.nodes):
        yield "nodes", "are others in the second graph"
        return
    names = first.nodes
    second = second.in_order(names)
    if first.adjacent != second.adjacent:
        yield from _skeletons(first, second)
        return
    seen = signatures(first, targets)
    for b, name in enumerate(names):
        for a in bits(first.parents[b] & ~second.parents[b]):
            if seen[a] != seen[b]:
                yield f"{names[a]} -> {name}", "is cut by a target and turned in the second graph"
    for b, name in enumerate(names):
        one, other = collider_parents(first, b), collider_parents(second, b)
        for a in bits(one ^ other):
            which = "first" if one >> a & 1 else "second"
            yield f"{names[a]} -> {name}", f"is part of a collider in the {which} graph only"


def collider_parents(dag: DAG, node: int) -> int:
    """Parents of *node* that are not adjacent to some other parent of it."""
    mask = dag.parents[node]
    return sum(1 << a for a in bits(mask) if mask & ~dag.adjacent[a] & ~(1 << a))


def _skeletons(first: DAG, second: DAG) -> Iterator[tuple[str, str]]:
    for i, (one, other) in enumerate(zip(first.adjacent, second.adjacent, strict=True)):
        for j in bits((one ^ other) >> i << i):
            which = "first" if one >> j & 1 else "second"
            yield f"{first.nodes[i]} - {first.nodes[j]}", f"is an edge of the {which} graph only"
