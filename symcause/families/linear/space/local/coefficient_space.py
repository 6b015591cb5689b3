"""The coefficient space: what every engine of a local linear space must answer.

A local space answers per parent set (a bit mask over the candidates of its variable): is there a member,
how many are there (integer class), show one, and between which values does a linear objective range. Three
engines share this contract: exact elimination, integer enumeration, and linear real arithmetic.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from symcause.answers import Unknown
from symcause.families.linear.space.local.evidence_rows import LinearRows, Vector


@dataclass(frozen=True)
class EquationWitness:
    """A member of a local space: coefficients (all columns) and the base of its first group."""

    coefficients: Vector
    base: Fraction


@dataclass(frozen=True)
class Extremes:
    """The range of base + objective·coefficients over a local space.

    None is unbounded; then the witness on that side is some member far out. ``attained`` is False where
    a bound is approached but not reached (effects must not be zero).
    """

    low: Fraction | None
    high: Fraction | None
    low_at: EquationWitness
    high_at: EquationWitness
    low_attained: bool = True
    high_attained: bool = True


class CoefficientSpace(Protocol):
    """What an engine can say about one variable."""

    @property
    def evidence(self) -> LinearRows: ...

    def weight(self, mask: int) -> int | Unknown:
        """How many coefficient vectors there are (rational classes: 1 if any, else 0)."""

    def witness(self, mask: int) -> EquationWitness | Unknown | None:
        """A member, or None if there is none."""

    def another(self, mask: int, witness: EquationWitness) -> EquationWitness | Unknown | None:
        """A member with other coefficients than *witness*, None if there is none."""

    def extremes(self, mask: int, objective: Vector) -> Extremes | Unknown | None:
        """The range of base + objective·coefficients, None if there is no member."""


def pick_base(evidence: LinearRows, coefficients: Vector) -> Fraction:
    """A base of the first group that fits, as round as the interval allows: its middle."""
    groups = [row.group for row in evidence.rows if row.group is not None]
    if groups:
        low, high = evidence.base_of(groups[0], coefficients)
    else:
        low, high = evidence.low, evidence.high
    if low is None or high is None:
        known = low if low is not None else high
        return Fraction(0) if known is None else known
    return (low + high) / 2
