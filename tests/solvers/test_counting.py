"""Every way of counting acyclic choices against listing: roots to choose, cases, bounds, another ring."""

from __future__ import annotations

import random
from itertools import combinations, product
from math import comb

import pytest

from symcause.errors import LimitError
from symcause.solvers.acyclic import case_split as conditioning
from symcause.solvers.acyclic.case_split import count_by_cases, weigh_by_cases
from symcause.solvers.acyclic.choice_weight import (
    count_acyclic,
    counting_steps,
    planned,
    weigh_acyclic,
)
from symcause.solvers.acyclic.count_bounds import bounds_on
from symcause.solvers.acyclic.root_sets import Rooting
from tests.solvers.test_acyclic import ONE, Truncated, is_dag, listed, random_choices

SEEDS = [*range(25), *(pytest.param(s, marks=pytest.mark.exhaustive) for s in range(25, 700))]


def rooted(choices: list[dict[int, int]], roots: int, barred: int = 0) -> int:
    """Root sets one by one, each by listing; none of *barred* is a root."""
    return sum(
        sum(listed([{0: 1} if v in chosen else o for v, o in enumerate(choices)]).values())
        for chosen in combinations(range(len(choices)), roots)
        if not any(barred >> v & 1 for v in chosen)
    )


def sparse(rng: random.Random, size: int, most: int) -> list[dict[int, int]]:
    """Few parent sets a node, as evidence leaves them."""
    choices = []
    for v in range(size):
        others = [p for p in range(size) if p != v]
        sets = {
            sum(1 << p for p in rng.sample(others, rng.randint(0, min(3, len(others)))))
            for _ in range(rng.randint(1, most))
        }
        choices.append({m: rng.randint(1, 9) for m in sets})
    return choices


@pytest.mark.parametrize("seed", SEEDS)
def test_all_root_sets_at_once(seed: int) -> None:
    rng = random.Random(seed)
    choices = random_choices(rng)
    barred = rng.getrandbits(len(choices))
    for roots in range(len(choices) + 2):
        assert count_acyclic(choices, roots=roots) == rooted(choices, roots)
        assert count_acyclic(choices, roots=roots, barred=barred) == rooted(choices, roots, barred)


@pytest.mark.few(20)
@pytest.mark.parametrize("seed", SEEDS)
def test_cases_and_bounds(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With hardly a step for the recursion everything is counted by cases; bounds hold at any effort."""
    monkeypatch.setattr(conditioning, "LEVEL_TERMS", 0)
    monkeypatch.setattr(conditioning, "RECURSION_STEPS", 30)
    rng = random.Random(seed)
    choices = sparse(rng, rng.randint(2, 6), 4)
    for roots in range(4):
        exact = count_acyclic(choices, roots=roots)
        by_roots = sum(
            count_acyclic([{0: 1} if v in chosen else o for v, o in enumerate(choices)])
            for chosen in combinations(range(len(choices)), roots)
        )
        assert exact == by_roots
        assert weigh_by_cases(choices, 1, 40, roots) == exact
        for most in (0, 60, 10**6):
            bounds = bounds_on(choices, roots, most)
            assert bounds.low <= exact <= bounds.high
        assert bounds.low == bounds.high


@pytest.mark.few(15)
@pytest.mark.parametrize("seed", range(60))
def test_root_sets_are_those_from_which_all_can_be_placed(seed: int) -> None:
    rng = random.Random(seed)
    choices = sparse(rng, rng.randint(2, 8), 3)
    component = tuple(range(len(choices)))
    for number in range(1, 4):
        wanted = [
            sum(1 << v for v in chosen)
            for chosen in combinations(component, number)
            if any(True for _ in listed_one(choices, chosen))
        ]
        rooting = Rooting(component, choices, 10**6)
        assert sorted(rooting.starts(number)) == sorted(wanted)
        assert len(set(rooting.starts(number))) == len(wanted)
        assert bool(wanted) == (rooting.fewest(number) is not None) or number > len(choices)


def listed_one(choices: list[dict[int, int]], roots: tuple[int, ...]):  # type: ignore[no-untyped-def]
    """Acyclic choices with these roots, one after the other."""
    options = [[0] if v in roots else list(o) for v, o in enumerate(choices)]
    return (masks for masks in product(*options) if is_dag(masks))


@pytest.mark.few(12)
@pytest.mark.parametrize("seed", range(100))
def test_roots_and_cases_over_another_ring(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conditioning, "LEVEL_TERMS", 0)
    monkeypatch.setattr(conditioning, "RECURSION_STEPS", 30)
    rng = random.Random(seed)
    choices = [
        {m: Truncated((w, rng.randint(0, 2), rng.randint(0, 2))) for m, w in options.items()}
        for options in sparse(rng, rng.randint(1, 6), 4)
    ]
    for roots in range(min(3, len(choices)) + 1):
        expected = Truncated((0, 0, 0))
        for chosen in combinations(range(len(choices)), roots):
            placed = [{0: ONE} if v in chosen else o for v, o in enumerate(choices)]
            expected = expected + weigh_acyclic(placed, ONE)
        assert weigh_acyclic(choices, ONE, roots=roots) == expected
        assert weigh_by_cases(choices, ONE, 40, roots) == expected


def test_free_choices_have_a_closed_form() -> None:
    """With all parent sets free, root sets are all alike: a choice of roots times one root set."""
    free = [{m: 1 for m in range(1 << 7) if not m >> v & 1} for v in range(7)]
    for roots in range(8):
        fixed = [{0: 1} if v < roots else o for v, o in enumerate(free)]
        assert count_acyclic(free, roots=roots) == comb(7, roots) * count_acyclic(fixed)


def test_what_is_too_much_is_refused() -> None:
    free = [{0: 1, **{1 << p: 1 for p in range(40) if p != v}} for v in range(40)]
    with pytest.raises(LimitError, match="40 variables that may cause each other: too many sets"):
        count_by_cases(free)
    closed = [{1 << (v + 1) % 60 | 1 << (v + 7) % 60: 1} for v in range(60)]
    with pytest.raises(LimitError, match="too many root sets"):
        count_acyclic(closed, 100_000, roots=9)
    bounds = bounds_on(free)
    assert 1 < bounds.low < bounds.high <= 40**40


@pytest.mark.parametrize("size", [7, 12])
def test_bounds_begin_with_roots(size: int) -> None:
    """In a ring nothing can be placed before a root; against the order of the names blocks are no help."""
    ring = [{1 << (v + 1) % size: 1, 1 << (v + 1) % size | 1 << v - 1: 2} for v in range(1, size)]
    ring = [{1 << 1: 1}, *ring]
    bounds = bounds_on(ring, roots=1, most=0)
    assert 0 < bounds.low <= count_acyclic(ring, roots=1) <= bounds.high
    assert bounds_on(ring, most=0).low == count_acyclic(ring) == 0


def test_steps_hold_for_roots_too() -> None:
    choices = sparse(random.Random(5), 12, 6)
    taken = counting_steps(choices, roots=3)
    assert count_acyclic(choices, taken, roots=3) == count_acyclic(choices, roots=3) > 0
    with pytest.raises(LimitError):
        count_acyclic(choices, taken - 1, roots=3)
    assert planned(choices, 10, 3).steps > 10
