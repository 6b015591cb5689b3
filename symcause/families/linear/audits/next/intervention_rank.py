"""The rank of each next linear intervention, by how many graphs it would leave.

An experiment here is an intervention on one controllable variable of the manipulator's crystal, and what
counts is how many graphs are left afterwards.

- *Integer class*: if the models are few enough, all are listed and grouped by what would be read. Worst
  case: most graphs left over all outcomes. Expected: uniform over models. Both are exact.
- *Rational class*, or too many models: the worst case is bounded from both sides
  (:mod:`~audits.next.worst_case_bounds`) and exact where the bounds meet. There is no uniform measure,
  hence no expectation.

- Under a hidden disturbance: over all integer models, or bounds (:mod:`~audits.hidden.disturbance_bounds`).

With exact linear data and ``set`` the value does not matter, as long as it changes something, and a second
intervention on the same variable shows nothing new. Where all models are listed and the value matters, a
few values are tried.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.families.linear.audits.hidden.disturbance_bounds import (
    disturbed_bounds,
    members_with_runs,
)
from symcause.families.linear.audits.hidden.robust_plan import OverTruths, truths_of
from symcause.families.linear.audits.next.intervention_outcomes import (
    Outcome,
    already_set,
    current_reading,
    exact_set,
    fresh_value,
    outcomes,
    sufficient,
)
from symcause.families.linear.audits.next.worst_case_bounds import Weighing
from symcause.families.linear.bounds import NEXT_STEPS, RANKED_MODELS
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import Manipulation
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.families.linear.space.model_list import integer_models
from symcause.families.linear.space.space_choice import open_space

_VALUES = (Fraction(50), Fraction(10), Fraction(90))  # tried where the value matters


@dataclass(frozen=True)
class Candidate:
    """An intervention and how many graphs it would leave.

    In the worst case at least *low*, which some outcome leaves, and at most *worst*; *least* is the fewest
    that an outcome leaves which was looked at, *all_seen* whether these are all there are. *known*: what it
    would show has been read already.
    """

    intervention: Manipulation
    outcomes: int
    worst: int
    low: int
    least: int
    expected: Fraction | None = None
    known: bool = False
    all_seen: bool = False

    @property
    def exact(self) -> bool:
        return self.low == self.worst

    @property
    def best_case(self) -> int | None:
        """The fewest over all outcomes; None where that is not proved: a least seen is no minimum."""
        proved = self.all_seen or (
            self.exact and self.least == 1
        )  # every outcome leaves its member
        return self.least if proved else None


@dataclass(frozen=True)
class NextIntervention:
    """All candidates, best first: least worst case, then least expectation, then the file's order."""

    candidates: tuple[Candidate, ...]
    graphs: int

    @property
    def best(self) -> Candidate:
        return self.candidates[0]

    @property
    def exact(self) -> bool:
        return all(candidate.exact for candidate in self.candidates)

    @property
    def shrinks(self) -> bool | None:
        """Can some intervention leave fewer graphs? None if nobody knows."""
        if any(candidate.least < self.graphs for candidate in self.candidates):
            return True
        settled = all(c.known or c.expected is not None for c in self.candidates)
        return False if settled or self.graphs <= 1 else None


def next_intervention(
    problem: LinearProblem,
    *,
    seed: int = 0,
    budget: Meter | None = None,
    space: LinearSpace | None = None,
) -> NextIntervention | Unknown:
    """How well an intervention on each controllable variable would split the version space.

    *budget*: for narrowing down what is left; counting what there is comes before.
    """
    budget = Meter(NEXT_STEPS) if budget is None else budget
    if problem.hidden is not None:
        return _disturbed(problem, seed, budget)
    space = LinearSpace(problem) if space is None else space
    graphs = space.count()
    if isinstance(graphs, Unknown):
        return graphs
    if not graphs:
        return Unknown("no member: nothing to plan for")
    if not problem.controllable:
        return Unknown("no variable can be intervened on")
    if problem.unforeseeable is not None:
        return Unknown(problem.unforeseeable)
    members = integer_models(space, RANKED_MODELS)
    candidates: list[Candidate] = []
    if isinstance(members, Unknown):
        weighed = _weighed(space, graphs, seed, budget)
        if isinstance(weighed, Unknown):
            return weighed
        candidates = weighed
    else:
        for name in problem.controllable:
            steps = [_exact_candidate(problem, members, step) for step in _steps(problem, name)]
            candidates.append(min(steps, key=_rank))
    return NextIntervention(tuple(sorted(candidates, key=_rank)), graphs)


def _disturbed(problem: LinearProblem, seed: int, budget: Meter) -> NextIntervention | Unknown:
    """Bounds where every intervention brings a disturbance."""
    if problem.rounding or not problem.chain:
        return Unknown("a hidden disturbance, and readings that do not tell the crystal's bases")
    space = open_space(problem)
    graphs = space.count()
    if isinstance(graphs, Unknown):
        return graphs
    if not graphs:
        return Unknown("no member: nothing to plan for")
    steps = [Manipulation(name, fresh_value(problem, name)) for name in problem.controllable]
    truths = truths_of(space)
    if not isinstance(truths, Unknown):
        values = {step.variable: (step.value,) for step in steps}
        over = OverTruths(problem, truths, graphs, values)
        listed = [_over_all(step, over.left(step.variable)) for step in steps]
        return NextIntervention(tuple(sorted(listed, key=_rank)), graphs)
    members = members_with_runs(space, random.Random(f"disturbed {seed}"))
    if isinstance(members, Unknown):
        return members
    candidates: list[Candidate] = []
    for i, step in enumerate(steps):
        share = budget.share(len(steps) - i - 1)
        bounds = disturbed_bounds(space, members, graphs, step, share)
        if isinstance(bounds, Unknown):
            return bounds
        candidates.append(Candidate(step, bounds.outcomes, bounds.high, bounds.low, bounds.least))
    return NextIntervention(tuple(sorted(candidates, key=_rank)), graphs)


def _over_all(step: Manipulation, left: list[int]) -> Candidate:
    """Exact: what is left by everything that may be read."""
    return Candidate(step, len(left), max(left), max(left), min(left), all_seen=True)


def _rank(candidate: Candidate) -> tuple[int, Fraction, int]:
    return candidate.worst, candidate.expected or Fraction(0), candidate.low


def _steps(problem: LinearProblem, name: str) -> Iterator[Manipulation]:
    """The values that are tried: one where it does not matter."""
    if exact_set(problem):
        yield Manipulation(name, fresh_value(problem, name))
        return
    now = current_reading(problem)[name]
    yield from (Manipulation(name, value) for value in _VALUES if value != now)


def _exact_candidate(
    problem: LinearProblem, members: list[CrystalModel], step: Manipulation
) -> Candidate:
    """Exact, over all models."""
    groups: dict[Outcome, list[CrystalModel]] = outcomes(problem, members, step)
    left = [(len(models), len({m.edges for m in models})) for models in groups.values()]
    sizes = [graphs for _, graphs in left]
    expected = sum((Fraction(size * graphs, len(members)) for size, graphs in left), Fraction(0))
    known = step.variable in already_set(problem)
    most, least = max(sizes), min(sizes)
    return Candidate(step, len(groups), most, most, least, expected, known, not problem.rounding)


def _weighed(
    space: LinearSpace, graphs: int, seed: int, budget: Meter
) -> list[Candidate] | Unknown:
    """Bounds, in a fair share of the budget for every variable."""
    if isinstance(space.sampler, Unknown):
        return space.sampler
    problem, weighing = space.problem, Weighing(space, seed, budget)
    known = already_set(problem)
    waiting = [name for name in problem.controllable if name not in known]
    candidates = {
        name: Candidate(
            *(Manipulation(name, fresh_value(problem, name)), 1, graphs, graphs, graphs),
            known=True,
            all_seen=True,
        )
        for name in known
    }
    last = sufficient(problem)
    for i, name in enumerate(waiting):
        if last == {name}:  # the only column of the total effects that is missing
            step = Manipulation(name, fresh_value(problem, name))
            candidates[name] = Candidate(step, 1, 1, 1, 1)
            continue
        share = budget.share(len(waiting) - i - 1)
        step = Manipulation(name, fresh_value(problem, name))
        bounds = weighing.bounds(step, share)
        if isinstance(bounds, Unknown):
            return bounds
        candidates[name] = Candidate(step, bounds.outcomes, bounds.high, bounds.low, bounds.least)
    return [candidates[name] for name in problem.controllable]
