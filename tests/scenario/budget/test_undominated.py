"""Tables that another one makes superfluous, and choices that no belief asks for, by their definitions."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from symcause.families.scenario.verifier.budget.budget_claim import _hull
from symcause.families.scenario.verifier.budget.integer_values import undominated
from symcause.families.scenario.verifier.budget.rival_tables import Table, _paired
from tests.amounts import amount


def _worth(table: Table, weight: Fraction) -> Fraction:
    """What somebody wins who says after each outcome which rival it was; the second counts so much."""
    return sum((max(p, weight * q) for p, q in table), Fraction(0))


def _kinks(*tables: Table) -> list[Fraction]:
    """Between these weights worths are linear: where one is larger it is so at one of them."""
    return [Fraction(0), *(p / q for table in tables for p, q in table if q)]


def _covers(one: Table, other: Table) -> bool:
    """Is it worth as much for every weight?"""
    return all(_worth(one, w) >= _worth(other, w) for w in _kinks(one, other))


def _drawn(rng: Random, outcomes: int) -> Table:
    sides = []
    for _ in (0, 1):
        parts = [rng.choice((0, 1, 1, 2, 3, 5)) for _ in range(outcomes)]
        parts[rng.randrange(outcomes)] += 1
        sides.append({i: Fraction(part, sum(parts)) for i, part in enumerate(parts) if part})
    return _paired(*sides)


def _merged(rng: Random, table: Table) -> Table:
    """What is left to see if two outcomes look alike."""
    names = [rng.randrange(max(1, len(table) - 1)) for _ in table]
    sides: list[dict[object, Fraction]] = [{}, {}]
    for name, chances in zip(names, table, strict=True):
        for side, chance in zip(sides, chances, strict=True):
            side[name] = side.get(name, Fraction(0)) + chance
    return _paired(*sides)


@pytest.mark.parametrize("seed", range(4))
def test_a_table_is_left_out_if_and_only_if_another_one_is_worth_as_much(seed: int) -> None:
    rng = Random(f"tables {seed}")
    seen = set[bool]()
    for _ in range(amount(12, 400)):
        tables = [_drawn(rng, rng.randint(1, 4)) for _ in range(3)]
        tables += [_merged(rng, table) for table in tables[:2]]
        rng.shuffle(tables)
        kept = undominated(tables)
        for i, own in enumerate(tables):
            others = [one for one in tables if one != own]
            expected = own not in tables[:i] and not any(_covers(one, own) for one in others)
            assert (own in kept) is (expected or (own in tables[:i] and own in kept))
            seen.add(expected)
        assert len(kept) == len({tuple(one) for one in kept})
    assert seen == {True, False}


@pytest.mark.parametrize("seed", range(4))
def test_choices_that_are_kept_are_the_best_ones_of_some_belief(seed: int) -> None:
    rng = Random(f"choices {seed}")
    for _ in range(amount(40, 1_000)):
        points = sorted({(rng.randrange(13), rng.randrange(13)) for _ in range(rng.randint(1, 8))})
        kept = _hull(points)
        beliefs = [Fraction(n, 2 * 13 * 13) for n in range(2 * 13 * 13 + 1)]
        for x in beliefs:
            worth = [x * v + (1 - x) * w for v, w in points]
            assert max(x * v + (1 - x) * w for v, w in kept) == max(worth)
        for own, other in product(kept, repeat=2):
            assert own == other or (own[0] > other[0]) is (own[1] < other[1])
        for own in kept:
            rest = [one for one in kept if one != own]
            assert not rest or any(
                all(x * own[0] + (1 - x) * own[1] > x * v + (1 - x) * w for v, w in rest)
                for x in beliefs
            )
        assert kept == sorted(kept)
