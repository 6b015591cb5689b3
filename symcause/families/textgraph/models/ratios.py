"""Exact ratios and harmonic means for text graph scores, with their values for zero.

>>> ratio(1, 0), harmonic(Fraction(1, 2), Fraction(1))
(Fraction(0, 1), Fraction(2, 3))
"""

from __future__ import annotations

from fractions import Fraction


def ratio(part: int, whole: int) -> Fraction:
    """A share; 0 of nothing."""
    return Fraction(part, whole) if whole else Fraction(0)


def harmonic(first: Fraction, second: Fraction) -> Fraction:
    """The harmonic mean, 0 if both are 0."""
    total = first + second
    return 2 * first * second / total if total else Fraction(0)
