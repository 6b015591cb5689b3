"""The dag version space of a graph: its (interventional) Markov equivalence class.

*Same member*: the same edges. The essential graph says which edges all members share; clique picking
counts and draws; a search lists (:mod:`symcause.equivalence`).

*Nearest first.* The distance of two members is the number of edges that point the other way. An edge ``x
-> y`` is *covered* if x has the parents that y has besides x; turning it leads to another member, unless
it is cut by a target. Any member is reached from any other by turning covered edges, each once
(Chickering, UAI 1995), and all of them are edges in which the two differ, hence none is cut. So the
members at distance d + 1 are those reached from distance d by one turn that adds to the distance, and a
search by levels finds them.

*Experiments.* An intervention on a variable shows which of its neighbours it affects: the others are
causes.

>>> space = ClassSpace(GraphProblem("chain", DAG.of([("A", "B"), ("B", "C")])))
>>> space.count(), [member.edges for member in space.others(space.problem.dag)][0]
(3, (('B', 'A'), ('B', 'C')))
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from random import Random
from typing import Any, Self

from symcause.answers import Unknown
from symcause.audits.experiments.outcome_shares import Outcomes, Plain, counted
from symcause.audits.members import Members
from symcause.audits.of_space.member_collection import up_to_a_bound
from symcause.audits.space import Edge, Edges, EdgeStatus, Objection, Separation
from symcause.budgets import Meter
from symcause.equivalence.class_sizes import DEFAULT_ENGINE, class_size, first_member
from symcause.equivalence.dag_comparison import disagreements
from symcause.equivalence.essential_graphs import EssentialGraph, essential_graph
from symcause.equivalence.member_list import members
from symcause.equivalence.member_sampler import ClassSampler
from symcause.equivalence.target_outcomes import outcomes_of, shows
from symcause.equivalence.target_sets import signatures
from symcause.errors import LimitError, UsageError
from symcause.families.dag.bounds import GRAPH_OBJECTIONS
from symcause.families.dag.problem import GraphProblem, name_set
from symcause.models.bit_sets import bits
from symcause.models.dags import DAG

IDENTITY = "dag"
"""What "the same member" means: the same labelled edges."""

_NODE = 5  # steps of work for one node or edge of a graph


@dataclass(frozen=True, repr=False, eq=False)
class ClassSpace(Members[DAG]):
    """The class of a graph under its targets."""

    problem: GraphProblem
    engine: str = DEFAULT_ENGINE
    meter: Meter = field(default_factory=Meter, compare=False, kw_only=True)

    @property
    def identity(self) -> str:
        return IDENTITY

    @property
    def over(self) -> tuple[str, ...]:
        return self.problem.dag.nodes

    @cached_property
    def essential(self) -> EssentialGraph:
        """The essential graph: what all members share."""
        return essential_graph(self.problem.dag, self.problem.targets)

    @cached_property
    def _sampler(self) -> ClassSampler:
        return ClassSampler(self.essential)

    @cached_property
    def _signatures(self) -> list[int]:
        return signatures(self.problem.dag, self.problem.targets)

    def count(self) -> int | Unknown:
        try:
            self.meter.demand(self._size)
            return class_size(self.problem.dag, self.problem.targets, engine=self.engine)
        except LimitError as error:
            return Unknown(str(error))

    @property
    def _size(self) -> int:
        """Steps of work that it takes to look at the graph once."""
        dag = self.problem.dag
        return _NODE * (len(dag.nodes) + sum(children.bit_count() for children in dag.children))

    def members(self, after: DAG | None = None) -> Iterator[DAG | Unknown]:
        start = None if after is None else self._member(after)
        return up_to_a_bound(members(self.essential, after=start), self.meter)

    def pick(self) -> DAG:
        return first_member(self.essential)

    def objections(self, model: DAG) -> tuple[Objection, ...]:
        found = islice(
            disagreements(self.problem.dag, model, self.problem.targets), GRAPH_OBJECTIONS
        )
        return tuple(Objection(message, place) for place, message in found)

    def __contains__(self, model: object) -> bool:
        return isinstance(model, DAG) and not self.objections(model)

    def edges(self) -> Edges:
        return EdgeTable(self.essential)

    def others(self, than: DAG) -> Iterator[DAG]:
        """The other members, those with the fewest edges turned first. Raises for what is no member."""
        start = self._member(than)
        level = {start.children: None}
        while level:
            further: dict[tuple[int, ...], None] = {}
            for children in level:
                for turned in self._turns(children, start.children):
                    further[turned] = None
            level = further
            for children in level:
                yield DAG.of_children(start.nodes, children)

    def _turns(
        self, children: tuple[int, ...], start: tuple[int, ...]
    ) -> Iterator[tuple[int, ...]]:
        """The members that one turn of a covered edge leads to, away from the start."""
        parents = [0] * len(children)
        for i, mask in enumerate(children):
            for j in bits(mask):
                parents[j] |= 1 << i
        seen = self._signatures
        for x, mask in enumerate(children):
            for y in bits(mask & start[x]):
                if parents[y] ^ parents[x] == 1 << x and seen[x] == seen[y]:
                    turned = list(children)
                    turned[x] ^= 1 << y
                    turned[y] |= 1 << x
                    yield tuple(turned)

    def pair_separations(self, first: DAG, second: DAG) -> Iterator[Separation]:
        """The variables at which edges of two members point in different ways: most of them first."""
        self.meter.spend(self._size)
        first, second = self._member(first), self._member(second)
        for name in sorted(first.nodes, key=lambda name: -_turned(first, second, name)):
            if not (turned := _turned(first, second, name)):
                return
            readings = effects_of(first, name), effects_of(second, name)
            measures = {"turned": turned}
            yield Separation({"targets": [name]}, first, second, readings, measures)

    def draw(self, rng: Random) -> DAG:
        return self._sampler.draw(rng)

    # experiments and evidence

    def outcome(self, model: DAG, experiment: Any) -> Plain:
        """Which neighbours of the one target are its effects in a member, and which its causes."""
        return effects_of(model, self._target(experiment))

    def what_if(self, experiment: Any) -> Outcomes | Unknown:
        """What an intervention on a variable would show, and in how many members."""
        name = self._target(experiment)
        try:
            outcomes = outcomes_of(self.essential, name)
        except LimitError as error:
            return Unknown(str(error))
        sure = self.essential.parents[(at := self.problem.dag.index[name])]
        around, nodes = self.problem.dag.adjacent[at], self.problem.dag.nodes
        shown = (
            ({nodes[i]: "cause" if (sure | causes) >> i & 1 else "effect" for i in bits(around)}, n)
            for causes, n in outcomes
        )
        return counted({"targets": [name]}, shown)

    def learnt(self, experiment: Any, outcome: Plain) -> GraphProblem:
        """The problem of a member that shows this, with one more target."""
        name = self._target(experiment)
        dag = shows(self.essential, name, [v for v, said in outcome.items() if said == "cause"])
        if dag is None or effects_of(dag, name) != dict(outcome):
            raise UsageError("no member shows this", value=dict(outcome))
        return replace(self.problem, dag=dag, drawn=None).after([name])

    def with_evidence(self, evidence: Any) -> GraphProblem:
        """The problem after an intervention on further targets, which shows what it shows in its DAG."""
        return self.problem.after([evidence])

    def reopened(self, problem: GraphProblem) -> Self:
        return replace(self, problem=problem, meter=Meter())

    def row(self, model: DAG) -> dict[str, object]:
        """Every edge that some member has: is it in this one?"""
        some = (*self.essential.directed, *EdgeTable(self.essential).having(EdgeStatus.OPEN))
        held = set(model.edges)
        return {f"{a} -> {b}": (a, b) in held for a, b in some}

    def _target(self, experiment: Any) -> str:
        """The one variable of an experiment: its name, or what ``separate`` gives."""
        held = getattr(experiment, "experiment", experiment)
        told = held["targets"] if isinstance(held, Mapping) else held
        names = name_set(told, self.problem.dag, "targets")
        if len(names) != 1:
            raise UsageError("an experiment has one target here", value=told)
        return names[0]

    def _member(self, model: DAG) -> DAG:
        for objection in self.objections(model):
            raise UsageError(f"this graph is no member: {objection}")
        return model.in_order(self.problem.dag.nodes)


def effects_of(dag: DAG, name: str) -> dict[str, object]:
    """What an intervention on a variable shows of its neighbours: effects respond, causes do not."""
    at = dag.index[name]
    return {
        dag.nodes[i]: "effect" if dag.children[at] >> i & 1 else "cause"
        for i in bits(dag.adjacent[at])
    }


def _turned(first: DAG, second: DAG, name: str) -> int:
    """At how many edges of a variable two members differ."""
    at = first.index[name]
    return (first.children[at] ^ second.children[at]).bit_count()


class EdgeTable(Edges):
    """Every ordered pair of nodes, looked up when asked: a large graph has millions."""

    def __init__(self, essential: EssentialGraph) -> None:
        self._essential = essential
        self._index = {name: i for i, name in enumerate(essential.nodes)}

    @property
    def names(self) -> tuple[str, ...]:
        return self._essential.nodes

    def having(self, status: EdgeStatus | str) -> tuple[Edge, ...]:
        if status == EdgeStatus.ALWAYS:
            return self._essential.directed
        if status == EdgeStatus.OPEN:
            joined = self._essential.undirected
            return tuple(edge for a, b in joined for edge in ((a, b), (b, a)))
        return super().having(status)

    def __getitem__(self, edge: Edge) -> EdgeStatus:
        cause, effect = (self._index[name] for name in edge)
        if cause == effect:
            raise KeyError(edge)
        if self._essential.parents[effect] >> cause & 1:
            return EdgeStatus.ALWAYS
        joined = self._essential.neighbours[effect] >> cause & 1
        return EdgeStatus.OPEN if joined else EdgeStatus.NEVER

    def __iter__(self) -> Iterator[Edge]:
        nodes = self._essential.nodes
        return ((cause, effect) for effect in nodes for cause in nodes if cause != effect)

    def __len__(self) -> int:
        size = len(self._essential.nodes)
        return size * (size - 1)
