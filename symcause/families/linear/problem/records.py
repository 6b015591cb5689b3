"""Records of a linear problem: with states of the chain, gold, the episode."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from symcause.families.linear.models.lab_rules import Manipulation
from symcause.families.linear.problem.magnitudes import BaseRange, NormalBases
from symcause.models.equations import Equation, State
from symcause.models.exact_numbers import print_number


@dataclass(frozen=True)
class Record:
    """One crystal, measured once."""

    id: str
    values: State


@dataclass(frozen=True)
class ChainState:
    """A reading of the manipulator's crystal, and what was done just before it, if anything.

    An intervention may set *others* at the same time, and let go of variables that were held. A state
    before which nothing was done is one more reading under the same conditions.
    """

    values: State
    intervention: Manipulation | None = None
    others: tuple[Manipulation, ...] = ()
    released: tuple[str, ...] = ()

    @property
    def settings(self) -> dict[str, Fraction]:
        """The variables that were set, with their values."""
        first = () if self.intervention is None else (self.intervention,)
        return {step.variable: step.value for step in (*first, *self.others)}

    @property
    def acted(self) -> bool:
        """Was anything done before this reading?"""
        return self.intervention is not None or bool(self.released)

    @property
    def action_text(self) -> str:
        """What was done, as reports write it."""
        done = [f"{name} := {print_number(value)}" for name, value in self.settings.items()]
        return ", ".join([*done, *(f"{name} released" for name in self.released)])


@dataclass(frozen=True)
class Gold:
    """The true equations; a variable without one has no parents.

    *hidden_nodes* are the variables that a hidden disturbance acts on, where the problem does not say it.
    """

    equations: Mapping[str, Equation]
    reactor_target: Fraction | None = None
    hidden_nodes: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Episode:
    """How crystals of an episode come about: what a simulation needs beside the true equations.

    ``bases`` say how bases of controllable variables are drawn; presets, where a suite
    has them, are the bases themselves, for the records, the manipulator's crystal and the reactor's.
    """

    budget: int | None = None
    bases: Mapping[str, BaseRange | NormalBases] = field(default_factory=dict)
    record_presets: tuple[State, ...] = ()
    manipulator_preset: State | None = None
    reactor_preset: State | None = None
