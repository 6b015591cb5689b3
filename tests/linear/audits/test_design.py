"""Experiment design: candidates, sufficient targets, plans and golden chains against brute force."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from symcause.answers import Unknown
from symcause.errors import UsageError
from symcause.families.linear.audits.next.intervention_outcomes import outcomes, response
from symcause.families.linear.audits.next.intervention_rank import next_intervention
from symcause.families.linear.audits.plan.adaptive_plan import AdaptivePlan, adaptive_plan
from symcause.families.linear.audits.plan.sufficient_targets import (
    experimented,
    golden_chain,
    sufficient_targets,
)
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import Hidden, Manipulation, Semantics
from symcause.families.linear.problem.evidence_replay import current_crystal, execute
from symcause.families.linear.problem.problem import ChainState, LinearProblem
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.families.linear.space.model_list import integer_models
from tests.linear.cases import brute_models, episode, integers, problem_of, random_model

F = Fraction


def small(seed: int, size: int = 3, targets: int = 0) -> LinearProblem:
    rng = random.Random(seed)
    empty = problem_of(random_model(rng, size, values=[1, 2]), coefficients=integers(1, 2))
    return episode(rng, empty, empty.controllable[:targets])


def test_listing_equals_running_every_model() -> None:
    for seed in range(6):
        problem = small(seed, targets=seed % 2)
        found = integer_models(LinearSpace(problem), 10_000)
        assert isinstance(found, list)
        wanted = {
            tuple((v, m.equations[v].effects) for v in m.variables) for m in brute_models(problem)
        }
        assert {tuple((v, m.equations[v].effects) for v in m.variables) for m in found} == wanted
        assert all(not execute(problem, m) for m in found)


def test_responses_are_columns_of_the_total_effects() -> None:
    rng = random.Random(1)
    for _ in range(20):
        model = random_model(rng, 5)
        lab = problem_of(model).laboratory(model)
        crystal = lab.crystal({})
        before = lab.measure(crystal)
        for name in model.variables[:-1]:
            moved = lab.measure(lab.intervene(crystal, Manipulation(name, before[name] + 1)))
            change = {v: moved[v] - before[v] for v in moved if moved[v] != before[v]}
            assert change == response(model, name)


@pytest.mark.parametrize("semantics", list(Semantics))
def test_next_intervention_by_brute_force(semantics: Semantics) -> None:
    for seed in range(4):
        problem = replace(small(seed), semantics=semantics)
        members = list(brute_models(problem))
        found = next_intervention(problem)
        assert not isinstance(found, Unknown)
        assert found.exact and found.shrinks is not None
        for candidate in found.candidates:
            groups: dict[tuple[Fraction, ...], list[CrystalModel]] = {}
            for model in members:
                lab, crystal = problem.laboratory(model), current_crystal(problem, model)
                assert crystal is not None
                reads = lab.measure(lab.intervene(crystal, candidate.intervention))
                groups.setdefault(tuple(reads.values()), []).append(model)
            left = [len({m.edges for m in group}) for group in groups.values()]
            assert (candidate.outcomes, candidate.worst) == (len(groups), max(left))
            expected = sum(
                F(len(g) * n, len(members)) for g, n in zip(groups.values(), left, strict=True)
            )
            assert candidate.expected == expected
        assert found.best.worst == min(c.worst for c in found.candidates)


def test_outcomes_agree_with_the_version_space() -> None:
    """After the reading that a group predicts, exactly the group is left."""
    problem = small(3)
    members = integer_models(LinearSpace(problem), 1_000)
    assert isinstance(members, list)
    step = Manipulation("x0", F(50))
    for reads, group in outcomes(problem, members, step).items():
        state = ChainState(dict(zip(problem.variables, reads, strict=True)), step)
        assert LinearSpace(problem.extended(state)).models() == len(group)


def test_sufficient_targets_are_smallest() -> None:
    rng = random.Random(3)
    for _ in range(8):
        problem = episode(rng, problem_of(random_model(rng, 4)), [])
        model = problem.gold_model()
        assert model is not None
        found = sufficient_targets(problem)
        assert not isinstance(found, Unknown)
        assert found.identifies
        for size in range(len(found.targets)):
            for fewer in combinations(problem.controllable, size):
                assert LinearSpace(experimented(problem, model, fewer)).count() != 1


def test_targets_that_do_not_suffice_are_said_so() -> None:
    rng = random.Random(5)
    seen = set()
    for _ in range(12):
        model = random_model(rng, 4, sink=False)
        problem = episode(rng, problem_of(model, sink=False), [])
        found = sufficient_targets(problem)
        assert not isinstance(found, Unknown)
        everything = LinearSpace(experimented(problem, model, problem.controllable)).count()
        assert found.remaining == everything
        seen.add(found.identifies)
    assert seen == {True, False}


def depth_by_brute_force(
    groups: dict[str, dict[int, tuple[Fraction, ...]]],
    edges: list[tuple[tuple[str, str], ...]],
    models: frozenset[int],
    unused: tuple[str, ...],
) -> int:
    """Least worst-case number of interventions, by trying everything."""
    if len({edges[i] for i in models}) == 1:
        return 0
    best = 99
    for name in unused:
        parts: dict[tuple[Fraction, ...], set[int]] = {}
        for i in models:
            parts.setdefault(groups[name][i], set()).add(i)
        rest = tuple(n for n in unused if n != name)
        worst = max(depth_by_brute_force(groups, edges, frozenset(p), rest) for p in parts.values())
        best = min(best, 1 + worst)
    return best


def test_adaptive_plans_are_optimal() -> None:
    for seed in range(5):
        problem = small(seed, size=3 + seed % 2)
        plan = adaptive_plan(problem)
        assert isinstance(plan, AdaptivePlan)
        members = integer_models(LinearSpace(problem), 10_000)
        assert isinstance(members, list)
        groups: dict[str, dict[int, tuple[Fraction, ...]]] = {}
        for name in problem.controllable:
            step = Manipulation(name, F(50))
            position = {id(m): i for i, m in enumerate(members)}
            groups[name] = {
                position[id(m)]: reads
                for reads, part in outcomes(problem, members, step).items()
                for m in part
            }
        edges = [m.edges for m in members]
        everything = frozenset(range(len(members)))
        assert plan.identifies
        assert plan.depth == depth_by_brute_force(groups, edges, everything, problem.controllable)


def test_a_rational_plan() -> None:
    rng = random.Random(6)
    problem = episode(rng, problem_of(random_model(rng, 3)), [])
    plan = adaptive_plan(problem)
    assert isinstance(plan, AdaptivePlan)
    assert plan.identifies and plan.depth <= 2


def test_golden_chains_have_no_shorter_prefix() -> None:
    rng = random.Random(7)
    for seed in range(6):
        model = random_model(rng, 4)
        chain = golden_chain(episode(rng, problem_of(model), []), seed=seed)
        assert not isinstance(chain, Unknown)
        assert chain.minimum and chain.counts[-1] == 1
        assert not chain.shorter_prefix_would_do
        assert not execute(chain.problem, model)
        for i, count in enumerate(chain.counts):
            assert LinearSpace(chain.problem.shortened(i)).count() == count


def test_what_cannot_be_planned() -> None:
    rng = random.Random(8)
    problem = episode(rng, problem_of(random_model(rng, 4)), [])
    hidden = replace(problem, hidden=Hidden((F(0), F(5)), F(1), ("x0",)))
    assert isinstance(next_intervention(replace(hidden, chain=())), Unknown)
    assert isinstance(adaptive_plan(hidden), Unknown)
    with pytest.raises(UsageError, match="no gold"):
        sufficient_targets(replace(problem, gold=None))
    big = episode(rng, problem_of(random_model(rng, 6)), [])
    assert isinstance(adaptive_plan(big), Unknown)
