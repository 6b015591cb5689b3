"""Target outcomes: what one intervention can show of an equivalence class, and in which members.

It directs the undirected edges at the variable. The possible sets of causes among its undirected neighbours
are exactly the cliques, the empty one included (see :mod:`.target_choice`); the members
that agree are the class whose essential graph has these directions and all that follows from them.

>>> from symcause.equivalence.essential_graphs import essential_graph
>>> from symcause.models.dags import DAG
>>> chain = essential_graph(DAG.of([("A", "B"), ("B", "C"), ("C", "D")]))
>>> sorted(outcomes_of(chain, "B"))
[(0, 1), (1, 1), (4, 2)]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from symcause.bounds.equivalence_bounds import COUNTED_OUTCOMES
from symcause.equivalence.class_sizes import class_size, first_member
from symcause.equivalence.essential_graphs import EssentialGraph
from symcause.equivalence.orientation_rules import close
from symcause.errors import LimitError
from symcause.models.bit_sets import bits
from symcause.models.dags import DAG


def outcomes_of(essential: EssentialGraph, name: str) -> list[tuple[int, int]]:
    """Every set of causes among the undirected neighbours of a variable, and its number of members."""
    node = essential.nodes.index(name)
    outcomes: list[tuple[int, int]] = []
    for causes in _cliques(essential, 0, essential.neighbours[node]):
        if len(outcomes) == COUNTED_OUTCOMES:
            raise LimitError(f"more than {COUNTED_OUTCOMES:,} outcomes", value=name)
        outcomes.append((causes, class_size(directed(essential, node, causes))))
    return outcomes


def shows(essential: EssentialGraph, name: str, causes: Iterable[str]) -> DAG | None:
    """A member in which these neighbours of a variable are its causes, and no others; None if none is."""
    node = essential.nodes.index(name)
    given = sum(1 << essential.nodes.index(cause) for cause in causes if cause in essential.nodes)
    joined = given & essential.neighbours[node]
    if any(joined & ~essential.neighbours[i] & ~(1 << i) for i in bits(joined)):
        return None
    return first_member(directed(essential, node, joined))


def directed(essential: EssentialGraph, node: int, causes: int) -> EssentialGraph:
    """The essential graph after an intervention on a node showed its causes among its neighbours."""
    parents, neighbours = list(essential.parents), list(essential.neighbours)
    children = [0] * len(parents)
    for child, mask in enumerate(parents):
        for parent in bits(mask):
            children[parent] |= 1 << child
    adjacent = [a | b | c for a, b, c in zip(parents, neighbours, children, strict=True)]
    effects = neighbours[node] & ~causes
    fresh = [(p, node) for p in bits(causes)] + [(node, child) for child in bits(effects)]
    for a, b in fresh:
        neighbours[a] &= ~(1 << b)
        neighbours[b] &= ~(1 << a)
        parents[b] |= 1 << a
    close(adjacent, parents, neighbours, fresh)
    return EssentialGraph(essential.nodes, tuple(parents), tuple(neighbours))


def _cliques(essential: EssentialGraph, clique: int, joinable: int) -> Iterator[int]:
    """The clique, and every one that grows from it by nodes that may still join."""
    yield clique
    for node in bits(joinable):
        joinable &= ~(1 << node)
        yield from _cliques(essential, clique | 1 << node, joinable & essential.neighbours[node])
