"""Sizes of columns that are known without a look: never too small, whatever was done to the column."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from symcause.families.scenario.value.enclosure import interval_arithmetic as a
from symcause.families.scenario.value.enclosure import set_columns as c
from symcause.families.scenario.value.enclosure.closed_form import _tail
from symcause.families.scenario.value.enclosure.set_columns import Numbers


def drawn(rng: random.Random, rows: int) -> Numbers:
    """A column: one number, points, or intervals."""
    if rng.random() < 0.3:
        return c.exact(Fraction(rng.randint(-99, 99), rng.randint(1, 12)))
    low = np.array([rng.randint(-(10**6), 10**6) for _ in range(rows)])
    if rng.random() < 0.5:
        return c.whole(low)
    return c.whole(low, low + np.array([rng.randint(0, 9) for _ in range(rows)]))


def changed(rng: random.Random, x: Numbers, y: Numbers) -> Numbers:
    """What some operation makes of two columns."""
    kind = rng.randrange(8)
    if kind < 2:
        return a.add(x, y, 1 if kind else -1)
    if kind == 2:
        return a.multiply(x, y)
    if kind == 3:
        return a.extreme([x, y], largest=rng.random() < 0.5)
    if kind == 4:
        return a.floor(x)
    if kind == 5:
        return a.negate(x)
    if kind == 6:
        return a.divide(x, c.exact(rng.choice((-7, 2, 3))))
    return x.take(np.array([rng.randrange(5) for _ in range(5)]))


@pytest.mark.parametrize("seed", range(40))
def test_no_numerator_exceeds_what_is_known(seed: int) -> None:
    rng = random.Random(seed)
    columns = [drawn(rng, 5) for _ in range(4)]
    for _ in range(25):
        found = changed(rng, *rng.sample(columns, 2))
        if found.den == 0:
            assert found.most is None
            continue
        fresh = Numbers(found.low, found.high, found.den)
        assert found.bound >= fresh.size
        for limit in (1 << 20, 1 << 53, c.LIMIT):
            assert found.below(limit, 3) == (fresh.size * 3 < limit)
        assert all(map(np.array_equal, c.as_floats(found), c.as_floats(fresh)))
        columns[rng.randrange(4)] = found


@pytest.mark.parametrize("seed", range(20))
def test_the_tail_term_by_term(seed: int) -> None:
    """Rows with few rounds beside rows with many: each as alone, and as defined."""
    rng = random.Random(seed)
    rows, degree = 6, rng.randrange(1, 7)
    polynomial = np.array([[rng.random() for _ in range(rows)] for _ in range(degree + 1)])
    missed = np.array([rng.random() for _ in range(rows)])
    rounds = np.array([rng.randint(0, 9) for _ in range(rows)])
    found = _tail(polynomial, missed, rounds)
    for row in range(rows):
        alone = _tail(polynomial[:, row : row + 1], missed[row : row + 1], rounds[row : row + 1])
        assert alone[0] == found[row]
        n, total, falling = int(rounds[row]), 0.0, 1.0
        for j in range(min(n, degree) + 1):
            total += falling * polynomial[j, row] * float(missed[row]) ** (n - j)
            falling *= (n - j) / max(n, 1)
        assert found[row] == pytest.approx(total)
