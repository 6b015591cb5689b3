"""The member list of an equivalence class: its DAGs one at a time, in little memory.

A maximum cardinality search visits, again and again, a node with the most visited neighbours. Let X be
the set of those candidates and C the connected component of the least of them within X. In any member
that agrees with what has been visited, C has exactly one source, all of whose parents are visited: a
further parent z would be adjacent to all visited neighbours of the source (no induced collider), hence
in X, hence in C. So branching on the source of C, and on nothing else, reaches every member exactly once,
and each branch leads to a member, because a search order of a chordal graph makes no induced collider.

Order: depth first, sources in the order of the nodes. The delay between two members is polynomial.

Reference: M. Wienöbst, M. Luttermann, M. Bannach and M. Liśkiewicz, AAAI 2023 (enumeration by search).

>>> from symcause.models.dags import DAG
>>> for member in members(DAG.of([("A", "B"), ("B", "C")])):
...     print(member.edges)
(('A', 'B'), ('B', 'C'))
(('B', 'A'), ('B', 'C'))
(('B', 'A'), ('C', 'B'))
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symcause.equivalence.essential_graphs import Graph, essential_graph
from symcause.equivalence.orientation_rules import component_of
from symcause.equivalence.target_sets import Targets
from symcause.models.bit_sets import bits, mask_of
from symcause.models.dags import DAG


def members(graph: Graph, targets: Targets = (), *, after: DAG | None = None) -> Iterator[DAG]:
    """Every DAG of the class, each once, in a fixed order, lazily; only those behind *after*."""
    essential = essential_graph(graph, targets)
    rank = [0] * len(essential.nodes)
    parents = None if after is None else DAG.of(after.edges, nodes=essential.nodes).parents
    return (
        essential.oriented(_ranks(rank, order))
        for order in _orders(essential.neighbours, sum(essential.components), parents)
    )


def _ranks(rank: list[int], order: Sequence[int]) -> list[int]:
    for k, node in enumerate(order):
        rank[node] = k
    return rank


def _orders(
    neighbours: Sequence[int], within: int, after: Sequence[int] | None
) -> Iterator[list[int]]:
    """One topological order for each acyclic orientation without induced colliders.

    *after* are the parents in an orientation: only those behind it are listed.
    """
    order: list[int] = []
    # One entry per visited node: the levels it was chosen from, and the sources still to be tried.
    levels: tuple[int, ...] = (within,) if within else ()
    trail: list[tuple[tuple[int, ...], Iterator[int]]] = []
    resumed = after
    while True:
        if levels:
            sources = bits(component_of(neighbours, levels[-1]))
            if resumed is not None:  # the source that the orientation has, and what comes behind it
                inside = mask_of(sources)
                sources = sources[
                    next(i for i, s in enumerate(sources) if not resumed[s] & inside) :
                ]
            trail.append((levels, iter(sources)))
        elif resumed is not None:
            resumed = None
        else:
            yield order
        while trail:
            before, waiting = trail[-1]
            del order[len(trail) - 1 :]
            source = next(waiting, None)
            if source is not None:
                order.append(source)
                levels = _visit(before, source, neighbours[source])
                break
            trail.pop()
        else:
            return


def _visit(levels: tuple[int, ...], node: int, around: int) -> tuple[int, ...]:
    """The levels after a visit: level k holds the unvisited nodes with k visited neighbours."""
    after = []
    raised = 0
    for level in levels:
        level &= ~(1 << node)
        after.append((level & ~around) | raised)
        raised = level & around
    after.append(raised)
    while after and not after[-1]:
        after.pop()
    return tuple(after)
