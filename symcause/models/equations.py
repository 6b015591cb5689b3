"""Structural equations of linear models: a base, and the effects of the parents.

Linear equations are those with u = 0 throughout. An :class:`Equation` is canonical: parents in natural
order, each with an effect that is not zero, so equal equations are equal objects.

>>> equation = Equation.of(25, {"moisture": Effect(Fraction(-1, 2)), "density": Effect(Fraction(2))})
>>> print(equation)
25 + 2*density - 0.5*moisture
>>> equation({"density": Fraction(10), "moisture": Fraction(4)})
Fraction(43, 1)
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from symcause.models.exact_numbers import print_number, read_number
from symcause.models.variable_names import natural_key

State = Mapping[str, Fraction]
"""The value of every variable of one crystal at one moment."""


@dataclass(frozen=True)
class Effect:
    """What a parent p adds to its child: ``square``·p² + ``linear``·p."""

    linear: Fraction
    square: Fraction = Fraction(0)

    def __call__(self, value: Fraction) -> Fraction:
        return ((self.square * value + self.linear) if self.square else self.linear) * value

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


_NUMBER = r"\d{1,50}(?:[./]\d{1,50})?"
_TERM = re.compile(rf"({_NUMBER})|(?:({_NUMBER})\*)?([A-Za-z_]\w*)(\^2)?", re.ASCII)


def read_sum(text: str, variables: Collection[str]) -> Equation | None:
    """What :func:`print_equation` writes, read back; None for all other texts, right or wrong.

    >>> print(read_sum("25 + 2*density - 0.5*moisture^2", ["density", "moisture"]))
    25 + 2*density - 0.5*moisture^2
    """
    parts = re.split(r" ([+-]) ", text.strip())
    base, linear, square = Fraction(0), dict[str, Fraction](), dict[str, Fraction]()
    for sign, part in zip(["+", *parts[1::2]], parts[::2], strict=True):
        negative = part.startswith("-") and sign == "+" and part is parts[0]
        match = _TERM.fullmatch(part[negative:])
        if match is None or "/0" in part:
            return None
        alone, factor, name, power = match.groups()
        value = read_number(alone or factor or 1) * (-1 if negative or sign == "-" else 1)
        if name is None:
            base += value
        elif name not in variables:
            return None
        else:
            powers = square if power else linear
            powers[name] = powers.get(name, Fraction(0)) + value
    names = {*linear, *square}
    zero = Fraction(0)
    return Equation.of(base, {p: Effect(linear.get(p, zero), square.get(p, zero)) for p in names})
