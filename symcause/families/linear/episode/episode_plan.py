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

from collections.abc import Callable, Hashable
from fractions import Fraction
from functools import lru_cache

from symcause.answers import Unknown
from symcause.families.linear.audits.next.intervention_outcomes import (
    Outcome,
    already_set,
    exact_set,
    fresh_value,
    outcome,
)
from symcause.families.linear.audits.plan.sufficient_targets import experimented, subsets_by_size
from symcause.families.linear.bounds import EPISODE_MODELS, INTEGER_SITUATIONS, TARGET_SETS
from symcause.families.linear.episode.question_status import GRAPH, Asked
from symcause.families.linear.episode.rational_plan import Plan, RationalPlan, TooMany
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import Manipulation
from symcause.families.linear.problem.evidence_replay import reactor_target
from symcause.families.linear.problem.hypothesis_metrics import is_near
from symcause.families.linear.problem.problem import Domain, LinearProblem
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.families.linear.space.model_list import integer_models


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
        return RationalPlan(problem, question).plan()
    except TooMany as error:
        return Unknown(str(error))


def shortest_proof(problem: LinearProblem, model: CrystalModel, question: Asked) -> int | None:
    """The fewest interventions that settle the question if the model is the truth; None: not known."""
    if problem.hidden is not None or not exact_set(problem):
        return None
    rest = tuple(v for v in problem.controllable if v not in already_set(problem))
    if 1 << len(rest) > TARGET_SETS:
        return None
    for targets in subsets_by_size(rest):
        if question.settled(LinearSpace(experimented(problem, model, targets))) is True:
            return len(targets)
    return None


def _integer(problem: LinearProblem, question: Asked) -> Plan | Unknown:
    models = integer_models(LinearSpace(problem), EPISODE_MODELS)
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
            if len(self._known) >= INTEGER_SITUATIONS:
                raise TooMany(f"more than {INTEGER_SITUATIONS} situations to plan for")
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
        numbers = {values[i] for i in left}
        return not numbers or is_near(max(numbers), min(numbers), question.tolerance)

    return alike
