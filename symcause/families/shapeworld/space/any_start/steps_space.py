"""The steps space of a ShapeWorld transcript with any start: every DAG of a class that shows its steps.

>>> from symcause.families.shapeworld.problem.problem import ShapeWorldProblem, Step
>>> begun = ShapeWorldProblem("demo", ("circle", "star"), "circle", "star", ("circle",),
...                           (Step("move", "circle", ("circle", "star")),))
>>> space = StepsSpace(begun, Scope())
>>> space.answering(TranscriptVerdict.YES).edges, space.answering(TranscriptVerdict.NO)
((('circle', 'star'),), None)
"""

from __future__ import annotations

from functools import cached_property

from symcause.answers import Unknown
from symcause.audits.space import EdgeStatus
from symcause.budgets import Meter
from symcause.families.shapeworld.models.causal_relations import Relation
from symcause.families.shapeworld.problem.hidden_statuses import Statuses
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.problem.transcript_evidence import edge_mismatch, seen
from symcause.families.shapeworld.problem.verdict_kinds import TranscriptVerdict
from symcause.families.shapeworld.problem.world_classes import Scope
from symcause.families.shapeworld.space.any_start.edge_solver import EdgeSolver
from symcause.families.shapeworld.space.any_start.graph_lists import GraphList, graphs_of
from symcause.families.shapeworld.verifier.edge_clauses import edge_step_clauses
from symcause.families.shapeworld.verifier.transcript_clauses import Clause, giving, literal
from symcause.models.bit_sets import bits
from symcause.models.dags import DAG

_LIST, _CODES = 50, 64  # steps of work for a list, and how many of its relations take one

Breach = tuple[str, str, bool]
"""A shape that moves at the start, an effect of it that does not, and whether that is so in all members."""


class StepsSpace:
    """Every DAG of a class that shows the steps of a transcript, whatever its start."""

    identity = "dag"

    def __init__(
        self, problem: ShapeWorldProblem, scope: Scope, *, meter: Meter | None = None
    ) -> None:
        """*meter*: what all questions to the space draw on."""
        self.problem, self.scope, self.meter = problem, scope, meter or Meter()

    @cached_property
    def evidence(self) -> tuple[Clause, ...]:
        """What the steps say, as clauses over pairs and edges."""
        size = self.problem.size
        return tuple(one for line in seen(self.problem) for one in edge_step_clauses(size, line))

    @cached_property
    def solver(self) -> EdgeSolver:
        """The first engine, with all evidence."""
        solver = EdgeSolver(self.problem.size, self.scope.name)
        solver.add(self.evidence)
        return solver

    @cached_property
    def left(self) -> GraphList | Unknown:
        """The second engine: all members, listed."""
        graph_list = graphs_of(self.problem.size, self.scope.name)
        return graph_list if isinstance(graph_list, Unknown) else graph_list.after(self.evidence)

    def count(self) -> int | Unknown:
        """How many relations the members have."""
        if isinstance(self.left, Unknown):
            return self.left
        self.meter.spend(_LIST + len(self.left) // _CODES)
        return len(self.left)

    def graphs(self) -> int | Unknown:
        """How many members there are."""
        return self.left if isinstance(self.left, Unknown) else self.left.graphs()

    def statuses(self) -> Statuses | None:
        """Which pairs are cause and effect in all, some or no members; None if there is no member."""
        return self.solver.statuses()

    def answering(self, answer: TranscriptVerdict | bool) -> DAG | None:
        """A member that answers the question so (True: yes), None if there is none."""
        graph = self.solver.graph(*giving(self.problem, TranscriptVerdict.of(answer)))
        return None if graph is None else DAG.of_children(self.problem.shapes, graph)

    def breaches(self, answer: bool | None) -> tuple[Breach, ...]:
        """The pairs that keep the start from being closed in members with this answer, sure ones first."""
        problem, size = self.problem, self.problem.size
        given = [] if answer is None else giving(problem, TranscriptVerdict.of(answer))
        state = problem.mask(problem.initial or ())
        still = (1 << size) - 1 & ~state
        breaches: list[Breach] = []
        for x in bits(state):
            for y in bits(still):
                one = literal(size, x, y)
                if self.solver.has(*given, one):
                    always = not self.solver.has(*given, -one)
                    breaches.append((problem.shapes[x], problem.shapes[y], always))
        return tuple(sorted(breaches, key=lambda breach: not breach[2]))

    def status(self, cause: str, effect: str) -> EdgeStatus | None:
        """In which members one shape causes another; None if there is no member."""
        at = self.problem.index
        return self.solver.status(at[cause], at[effect])

    def __contains__(self, model: object) -> bool:
        return (
            isinstance(model, DAG)
            and model.nodes == self.problem.shapes
            and self.scope.name.contains(Relation.of_dag(model).effects)
            and edge_mismatch(self.problem, model.children) is None
        )
