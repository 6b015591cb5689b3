"""The edge solver of a ShapeWorld space with any start: a SAT engine over pairs and edges.

Its unknowns begin with those of the pairs, so whatever is asked about relations is asked as ever; members
are DAGs.
"""

from __future__ import annotations

from symcause.families.shapeworld.models.causal_relations import Effects
from symcause.families.shapeworld.problem.world_classes import WorldClass
from symcause.families.shapeworld.space.relation_solver import RelationSolver
from symcause.families.shapeworld.verifier.edge_clauses import edge_base_clauses, edge_unknowns
from symcause.families.shapeworld.verifier.transcript_clauses import decoded


class EdgeSolver(RelationSolver):
    """The DAGs of a class that satisfy some clauses; more can be added."""

    def __init__(self, size: int, scope: WorldClass) -> None:
        super().__init__(size, edge_base_clauses(size, scope), edge_unknowns(size, scope))

    @property
    def remembered(self) -> int:
        return 2 * self.size * (self.size - 1)

    def graph(self, *assumptions: int) -> Effects | None:
        """The children of every shape in some member with these literals, None if there is none."""
        model = self._model(assumptions)
        return None if model is None else decoded(self.size, model[self.size * (self.size - 1) :])
