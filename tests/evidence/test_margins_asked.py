"""Fewest further worlds where cells may be disturbed: against trying all choices over all models."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import asdict

import symcause
from symcause.boolean import BooleanProblem
from symcause.errors import UsageError
from symcause.families.boolean.audits.disambiguation.noise_search import Search
from symcause.families.boolean.audits.pool.world_pool import PoolOptions
from symcause.families.boolean.models.worlds import World
from symcause.families.boolean.questions.disambiguate import Disambiguate
from symcause.models.disclosure import Setting
from symcause.solvers.linear.float_programmes import Covering, LinearOptimum
from symcause.solvers.sets.cover_bounds import Covers
from symcause.solvers.sets.greedy_cover import Demand, greedy_cover
from tests.amounts import amount
from tests.boolean.disambiguation_cases import random_problem
from tests.boolean.space.test_disturbed import disturbed, every_model
from tests.evidence.facts import ALL, XOR, document
from tests.evidence.test_errors import F06, TWO


def noisy(seed: int) -> BooleanProblem:
    """A small problem with gold, a few training cells of which are flipped: nothing follows them."""
    rng = random.Random(seed)
    setting = rng.choice(list(Setting))
    made = random_problem(
        seed, setting, variables=3, roots=rng.choice((1, 2)), max_parents=rng.choice((1, 2))
    )
    worlds = []
    for world in made.worlds:
        rows = list(world.rows)
        if world.split == "train" and rng.random() < 0.4:
            free = [i for i, v in enumerate(made.variables) if v not in world.targets]
            row, at = rng.randrange(len(rows)), rng.choice(free)
            rows[row] = rows[row][:at] + str(1 - int(rows[row][at])) + rows[row][at + 1 :]
        worlds.append(replace(world, rows=tuple(rows)))
    return replace(made, worlds=tuple(worlds))


def smallest_by_trying(
    costs: list[tuple[int, list[int]]], errors: int, pool: tuple[World, ...]
) -> tuple[int, int]:
    """Fewest worlds that leave as many models as all of them, and how many those leave."""

    def left(chosen: tuple[int, ...]) -> int:
        return sum(own + sum(each[i] for i in chosen) <= errors for own, each in costs)

    everything = tuple(range(len(pool)))
    for size in range(len(pool) + 1):
        for chosen in combinations(everything, size):
            if left(chosen) == left(everything):
                return size, left(everything)
    raise AssertionError("the whole pool is sufficient")


@pytest.mark.few(1)
@pytest.mark.parametrize("part", range(12))
def test_smallest_for_the_pool(part: int) -> None:
    asked = 0
    for seed in range(60 * part, 60 * part + amount(30, 60)):
        problem = noisy(seed)
        gold = problem.gold_scm
        assert gold is not None
        names, margin = problem.variables, 1 + seed % 3 + 4 * (seed % 5 == 0)
        own = disturbed(gold, names, problem.training)
        errors = own + margin - 1
        if not errors:
            continue
        hypotheses = replace(problem.default_class(), errors=errors)
        search = Search.of(problem, hypotheses, gold, PoolOptions(size=6, rows=2, seed=seed))
        *_, found = search.run(400)
        models = every_model(problem, problem.max_parents)
        costs = [
            (
                disturbed(model, names, problem.training),
                [disturbed(model, names, (world,)) for world in search.pool],
            )
            for model in models
        ]
        size, left = smallest_by_trying(costs, errors, search.pool)
        assert found.minimal and len(found.worlds) == size
        assert found.count_after == left
        assert found.count_before == sum(cost <= errors for cost, _ in costs)
        assert bool(search.remaining()) == (left > 1) == (search.example() is not None)
        asked += 1
        if left == 1:
            audit = symcause.audit(replace(found.strengthened, errors=own))
            assert audit.margin is not None
            assert audit.margin.value is None or audit.margin.value >= margin
    assert asked > amount(12, 25)


@pytest.mark.parametrize(
    ("filed", "margin", "added"),
    [
        (document("f04", "ABC", ALL * 2, gold=XOR, **TWO), 2, 0),
        (document("f04", "ABC", ALL * 2, gold=XOR, **TWO), 3, 1),
        (document("f04", "ABC", ALL, gold=XOR, **TWO), 5, 4),
        (F06, 1, 2),
    ],
)
def test_until_so_many_cells_would_have_to_be_wrong(
    filed: dict[str, Any], margin: int, added: int
) -> None:
    problem = symcause.problem(filed)
    assert isinstance(problem, BooleanProblem)
    found = symcause.disambiguate(problem, margin=margin, strengthen=True)
    assert (found.added, found.minimal, found.count_after) == (added, True, 1)
    assert found.margin == margin
    own = symcause.audit(problem).gold
    assert own is not None and asdict(found.scope)["errors"] == (own.disturbed or 0) + margin - 1
    assert isinstance(found.strengthened, dict)
    after = symcause.audit(symcause.problem(found.strengthened)).margin
    assert after is not None and after.value is not None and after.value >= margin


def test_the_headline_says_which_models_are_counted() -> None:
    problem = symcause.problem(document("f04", "ABC", ALL * 2, gold=XOR, **TWO))
    for margin, words in (
        (1, "One model is left: no further world is needed."),
        (2, "One model is left with at most 1 disturbed cell: no further world is needed."),
        (3, "1 further world leaves 1 of 5 models with at most 2 disturbed cells."),
    ):
        found = symcause.disambiguate(problem, margin=margin)
        assert Disambiguate().story(found).sentence == words


def test_what_does_not_go_together_is_refused() -> None:
    problem = symcause.problem(F06)
    with pytest.raises(UsageError, match="--margin and --errors do not go together"):
        symcause.disambiguate(problem, margin=1, errors=3)
    with pytest.raises(UsageError, match="the recipe extra takes no disturbed cells"):
        symcause.disambiguate(problem, level="extra")
    with pytest.raises(UsageError, match="disturbs 2 training cells, the class allows 1"):
        symcause.disambiguate(problem, errors=1)
    with pytest.raises(UsageError, match="disturbs 2 training cells, the class allows 1"):
        symcause.disambiguate(symcause.problem(F06 | {"errors": 1}), margin=4)
    with pytest.raises(UsageError, match="no gold model"):
        symcause.disambiguate(symcause.problem(document("f", "ABC", ALL, **TWO)), margin=2)


def random_demands(rng: random.Random, size: int) -> list[Demand]:
    demands = []
    for _ in range(rng.randint(1, 6)):
        weights = {e: rng.randint(1, 4) for e in range(size) if rng.random() < 0.7}
        if weights:
            demands.append(Demand(weights, rng.randint(1, sum(weights.values()))))
    return demands


@pytest.mark.few(15)
@pytest.mark.parametrize("seed", range(60))
def test_bounds_need_no_trust_in_who_found_the_multipliers(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever a floating-point solver says, the bound is one: it may be poor, never too high."""
    rng = random.Random(seed)
    size = rng.randint(1, 8)
    demands = random_demands(rng, size)
    fewest = min(
        (c.bit_count() for c in range(1 << size) if not any(d.short(c) for d in demands)), default=0
    )

    def invented(self: Covering, lows: Sequence[int], highs: Sequence[int]) -> LinearOptimum:
        at = tuple(rng.uniform(low, high) for low, high in zip(lows, highs, strict=True))
        return LinearOptimum(at, tuple(rng.choice((0.0, rng.random(), 5.0)) for _ in self.rows))

    monkeypatch.setattr(Covering, "relaxed", invented)
    monkeypatch.setattr(Covering, "whole", lambda self, most: tuple(0 for _ in self.units))
    covers = Covers(demands)
    found = covers.propose()
    assert not any(demand.short(found.chosen) for demand in demands)
    assert found.lower_bound <= covers.proven(found) <= fewest <= found.chosen.bit_count()


@pytest.mark.few(15)
@pytest.mark.parametrize("seed", range(60))
def test_covers_are_smallest(seed: int) -> None:
    rng = random.Random(seed)
    size = rng.randint(1, 8)
    demands = random_demands(rng, size)
    meeting = [chosen for chosen in range(1 << size) if not any(d.short(chosen) for d in demands)]
    fewest = min(chosen.bit_count() for chosen in meeting)
    covers = Covers()
    for demand in demands:
        covers.add([demand])
        assert covers.propose().lower_bound <= fewest
    found = covers.propose()
    assert found.chosen in meeting and found.chosen.bit_count() == fewest
    assert found.lower_bound <= covers.proven(found) == fewest
    quick = greedy_cover(demands, range(size))
    assert quick in meeting
    assert not any(quick & ~(1 << e) in meeting for e in range(size) if quick >> e & 1)
