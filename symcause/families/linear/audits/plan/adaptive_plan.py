"""The adaptive plan: a decision tree of linear interventions, shortest in the worst case.

The worst case over what may be read is as short as possible. Up to :data:`PLANNED_VARIABLES` variables.
Exact for integer classes, where all models are listed; for rational ones over members in general position.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice

from symcause.answers import Unknown
from symcause.budgets import StrictMeter
from symcause.families.linear.audits.next.intervention_outcomes import (
    Outcome,
    after,
    current_reading,
    fresh_value,
    outcomes,
)
from symcause.families.linear.bounds import (
    MAX_PLAN_NODES,
    PLANNED_GRAPHS,
    PLANNED_MODELS,
    PLANNED_VARIABLES,
)
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import EquationFamily, Manipulation, Semantics
from symcause.families.linear.problem.problem import Domain, LinearProblem
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.families.linear.space.model_list import integer_models


@dataclass(frozen=True)
class AdaptivePlan:
    """Intervene on *target*; then, by what is read, go on. A leaf has no target.

    ``depth`` is the number of interventions in the worst case.
    """

    depth: int
    graphs: int
    target: str | None = None
    branches: tuple[tuple[Outcome, AdaptivePlan], ...] = ()

    @property
    def identifies(self) -> bool:
        """True if every leaf has one graph."""
        if self.target is None:
            return self.graphs == 1
        return all(plan.identifies for _, plan in self.branches)


def adaptive_plan(problem: LinearProblem, *, seed: int = 0) -> AdaptivePlan | Unknown:
    """A plan with the fewest interventions in the worst case."""
    if len(problem.variables) > PLANNED_VARIABLES:
        return Unknown(f"plans are made for at most {PLANNED_VARIABLES} variables")
    if problem.hidden is not None:
        return Unknown("experiments under a hidden disturbance have no single outcome")
    if problem.unforeseeable is not None:
        return Unknown(problem.unforeseeable)
    integer = problem.coefficients.domain is Domain.INTEGER
    try:
        return (
            _IntegerPlanner(problem).plan() if integer else _RationalPlanner(problem, seed).plan()
        )
    except _TooLarge as error:
        return Unknown(str(error))


def members_of(space: LinearSpace, seed: int = 0) -> list[CrystalModel] | Unknown:
    """All models of an integer class, or one member in general position a graph."""
    if space.problem.coefficients.domain is Domain.INTEGER:
        return integer_models(space, PLANNED_MODELS)
    crystal_models = general_members(space, seed)
    if isinstance(crystal_models, Unknown):
        return crystal_models
    models: list[CrystalModel] = []
    for model in crystal_models:
        if isinstance(model, Unknown):
            return model
        models.append(model)
    return models


def general_members(
    space: LinearSpace, seed: int = 0
) -> Iterator[CrystalModel | Unknown] | Unknown:
    """One member in general position a graph, each when it is asked for."""
    graphs = listed_graphs(space)
    if isinstance(graphs, Unknown):
        return graphs
    rng = general_draws(seed)
    return (space.generic(masks, rng) for masks in graphs)


def listed_graphs(space: LinearSpace) -> list[tuple[int, ...]] | Unknown:
    """The graphs of the members, where they are not too many to compute outcomes for."""
    if isinstance(space.choices, Unknown):
        return space.choices
    graphs = list(islice(space.masks(), PLANNED_GRAPHS + 1))
    if len(graphs) > PLANNED_GRAPHS:
        return Unknown(f"more than {PLANNED_GRAPHS} graphs to compute outcomes for")
    return graphs


def general_draws(seed: int) -> random.Random:
    """What puts members in general position: the same draws for the same seed."""
    return random.Random(f"general position {seed}")


class _TooLarge(Exception):
    pass


class _Planner:
    """Minimax over targets not used yet; a leaf is one graph, or no target that shows anything.

    A plan is better if its worst leaf has fewer graphs, then if it is shorter. A target is given up as
    soon as one of its branches is as long as the best plan that identifies.
    """

    def __init__(self) -> None:
        self._situations = StrictMeter(
            MAX_PLAN_NODES,
            f"more than {MAX_PLAN_NODES} situations to plan for",
            refusal=_TooLarge,
        )

    def _extend(
        self,
        best: AdaptivePlan,
        graphs: int,
        name: str,
        branches: Iterator[tuple[Outcome, AdaptivePlan]],
    ) -> AdaptivePlan:
        """The better of *best* and the plan that starts with *name*."""
        done: list[tuple[Outcome, AdaptivePlan]] = []
        for reads, plan in branches:
            if _worst_leaf(best) == 1 and 1 + plan.depth >= best.depth:
                return best
            done.append((reads, plan))
        new = AdaptivePlan(1 + max(p.depth for _, p in done), graphs, name, tuple(done))
        return min(best, new, key=lambda plan: (_worst_leaf(plan), plan.depth))


def _worst_leaf(plan: AdaptivePlan) -> int:
    if plan.target is None:
        return plan.graphs
    return max(_worst_leaf(branch) for _, branch in plan.branches)


class _IntegerPlanner(_Planner):
    """Outcomes of a target do not depend on earlier interventions, so a situation is a set of models."""

    def __init__(self, problem: LinearProblem) -> None:
        super().__init__()
        if problem.semantics is not Semantics.SET or problem.rounding or not _linear(problem):
            raise _TooLarge("plans need exact linear data with set interventions")
        members = members_of(LinearSpace(problem))
        if isinstance(members, Unknown):
            raise _TooLarge(members.reason)
        self._targets, self._names = problem.controllable, problem.variables
        reading = current_reading(problem)
        self._start = tuple(reading[name] for name in self._names)
        self._groups: dict[str, dict[int, Outcome]] = {}
        position = {id(model): i for i, model in enumerate(members)}
        for name in self._targets:
            step = Manipulation(name, fresh_value(problem, name))
            self._groups[name] = {
                position[id(model)]: reads
                for reads, models in outcomes(problem, members, step).items()
                for model in models
            }
        self._edges = [model.edges for model in members]
        self._known: dict[tuple[frozenset[int], tuple[str, ...]], AdaptivePlan] = {}

    def plan(self) -> AdaptivePlan:
        plan = self._best(frozenset(range(len(self._edges))), self._targets)
        return self._in_sequence(plan, self._start)

    def _in_sequence(self, plan: AdaptivePlan, now: Outcome) -> AdaptivePlan:
        """The plan with the readings that come one after the other, not each from the start."""
        if plan.target is None:
            return plan
        at = self._names.index(plan.target)
        value = Fraction(50) if now[at] != 50 else Fraction(10)
        branches: list[tuple[Outcome, AdaptivePlan]] = []
        for reads, branch in plan.branches:
            moved = reads[at] - self._start[at]
            column = [(a - b) / moved for a, b in zip(reads, self._start, strict=True)]
            later = tuple(a + (value - now[at]) * c for a, c in zip(now, column, strict=True))
            branches.append((later, self._in_sequence(branch, later)))
        return replace(plan, branches=tuple(branches))

    def _best(self, models: frozenset[int], unused: tuple[str, ...]) -> AdaptivePlan:
        key = (models, unused)
        if key not in self._known:
            self._situations.spend()
            self._known[key] = self._search(models, unused)
        return self._known[key]

    def _search(self, models: frozenset[int], unused: tuple[str, ...]) -> AdaptivePlan:
        graphs = len({self._edges[i] for i in models})
        best = AdaptivePlan(0, graphs)
        for name in unused if graphs > 1 else ():
            groups: dict[Outcome, set[int]] = {}
            for i in models:
                groups.setdefault(self._groups[name][i], set()).add(i)
            if len(groups) == 1:
                continue
            rest = tuple(n for n in unused if n != name)
            ordered = sorted(groups.items(), key=lambda item: -len(item[1]))
            best = self._extend(
                best,
                graphs,
                name,
                ((reads, self._best(frozenset(group), rest)) for reads, group in ordered),
            )
        return best


def _linear(problem: LinearProblem) -> bool:
    return problem.family is EquationFamily.LINEAR


class _RationalPlanner(_Planner):
    """A situation is the problem with the readings so far; outcomes come from general position."""

    def __init__(self, problem: LinearProblem, seed: int) -> None:
        super().__init__()
        self._problem, self._seed = problem, seed

    def plan(self) -> AdaptivePlan:
        return self._best(self._problem, self._problem.controllable)

    def _best(self, problem: LinearProblem, unused: tuple[str, ...]) -> AdaptivePlan:
        self._situations.spend()
        space = LinearSpace(problem)
        graphs = space.count()
        if isinstance(graphs, Unknown):
            raise _TooLarge(graphs.reason)
        best = AdaptivePlan(0, graphs)
        if graphs <= 1:
            return best
        members = members_of(space, self._seed)
        if isinstance(members, Unknown):
            raise _TooLarge(members.reason)
        for name in unused:
            step = Manipulation(name, fresh_value(problem, name))
            left = [(self._left(problem, step, r), r) for r in outcomes(problem, members, step)]
            if len(left) == 1 and left[0][0] == graphs:
                continue  # this target shows nothing
            rest = tuple(n for n in unused if n != name)
            ordered = [reads for _, reads in sorted(left, key=lambda item: -item[0])]
            best = self._extend(
                best,
                graphs,
                name,
                ((reads, self._best(after(problem, step, reads), rest)) for reads in ordered),
            )
        return best

    def _left(self, problem: LinearProblem, step: Manipulation, reads: Outcome) -> int:
        graphs = LinearSpace(after(problem, step, reads)).count()
        if isinstance(graphs, Unknown):
            raise _TooLarge(graphs.reason)
        return graphs
