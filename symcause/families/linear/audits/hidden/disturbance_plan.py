"""The shortest plan in linear audits where each intervention brings a hidden disturbance.

What is read depends on the disturbance too, so a plan counts only if it does whatever values that takes.

*With gold* every run of the disturbance says what would be read, and after each gold's graph must be the
only one (:mod:`~space.hidden.graph_uniqueness`). Plans are tried by length. If the disturbance may be 0
throughout, nothing less does than without a disturbance, which bounds the length from below: whatever
explains the readings without one explains them with one.

*Without gold*: :mod:`~audits.hidden.robust_plan`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.families.linear.audits.hidden.robust_plan import (
    Truth,
    begun,
    crystal_now,
    node_sets,
    schedule,
    shows_the_graph,
    sure_plan,
    worst_case,
)
from symcause.families.linear.audits.next.intervention_outcomes import exact_set
from symcause.families.linear.audits.plan.plan_steps import PlannedStep, ShortestPlan
from symcause.families.linear.audits.plan.shortest_plan import graphs_before
from symcause.families.linear.audits.plan.sufficient_targets import sufficient_targets
from symcause.families.linear.bounds import GOLD_PLAN_LENGTH, GOLD_PLAN_STEPS
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import Crystal, Laboratory, Manipulation
from symcause.families.linear.problem.evidence_replay import mismatches
from symcause.families.linear.problem.problem import ChainState, LinearProblem
from symcause.families.linear.space.hidden.graph_uniqueness import is_only
from symcause.families.linear.space.hidden.hidden_space import HiddenSpace
from symcause.families.linear.space.space_choice import open_space

Steps = tuple[Manipulation, ...]
Run = tuple[Fraction, ...]


def disturbed_plan(problem: LinearProblem, *, seed: int = 0) -> ShortestPlan | Unknown:
    """The shortest plan for gold or, without gold, for the worst case; exact data only."""
    if problem.rounding:
        return Unknown("a hidden disturbance, and readings that do not tell the crystal's bases")
    if problem.unforeseeable is not None:
        return Unknown(problem.unforeseeable)
    space = open_space(problem)
    before = graphs_before(problem, space.count())
    if not isinstance(before, int):
        return before
    if problem.hidden is not None and problem.hidden.initial and not problem.chain:
        return Unknown("the manipulator's crystal has not been read, and a disturbance acts on it")
    model = problem.gold_model()
    if model is None:
        return worst_case(space, before, seed)
    if model not in space:
        return Unknown("gold is no member: it is not known what experiments would show")
    return _ForGold(begun(problem), model, before, seed).plan()


class _ForGold:
    """Plans that leave gold's graph alone, whatever the disturbance does."""

    def __init__(self, problem: LinearProblem, model: CrystalModel, before: int, seed: int) -> None:
        self._problem, self._model, self._before = problem, model, before
        self._rng = random.Random(f"a run {seed}")
        self._budget = Meter(GOLD_PLAN_STEPS)
        self._truths = [crystal_now(problem, truth) for truth in self._possible()]
        self._alone: dict[tuple[int, Steps, Run], bool] = {}
        self._hard: list[tuple[int, Run]] = []  # runs that were not enough for some plan
        self._unknown: Unknown | None = None

    def _possible(self) -> Iterator[Truth]:
        """Gold with the variables that the disturbance acts on, or with all sets of them that can be."""
        for nodes in node_sets(self._problem.disclosed, self._model):
            yield Truth(self._model, nodes)

    def plan(self) -> ShortestPlan:
        bound, clean = self._bounds()
        if clean > 1:
            return self._never_one(bound, clean)
        values = schedule(self._problem)
        tried = 0
        for size in range(bound, GOLD_PLAN_LENGTH + 1):
            for targets in combinations_with_replacement(self._problem.controllable, size):
                steps = _at(targets, values)
                tried += 1
                if steps is not None and self._does(steps):
                    return self._found(steps, bound, tried)
                if self._budget.over:
                    return self._fallen_back(bound, tried)
        return self._fallen_back(bound, tried)

    def _never_one(self, bound: int, clean: int) -> ShortestPlan:
        """Total effects leave several graphs, which is what is left where nothing was disturbed so far."""
        said = "no further intervention tells the remaining graphs apart"
        sure = None if self._problem.disturbed else sure_plan(self._problem)
        if sure is None:
            said = f"even without a disturbance {clean} graphs would be left: no plan leaves one"
            return ShortestPlan((), self._before, None, False, bound, 0, said)
        minimal = clean == self._before
        steps = () if minimal else _planned(sure, clean)
        return ShortestPlan(steps, self._before, clean, minimal, bound, 0, said)

    def _bounds(self) -> tuple[int, int]:
        """(fewest interventions, graphs left by all), as they are without a disturbance; else (1, 1)."""
        hidden, plain = self._problem.hidden, replace(self._problem, hidden=None)
        assert hidden is not None
        quiet = 0 in hidden.values and not hidden.initial
        if not quiet or not exact_set(plain) or mismatches(plain, self._model):
            return 1, 1
        targets = sufficient_targets(plain)
        return (1, 1) if isinstance(targets, Unknown) else (len(targets.targets), targets.remaining)

    def _does(self, steps: Steps) -> bool:
        """Is gold's graph alone after these steps, whatever the disturbance was?"""
        for at, run in list(reversed(self._hard)):  # what was not enough before comes first
            if len(run) == len(steps) and not self._settled(at, steps, run):
                return False
        return all(self._always(at, steps, ()) for at in range(len(self._truths)))

    def _always(self, at: int, steps: Steps, run: Run) -> bool:
        """After this beginning of a run, all of its ends leave gold's graph alone."""
        if run and self._settled(at, steps[: len(run)], run):
            return True
        if len(run) == len(steps):
            self._hard.append((at, run))
            return False
        assert self._problem.hidden is not None
        values = sorted(self._problem.hidden.values, key=abs)
        return all(self._always(at, steps, (*run, value)) for value in values)

    def _settled(self, at: int, steps: Steps, run: Run) -> bool:
        key = at, steps, run
        if key not in self._alone:
            lab, crystal = self._truths[at]
            later = _read(self._problem, lab, crystal, steps, run)
            space = HiddenSpace(later, meter=self._budget)
            found = is_only(space, space.masks_of(self._model.edges))
            if isinstance(found, Unknown):
                self._unknown = found
            self._alone[key] = found is True
        return self._alone[key]

    def _found(self, steps: Steps, bound: int, tried: int) -> ShortestPlan:
        minimal = len(steps) == bound
        said = None if minimal else "values and repeated targets matter: fewer are not ruled out"
        return self._shown(steps, minimal, bound, tried, said)

    def _fallen_back(self, bound: int, tried: int) -> ShortestPlan:
        """No plan was found by trying: the one that does for whatever is true, if there is one."""
        sure = sure_plan(self._problem) if shows_the_graph(self._problem) else None
        if sure is not None:
            said = "no shorter plan was found within the budget, and none is ruled out"
            return self._shown(sure, False, bound, tried, said)
        said = f"no plan of at most {GOLD_PLAN_LENGTH} interventions was found within the budget"
        said = said if self._unknown is None else f"{said} ({self._unknown.reason})"
        return ShortestPlan((), self._before, None, False, bound, tried, said)

    def _shown(
        self, steps: Steps, minimal: bool, bound: int, tried: int, said: str | None
    ) -> ShortestPlan:
        """The plan, with what gold shows under some run of the disturbance."""
        assert self._problem.hidden is not None
        run = tuple(self._rng.choice(self._problem.hidden.values) for _ in steps)
        later = _read(self._problem, *self._truths[0], steps, run)
        return ShortestPlan(_planned(steps, 1), self._before, 1, minimal, bound, tried, said, later)


def _planned(steps: Sequence[Manipulation], after: int) -> tuple[PlannedStep, ...]:
    """This many graphs at the end; what is left before depends on the disturbance."""
    lefts = [*(None for _ in steps[1:]), after]
    return tuple(PlannedStep(step, left, ()) for step, left in zip(steps, lefts, strict=True))


def _at(targets: Sequence[str], values: dict[str, tuple[Fraction, ...]]) -> Steps | None:
    """Interventions on these targets, each time with the next value; None if values run out."""
    steps: list[Manipulation] = []
    for i, name in enumerate(targets):
        visit = targets[:i].count(name)
        if visit >= len(values[name]):
            return None
        steps.append(Manipulation(name, values[name][visit]))
    return tuple(steps)


def _read(
    problem: LinearProblem, lab: Laboratory, crystal: Crystal, steps: Steps, run: Run
) -> LinearProblem:
    """The problem with what is read after these steps under a run of the disturbance."""
    for step, value in zip(steps, run, strict=True):
        crystal = lab.intervene(crystal, step, value)
        problem = problem.extended(ChainState(lab.measure(crystal), step))
    return problem
