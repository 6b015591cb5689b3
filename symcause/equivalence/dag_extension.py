"""Extension of a partly directed graph to a DAG, which fixes its equivalence class.

A DAG *agrees* with a partly directed graph if it has the same adjacencies, every directed edge, and no
collider ``a -> b <- c`` (a and c not adjacent) that the graph does not show. All of them are in one Markov
equivalence class, so they are its members with the directed edges. One is found by taking away, again and
again, a node without an edge out of it whose undirected neighbours are adjacent to everything that it is
adjacent to; if no such node is left, there is none (D. Dor and M. Tarsi, 1992).

>>> extension(("A", "B", "C"), [("A", "B")], [("B", "C")]).edges
(('A', 'B'), ('B', 'C'))
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from symcause.bounds.equivalence_bounds import SHOWN_NODES
from symcause.errors import ProblemError
from symcause.models.bit_sets import bits
from symcause.models.dags import DAG


def extension(
    nodes: Sequence[str],
    directed: Iterable[tuple[str, str]],
    undirected: Iterable[tuple[str, str]],
) -> DAG:
    """A DAG that agrees with the graph. Raises ProblemError if there is none."""
    at = {name: i for i, name in enumerate(nodes)}
    children, around = [0] * len(at), [0] * len(at)
    adjacent = [0] * len(at)
    arcs = [(at[a], at[b]) for a, b in directed]
    for a, b in arcs:
        children[a] |= 1 << b
    for a, b in ((at[a], at[b]) for a, b in undirected):
        around[a] |= 1 << b
        around[b] |= 1 << a
    for a, b in arcs:
        adjacent[a] |= 1 << b
        adjacent[b] |= 1 << a
    adjacent = [mask | more for mask, more in zip(adjacent, around, strict=True)]
    left = (1 << len(at)) - 1
    found = list(arcs)
    waiting = list(range(len(at)))
    while waiting:
        node = waiting.pop()
        if not left >> node & 1 or not _is_sink(node, left, children, around, adjacent):
            continue
        found += [(other, node) for other in bits(around[node] & left)]
        left &= ~(1 << node)
        waiting += bits(adjacent[node] & left)  # only these can have become sinks
    if left:
        stuck = [nodes[i] for i in bits(left)]
        named = ", ".join(stuck[:SHOWN_NODES]) + (" …" if len(stuck) > SHOWN_NODES else "")
        raise ProblemError(
            f"no DAG agrees with the partly directed graph: among {named} every choice closes a cycle "
            "or makes a new collider",
            remedy="check the marks of the edges between them",
        )
    return DAG.of([(nodes[a], nodes[b]) for a, b in found], nodes=nodes)


def _is_sink(
    node: int, left: int, children: list[int], around: list[int], adjacent: list[int]
) -> bool:
    if children[node] & left:
        return False
    near = adjacent[node] & left
    return all(not near & ~adjacent[y] & ~(1 << y) for y in bits(around[node] & left))
