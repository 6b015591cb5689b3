"""Equation operators as data: the signs of ``+ - * / ^``, where each may stand, and what it does.

>>> EQUATION_OPERATOR["**"] is EQUATION_OPERATOR["^"], EQUATION_OPERATOR["-"].factor
(True, -1)
>>> print(tokens())
POWER.2: "^" | "**"
OPERATOR: "*" | "/"
SIGN: "+" | "-"
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Place(StrEnum):
    """Where an operator stands; the name of its token in the grammar."""

    POWER = "POWER.2"  # before a whole number; wins over two stars
    PRODUCT = "OPERATOR"  # between factors
    SUM = "SIGN"  # between terms, and before one


@dataclass(frozen=True)
class EquationOperator:
    """An operator of equations."""

    signs: tuple[str, ...]
    place: Place
    factor: int = 1  # what a term behind it is multiplied by
    inverts: bool = False  # is what stands behind it a divisor?
    substitutes: Mapping[str, str] | None = None  # what people write, and what they should


_OPERATORS = (
    EquationOperator(("^", "**"), Place.POWER, substitutes={"²": "^2"}),
    EquationOperator(("*",), Place.PRODUCT, substitutes={"·": "*", "×": "*"}),
    EquationOperator(("/",), Place.PRODUCT, inverts=True, substitutes={"÷": "/"}),
    EquationOperator(("+",), Place.SUM),
    EquationOperator(("-",), Place.SUM, factor=-1, substitutes={"−": "-", "–": "-"}),
)

EQUATION_OPERATOR: Mapping[str, EquationOperator] = {s: o for o in _OPERATORS for s in o.signs}
"""By the sign."""

SUBSTITUTES = {sign: own for o in _OPERATORS for sign, own in (o.substitutes or {}).items()}


def tokens() -> str:
    """The tokens of the grammar."""
    lines = []
    for place in Place:
        signs = [f'"{sign}"' for sign, own in EQUATION_OPERATOR.items() if own.place is place]
        lines.append(f"{place}: {' | '.join(signs)}")
    return "\n".join(lines)
