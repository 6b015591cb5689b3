"""Values of the budget verifier in whole numbers: the same as by fractions, term by term."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from math import factorial, prod

import pytest

from symcause.families.scenario.verifier.budget.integer_values import (
    FINE,
    SCALE,
    Beliefs,
    up,
    vectors,
)
from symcause.families.scenario.verifier.budget.rival_tables import Table
from symcause.kernel.work import Work

BOTTOMS = (1, 2, 4, 10, 97, 10**6, 10**20)


def _counts(classes: int, n: int) -> Iterator[tuple[int, ...]]:
    """Count vectors, the first class slowest."""
    if classes == 1:
        yield (n,)
        return
    for k in range(n + 1):
        for rest in _counts(classes - 1, n - k):
            yield (k, *rest)


def _plain(table: Table, n: int, rounded_up: bool) -> list[tuple[int, ...]]:
    rounded = []
    for counts in _counts(len(table), n):
        ways = factorial(n) // prod(map(factorial, counts))
        pair = (
            FINE * ways * prod((law[i] ** k for law, k in zip(table, counts, strict=True)))
            for i in (0, 1)
        )
        rounded.append(tuple(-(-c // 1) if rounded_up else c // 1 for c in pair))
    return rounded


def _law(draw: random.Random, classes: int, bottom: int) -> list[Fraction]:
    """Chances that add up to one; some may be zero."""
    cuts = [0, *sorted(draw.randint(0, bottom) for _ in range(classes - 1)), bottom]
    return [Fraction(b - a, bottom) for a, b in pairwise(cuts)]


@pytest.mark.parametrize("rounded_up", (False, True))
@pytest.mark.parametrize("bottom", BOTTOMS)
def test_count_vectors_are_rounded_as_fractions_are(bottom: int, rounded_up: bool) -> None:
    draw = random.Random(bottom)
    for classes, n in ((1, 3), (2, 0), (2, 1), (2, 40), (3, 9), (4, 6)):
        table = list(zip(_law(draw, classes, bottom), _law(draw, classes, bottom), strict=True))
        assert vectors(table, n, rounded_up) == _plain(table, n, rounded_up), (table, n)


def test_chances_that_lie_next_to_whole_numbers() -> None:
    """Where the neighbours of a chance are rounded to two sides it is looked at in full."""
    for top in (-1, 0, 1):
        part = Fraction(FINE // 2 * 10**60 + top, FINE * 10**60)
        table = [(part, part), (1 - part, 1 - part)]
        for n in (1, 2, 3):
            for rounded_up in (False, True):
                assert vectors(table, n, rounded_up) == _plain(table, n, rounded_up)


def test_beliefs_are_raised_point_by_point() -> None:
    """What one more unit is worth, outcome by outcome and belief by belief."""
    draw = random.Random(1)
    grid = sorted(draw.sample(range(1, SCALE), 9))
    tables = [list(zip(_law(draw, size, 97), _law(draw, size, 97), strict=True)) for size in (2, 3)]
    beliefs = Beliefs(grid, [(0, SCALE), (SCALE, 0)])
    expected = list(beliefs.values)
    for _ in range(3):
        worth = []
        for x in beliefs.x:
            by_design = []
            for table in tables:
                total = 0
                for p, q in table:
                    bottom = p.denominator * q.denominator
                    first = p.numerator * q.denominator * x
                    second = q.numerator * p.denominator * (SCALE - x)
                    k, left, right = beliefs._mix(first, second, bottom, SCALE)
                    total += left * expected[k] + right * expected[k + 1]
                by_design.append(total)
            worth.append(up(max(by_design), SCALE))
        expected = worth
    beliefs.raised(tables, 3, Work(60.0))
    assert beliefs.values == expected
