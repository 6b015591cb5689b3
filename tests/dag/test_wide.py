"""Classes of DAGs against listing, on graphs of the shapes that users have."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import pytest

import symcause
from symcause import DAG

Edges = frozenset[tuple[str, str]]


def _drawn(rng: Random, names: list[str], density: float = 0.5) -> DAG:
    order = rng.sample(names, len(names))
    edges = [pair for pair in combinations(order, 2) if rng.random() < density]
    return DAG.of(edges, rng.sample(names, len(names)))


def shaped(shape: str, rng: Random) -> DAG:
    """A graph of a shape."""
    letters = list("ABCDEF")
    match shape:
        case "isolated variable":
            return DAG.of(_drawn(rng, letters[:3], 0.8).edges, letters[:4])
        case "no edge":
            return DAG.of([], letters[: rng.randint(1, 4)])
        case "six variables":
            return _drawn(rng, letters, 0.35)
        case "names by number":
            return _drawn(rng, ["X10", "X2", "X9", "X1"], 0.7)
        case _:
            raise AssertionError(shape)


SHAPES = ("isolated variable", "no edge", "six variables", "names by number")


def alike(dag: DAG) -> set[Edges]:
    """The DAGs with the same adjacencies and the same colliders whose ends are not adjacent."""
    pairs = [tuple(edge) for edge in dag.edges]
    adjacent = {frozenset(pair) for pair in pairs}
    every = (
        frozenset(pair if keep else pair[::-1] for pair, keep in zip(pairs, bits, strict=True))
        for bits in product((True, False), repeat=len(pairs))
    )
    mine = _colliders(frozenset(pairs), adjacent)  # type: ignore[arg-type]
    return {
        edges  # type: ignore[misc]
        for edges in every
        if _acyclic(dag.nodes, edges) and _colliders(edges, adjacent) == mine  # type: ignore[arg-type]
    }


def _colliders(edges: Edges, adjacent: set[frozenset[str]]) -> set[tuple[frozenset[str], str]]:
    return {
        (frozenset((a, c)), b)
        for a, b in edges
        for c, d in edges
        if b == d and a != c and frozenset((a, c)) not in adjacent
    }


def _acyclic(nodes: tuple[str, ...], edges: Edges) -> bool:
    left = set(nodes)
    while left:
        first = {v for v in left if not any(b == v and a in left for a, b in edges)}
        if not first:
            return False
        left -= first
    return True


@pytest.mark.few(8)
@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("shape", SHAPES)
def test_classes_of_every_shape_are_those_of_the_listing(shape: str, seed: int) -> None:
    dag = shaped(shape, Random(f"{shape} {seed}"))
    wanted = alike(dag)
    space = symcause.space(symcause.dag.problem(dag))
    assert space.count() == len(wanted)
    found = [frozenset(member.edges) for member in space.members()]
    assert len(found) == len(wanted) and set(found) == wanted
    for (cause, effect), status in space.edges().items():
        having = [(cause, effect) in edges for edges in wanted]
        told = "always" if all(having) else "open" if any(having) else "never"
        assert str(status) == told, (cause, effect)
