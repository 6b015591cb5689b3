"""Value bounds of policies under a scenario budget: what is proven of naming the rival, or of winning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from symcause.families.scenario.models.rational_intervals import Interval

Least = tuple[int, int | None]
"""The fewest units for a level: no fewer than the first, the second are enough; None: not known."""


@dataclass(frozen=True)
class Single:
    """The best single design at the end of the budget, by its place in the design order."""

    design: int
    low: Fraction


@dataclass(frozen=True)
class First:
    """The first design of the best policy, and whether it is proven to be the only best one."""

    design: int
    proven: bool


@dataclass(frozen=True)
class Worth:
    """The bounds of one payoff: before any unit, at the end, and how many units a level takes."""

    start: Interval
    power: Interval  # from the best single design to the best of all policies
    adaptive: Interval  # the best of all policies
    least: Least | None
    minimax: Interval | None = None
    curve: tuple[tuple[int, Fraction, Fraction], ...] = ()  # units, at least, at most


@dataclass(frozen=True)
class Seen:
    """The findings of one view."""

    exact: bool
    maximal: tuple[int, ...]
    informs: bool  # does the history tell anything?
    worth: Mapping[str, Worth] = field(default_factory=dict)
    first: First | None = None
    single: Single | None = None
