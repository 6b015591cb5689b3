"""Fewest further worlds: against brute force over all choices, and what the answers promise."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

import pytest

from symcause.errors import UsageError
from symcause.families.boolean.audits.disambiguation import pool_limits
from symcause.families.boolean.audits.disambiguation.boolean_pool import BooleanPool
from symcause.families.boolean.audits.disambiguation.pool_limits import example, remaining
from symcause.families.boolean.audits.disambiguation.world_search import (
    disambiguate,
    input_sets,
    member_gold,
)
from symcause.families.boolean.audits.pool.world_pool import PoolOptions, candidate_worlds
from symcause.families.boolean.models.replay import replays_exactly
from symcause.families.boolean.models.worlds import Mode
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.models.bit_sets import bits, mask_of
from symcause.models.disclosure import Setting
from symcause.solvers.sets.hitting_sets import HittingSets, fewest, greedy, irredundant, smallest
from tests.amounts import amount
from tests.boolean.disambiguation_cases import count_with, random_problem, smallest_by_trying


@pytest.mark.few(11)
@pytest.mark.parametrize("setting", list(Setting))
@pytest.mark.parametrize("seed", range(8))
def test_smallest_for_the_pool(setting: Setting, seed: int) -> None:
    """The claimed minimum is the one that trying all choices from a tiny pool finds."""
    problem = random_problem(seed, setting)
    hypotheses = problem.default_class()
    found = disambiguate(problem, hypotheses, PoolOptions(size=9, rows=2, seed=seed))
    assert found.minimal
    assert len(found.worlds) == smallest_by_trying(problem, hypotheses, found.pool.worlds)
    assert found.count_before == ExactSpace.of(problem).count
    assert found.count_after == count_with(problem, hypotheses, found.pool.worlds)
    assert ExactSpace.of(found.strengthened).count == found.count_after


@pytest.mark.few(12)
@pytest.mark.parametrize(
    "hypotheses",
    [
        HypothesisClass(),
        HypothesisClass(max_parents=3),
        HypothesisClass(max_ast=4),
        HypothesisClass(max_parents=2, max_ast=5, max_depth=3),
    ],
    ids=str,
)
@pytest.mark.parametrize("setting", [Setting.ORDERED, Setting.HIDDEN_ORDER, Setting.HIDDEN_ROOTS])
@pytest.mark.parametrize("seed", range(3))
def test_smallest_in_other_classes(
    setting: Setting, hypotheses: HypothesisClass, seed: int
) -> None:
    problem = random_problem(seed, setting, variables=4, worlds=2, rows=2, max_parents=2)
    found = disambiguate(problem, hypotheses, PoolOptions(size=7, rows=2, seed=seed))
    assert found.minimal
    assert len(found.worlds) == smallest_by_trying(problem, hypotheses, found.pool.worlds)


def test_coordinated_changes_are_separated() -> None:
    """Two variables that can only change together: single-variable demands do not suffice."""
    seen = 0
    for seed in range(amount(6, 16)):
        problem = random_problem(seed, Setting.HIDDEN_ORDER, variables=5, roots=1, worlds=1, rows=2)
        found = disambiguate(problem, options=PoolOptions(size=8, rows=2, seed=seed))
        size = smallest_by_trying(problem, found.hypotheses, found.pool.worlds)
        assert found.minimal and len(found.worlds) == size
        seen += found.count_before > found.count_after
    assert seen > amount(3, 8)


@pytest.mark.parametrize("setting", list(Setting))
def test_without_a_search_the_choice_is_sufficient_and_lean(setting: Setting) -> None:
    problem = random_problem(3, setting, variables=6, max_parents=3)
    options = PoolOptions(size=60, rows=3)
    quick = disambiguate(problem, options=options, most_rounds=0)
    best = disambiguate(problem, options=options)
    assert best.minimal and len(best.worlds) <= len(quick.worlds)
    for leave in range(len(quick.worlds)):
        fewer = [w for i, w in enumerate(quick.worlds) if i != leave]
        assert count_with(problem, quick.hypotheses, fewer) > quick.count_after


def test_the_pool_keeps_its_promises() -> None:
    problem = random_problem(
        5, Setting.HIDDEN_ORDER, variables=6, roots=3, heldout=4, max_parents=3
    )
    gold = member_gold(problem, problem.default_class())
    options = PoolOptions(size=120, rows=4, targets=3, seed=2)
    probes = list(input_sets(problem, problem.default_class(), gold))
    pool = candidate_worlds(problem, gold, options, probes)
    assert pool == candidate_worlds(problem, gold, options, probes)
    assert pool != candidate_worlds(problem, gold, replace(options, seed=3), probes)
    assert len(pool) == options.size == len({w.id for w in pool})
    assert len({(w.mode, w.targets, w.rows) for w in pool}) == len(pool)
    heldout = {w.signature(problem.variables) for w in problem.heldout}
    assert not heldout & {w.signature(problem.variables) for w in pool}
    assert replays_exactly(gold, pool, problem.variables)
    assert {w.mode for w in pool} == set(Mode)
    assert max(len(w.targets) for w in pool) == 3
    assert all(1 <= len(w.rows) <= 4 for w in pool)
    for world in pool:
        if world.mode is Mode.ASSIGNED and len(world.rows) > 3:
            columns = world.by_name(problem.variables)
            assert any(columns[t] not in (0, world.mask) for t in world.targets)
    problem.with_worlds(pool)  # well formed


def test_a_unique_problem_needs_nothing() -> None:
    problem = random_problem(1, Setting.ORDERED, variables=4, worlds=1, rows=2)
    first = disambiguate(problem, options=PoolOptions(size=200, rows=8))
    assert first.count_after == 1
    again = disambiguate(first.strengthened, options=PoolOptions(size=50))
    assert (again.worlds, again.lower_bound, again.count_before, again.count_after) == ((), 0, 1, 1)
    assert again.minimal and remaining(again, 3) == () and example(again) is None


def test_added_worlds_have_fresh_names() -> None:
    problem = random_problem(2, Setting.ORDERED)
    once = disambiguate(problem, options=PoolOptions(size=5, rows=1, seed=1))
    twice = disambiguate(once.strengthened, options=PoolOptions(size=100, rows=4))
    names = [w.id for w in twice.strengthened.worlds]
    assert len(set(names)) == len(names)


def test_gold_is_needed_and_must_be_a_member() -> None:
    problem = random_problem(2, Setting.HIDDEN_ORDER)
    with pytest.raises(UsageError, match="no gold"):
        disambiguate(replace(problem, gold=None))
    with pytest.raises(UsageError, match="outside the class"):
        disambiguate(problem, HypothesisClass(max_parents=0))
    row = problem.worlds[0].rows[0]
    last = problem.gold_scm.order[-1] if problem.gold_scm else ""
    at = problem.variables.index(last)
    wrong = row[:at] + ("1" if row[at] == "0" else "0") + row[at + 1 :]
    world = replace(problem.worlds[0], rows=(wrong, *problem.worlds[0].rows[1:]))
    with pytest.raises(UsageError, match="does not replay"):
        disambiguate(replace(problem, worlds=(world, *problem.worlds[1:])))


def test_what_stays_apart_is_said() -> None:
    """With observational worlds and single targets some patterns stay out of reach, and that shows."""
    told = 0
    for seed in range(12):
        problem = random_problem(
            seed, Setting.HIDDEN_ORDER, variables=6, roots=2, max_parents=3, heldout=0
        )
        found = disambiguate(problem, options=PoolOptions(size=100, targets=1, rows=16))
        apart = remaining(found, 1)
        assert bool(apart) == (found.count_after > 1)
        for entry in apart:
            for pattern in entry.patterns:
                # All contexts of all single-target worlds are in the pool, so it cannot be reached.
                assert pattern.reachable is False
                told += 1
        other = example(found)
        assert (other is None) == (found.count_after == 1)
    assert told


def test_many_inputs_are_passed_over_and_fewer_ones_are_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Sets with too many inputs to be looked at stand between others."""
    fewer = 0
    for seed in range(6):
        problem = random_problem(
            seed, Setting.ORDERED, variables=6, roots=2, max_parents=3, heldout=0
        )
        found = disambiguate(problem, options=PoolOptions(size=2, targets=1, rows=1))
        gold = found.problem.gold_scm
        assert gold is not None
        monkeypatch.setattr(pool_limits, "REACHED_INPUTS", 9)
        whole = pool_limits._unseen(found, gold)
        sizes = {len(probe.inputs) for some in whole.values() for probe, _ in some}
        for most in sizes:
            monkeypatch.setattr(pool_limits, "REACHED_INPUTS", most)
            small = {
                variable: kept
                for variable, some in whole.items()
                if (kept := [one for one in some if len(one[0].inputs) <= most])
            }
            assert pool_limits._unseen(found, gold) == small
            fewer += small != whole
    assert fewer


def test_a_pattern_that_the_pool_lacks_by_chance_is_called_reachable() -> None:
    problem = random_problem(4, Setting.ORDERED, variables=6, roots=3, max_parents=3, heldout=0)
    found = disambiguate(problem, options=PoolOptions(size=2, targets=1, rows=1))
    patterns = [p for entry in remaining(found, 3) for p in entry.patterns]
    assert patterns and all(p.reachable for p in patterns)


@pytest.mark.parametrize("seed", range(6))
def test_refuters_are_the_worlds_that_the_mechanism_fails(seed: int) -> None:
    rng = random.Random(seed)
    problem = random_problem(seed, Setting.HIDDEN_ORDER, variables=5)
    gold = member_gold(problem, problem.default_class())
    pool = BooleanPool(
        problem.variables, candidate_worlds(problem, gold, PoolOptions(size=40, rows=3))
    )
    space = ExactSpace.of(problem)
    for _ in range(20):
        member = space.draw(rng)
        refuters = 0
        for v, function in member.functions.items():
            refuters |= pool.refuters(problem.variables.index(v), function)
        failed = {
            i
            for i, world in enumerate(pool.worlds)
            if not replays_exactly(member, [world], problem.variables)
        }
        assert set(bits(refuters)) == failed


@pytest.mark.few(10)
@pytest.mark.parametrize("seed", range(30))
def test_hitting_sets_against_trying(seed: int) -> None:
    rng = random.Random(seed)
    demands = [
        sum(1 << i for i in rng.sample(range(7), rng.randint(1, 4)))
        for _ in range(rng.randint(1, 8))
    ]
    best = next(
        size
        for size in range(8)
        for chosen in combinations(range(7), size)
        if all(d & sum(1 << i for i in chosen) for d in demands)
    )
    assert smallest(demands).bit_count() == best
    assert all(d & smallest(demands) for d in demands)
    quick = greedy(demands, range(7))
    assert all(d & quick for d in demands)
    kept = irredundant(demands)
    assert smallest(kept).bit_count() == best
    with HittingSets() as search:  # one after the other, with proposals in between
        for demand in demands:
            search.add([demand])
            proposal = search.smallest()
        assert proposal.bit_count() == best
    enough = mask_of(range(7))
    found = list(fewest(enough, (), lambda chosen: [d for d in demands if not d & chosen][:1]))
    bounds = [step.lower_bound for step in found]
    assert bounds == sorted(bounds)
    assert found[-1].optimal
    assert found[-1].lower_bound == best
    assert all(d & found[-1].chosen for d in demands)
