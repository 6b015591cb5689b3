"""Equations in sympy: canonical symbolic forms, pretty printing, LaTeX.

sympy is imported on first use. Nothing that a verdict depends on passes through it; the tests use it as
a second opinion on the expansion of equations.

>>> from symcause.grammar.equations import parse_equation
>>> print(pretty(parse_equation("1/3 + d^2/2", ["d"]), "f"))
     2
    d    1
f = ── + ─
    2    3
"""

from __future__ import annotations

from typing import Any

from symcause.models.equations import Equation


def to_sympy(equation: Equation) -> Any:
    """The right-hand side as a sympy expression with exact rationals."""
    import sympy

    total = sympy.Rational(equation.base.numerator, equation.base.denominator)
    for parent, effect in equation.effects:
        symbol = sympy.Symbol(parent)
        for coefficient, power in ((effect.square, 2), (effect.linear, 1)):
            total += sympy.Rational(coefficient.numerator, coefficient.denominator) * symbol**power
    return total


def canonical(equation: Equation) -> str:
    """sympy's canonical text of the expanded right-hand side."""
    import sympy

    return str(sympy.expand(to_sympy(equation)))


def pretty(equation: Equation, name: str | None = None, *, unicode: bool = True) -> str:
    """A two-dimensional picture of the equation for people."""
    import sympy

    picture = str(sympy.pretty(_shown(equation, name), use_unicode=unicode))
    return "\n".join(line.rstrip() for line in picture.splitlines())


def latex(equation: Equation, name: str | None = None) -> str:
    """The equation in LaTeX."""
    import sympy

    return str(sympy.latex(_shown(equation, name)))


def _shown(equation: Equation, name: str | None) -> Any:
    import sympy

    right = to_sympy(equation)
    return right if name is None else sympy.Eq(sympy.Symbol(name), right, evaluate=False)
