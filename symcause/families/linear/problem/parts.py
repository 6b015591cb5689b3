"""What a linear problem consists of: records, states of the chain, gold, how its crystals come about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from symcause.families.linear.models.laboratory import Manipulation
from symcause.families.linear.problem.classes import BaseRange
from symcause.models.equations import Equation, State


@dataclass(frozen=True)
class Record:
    """One crystal, measured once."""

    id: str
    values: State


@dataclass(frozen=True)
class ChainState:
    """A reading of the manipulator's crystal, and the intervention just before it, if any."""

    values: State
    intervention: Manipulation | None = None


@dataclass(frozen=True)
class Gold:
    """The true equations; a variable without one has no parents."""

    equations: Mapping[str, Equation]
    reactor_target: Fraction | None = None


@dataclass(frozen=True)
class Episode:
    """How crystals of an episode come about: what a simulation needs beside the true equations.

    ``bases`` are the ranges that bases of controllable variables are drawn from; presets, where a suite
    has them, are the bases themselves, for the records, the manipulator's crystal and the reactor's.
    """

    budget: int | None = None
    bases: Mapping[str, BaseRange] = field(default_factory=dict)
    record_presets: tuple[State, ...] = ()
    manipulator_preset: State | None = None
    reactor_preset: State | None = None
