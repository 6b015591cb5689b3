"""Lab rules of linear models: equation families, semantics, manipulations, disturbance.

What they mean for a crystal is in :mod:`symcause.families.linear.models.laboratory`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from symcause.models.exact_numbers import print_number

ZERO = Fraction(0)

CENT = Fraction("0.01")
"""The last place of a base that the released environment stores."""


def is_fine(value: Fraction) -> bool:
    """Has a value more decimals than the released environment stores?"""
    return (value / CENT).denominator != 1


def slack(value: Fraction) -> Fraction:
    """How far what was set may be from what was sent."""
    return CENT if is_fine(value) else ZERO


class EquationFamily(StrEnum):
    """The functional family: which effects a parent may have."""

    LINEAR = "linear"
    QUADRATIC = "quadratic"


class Semantics(StrEnum):
    """What an intervention does to its variable's equation."""

    SET = "set"
    SHIFT = "shift"
    DO = "do"
    HOLD = "hold"

    @property
    def cuts(self) -> bool:
        """Does an intervention cut its variable from its parents?"""
        return self in (Semantics.DO, Semantics.HOLD)


@dataclass(frozen=True)
class Manipulation:
    """An intervention: one property of the manipulator's crystal is set to a value."""

    variable: str
    value: Fraction

    def __str__(self) -> str:
        return f"{self.variable} := {print_number(self.value)}"


@dataclass(frozen=True)
class Hidden:
    """A disturbance nobody sees: its possible values, its weight, the variables it is added to.

    ``nodes`` is None where it is not known which variables are affected. ``weights`` are those of single
    variables, in place of *weight*. ``initial`` is its value before the first intervention.
    """

    values: tuple[Fraction, ...]
    weight: Fraction = Fraction(1)
    nodes: tuple[str, ...] | None = None
    weights: Mapping[str, Fraction] = field(default_factory=dict)
    initial: Fraction = ZERO

    def weight_of(self, name: str) -> Fraction:
        """How strongly a variable is affected, if it is."""
        return self.weights.get(name, self.weight)

    def pushes(self, value: Fraction) -> dict[str, Fraction]:
        """What a value of the disturbance adds to each affected variable."""
        return {name: self.weight_of(name) * value for name in self.nodes or ()} if value else {}
