"""The third engine: a model counter over the clauses, for relations and for DAGs.

Relations are counted by their pairs. A DAG of the relation has all covers and some of the other pairs:
an edge E(x, y) needs L(x, y), and L(x, y) without E(x, y) needs something between x and y. Then edges
determine the relation, and DAGs are counted by their edges.
"""

from __future__ import annotations

from collections.abc import Sequence

from symcause.answers import Unknown
from symcause.errors import UsageError
from symcause.families.shapeworld.verifier.clauses import Clause, literal, pairs
from symcause.processes.isolation import call
from symcause.solvers.projected import count_projected

MAX_SHAPES = 10
"""The counter is asked for at most so many shapes: it has no chance beyond."""

SECONDS = 60.0
"""How long it may take."""


def count_relations(size: int, clauses: Sequence[Clause]) -> int | Unknown:
    """How many relations satisfy the clauses."""
    return _counted(size, list(clauses), list(range(1, size * (size - 1) + 1)))


def count_graphs(size: int, clauses: Sequence[Clause], unknowns: int) -> int | Unknown:
    """How many DAGs have a relation that satisfies the clauses; *unknowns* are in use already."""
    edge = {pair: unknowns + number for number, pair in enumerate(pairs(size), 1)}
    fresh = unknowns + len(edge)
    found = list(clauses)
    for (x, y), one in edge.items():
        via = []
        for z in range(size):
            if z in (x, y):
                continue
            fresh += 1
            via.append(fresh)
            first, second = literal(size, x, z), literal(size, z, y)
            found += [(-fresh, first), (-fresh, second), (fresh, -first, -second)]
        found += [(-one, literal(size, x, y)), (-literal(size, x, y), one, *via)]
    return _counted(size, found, list(edge.values()))


def _counted(size: int, clauses: list[Clause], variables: list[int]) -> int | Unknown:
    if size > MAX_SHAPES:
        return Unknown(f"the model counter is asked for at most {MAX_SHAPES} shapes")
    if () in clauses:
        return 0
    try:
        found = call(count_projected, clauses, variables, work=SECONDS)
    except UsageError as error:
        return Unknown(str(error))
    assert isinstance(found, int | Unknown)
    return found
