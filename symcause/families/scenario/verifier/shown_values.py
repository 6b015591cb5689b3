"""Shown values in the scenario verifier: what a player reads of a unit, in whole numbers.

The definition is that of :mod:`~symcause.families.scenario.problem.player_sight`, of which only the number
of decimals is taken: rounding is written down a second time.
"""

from __future__ import annotations

from fractions import Fraction

from symcause.families.scenario.models.model_components import Value
from symcause.families.scenario.problem.player_sight import PLACES


def read_off(value: Value) -> Value:
    """A value as a record shows it: the nearest decimal, of two the one that ends in an even digit.

    >>> read_off(Fraction(-15, 10**7)), read_off(Fraction(1, 3)), read_off(True)
    (Fraction(-1, 500000), Fraction(333333, 1000000), True)
    """
    if isinstance(value, bool | str):
        return value
    top, bottom = value.numerator * 10**PLACES, value.denominator
    below, left = divmod(top, bottom)
    if 2 * left > bottom or (2 * left == bottom and below % 2):
        below += 1
    return Fraction(below, 10**PLACES)
