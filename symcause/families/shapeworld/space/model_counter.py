"""The model counter of a ShapeWorld space: relations and DAGs counted over the clauses.

Relations are counted by their pairs. A DAG of the relation has all covers and some of the other pairs:
an edge E(x, y) needs L(x, y), and L(x, y) without E(x, y) needs something between x and y. Then edges
determine the relation, and DAGs are counted by their edges.

The counter does not say what it has done so far, so its work cannot be counted while it runs. It is asked
only where few pairs or edges are open once unit propagation has gone through the evidence.
"""

from __future__ import annotations

from collections.abc import Sequence

from symcause.answers import Unknown
from symcause.errors import UsageError
from symcause.families.shapeworld.bounds import OPEN_EDGES, OPEN_PAIRS
from symcause.families.shapeworld.verifier.transcript_clauses import Clause, literal, pairs
from symcause.processes.isolation import call
from symcause.solvers.sat.projected_models import count_projected, open_variables


def count_relations(size: int, clauses: Sequence[Clause]) -> int | Unknown:
    """How many relations satisfy the clauses."""
    return _counted(list(clauses), range(1, size * (size - 1) + 1), OPEN_PAIRS, "pairs")


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
    return _counted(found, list(edge.values()), OPEN_EDGES, "edges")


def _counted(
    clauses: list[Clause], variables: Sequence[int], most: int, what: str
) -> int | Unknown:
    if () in clauses:
        return 0
    if open_variables(clauses, variables) > most:
        return Unknown(f"the model counter is asked where at most {most} {what} are open")
    try:
        # In a child: the counter talks to standard output.
        result = call(count_projected, clauses, list(variables))
    except UsageError as error:
        return Unknown(str(error))
    assert isinstance(result, int | Unknown)
    return result
