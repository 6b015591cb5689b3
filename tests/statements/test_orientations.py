"""Orientations of skeletons, and DAGs that fit statements: all of them, against every DAG."""

from __future__ import annotations

import random

import pytest

from symcause.budgets import Meter
from symcause.families.statements.models.separations import Graph, pairs
from symcause.families.statements.problem.problem import Premise
from symcause.families.statements.space.dag_search import DagSearch
from symcause.families.statements.space.orientations import Orientations
from symcause.families.statements.space.skeleton import Skeleton
from tests.statements.second import Edges, all_dags


def _edges(graph: Graph) -> Edges:
    size = len(graph.parents)
    return frozenset((a, b) for b in range(size) for a in range(size) if graph.parents[b] >> a & 1)


def _colliders(dag: Edges, size: int) -> frozenset[tuple[int, int, int]]:
    joined = {frozenset(edge) for edge in dag}
    return frozenset(
        (x, c, y)
        for c in range(size)
        for x in range(size)
        for y in range(x + 1, size)
        if {(x, c), (y, c)} <= dag and frozenset((x, y)) not in joined
    )


def _skeleton(
    dag: Edges, forced: set[tuple[int, int]], colliders: frozenset[tuple[int, int, int]], size: int
) -> Skeleton:
    adjacent, parents = [0] * size, [0] * size
    for a, b in dag:
        adjacent[a] |= 1 << b
        adjacent[b] |= 1 << a
    for a, b in forced:
        parents[b] |= 1 << a
    free = tuple(
        (x, y)
        for x, y in pairs(size)
        if adjacent[x] >> y & 1 and (x, y) not in forced and (y, x) not in forced
    )
    return Skeleton(tuple(adjacent), tuple(parents), free, colliders)


def _expected(
    dag: Edges, forced: set[tuple[int, int]], colliders: frozenset[tuple[int, int, int]], size: int
) -> set[Edges]:
    joined = {frozenset(edge) for edge in dag}
    return {
        other
        for other in all_dags(size)
        if forced <= other and {frozenset(edge) for edge in other} == joined
        if _colliders(other, size) == colliders
    }


@pytest.mark.parametrize("size", [2, 3, 4])
def test_all_orientations_of_a_skeleton(size: int) -> None:
    """The DAGs with the same edges and unshielded colliders, each once."""
    rng = random.Random(f"orientations {size}")
    dags = all_dags(size)
    for dag in rng.sample(dags, min(len(dags), 60)):
        every = _colliders(dag, size)
        forced = {(end, c) for x, c, y in every for end in (x, y)}
        found = [
            _edges(graph) for graph in Orientations(_skeleton(dag, forced, every, size)).members
        ]
        assert len(found) == len(set(found))
        assert set(found) == _expected(dag, forced, every, size)
        for left_out in every:  # the arrows that are forced make it, and it is not to be there
            fewer = every - {left_out}
            search = Orientations(_skeleton(dag, forced, fewer, size), record=True)
            assert not search.members and search.tree == "v"
            assert not _expected(dag, forced, fewer, size)


@pytest.mark.parametrize("dense", [False, True])
@pytest.mark.parametrize("size", [2, 3, 4])
def test_every_dag_is_looked_at(size: int, dense: bool) -> None:
    """Without a statement all DAGs are members, each once, whichever come first."""
    none = (0,) * len(tuple(pairs(size)))
    found = list[Edges]()
    premise = Premise(size, none, none, complete=False)
    search = DagSearch(
        premise, lambda graph: bool(found.append(_edges(graph))), Meter(), dense=dense
    )
    assert search.complete
    assert len(found) == len(set(found))
    assert set(found) == set(all_dags(size))
