"""Polynomial structural equations: X = base + Σ (u_p·p² + w_p·p) over the parents p.

Linear equations are those with u = 0 throughout. An :class:`Equation` is canonical: parents in natural
order, each with an effect that is not zero, so equal equations are equal objects.

>>> equation = Equation.of(25, {"moisture": Effect(Fraction(-1, 2)), "density": Effect(Fraction(2))})
>>> print(equation)
25 + 2*density - 0.5*moisture
>>> equation({"density": Fraction(10), "moisture": Fraction(4)})
Fraction(43, 1)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from symcause.models.names import natural_key
from symcause.models.numbers import print_number

State = Mapping[str, Fraction]
"""The value of every variable of one crystal at one moment."""


@dataclass(frozen=True)
class Effect:
    """What a parent p adds to its child: ``square``·p² + ``linear``·p."""

    linear: Fraction
    square: Fraction = Fraction(0)

    def __call__(self, value: Fraction) -> Fraction:
        return (self.square * value + self.linear) * value

    def __bool__(self) -> bool:
        return bool(self.linear or self.square)


@dataclass(frozen=True)
class Equation:
    """A base and the effects of the parents, in canonical form (see :meth:`of`)."""

    base: Fraction = Fraction(0)
    effects: tuple[tuple[str, Effect], ...] = ()

    @classmethod
    def of(cls, base: Fraction | int, effects: Mapping[str, Effect]) -> Equation:
        """The canonical equation: effects that are zero are no effects."""
        kept = sorted((p for p, effect in effects.items() if effect), key=natural_key)
        return cls(Fraction(base), tuple((p, effects[p]) for p in kept))

    @property
    def parents(self) -> tuple[str, ...]:
        return tuple(parent for parent, _ in self.effects)

    @property
    def is_linear(self) -> bool:
        return not any(effect.square for _, effect in self.effects)

    def effect(self, parent: str) -> Effect:
        """The effect of *parent*, zero if it is none."""
        return dict(self.effects).get(parent, Effect(Fraction(0)))

    def contribution(self, state: State) -> Fraction:
        """What the parents add to the base."""
        return sum((effect(state[p]) for p, effect in self.effects), Fraction(0))

    def __call__(self, state: State) -> Fraction:
        return self.base + self.contribution(state)

    def with_base(self, base: Fraction) -> Equation:
        return Equation(base, self.effects)

    def __str__(self) -> str:
        return print_equation(self)


def print_equation(equation: Equation) -> str:
    """The equation's right-hand side as the grammar reads it back."""
    terms: list[tuple[Fraction, str]] = [(equation.base, "")]
    for parent, effect in equation.effects:
        terms += [(effect.square, f"{parent}^2"), (effect.linear, parent)]
    shown = [(c, power) for c, power in terms if c]
    if not shown:
        return "0"
    text = ""
    for i, (coefficient, power) in enumerate(shown):
        sign = "-" if coefficient < 0 else ""
        glue = (f" {sign or '+'} ") if i else sign
        text += glue + _term(abs(coefficient), power)
    return text


def _term(coefficient: Fraction, power: str) -> str:
    if not power:
        return print_number(coefficient)
    return power if coefficient == 1 else f"{print_number(coefficient)}*{power}"
