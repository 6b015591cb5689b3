"""Chance sums for bounds in the scenario verifier: sums over states of uncertain chance."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from symcause.families.scenario.verifier.bounds.value_ranges import Range, up
from symcause.kernel.nodes import Beyond, Rejected

ZERO, ONE = Fraction(0), Fraction(1)
Weight = tuple[Fraction, Fraction]
"""The least and the most that a chance can be."""


def probability(found: Range) -> Range:
    """A range of chances. Raises Rejected where it is surely none, Beyond where it may be none."""
    if found.high < 0 or found.low > 1:
        raise Rejected("a probability is outside of 0 to 1 in a unit of the space")
    if found.low < 0 or found.high > 1:
        raise Beyond("a probability may be outside of 0 to 1")
    return found


def most(weighted: Iterable[tuple[Weight, Fraction]]) -> Fraction:
    """The most that Σ weight · value can be, for weights that add up to 1: the missing goes to the best."""
    ordered = sorted(weighted, key=lambda pair: -pair[1])
    total = sum((w[0] * value for w, value in ordered), ZERO)
    missing = 1 - sum((w[0] for w, _ in ordered), ZERO)
    for (low, high), value in ordered:
        if missing <= 0:
            break
        extra = min(high - low, missing)
        total, missing = total + extra * value, missing - extra
    return min(up(total), ONE)
