"""The space of statements: every DAG that is faithful to each statement."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Self

from symcause.answers import Unknown
from symcause.audits.experiments.outcome_shares import Plain
from symcause.audits.members import Members
from symcause.audits.space import Edges, EdgeStatus, EdgeStatuses, Objection, Separation
from symcause.budgets import Meter
from symcause.errors import UsageError, did_you_mean
from symcause.families.statements.bounds import GRAPH_OBJECTIONS
from symcause.families.statements.models.separations import Graph, pairs, separated, separations
from symcause.families.statements.problem.problem import Statement, StatementsProblem
from symcause.families.statements.space.faithful_dags import Faithful, faithful
from symcause.models.bit_sets import bits
from symcause.models.dags import DAG

IDENTITY = "dag"
"""What "the same member" means: the same labelled edges."""

DO, OBSERVE = "do", "observe"
"""A perfect intervention on a variable; or a look at a triple that is not stated."""

_KEYS = {True: "independent", False: "dependent"}
_LISTED = 10  # steps of work for one member of the list
_PAIR = 20  # steps of work to compare two members at one variable


@dataclass(frozen=True, repr=False)
class StatementSpace(Members[DAG]):
    """The DAGs that are faithful to the statements; *known* are parents that interventions have shown."""

    problem: StatementsProblem
    known: tuple[tuple[int, int], ...] = ()
    meter: Meter = field(default_factory=Meter, compare=False, kw_only=True)

    @property
    def identity(self) -> str:
        return IDENTITY

    @cached_property
    def faithful(self) -> Faithful:
        """The DAGs as bit sets."""
        found = faithful(self.problem.premise, self.meter)
        if not self.known:
            return found
        left = tuple(m for m in found.members if all(m.parents[v] == p for v, p in self.known))
        return replace(found, members=left)

    def dag(self, graph: Graph) -> DAG:
        """A member with its names."""
        return DAG.of_children(self.problem.variables, graph.children)

    def graph(self, model: DAG) -> Graph:
        """A DAG of these variables as bit sets. Raises UsageError for one of others."""
        if not isinstance(model, DAG) or set(model.nodes) != set(self.problem.variables):
            raise UsageError("not a graph of the variables of this problem")
        ordered = model.in_order(self.problem.variables)
        return Graph(ordered.parents, ordered.children)

    def count(self) -> int | Unknown:
        found = self.faithful
        return len(found.members) if found.complete else Unknown(str(found.shortage))

    def listed(self) -> tuple[DAG, ...] | Unknown:
        found = self.faithful
        if not found.complete:
            return Unknown(str(found.shortage))
        return tuple(map(self.dag, found.members))

    def members(self, after: DAG | None = None) -> Iterator[DAG | Unknown]:
        found, start = self.faithful, 0
        if after is not None:
            start = found.members.index(self.graph(after)) + 1
        for member in found.members[start:]:
            self.meter.spend(_LISTED)
            yield self.dag(member)
        if not found.complete:
            yield Unknown(str(found.shortage))

    def simplest(self) -> Iterator[DAG | Unknown]:
        """Fewest edges first, then by the names of the edges."""
        found = self.faithful
        if not found.complete:
            yield Unknown(str(found.shortage))
            return
        yield from map(self.dag, sorted(found.members, key=lambda m: (len(m.edges), m.edges)))

    def objections(self, model: DAG) -> tuple[Objection, ...]:
        """The statements that a graph makes false, and arrows that interventions have shown otherwise."""
        try:
            graph = self.graph(model)
        except UsageError as error:
            return (Objection(str(error)),)
        return tuple(self._objections(graph))

    def _objections(self, graph: Graph) -> list[Objection]:
        objections: list[Objection] = []
        premise, names = self.problem.premise, self.problem.variables
        for place, shown in enumerate(separations(graph)):
            wrong = premise.independent[place] & ~shown
            refuted = shown & ~premise.independent[place] if premise.complete else 0
            refuted |= shown & premise.dependent[place]
            for sets, word in ((wrong, "dependent"), (refuted, "independent")):
                for z in bits(sets)[: GRAPH_OBJECTIONS - len(objections)]:
                    statement = self.problem.statement(place, z)
                    objections.append(Objection(f"{word} in this graph", str(statement)))
        for v, parents in self.known:
            if graph.parents[v] != parents:
                objections.append(Objection("has other causes in this graph", names[v]))
        return objections

    def __contains__(self, model: object) -> bool:
        return isinstance(model, DAG) and not self.objections(model)

    def edges(self) -> Edges | Unknown:
        found, names = self.faithful, self.problem.variables
        if not found.complete:
            return Unknown(str(found.shortage))
        table = {}
        for a, b in ((a, b) for b in range(len(names)) for a in range(len(names)) if a != b):
            having = sum(m.children[a] >> b & 1 for m in found.members)
            always = bool(having) and having == len(found.members)
            status = EdgeStatus.ALWAYS if always else EdgeStatus.OPEN
            table[names[a], names[b]] = status if having else EdgeStatus.NEVER
        return EdgeStatuses(table)

    def others(self, than: DAG) -> Iterator[DAG | Unknown]:
        """The other members, those with the fewest differing edges first."""
        found, start = self.faithful, self.graph(than)
        rest = (m for m in found.members if m != start)
        if not found.complete:
            yield from map(self.dag, rest)
            yield Unknown(str(found.shortage))
            return
        yield from map(self.dag, sorted(rest, key=lambda m: (differing(m, start), m.edges)))

    # experiments

    def experiments(self) -> Iterable[Plain]:
        return ({DO: name} for name in self.problem.variables)

    def outcome(self, model: DAG, experiment: Any) -> Plain:
        """The parents of a variable that is set, which is what it shows of a class; or one triple."""
        graph, names = self.graph(model), self.problem.variables
        if isinstance(experiment, Mapping) and OBSERVE in experiment:
            x, y, given = self._triple(experiment[OBSERVE])
            return {"independent": separated(graph, x, y, given)}
        return {"parents": [names[i] for i in bits(graph.parents[self.target(experiment)])]}

    def target(self, experiment: Any) -> int:
        """The place of the variable that an experiment sets."""
        name = experiment.get(DO) if isinstance(experiment, Mapping) else experiment
        if name not in self.problem.index:
            raise UsageError(
                "no such variable",
                value=name,
                remedy=did_you_mean(str(name), self.problem.variables),
            )
        return self.problem.index[name]

    def _triple(self, told: Any) -> tuple[int, int, int]:
        x, y, given = told
        index = self.problem.index
        return index[x], index[y], sum(1 << index[name] for name in given)

    def given(self, evidence: Any, outcome: Any = None) -> Self:
        """The members that show this: parents under an intervention, or one triple more."""
        if not isinstance(outcome, Mapping) or not {"parents", "independent"} & outcome.keys():
            raise UsageError("give an intervention and the parents that it showed")
        if "independent" in outcome:
            x, y, given = evidence[OBSERVE]
            seen, key = Statement(x, y, tuple(given)), _KEYS[bool(outcome["independent"])]
            fields: dict[str, Any] = {key: (*getattr(self.problem, key), seen)}
            return replace(self, problem=replace(self.problem, **fields), meter=Meter())
        mask = sum(1 << self.target({DO: name}) for name in outcome["parents"])
        known = (*self.known, (self.target(evidence), mask))
        return replace(self, known=known, meter=Meter())

    def separates(self, first: DAG, second: DAG) -> tuple[str, ...]:
        """The variables whose perfect intervention tells two members of one class apart."""
        one, other = self.graph(first), self.graph(second)
        names = self.problem.variables
        return tuple(n for n, a, b in zip(names, one.parents, other.parents, strict=True) if a != b)

    def pair_separations(self, first: DAG, second: DAG) -> Iterator[Separation]:
        """The triples that differ, for which one only looks, then interventions, in the problem's order."""
        self.meter.spend(_PAIR * len(self.problem.variables))
        for experiment in self._telling(first, second):
            readings = self.outcome(first, experiment), self.outcome(second, experiment)
            yield Separation(experiment, first, second, readings)

    def _telling(self, first: DAG, second: DAG) -> Iterator[Plain]:
        yield from ({OBSERVE: _plain(seen)} for seen in self.observed(first, second))
        yield from ({DO: name} for name in self.separates(first, second))

    def observed(self, first: DAG, second: DAG) -> Iterator[Statement]:
        """The triples in which two DAGs differ; none if they are equivalent."""
        both = separations(self.graph(first)), separations(self.graph(second))
        for place, (one, other) in enumerate(zip(*both, strict=True)):
            for given in bits(one ^ other):
                yield self.problem.statement(place, given)

    def row(self, model: DAG) -> dict[str, object]:
        """Every pair: how it is joined."""
        held, names = set(model.edges), self.problem.variables
        row = {}
        for x, y in ((names[i], names[j]) for i, j in pairs(len(names))):
            row[f"{x} {y}"] = "->" if (x, y) in held else "<-" if (y, x) in held else ""
        return dict(row)


def differing(one: Graph, other: Graph) -> int:
    """How many pairs are joined differently in two graphs."""
    count = 0
    for v in range(len(one.parents)):
        into = one.parents[v] ^ other.parents[v]
        out = one.children[v] ^ other.children[v]
        count += (into | out).bit_count()
    return count // 2


def _plain(seen: Statement) -> list[object]:
    return [seen.first, seen.second, list(seen.given)]


def open_space(problem: StatementsProblem, *, meter: Meter | None = None) -> StatementSpace:
    """The version space of a problem; all questions to it draw on its *meter*."""
    return StatementSpace(problem, meter=meter or Meter())
