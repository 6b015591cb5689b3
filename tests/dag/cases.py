"""Equivalence classes by listing, straight from the definition, and named graphs with known sizes."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations, product
from math import factorial

from symcause.models.dags import DAG

Edge = tuple[int, int]
Graph = frozenset[Edge]
NAMES = "ABCDEFGHIJ"


def dag(size: int, edges: Sequence[Edge] | Graph) -> DAG:
    return DAG.of([(NAMES[a], NAMES[b]) for a, b in edges], nodes=NAMES[:size])


def edges_of(graph: DAG) -> Graph:
    return frozenset((graph.index[a], graph.index[b]) for a, b in graph.edges)


def is_acyclic(size: int, edges: Graph) -> bool:
    left = set(range(size))
    while left:
        sources = {v for v in left if not any(b == v and a in left for a, b in edges)}
        if not sources:
            return False
        left -= sources
    return True


@cache
def acyclic_orientations(size: int, skeleton: tuple[Edge, ...]) -> tuple[Graph, ...]:
    turned = product(*[((a, b), (b, a)) for a, b in skeleton])
    return tuple(g for g in map(frozenset, turned) if is_acyclic(size, g))


def skeletons(size: int) -> Iterator[tuple[Edge, ...]]:
    pairs = list(combinations(range(size), 2))
    for count in range(len(pairs) + 1):
        yield from combinations(pairs, count)


def skeletons_up_to_isomorphism(size: int) -> Iterator[tuple[Edge, ...]]:
    seen: set[frozenset[Edge]] = set()
    for skeleton in skeletons(size):
        if frozenset(skeleton) in seen:
            continue
        yield skeleton
        for order in permutations(range(size)):
            moved = ((order[a], order[b]) for a, b in skeleton)
            seen.add(frozenset((min(e), max(e)) for e in moved))


@cache
def colliders(edges: Graph) -> frozenset[tuple[int, int, int]]:
    joined = {frozenset(edge) for edge in edges}
    return frozenset(
        (a, b, c)
        for a, b in edges
        for c, d in edges
        if b == d and a < c and frozenset((a, c)) not in joined
    )


def key(edges: Graph, targets: Sequence[frozenset[int]]) -> object:
    """Equal for two orientations of one skeleton iff they are equivalent."""
    cut = frozenset(e for e in edges if any((e[0] in t) != (e[1] in t) for t in targets))
    return colliders(edges), cut


def classes(
    size: int, skeleton: tuple[Edge, ...], targets: Sequence[frozenset[int]]
) -> list[list[Graph]]:
    """All classes of DAGs with this skeleton, each as the list of its members."""
    groups: dict[object, list[Graph]] = {}
    for edges in acyclic_orientations(size, skeleton):
        groups.setdefault(key(edges, targets), []).append(edges)
    return list(groups.values())


def named(targets: Sequence[frozenset[int]]) -> list[tuple[str, ...]]:
    return [tuple(NAMES[i] for i in sorted(target)) for target in targets]


def single_target_families(size: int) -> list[list[frozenset[int]]]:
    """No target; one target set of any size; several targets of one variable each."""
    sets = [frozenset(c) for count in range(1, size + 1) for c in combinations(range(size), count)]
    each = [[frozenset([v]) for v in sorted(s)] for s in sets if len(s) > 1]
    return [[], *([s] for s in sets), *each]


def complete(size: int) -> DAG:
    names = [f"X{i}" for i in range(size)]
    return DAG.of(combinations(names, 2), nodes=names)


def random_tree(size: int, seed: int) -> DAG:
    """A tree whose edges point away from its root: no collider."""
    source = random.Random(seed)
    return DAG.of([(f"X{source.randrange(i)}", f"X{i}") for i in range(1, size)])


def random_sparse(size: int, degree: float, seed: int) -> DAG:
    source = random.Random(seed)
    names = [f"X{i}" for i in range(size)]
    order = source.sample(names, size)
    edges = [e for e in combinations(order, 2) if source.random() < degree / size]
    return DAG.of(edges, nodes=names)


def random_chordal(size: int, density: float, seed: int) -> DAG:
    """A connected DAG without colliders: each node's parents are a clique of earlier nodes."""
    source = random.Random(seed)
    parents: list[list[int]] = [[]]
    for _ in range(1, size):
        first = source.randrange(len(parents))
        clique = [first]
        for other in parents[first]:
            if source.random() < density and all(
                other in parents[c] or c in parents[other] for c in clique
            ):
                clique.append(other)
        parents.append(clique)
    label = source.sample(range(size), size)
    edges = [(f"X{label[p]}", f"X{label[i]}") for i, ps in enumerate(parents) for p in ps]
    return DAG.of(edges, nodes=[f"X{i}" for i in range(size)])


CATALOGUE: dict[str, tuple[DAG, int]] = {
    "a single node": (dag(1, []), 1),
    "no edges": (dag(4, []), 1),
    "one edge": (dag(2, [(0, 1)]), 2),
    "a chain": (dag(3, [(0, 1), (1, 2)]), 3),
    "a collider": (dag(3, [(0, 1), (2, 1)]), 1),
    "a triangle and an isolated node": (dag(4, [(0, 1), (0, 2), (1, 2)]), 6),
    "two triangles that share an edge": (dag(4, [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)]), 10),
    "two separate edges": (dag(4, [(0, 1), (2, 3)]), 4),
    "K5": (complete(5), factorial(5)),
    "a tree on 30 nodes": (random_tree(30, 1), 30),
}
"""Name -> graph and size of its Markov equivalence class."""
