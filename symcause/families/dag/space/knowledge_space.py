"""The dag version space under background knowledge: the members of a class that respect it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from random import Random
from typing import Any

from symcause.answers import Unknown
from symcause.audits.experiments.outcome_shares import Outcomes, Plain, counted
from symcause.audits.of_space.member_collection import up_to_a_bound
from symcause.audits.space import Edges, Objection
from symcause.equivalence.class_sizes import members_by_sat
from symcause.equivalence.essential_graphs import EssentialGraph
from symcause.equivalence.restricted_classes import KnownClass
from symcause.errors import LimitError, UsageError
from symcause.families.dag.bounds import NEAREST_MEMBERS
from symcause.families.dag.problem import GraphProblem
from symcause.families.dag.space.class_space import ClassSpace, EdgeTable, effects_of
from symcause.models.bit_sets import bits
from symcause.models.dags import DAG

_ENGINES = ("cliquepicking", "recursion", "sat")  # who can count under knowledge


@dataclass(frozen=True, repr=False, eq=False)
class KnownSpace(ClassSpace):
    """The members that have every required edge and none that is ruled out."""

    @cached_property
    def respecting(self) -> KnownClass:
        assert self.problem.knowledge is not None
        return KnownClass(self.essential, self.problem.knowledge)

    def count(self) -> int | Unknown:
        if self.engine not in _ENGINES:
            raise UsageError(
                "this engine knows no background knowledge",
                value=self.engine,
                remedy=f"one of {', '.join(_ENGINES)}",
            )
        try:
            self.meter.demand(self._size)
            if self.engine == "sat":
                return sum(
                    not self.broken(m)
                    for m in members_by_sat(self.problem.dag, self.problem.targets)
                )
            return self.respecting.size
        except LimitError as error:
            return Unknown(str(error))

    def broken(self, model: DAG) -> tuple[str, ...]:
        """What a graph breaks of the knowledge."""
        assert self.problem.knowledge is not None
        return self.problem.knowledge.broken(model.edges)

    def members(self, after: DAG | None = None) -> Iterator[DAG | Unknown]:
        listed = self.respecting.members()
        if after is not None:
            edges = set(self._member(after).edges)
            next((dag for dag in listed if set(dag.edges) == edges), None)
        return up_to_a_bound(listed, self.meter)

    def pick(self) -> DAG | None:  # type: ignore[override]
        return next(self.respecting.members(), None)

    def objections(self, model: DAG) -> tuple[Objection, ...]:
        against = tuple(Objection(text) for text in self.broken(model))
        return super().objections(model) + against

    @cached_property
    def mpdag(self) -> EssentialGraph:
        """The MPDAG as a partly directed graph."""
        if not self.respecting.size:
            return self.essential
        directed, undirected = self.respecting.mpdag
        parents, neighbours = ([0] * len(self.essential.nodes) for _ in range(2))
        for a, b in directed:
            parents[b] |= 1 << a
        for a, b in undirected:
            neighbours[a] |= 1 << b
            neighbours[b] |= 1 << a
        return EssentialGraph(self.essential.nodes, tuple(parents), tuple(neighbours))

    def edges(self) -> Edges:
        return EdgeTable(self.mpdag)

    def others(self, than: DAG) -> Iterator[DAG]:
        """The other members, those with the fewest edges turned first."""
        edges = set(self._member(than).edges)
        dags = list(islice(self.respecting.members(), NEAREST_MEMBERS))
        for member in sorted(dags, key=lambda m: len(edges - set(m.edges))):
            if set(member.edges) != edges:
                yield member

    def draw(self, rng: Random) -> DAG:
        return self.respecting.draw(rng)

    def what_if(self, experiment: Any) -> Outcomes | Unknown:
        name = self._target(experiment)
        at = self.problem.dag.index[name]
        try:
            found = self.respecting.split(at) if self.essential.neighbours[at] else {}
        except LimitError as error:
            return Unknown(str(error))
        nodes, around = self.problem.dag.nodes, self.problem.dag.adjacent[at]
        sure = self.essential.parents[at]
        found = found or {0: self.respecting.size}
        shown = (
            ({nodes[i]: "cause" if (sure | causes) >> i & 1 else "effect" for i in bits(around)}, n)
            for causes, n in found.items()
        )
        return counted({"targets": [name]}, shown)

    def learnt(self, experiment: Any, outcome: Plain) -> GraphProblem:
        from dataclasses import replace

        name = self._target(experiment)
        fitting = (m for m in self.respecting.members() if effects_of(m, name) == dict(outcome))
        dag = next(fitting, None)
        if dag is None:
            raise UsageError("no member shows this", value=dict(outcome))
        return replace(self.problem, dag=dag, drawn=None).after([name])
