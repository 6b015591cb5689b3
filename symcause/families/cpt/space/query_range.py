"""The query range: between which values a query lies among the members, and networks that show it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from symcause.families.cpt.models.network import Network

LOW, HIGH = 0, 1
Approach = Callable[[int, Fraction], Network | None]
"""A network whose value is at an end (low or high), or as near to it as asked; None: none is known."""

Between = Callable[[Fraction], Network | None]
"""A network that has a value between the ends; None: none was made."""

Multipliers = tuple[Fraction, ...]


@dataclass(frozen=True)
class QueryRange:
    """Infimum and supremum, which of them are attained, and how they are known.

    *exact*: the ends are those of the space; otherwise they lie outside of it. *method* is what a
    certificate calls the derivation, *duals* the multipliers of its linear programmes, low and high, and
    *block* the variables whose responses are their unknowns. *between* makes networks inside the range.
    """

    low: Fraction
    high: Fraction
    attained: tuple[bool, bool]
    identified: bool
    method: str
    approach: Approach
    exact: bool = True
    duals: tuple[Multipliers, ...] = ()
    block: tuple[str, ...] = ()
    between: Between | None = None


@dataclass(frozen=True)
class NoMember:
    """No network has the given numbers, and why."""

    reason: str


@dataclass(frozen=True)
class NoValue:
    """The query has no value where the given numbers hold: what it conditions on has no probability."""

    condition: str
