"""Plans as a whole: every number of a plan and of its branches from playing it with every model."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from symcause.answers import Unknown
from symcause.families.linear.audits.plan.adaptive_plan import AdaptivePlan, adaptive_plan
from symcause.families.linear.audits.plan.plan_steps import ShortestPlan
from symcause.families.linear.audits.plan.shortest_plan import shortest_plan
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import Manipulation, Semantics
from symcause.families.linear.problem.evidence_replay import current_crystal
from symcause.families.linear.problem.problem import ChainState, LinearProblem
from tests.linear.cases import (
    brute_graphs,
    brute_models,
    episode,
    integers,
    problem_of,
    random_model,
)

F = Fraction
Reading = tuple[Fraction, ...]


def case(
    seed: int,
    *,
    targets: int = 0,
    sink: bool = True,
    semantics: Semantics = Semantics.SET,
    size: int = 3,
) -> LinearProblem:
    """A small integer class: every model can be run."""
    rng = random.Random(f"whole plan {seed}")
    model = random_model(rng, size, values=[1, 2], sink=sink)
    empty = problem_of(model, coefficients=integers(1, 2), sink=sink, semantics=semantics)
    return episode(rng, empty, empty.controllable[:targets])


def started(problem: LinearProblem) -> LinearProblem:
    """The first record's crystal is manipulated where there is no chain."""
    return problem if problem.chain else problem.extended(ChainState(problem.records[0].values))


def read(problem: LinearProblem, model: CrystalModel, step: Manipulation) -> LinearProblem:
    """The problem with what the laboratory measures after one more intervention."""
    problem = started(problem)
    crystal, lab = current_crystal(problem, model), problem.laboratory(model)
    assert crystal is not None
    return problem.extended(ChainState(lab.measure(lab.intervene(crystal, step)), step))


def courses(
    problem: LinearProblem, steps: Sequence[Manipulation], members: Sequence[CrystalModel]
) -> list[tuple[object, list[Reading]]]:
    """Of every model its graph, and what is read after each step."""
    found: list[tuple[object, list[Reading]]] = []
    for model in members:
        later, readings = problem, list[Reading]()
        for step in steps:
            later = read(later, model, step)
            readings.append(tuple(later.chain[-1].values.values()))
        found.append((model.edges, readings))
    return found


def most(known: list[tuple[object, list[Reading]]], steps: int) -> int:
    """The most graphs that nothing read in so many steps tells apart."""
    groups: dict[tuple[Reading, ...], set[object]] = {}
    for graph, readings in known:
        groups.setdefault(tuple(readings[:steps]), set()).add(graph)
    return max(map(len, groups.values()))


def sets(names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for size in range(len(names) + 1):
        yield from combinations(names, size)


@pytest.mark.parametrize("sink", [True, False])
@pytest.mark.parametrize("targets", [0, 1])
def test_a_plan_for_the_worst_case_is_what_playing_it_shows(sink: bool, targets: int) -> None:
    for seed in range(2):
        problem = replace(case(seed, targets=targets, sink=sink), gold=None)
        plan = shortest_plan(problem)
        assert isinstance(plan, ShortestPlan)
        steps = [step.intervention for step in plan.steps]
        members = list(brute_models(problem))
        known = courses(problem, steps, members)
        assert plan.before == len({graph for graph, _ in known})
        if plan.before == 1:
            assert plan == ShortestPlan((), 1, 1, True, 0, 0)
            continue
        assert [step.left for step in plan.steps] == [most(known, i + 1) for i in range(len(steps))]
        assert plan.after == most(known, len(steps))
        names = [step.variable for step in steps]
        assert [step.settles for step in plan.steps] == [
            (f"the total effects of {n}",) for n in names
        ]
        every = list(sets(problem.controllable))
        lefts = [
            most(
                courses(
                    problem, [Manipulation(v, F(1000 + i)) for i, v in enumerate(one)], members
                ),
                9,
            )
            for one in every[: every.index(tuple(names)) + 1]
        ]
        assert lefts[-1] == plan.after and min(lefts[:-1], default=99) > lefts[-1]
        assert plan.minimal and (plan.lower_bound, plan.tried) == (len(steps), len(lefts))
        assert (plan.reason is None) == (plan.after == 1) and plan.problem is None


def statuses(problem: LinearProblem) -> tuple[int, dict[str, str]]:
    """The graphs, and of every edge in which of them it is."""
    graphs = {model.edges for model in brute_models(problem)}
    found = {}
    for cause in problem.variables:
        for effect in problem.variables:
            has = {(cause, effect) in graph for graph in graphs}
            found[f"{cause}->{effect}"] = (
                "open" if len(has) > 1 else "always" if has == {True} else "never"
            )
    return len(graphs), found


@pytest.mark.parametrize("semantics", list(Semantics))
def test_a_plan_for_gold_is_what_playing_it_shows(semantics: Semantics) -> None:
    for seed in range(2):
        problem = case(seed, targets=seed, semantics=semantics, sink=seed == 0)
        plan, model = shortest_plan(problem), problem.gold_model()
        assert isinstance(plan, ShortestPlan) and model is not None
        (left, before), now = statuses(problem), problem
        assert plan.before == left
        for step in plan.steps:
            now = read(now, model, step.intervention)
            left, after = statuses(now)
            assert step.left == left
            changed = {f"{e} {after[e]}" for e in before if before[e] == "open" != after[e]}
            assert set(step.settles) == changed and len(step.settles) == len(changed)
            before = after
        assert plan.after == left and plan.problem in (now, problem)
        if semantics is Semantics.SET:
            assert plan.minimal and plan.lower_bound == len(plan.steps)
            assert (plan.reason is None) == (left == 1)
            every = list(sets(problem.controllable))
            names = tuple(step.intervention.variable for step in plan.steps)
            assert plan.tried == (every.index(names) + 1 if plan.before > 1 else 0)
        elif plan.before > 1:
            few = len(plan.steps) <= 1
            assert (plan.minimal, plan.lower_bound, plan.tried) == (few, min(1, len(plan.steps)), 0)
            assert (plan.reason is None) == few
            for out in plan.steps:
                fewer = problem
                for step in plan.steps:
                    if step is not out:
                        fewer = read(fewer, model, step.intervention)
                assert statuses(fewer)[0] > left, "a step that is not needed"


def nodes(plan: AdaptivePlan) -> Iterator[AdaptivePlan]:
    yield plan
    for _, branch in plan.branches:
        yield from nodes(branch)


@pytest.mark.parametrize("sink", [True, False])
def test_every_model_finds_its_way_through_an_adaptive_plan(sink: bool) -> None:
    """Each reading is that of one branch, and a node has the graphs of the models that come to it."""
    for seed in range(3):
        problem = replace(case(seed, targets=seed % 2, sink=sink, size=3), gold=None)
        plan = adaptive_plan(problem)
        assert isinstance(plan, AdaptivePlan)
        came: dict[int, set[object]] = {}
        deepest = 0
        members = list(brute_models(problem))
        for model in members:
            here, now, done = plan, started(problem), 0
            came.setdefault(id(here), set()).add(model.edges)
            while here.target is not None:
                reads = now.chain[-1].values[here.target]
                now = read(now, model, Manipulation(here.target, F(10 if reads == 50 else 50)))
                branches = dict(here.branches)
                assert len(branches) == len(here.branches) > 1
                here, done = branches[tuple(now.chain[-1].values.values())], done + 1
                came.setdefault(id(here), set()).add(model.edges)
            deepest = max(deepest, done)
        assert plan.depth == deepest
        for node in nodes(plan):
            assert node.graphs == len(came.get(id(node), ()))
            assert node.depth == max((1 + b.depth for _, b in node.branches), default=0)
            assert (node.target is None) == (not node.branches)
        leaves = [len(came[id(node)]) for node in nodes(plan) if node.target is None]
        assert plan.identifies == (max(leaves) == 1)
        worst = most(
            courses(problem, [Manipulation(v, F(1000)) for v in problem.controllable], members), 9
        )
        assert max(leaves) == worst, "all targets together leave fewer"


def test_a_rational_plan_says_what_its_readings_leave() -> None:
    """Every node's graphs are those of the evidence with the readings on the way to it."""
    for seed in range(2):
        rng = random.Random(f"rational plan {seed}")
        problem = episode(rng, problem_of(random_model(rng, 3, sink=seed == 0), sink=seed == 0), [])
        plan = adaptive_plan(replace(problem, gold=None))
        assert isinstance(plan, AdaptivePlan) and plan.branches

        def checked(now: LinearProblem, plan: AdaptivePlan, unused: set[str]) -> None:
            assert plan.graphs == len(brute_graphs(now))
            for reads, branch in plan.branches:
                assert plan.target in unused
                values = dict(zip(now.variables, reads, strict=True))
                value = F(10 if now.chain[-1].values[plan.target] == 50 else 50)
                assert values[plan.target] == value
                step = Manipulation(plan.target, value)
                later = now.extended(ChainState(values, step))
                checked(later, branch, unused - {plan.target})
            assert plan.depth == max((1 + b.depth for _, b in plan.branches), default=0)

        checked(started(problem), plan, set(problem.controllable))
        assert plan.identifies == all(n.graphs == 1 for n in nodes(plan) if n.target is None)
        assert not isinstance(adaptive_plan(problem), Unknown)
