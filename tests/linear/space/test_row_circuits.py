"""Rows that no equation without a parent satisfies: none can be left out, from whichever end one looks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random

from symcause.families.linear.models.laboratory import EquationFamily
from symcause.families.linear.space.local.evidence_rows import LinearRows, Row
from symcause.families.linear.space.row_circuits import refuting_rows
from tests.linear.cases import rank

CANDIDATES = ("a", "b", "c")


def refuted(rows: Sequence[Row]) -> bool:
    """Has no equation in b and c, with a base for every group, all of these rows?"""
    groups = sorted({row.group for row in rows if row.group is not None})
    left = [
        [*row.features[1:], *(Fraction(row.group == group) for group in groups)] for row in rows
    ]
    both = [[*own, row.value] for own, row in zip(left, rows, strict=True)]
    return rank(left) < rank(both)


def drawn(rng: Random) -> LinearRows:
    """A few rows of an equation in a, b and c, now and then two that are alike but for their value."""
    rows = []
    for place in range(rng.randint(1, 8)):
        a, b, c = (Fraction(rng.randint(-2, 2)) for _ in range(3))
        group = rng.choice((None, 0, 0, 1))
        value = 2 * a + b - c + (0 if group is None else 5 * group)
        rows.append(Row(f"r{place}", value, (a, b, c), group))
    return LinearRows("y", CANDIDATES, tuple(rows), EquationFamily.LINEAR, Fraction(0))


def test_no_row_of_a_circuit_can_be_left_out() -> None:
    rng, sizes = Random(11), Counter[int]()
    for _ in range(150):
        evidence = drawn(rng)
        found = refuting_rows(evidence, "a")
        assert (found is not None) == refuted(evidence.rows)
        if found is None:
            continue
        assert refuted(found)
        assert not any(refuted([row for row in found if row is not one]) for one in found)
        back = refuting_rows(replace(evidence, rows=evidence.rows[::-1]), "a")
        assert back is not None and len(back) == len(found)
        sizes[len(found)] += 1
    assert min(sizes[size] for size in (1, 2, 3, 4)) > 1, sizes
