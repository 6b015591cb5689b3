"""The plan of a linear episode: fewest interventions until its question is settled.

Exact linear data under ``set``, one property at a time: values do not matter, and a property shows all it
can at once, so a plan chooses among the properties that were not set yet. *Within d steps*: the question is
settled, or some property leads, whatever is read, to situations that are settled within d − 1 steps. The
depth of a plan is the least such d. Where all properties together leave the question open, nothing can
settle it, and such truths do not count.

- *Integer class*: all models are listed and grouped by what would be read. Exact.
- *Rational class*: outcomes are those of members in general position, one a graph. That no plan is shorter
  is then certain; that this one is short enough for every truth only where it sets all properties.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from symcause.answers import Unknown
from symcause.budgets import Budget
from symcause.families.linear.audits.next.intervention_outcomes import (
    Outcome,
    after,
    already_set,
    exact_set,
    fresh_value,
    outcome,
)
from symcause.families.linear.audits.plan.adaptive_plan import general_members, members_of
from symcause.families.linear.audits.plan.sufficient_targets import experimented, subsets_by_size
from symcause.families.linear.episode.question_status import GRAPH, Asked
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import Manipulation
from symcause.families.linear.problem.evidence_replay import reactor_target
from symcause.families.linear.problem.hypothesis_metrics import is_near
from symcause.families.linear.problem.problem import Domain, LinearProblem
from symcause.families.linear.problem.step_budgets import POLICY
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.families.linear.space.local.exact_engine import ExactLocal
from symcause.families.linear.space.model_list import integer_models

MAX_MODELS = 10_000
"""Most integer models that are listed."""

MAX_NODES = 1_500
"""Most situations of a rational class that are looked at."""

MAX_GROUPS = 100_000
"""Most situations of an integer class that are looked at."""

_Path = tuple[tuple[str, Outcome], ...]
"""What was set, and what was read then."""

MAX_SUBSETS = 32
"""Most sets of targets that are tried to settle a question if the truth is known."""


@dataclass(frozen=True)
class Plan:
    """The first property of a plan (None: settled, or never to be) and its steps in the worst case."""

    target: str | None
    depth: int
    proven: bool = True


class _TooMany(Exception):
    pass


@lru_cache(maxsize=64)
def plan(problem: LinearProblem, question: Asked) -> Plan | Unknown:
    """A plan with the fewest interventions in the worst case; all runs about a problem ask for the same."""
    if problem.hidden is not None:
        return Unknown("experiments under a hidden disturbance have no single outcome")
    if not exact_set(problem):
        return Unknown("plans need exact linear data with set interventions")
    try:
        if problem.coefficients.domain is Domain.INTEGER:
            return _integer(problem, question)
        return _Rational(question).plan(problem)
    except _TooMany as error:
        return Unknown(str(error))


def shortest_proof(problem: LinearProblem, model: CrystalModel, question: Asked) -> int | None:
    """The fewest interventions that settle the question if the model is the truth; None: not known."""
    if problem.hidden is not None or not exact_set(problem):
        return None
    rest = tuple(v for v in problem.controllable if v not in already_set(problem))
    if 1 << len(rest) > MAX_SUBSETS:
        return None
    for targets in subsets_by_size(rest):
        if question.settled(LinearSpace(experimented(problem, model, targets))) is True:
            return len(targets)
    return None


def _integer(problem: LinearProblem, question: Asked) -> Plan | Unknown:
    models = integer_models(LinearSpace(problem), MAX_MODELS)
    if isinstance(models, Unknown):
        return models
    if not models:
        return Unknown("no model explains the evidence")
    return Listed(problem, models, question).plan()


class Listed:
    """Plans over a list of models: a situation is the set of those that are left."""

    def __init__(self, problem: LinearProblem, models: list[CrystalModel], question: Asked) -> None:
        self._targets = tuple(v for v in problem.controllable if v not in already_set(problem))
        self._reads: dict[str, list[Outcome]] = {}
        for name in self._targets:
            step = Manipulation(name, fresh_value(problem, name))
            self._reads[name] = [outcome(problem, model, step) for model in models]
        self._settled = _settler(problem, models, question)
        self._all = frozenset(range(len(models)))
        self._known: dict[tuple[frozenset[int], int], str | bool] = {}
        self._open = self._never()

    def _never(self) -> frozenset[int]:
        """The models that are not told apart enough by all properties together."""
        groups: dict[tuple[Outcome, ...], set[int]] = {}
        for i in self._all:
            reads = tuple(self._reads[name][i] for name in self._targets)
            groups.setdefault(reads, set()).add(i)
        lost = (group for group in groups.values() if not self._settled(frozenset(group)))
        return frozenset(i for group in lost for i in group)

    def plan(self) -> Plan:
        """The plan for all models."""
        for depth in range(len(self._targets)):
            found = self._within(self._all, depth)
            if found is not False:
                return Plan(found if isinstance(found, str) else None, depth)
        if self._all <= self._open or self._settled(self._all):
            return Plan(None, 0)
        splitting = (name for name in self._targets if len(set(self._reads[name])) > 1)
        return Plan(next(splitting), len(self._targets))  # whatever the order, all is read then

    def _within(self, left: frozenset[int], depth: int) -> str | bool:
        """The property that settles the question within this many steps; True if none is needed."""
        if left <= self._open or self._settled(left):
            return True
        if depth == 0:
            return False
        key = (left, depth)
        if key not in self._known:
            if len(self._known) >= MAX_GROUPS:
                raise _TooMany(f"more than {MAX_GROUPS} situations to plan for")
            self._known[key] = self._search(left, depth)
        return self._known[key]

    def _search(self, left: frozenset[int], depth: int) -> str | bool:
        for name in self._targets:
            groups: dict[Outcome, set[int]] = {}
            for i in left:
                groups.setdefault(self._reads[name][i], set()).add(i)
            if len(groups) == 1:
                continue
            ordered = sorted(groups.values(), key=lambda group: -len(group))
            if all(self._within(frozenset(group), depth - 1) is not False for group in ordered):
                return name
        return False


def _settler(
    problem: LinearProblem, models: list[CrystalModel], question: Asked
) -> Callable[[frozenset[int]], bool]:
    """Do these models answer the question alike?"""
    if question.of(problem) == GRAPH:
        graphs: list[Hashable] = [model.edges for model in models]
        return lambda left: len({graphs[i] for i in left}) <= 1
    predicted = [reactor_target(problem, model) for model in models]
    values: list[Fraction] = [value for value in predicted if value is not None]
    assert len(values) == len(models)  # every variable of an integer class is read

    def alike(left: frozenset[int]) -> bool:
        found = {values[i] for i in left}
        return not found or is_near(max(found), min(found), question.tolerance)

    return alike


@dataclass
class _Situation:
    """What is known of a problem with what was read, and the steps of work it took."""

    space: LinearSpace
    settled: bool
    steps: int
    members: _Members | None = None


class _Members:
    """Members in a fixed order, each made when somebody comes to it: a plan that fails stops early."""

    def __init__(self, coming: Iterator[CrystalModel | Unknown]) -> None:
        self._coming = coming
        self._made: list[CrystalModel] = []

    def __iter__(self) -> Iterator[CrystalModel]:
        yield from self._made
        for model in self._coming:
            assert not isinstance(model, Unknown)  # exact engines always have one
            self._made.append(model)
            yield model

    def outcomes(self, problem: LinearProblem, step: Manipulation) -> Iterator[Outcome]:
        """What they would read after the intervention, each once."""
        seen: set[Outcome] = set()
        for model in self:
            reads = outcome(problem, model, step)
            if reads not in seen:
                seen.add(reads)
                yield reads


class _Rational:
    """Plans over readings: a situation is the problem with what was read.

    A deeper plan comes to the situations of a shallower one again. They are remembered, and their work is
    charged as if it were done again; where it would not fit into the budget any more, it is done again.
    """

    def __init__(self, question: Asked) -> None:
        self._question, self._nodes = question, 0
        self._budget = Budget(POLICY)
        self._known: dict[_Path, _Situation] = {}

    def plan(self, problem: LinearProblem) -> Plan:
        rest = set(problem.controllable) - already_set(problem)
        for depth in range(len(rest) + 1):
            found = self._within(problem, (), depth)
            if found is not False:
                target = found if isinstance(found, str) else None
                return Plan(target, depth, depth in (0, len(rest)))
        raise AssertionError("nothing is left to set")

    def _within(self, problem: LinearProblem, path: _Path, depth: int) -> str | bool:
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise _TooMany(f"more than {MAX_NODES} situations to plan for")
        if self._budget.over:
            raise _TooMany(self._budget.shortage.reason)
        rest = [name for name in problem.controllable if name not in already_set(problem)]
        if not rest:
            return True
        here = self._situation(problem, path)
        if here.settled or depth == 0:
            return here.settled
        if depth >= len(rest):
            return rest[0]  # whatever the order, nothing is left to set then
        members = here.members or self._members(here, path)
        for name in rest:
            step = Manipulation(name, fresh_value(problem, name))
            reads = members.outcomes(problem, step)
            if all(
                self._within(after(problem, step, r), (*path, (name, r)), depth - 1) is not False
                for r in reads
            ):
                return name
        return False

    def _members(self, here: _Situation, path: _Path) -> _Members:
        before = self._budget.spent
        exact = all(isinstance(local, ExactLocal) for local in here.space.locals)
        found = general_members(here.space) if exact else members_of(here.space)
        if isinstance(found, Unknown):
            raise _TooMany(found.reason)
        here.members = _Members(iter(found))
        if self._budget.spent > before:  # done again it would be less work
            del self._known[path]
        return here.members

    def _situation(self, problem: LinearProblem, path: _Path) -> _Situation:
        known, left = self._known.get(path), self._budget.left
        if known is not None and (left is None or left > known.steps):
            self._budget.spend(known.steps)
            return known
        before, space = self._budget.spent, LinearSpace(problem, budget=self._budget)
        settled = self._question.settled(space)
        if isinstance(settled, Unknown):
            raise _TooMany(settled.reason)
        found = _Situation(space, settled, self._budget.spent - before)
        self._known[path] = found
        return found
