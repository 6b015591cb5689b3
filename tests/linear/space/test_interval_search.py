"""Integer coefficients under intervals, against trying every one with every base."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest

from symcause.families.linear.models.lab_rules import EquationFamily
from symcause.families.linear.space.local.evidence_rows import LinearRows, Row
from symcause.families.linear.space.local.interval_search import (
    Bound,
    BoundedSearch,
    pairwise_bounds,
)

VALUES = (-2, -1, 1, 2)


def _drawn(rng: random.Random) -> LinearRows:
    """Rows of equations without a base among rows of groups with one, in any order."""
    width = rng.randint(1, 3)
    hidden = [rng.choice(VALUES) for _ in range(width)]
    bases = {0: Fraction(rng.randint(-2, 2)), 1: Fraction(rng.randint(-2, 2))}
    rows = list[Row]()
    for group in rng.choices((None, 0, 0, 1), k=rng.randint(2, 6)):
        features = tuple(Fraction(rng.randint(-2, 2)) for _ in range(width))
        value = sum((w * f for w, f in zip(hidden, features, strict=True)), Fraction(0))
        value += Fraction(0) if group is None else bases[group]
        rows.append(Row("", value + Fraction(rng.randint(-1, 1), 4), features, group))
    low, high = rng.choice(((None, None), (-2, 2), (None, 1), (-1, None)))
    return LinearRows(
        "Y",
        tuple("ABC"[:width]),
        tuple(rows),
        EquationFamily.LINEAR,
        Fraction(1, 2),
        None if low is None else Fraction(low),
        None if high is None else Fraction(high),
        frozenset({1} if rng.random() < 0.3 else ()),
    )


def _fits(evidence: LinearRows, choice: tuple[int, ...]) -> bool:
    """Is every row within half a unit, with one base for all rows of a group?"""
    left: dict[int | None, list[Fraction]] = {}
    for row in evidence.rows:
        told = sum((w * f for w, f in zip(choice, row.features, strict=True)), Fraction(0))
        left.setdefault(row.group, []).append(row.value - told)
    for group, rests in left.items():
        low, high = max(rests) - evidence.half, min(rests) + evidence.half
        if group is None:
            low, high = max(low, Fraction(0)), min(high, Fraction(0))
        elif group not in evidence.opened:
            low = low if evidence.low is None else max(low, evidence.low)
            high = high if evidence.high is None else min(high, evidence.high)
        if low > high:
            return False
    return True


def test_one_variable_without_a_value() -> None:
    for domains in ([(), VALUES], [VALUES, ()], [(), ()]):
        for collect in (False, True):
            assert BoundedSearch([], domains, None, collect=collect).run() == (None, [])


@pytest.mark.few(30)
@pytest.mark.parametrize("seed", range(300))
def test_every_row_counts(seed: int) -> None:
    rng = random.Random(f"intervals {seed}")
    evidence = _drawn(rng)
    width = len(evidence.candidates)
    bounds = [Bound.of(low, high, features) for low, high, features in pairwise_bounds(evidence)]
    objective = [Fraction(rng.randint(-3, 3), 2) for _ in range(width)]
    members = [choice for choice in product(VALUES, repeat=width) if _fits(evidence, choice)]
    for collect in (False, True):
        search = BoundedSearch(bounds, [VALUES] * width, objective, collect=collect)
        tally, found = search.run()  # type: ignore[misc]
        values = [sum(a * w for a, w in zip(objective, one, strict=True)) for one in members]
        assert (0 if tally is None else tally.count) == len(members)
        if tally is not None:
            assert (tally.low, tally.high) == (min(values), max(values))
            for at, value in ((tally.low_at, tally.low), (tally.high_at, tally.high)):
                assert at in members
                assert sum(a * w for a, w in zip(objective, at, strict=True)) == value
        assert sorted(found) == (sorted(members) if collect else [])
