"""Robust plans: linear interventions that work for any truth and any hidden disturbance.

*Integer classes* with few models: a truth is a model with the variables that the disturbance acts on.
What it reads after each intervention is one of as many readings as the disturbance has values, so the
most graphs that a plan leaves is the most that share one reading at every step. If the disturbance may be
0 throughout, truths with the same bases and the same total effects of the targets are never told apart:
that bounds the length of plans from below, whatever the values.

*Rational ones*, linear under ``set``: four values for each property show its total effects
(:mod:`~audits.hidden.probe_values`), and all total effects leave one graph if the target is a sink.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, combinations_with_replacement

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.families.linear.audits.hidden.probe_values import telling_values
from symcause.families.linear.audits.next.intervention_outcomes import (
    current_reading,
    exact_set,
    response,
)
from symcause.families.linear.audits.plan.plan_steps import PlannedStep, ShortestPlan
from symcause.families.linear.audits.plan.shortest_plan import shortest_plan
from symcause.families.linear.bounds import MOST_TRUTHS, ROBUST_PLAN_LENGTH, WORST_PLAN_STEPS
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import Crystal, Laboratory, Manipulation
from symcause.families.linear.problem.evidence_replay import disturbed_crystals
from symcause.families.linear.problem.problem import ChainState, LinearProblem
from symcause.families.linear.space.hidden.disturbance_replay import mismatches_on, possible_nodes
from symcause.families.linear.space.hidden.hidden_space import HiddenSpace
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.families.linear.space.model_list import integer_models

_READ = 60  # steps of work for what one truth reads after one intervention

Groups = dict[tuple[Fraction, ...], frozenset[int]]


@dataclass(frozen=True)
class Truth:
    """A model and the variables that the disturbance acts on."""

    model: CrystalModel
    nodes: tuple[str, ...]


def begun(problem: LinearProblem) -> LinearProblem:
    """The problem with a crystal in the manipulator: that of the first record, if there is no chain."""
    return problem if problem.chain else problem.extended(ChainState(problem.records[0].values))


def crystal_now(problem: LinearProblem, truth: Truth) -> tuple[Laboratory, Crystal]:
    """The manipulator's crystal; on exact data it does not depend on the disturbances so far."""
    *_, now = disturbed_crystals(problem, truth.model, (), truth.nodes)
    return now


def node_sets(problem: LinearProblem, model: CrystalModel) -> Iterator[tuple[str, ...]]:
    """What the disturbance may act on if the model is true."""
    for nodes in possible_nodes(problem):
        if not problem.disturbed or not mismatches_on(problem, model, nodes):
            yield nodes


def schedule(problem: LinearProblem) -> dict[str, tuple[Fraction, ...]]:
    """The values that a property is set to, one after the other."""
    assert problem.hidden is not None
    now = current_reading(problem)
    numbers = telling_values(problem.hidden.values) if exact_set(problem) else None
    plain = tuple(Fraction(v) for v in (50, 10, 90, 30, 70))
    return {
        name: tuple(v for v in numbers or plain if v != now[name]) for name in problem.controllable
    }


def sure_plan(problem: LinearProblem) -> tuple[Manipulation, ...] | None:
    """Interventions that show all total effects whatever is true; None where none are known."""
    if not exact_set(problem) or problem.hidden is None:
        return None
    steps: list[Manipulation] = []
    now = current_reading(problem)
    for name in problem.controllable:
        known = not steps and not problem.acts  # the disturbance is known at the last reading
        values = telling_values(
            problem.hidden.values, now[name] if known else None, problem.hidden.initial
        )
        if values is None:
            return None
        steps += (Manipulation(name, value) for value in values)
    return tuple(steps)


def shows_the_graph(problem: LinearProblem) -> bool:
    """Do all total effects that interventions can show leave one graph?"""
    others = set(problem.variables) - {problem.target}
    return not problem.target_may_cause and others <= set(problem.controllable)


def worst_case(space: LinearSpace | HiddenSpace, before: int, seed: int) -> ShortestPlan | Unknown:
    """The shortest plan known to do whatever is read."""
    problem = begun(space.problem)
    truths = truths_of(space)
    if not isinstance(truths, Unknown):
        return OverTruths(problem, truths, before).plan()
    steps = sure_plan(problem)
    if steps is None or not shows_the_graph(problem):
        said = (
            "without gold, and with too many models to list, a plan under a hidden disturbance is "
            "known for exact linear data under set only, with a sink as target and all else controllable"
        )
        return ShortestPlan((), before, None, False, 1, 0, said)
    last = len(steps) - 1
    planned = tuple(PlannedStep(step, 1 if i == last else None, ()) for i, step in enumerate(steps))
    said = "four values for each property tell its effects from any disturbance; fewer may do"
    return ShortestPlan(planned, before, 1, False, _needed(space, seed), 0, said)


def _needed(space: LinearSpace | HiddenSpace, seed: int) -> int:
    """Interventions that some truth needs if the disturbance is 0 throughout."""
    hidden = space.problem.hidden
    assert hidden is not None
    if isinstance(space, HiddenSpace) or 0 not in hidden.values:
        return 1
    plan = shortest_plan(replace(space.problem, hidden=None, gold=None), seed=seed)
    return 1 if isinstance(plan, Unknown) else max(1, plan.lower_bound)


def truths_of(space: LinearSpace | HiddenSpace) -> list[Truth] | Unknown:
    """Every model of an integer class, with everything that the disturbance may act on."""
    if isinstance(space, HiddenSpace):
        models = space.integer_models()
    else:
        models = integer_models(space, MOST_TRUTHS)
    if isinstance(models, Unknown):
        return models
    truths: list[Truth] = []
    for model in models:
        truths += (Truth(model, nodes) for nodes in node_sets(space.problem, model))
        if len(truths) > MOST_TRUTHS:
            return Unknown(f"more than {MOST_TRUTHS} models, with what a disturbance acts on")
    return truths


class OverTruths:
    """Plans by length, over all truths."""

    def __init__(
        self,
        problem: LinearProblem,
        truths: Sequence[Truth],
        before: int,
        values: Mapping[str, tuple[Fraction, ...]] | None = None,
    ) -> None:
        self._problem, self._truths, self._before = problem, truths, before
        self._graphs = [truth.model.edges for truth in truths]
        self._now = [crystal_now(problem, truth) for truth in truths]
        self._after: dict[tuple[str, ...], tuple[list[Crystal], Groups]] = {}
        self._values = values or schedule(problem)

    def plan(self) -> ShortestPlan:
        floor, budget, tried = (
            self._at_best(self._problem.controllable),
            Meter(WORST_PLAN_STEPS),
            0,
        )
        best: tuple[int, tuple[str, ...]] = self._before, ()
        for size in range(1, ROBUST_PLAN_LENGTH + 1):
            for targets in combinations_with_replacement(self._problem.controllable, size):
                if budget.over or best[0] == floor:
                    break
                if any(targets.count(v) > len(self._values[v]) for v in targets):
                    continue
                tried += 1
                budget.spend(size * _READ * len(self._truths))
                best = min(best, (self._worst(targets), targets), key=lambda found: found[0])
        return self._found(*best, floor, tried)

    def left(self, name: str) -> list[int]:
        """The graphs that one intervention leaves, for everything that may be read then."""
        groups = self._reads((name,))[1]
        return [len({self._graphs[i] for i in group}) for group in groups.values()]

    def _found(self, after: int, targets: tuple[str, ...], floor: int, tried: int) -> ShortestPlan:
        bound = self._fewest(after) if after < self._before else 0
        said = None
        if after == floor > 1:
            said = "some outcomes leave several graphs for good"
        elif after > floor:
            said = (
                f"no plan of at most {ROBUST_PLAN_LENGTH} interventions was found that leaves fewer"
            )
        elif len(targets) > bound:
            said = "values and repeated targets matter: fewer are not ruled out"
        planned = tuple(
            PlannedStep(self._step(targets[: i + 1]), self._worst(targets[: i + 1]), ())
            for i in range(len(targets))
        )
        minimal = len(targets) == bound and after == floor
        return ShortestPlan(planned, self._before, after, minimal, bound, tried, said)

    def _step(self, targets: tuple[str, ...]) -> Manipulation:
        """The last intervention of a plan."""
        *earlier, name = targets
        return Manipulation(name, self._values[name][earlier.count(name)])

    def _worst(self, targets: tuple[str, ...]) -> int:
        """The most graphs that share a reading at every step."""
        everyone = frozenset(range(len(self._truths)))
        steps = [self._reads(targets[: i + 1])[1] for i in range(len(targets))]
        return self._most(everyone, steps, 0)

    def _most(self, truths: frozenset[int], steps: Sequence[Groups], known: int) -> int:
        """The most graphs among these after further readings, if that is more than *known*."""
        graphs = len({self._graphs[i] for i in truths})
        if graphs <= known or not steps:
            return max(graphs, known)
        parts = {truths & group for group in steps[0].values()}
        for part in sorted(parts, key=len, reverse=True):
            known = max(known, self._most(part, steps[1:], known))
        return known

    def _reads(self, targets: tuple[str, ...]) -> tuple[list[Crystal], Groups]:
        """The crystals after the last of these interventions, and who may read what."""
        if targets not in self._after:
            assert self._problem.hidden is not None
            earlier = self._reads(targets[:-1])[0] if targets[:-1] else [c for _, c in self._now]
            step, crystals = self._step(targets), []
            groups: dict[tuple[Fraction, ...], set[int]] = {}
            for i, ((lab, _), crystal) in enumerate(zip(self._now, earlier, strict=True)):
                crystals.append(lab.intervene(crystal, step))
                for value in self._problem.hidden.values:
                    reads = lab.measure(replace(crystals[-1], hidden=value))
                    groups.setdefault(tuple(reads.values()), set()).add(i)
            found = {reads: frozenset(group) for reads, group in groups.items()}
            self._after[targets] = crystals, found
        return self._after[targets]

    def _at_best(self, targets: Sequence[str]) -> int:
        """Graphs that interventions on these targets leave at least, whatever their number and values."""
        hidden = self._problem.hidden
        assert hidden is not None
        if 0 not in hidden.values or not exact_set(self._problem):
            return 1
        groups: dict[object, set[object]] = {}
        for truth, (_, crystal) in zip(self._truths, self._now, strict=True):
            effects = tuple(frozenset(response(truth.model, v).items()) for v in targets)
            state = _clean(truth.model, crystal.bases)
            groups.setdefault((state, effects), set()).add(truth.model.edges)
        return max(map(len, groups.values()))

    def _fewest(self, after: int) -> int:
        """Fewest interventions after which there may be so few graphs."""
        for size in range(1, len(self._problem.controllable)):
            sets = combinations(self._problem.controllable, size)
            if any(self._at_best(targets) <= after for targets in sets):
                return size
        return max(1, len(self._problem.controllable)) if exact_set(self._problem) else 1


def _clean(model: CrystalModel, bases: Mapping[str, Fraction]) -> tuple[Fraction, ...]:
    """What the crystal would read without a disturbance."""
    return tuple(model.run(bases).values())
