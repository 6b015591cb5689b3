"""The exact recursion over all policies of few units: values as fractions.

>>> half = Fraction(1, 2)
>>> coin = ((half, Fraction(1, 4)), (half, Fraction(3, 4)))
>>> Recursion([coin], ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)))).value((half, half), 1)
Fraction(5, 8)
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from symcause.families.scenario.budget.policies.payoff_vectors import Vector
from symcause.families.scenario.budget.policies.ratio_classes import Experiment


class Recursion:
    """The best policies with payoff vectors to choose from at the end; any number of rivals."""

    def __init__(self, experiments: Sequence[Experiment], choices: Sequence[Vector]) -> None:
        self.experiments, self.choices = experiments, choices
        self._known: dict[tuple[Vector, int], Fraction] = {}

    def value(self, belief: Vector, n: int) -> Fraction:
        """What a belief is worth with n units; *belief* need not add up to 1."""
        whole = sum(belief, Fraction(0))
        if not whole:
            return Fraction(0)
        scaled = tuple(share / whole for share in belief)
        key = (scaled, n)
        if key not in self._known:
            self._known[key] = max(self.first(scaled, n) if n else self._chosen(scaled))
        return whole * self._known[key]

    def _chosen(self, belief: Vector) -> list[Fraction]:
        return [
            sum((b * w for b, w in zip(belief, choice, strict=True)), Fraction(0))
            for choice in self.choices
        ]

    def first(self, belief: Vector, n: int) -> list[Fraction]:
        """What n units are worth by the design of the first one."""
        return [
            sum(
                (
                    self.value(tuple(b * c for b, c in zip(belief, law, strict=True)), n - 1)
                    for law in own
                ),
                Fraction(0),
            )
            for own in self.experiments
        ]
