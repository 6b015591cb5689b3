"""The shortest plan of linear interventions that leaves one graph, with or without gold.

*With gold* it is known what would be read: sets of targets are tried by size, each with one intervention a
target, so a smaller set than the one found does not do. That is a minimum where neither values nor repeated
targets matter (exact linear data under ``set``); elsewhere the plan is greedy
(:mod:`~audits.plan.greedy_plan`).

*Without gold* the plan must do whatever is read. Integer classes with few models: a set of targets does iff
all models that would read the same after each of them have one graph, and all sets are tried by size.
Rational ones, exact linear ``set`` data with a sink as target: all properties that were not set yet
suffice, by the theorem of ``docs/theory/linear.md``; a set fails if some member, taken for the truth,
leaves several graphs. If a set fails, so does every smaller one inside it.

Under a hidden disturbance: :mod:`~audits.hidden.disturbance_plan`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, combinations, count

from symcause.answers import Unknown
from symcause.audits.space import EdgeStatus
from symcause.budgets import Meter
from symcause.errors import UsageError
from symcause.families.linear.audits.next.intervention_outcomes import (
    after,
    already_set,
    current_reading,
    exact_set,
    fresh_value,
    outcome,
    response,
    sufficient,
)
from symcause.families.linear.audits.plan.greedy_plan import greedy_steps
from symcause.families.linear.audits.plan.plan_steps import PlannedStep, ShortestPlan
from symcause.families.linear.audits.plan.sufficient_targets import (
    experimented,
    subsets_by_size,
    sufficient_targets,
)
from symcause.families.linear.bounds import NEEDED_STEPS, SHORTEST_PLAN_MODELS, TARGET_DRAWS
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import Manipulation
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.families.linear.space.model_list import integer_models

DEPENDS = (
    "all that interventions can show; whether it leaves one graph depends on what is read "
    "(the target may cause, or something is not controllable)"
)
"""Said of plans without gold that the theorem does not cover."""

OTHERWISE = "a property that reads its planned value by then is set to any other value"
"""Said of plans over the rationals: an earlier step may have moved a property to any value."""


def shortest_plan(problem: LinearProblem, *, seed: int = 0) -> ShortestPlan | Unknown:
    """The shortest plan for gold or, without gold, for the worst case."""
    assert problem.hidden is None  # a plan for that: disturbed_plan
    if problem.unforeseeable is not None:
        return Unknown(problem.unforeseeable)
    space = LinearSpace(problem)
    before = graphs_before(problem, space.count())
    if not isinstance(before, int):
        return before
    model = problem.gold_model()
    if model is None:
        return _worst_case(space, before, seed)
    if model not in space:
        return Unknown("gold is no member: it is not known what experiments would show")
    return _for_gold(space, before, model)


def graphs_before(problem: LinearProblem, count: int | Unknown) -> int | ShortestPlan | Unknown:
    """How many graphs a plan has to tell apart, or why none is looked for."""
    if isinstance(count, Unknown):
        return count
    if not count:
        return Unknown("no graph explains the evidence")
    if count == 1:
        kept = problem if problem.gold is not None else None
        return ShortestPlan((), 1, 1, True, 0, 0, problem=kept)
    current_reading(problem)  # there is a crystal to manipulate
    return count


def _for_gold(space: LinearSpace, before: int, model: CrystalModel) -> ShortestPlan | Unknown:
    problem = space.problem
    if problem.rounding or not exact_set(problem):
        steps: list[Manipulation] | list[str] = greedy_steps(space, model)
        minimal, bound, tried = len(steps) <= 1, min(1, len(steps)), 0
        reason = "values and repeated targets matter here: shorter plans are not ruled out"
    else:
        targets = sufficient_targets(problem)
        if isinstance(targets, Unknown):
            return targets
        steps = list(targets.targets)
        minimal, bound, tried, reason = True, len(steps), targets.tried, ""
    planned: list[PlannedStep] = []
    left = before
    for chosen in steps:
        step = chosen if isinstance(chosen, Manipulation) else _fresh(problem, chosen)
        reads = outcome(problem, model, step)
        known = LinearSpace(problem).edges()
        problem = after(problem, step, reads)
        later = LinearSpace(problem)
        count, edges = later.count(), later.edges()
        if isinstance(count, Unknown):
            return count
        left = count
        settled = (
            ()
            if isinstance(known, Unknown) or isinstance(edges, Unknown)
            else tuple(
                f"{cause}->{effect} {status}"
                for (cause, effect), status in edges.items()
                if status is not EdgeStatus.OPEN and known[cause, effect] is EdgeStatus.OPEN
            )
        )
        planned.append(PlannedStep(step, left, settled))
    said = None if minimal else reason
    if left > 1 and exact_set(space.problem):
        said = "no further intervention tells the remaining graphs apart"
    return ShortestPlan(tuple(planned), before, left, minimal, bound, tried, said, problem)


def _fresh(problem: LinearProblem, name: str) -> Manipulation:
    """An intervention that changes the property."""
    return Manipulation(name, fresh_value(problem, name))


def _worst_case(space: LinearSpace, before: int, seed: int) -> ShortestPlan | Unknown:
    problem = space.problem
    if not exact_set(problem):
        said = "without gold the worst case is known for exact linear data under set only"
        return ShortestPlan((), before, None, False, 1, 0, said)
    if set(problem.controllable) <= already_set(problem):
        said = "no further intervention tells the remaining graphs apart"
        return ShortestPlan((), before, before, True, 0, 0, said)
    members = integer_models(space, SHORTEST_PLAN_MODELS)
    if not isinstance(members, Unknown):
        return _over_models(problem, before, members)
    return _over_rationals(space, before, seed)


def _over_models(problem: LinearProblem, before: int, members: list[CrystalModel]) -> ShortestPlan:
    """Every set of targets, smaller ones first, over all models of an integer class."""
    steps = {v: _fresh(problem, v) for v in problem.controllable}
    reads = {v: [outcome(problem, m, step) for m in members] for v, step in steps.items()}

    def worst(targets: tuple[str, ...]) -> int:
        groups: dict[tuple[object, ...], set[object]] = {}
        for i, model in enumerate(members):
            groups.setdefault(tuple(reads[v][i] for v in targets), set()).add(model.edges)
        return max(len(graphs) for graphs in groups.values())

    everything = worst(problem.controllable)
    for tried, targets in enumerate(subsets_by_size(problem.controllable), 1):
        if worst(targets) == everything:
            planned = tuple(
                PlannedStep(step, worst(targets[: i + 1]), _columns(step.variable))
                for i, step in enumerate(_moving(problem, targets, members))
            )
            said = None if everything == 1 else "some outcomes leave several graphs for good"
            return ShortestPlan(planned, before, everything, True, len(targets), tried, said)
    raise UsageError("no variable can be intervened on", value=problem.id)


def _moving(
    problem: LinearProblem, targets: tuple[str, ...], members: list[CrystalModel]
) -> Iterator[Manipulation]:
    """Values that change each property, whatever member is true: those before may have moved it, too."""
    reads = [dict(current_reading(problem)) for _ in members]
    for name in targets:
        taken = {now[name] for now in reads}
        value = next(v for v in map(Fraction, chain((50, 10), count(51))) if v not in taken)
        for now, model in zip(reads, members, strict=True):
            move = value - now[name]
            for v, effect in response(model, name).items():
                now[v] += move * effect
        yield Manipulation(name, value)


def _columns(name: str) -> tuple[str, ...]:
    return (f"the total effects of {name}",)


def _over_rationals(space: LinearSpace, before: int, seed: int) -> ShortestPlan | Unknown:
    """All properties that are left suffice; how many are needed is bounded by members that need them."""
    problem = space.problem
    targets = tuple(v for v in problem.controllable if v not in already_set(problem))
    steps = [_fresh(problem, v) for v in targets]
    if sufficient(problem) is None:
        planned = tuple(PlannedStep(step, None, _columns(step.variable)) for step in steps)
        return ShortestPlan(planned, before, None, False, 1, 0, DEPENDS)
    search = _Counterexamples(space, seed)
    bound = len(targets)
    while bound > 1 and not all(map(search.fails, combinations(targets, bound - 1))):
        bound -= 1
    planned = tuple(
        PlannedStep(step, 1 if i == len(steps) - 1 else None, _columns(step.variable))
        for i, step in enumerate(steps)
    )
    minimal = bound == len(targets)
    said = [] if minimal else ["fewer targets may do: no member was found that needs them all"]
    if len(steps) > 1:
        said.append(OTHERWISE)
    return ShortestPlan(planned, before, 1, minimal, bound, search.tried, "; ".join(said) or None)


class _Counterexamples:
    """Members that, taken for the truth, leave several graphs after some targets."""

    def __init__(self, space: LinearSpace, seed: int) -> None:
        self._space, self._budget = space, Meter(NEEDED_STEPS)
        rng = random.Random(f"counterexamples {seed}")
        drawn = [space.draw(rng) for _ in range(TARGET_DRAWS)]
        self._members = [model for model in drawn if not isinstance(model, Unknown)]
        self.tried = 0

    def fails(self, targets: tuple[str, ...]) -> bool:
        """Was a member found for which these targets are not enough?"""
        self.tried += 1
        for model in self._members:
            if self._budget.over:
                return False
            longer = experimented(self._space.problem, model, targets)
            left = LinearSpace(longer, meter=self._budget).count()
            if isinstance(left, int) and left > 1:
                return True
        return False
