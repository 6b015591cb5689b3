"""Magnitudes in linear problems: which coefficients and bases a member may have."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from symcause.models.exact_numbers import print_number


class Domain(StrEnum):
    """Where coefficients come from."""

    RATIONAL = "rational"
    INTEGER = "integer"


@dataclass(frozen=True)
class Coefficients:
    """The coefficients a model may have; a parent's effect is never zero.

    ``min_effect`` bounds |w| from below (in the quadratic family |u|, the coefficient of the square). There
    a parent has a square, except with integers of a range without 0: each of its two terms is absent or in
    the range, and it has at least one.
    """

    domain: Domain = Domain.RATIONAL
    minimum: int | None = None
    maximum: int | None = None
    min_effect: Fraction | None = None

    @property
    def without_zero(self) -> bool:
        """Integers of a range that 0 is not in: in the quadratic family each term may then be absent."""
        if self.domain is not Domain.INTEGER:
            return False
        return not (self.minimum or 0) <= 0 <= (self.maximum or 0)

    def __str__(self) -> str:
        if self.domain is Domain.INTEGER:
            text = f"integers {self.minimum}..{self.maximum}"
        else:
            text = "rationals"
        if self.min_effect is not None:
            text += f" of size at least {print_number(self.min_effect)}"
        return text


@dataclass(frozen=True)
class NormalBases:
    """Bases that are drawn from a normal distribution."""

    mean: Fraction
    deviation: Fraction


@dataclass(frozen=True)
class BaseRange:
    """Bounds of the bases that crystals come with; None is unbounded."""

    minimum: Fraction | None = None
    maximum: Fraction | None = None

    def nearest(self, base: Fraction) -> Fraction:
        """The base in the range that is nearest to a given one."""
        if self.minimum is not None and base < self.minimum:
            return self.minimum
        return base if self.maximum is None else min(base, self.maximum)
