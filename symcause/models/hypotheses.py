"""Hypotheses about a linear model: claimed edges, and an equation with unknown coefficients.

A :class:`Hypothesis` is the scored part of an episode's step record: directed edges over the variables and
the target's equation, in which coefficients may still be unknown (None).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from symcause.models.equations import Effect, Equation

ALIASES = frozenset({"freq", "frequency", "resonancefreq", "resonancefrequency"})
"""Spellings of the published target's name, in lower case without separators."""


def is_target(name: str, target: str) -> bool:
    """True if *name* is the target or one of the published aliases of a target that has them.

    >>> is_target("resonance_freq", "resonanceFreq"), is_target("freq", "yield")
    (True, False)
    """
    return name == target or (_squeeze(target) in ALIASES and _squeeze(name) in ALIASES)


def _squeeze(name: str) -> str:
    return name.replace("_", "").replace("-", "").replace(" ", "").lower()


@dataclass(frozen=True)
class PartialEffect:
    """The coefficients of one parent; None is unknown, which is not zero."""

    linear: Fraction | None
    square: Fraction | None = Fraction(0)


@dataclass(frozen=True)
class PartialEquation:
    """An equation some of whose coefficients may be unknown."""

    base: Fraction | None
    effects: tuple[tuple[str, PartialEffect], ...] = ()

    @property
    def parents(self) -> tuple[str, ...]:
        return tuple(parent for parent, _ in self.effects)

    @property
    def complete(self) -> bool:
        """True if every coefficient and the base are known."""
        return self.base is not None and self.effects_known

    @property
    def effects_known(self) -> bool:
        return all(e.linear is not None and e.square is not None for _, e in self.effects)

    def equation(self) -> Equation:
        """The equation, if it is complete."""
        if self.base is None:
            raise ValueError("the base is unknown")
        effects: dict[str, Effect] = {}
        for parent, effect in self.effects:
            if effect.linear is None or effect.square is None:
                raise ValueError(f"a coefficient of {parent} is unknown")
            effects[parent] = Effect(effect.linear, effect.square)
        return Equation.of(self.base, effects)


@dataclass(frozen=True)
class Hypothesis:
    """Claimed edges and, if stated, the target's equation with the coefficients as they were named."""

    target: str
    edges: tuple[tuple[str, str], ...]
    equation: PartialEquation | None = None
    coefficients: tuple[tuple[str, Fraction | None], ...] = ()

    def parents(self, name: str) -> tuple[str, ...]:
        return tuple(cause for cause, effect in self.edges if effect == name)
