"""Builder claims in a scenario problem: what its builders say of it, and where they say it.

A builder may name a *strategy* instead of a design: some values, some ranges, and nothing about the rest.
Every design that keeps to it is one of its *completions*; what the builder says of the strategy is refuted
only where no completion agrees.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from symcause.families.scenario.models.model_components import Value

Span = tuple[int, int | None]
"""Whole numbers from one to another; None: no end."""


@dataclass(frozen=True)
class Source:
    """Where something is said, and in which words."""

    text: str
    place: str  # file and key, or the part of a paper


@dataclass(frozen=True)
class Strategy:
    """What the builders call optimal: the values and ranges that they name, the rest being left open."""

    named: Mapping[str, Value | Span]
    survival: tuple[Fraction, Fraction] | None = None  # what they say it is worth
    source: Source | None = None

    def holds(self, design: Mapping[str, Value]) -> bool:
        """Does a full design keep to it?"""
        return all(_fits(design[name], said) for name, said in self.named.items())


def _fits(value: Value, said: Value | Span) -> bool:
    if not isinstance(said, tuple):
        return value == said
    low, high = said
    return isinstance(value, Fraction) and low <= value and (high is None or value <= high)


@dataclass(frozen=True)
class Claim:
    """A sentence about the scenario, and a predicate that says when it is true."""

    id: str
    text: str = ""
    predicate: str | None = None


@dataclass(frozen=True)
class Claims:
    """What the builders say of their scenario."""

    optimum: Mapping[str, Value] | None = None
    value: Fraction | None = None
    gap: tuple[Fraction, Fraction] | None = None
    traps: tuple[str, ...] = ()
    gold: tuple[Claim, ...] = ()
    distractors: tuple[Claim, ...] = ()
    strategies: tuple[Strategy, ...] = ()
    sources: Mapping[str, Source] = field(default_factory=dict)  # of the claims above, by key


NOTHING_SAID = Claims()
"""No claim at all."""
