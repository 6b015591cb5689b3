"""Equations to and from sympy.

sympy is imported on first use. Nothing that a verdict depends on passes through it; the tests use it as
a second opinion on the expansion of equations. A sympy expression becomes an equation if it is, expanded,
a sum of a number and of first and second powers of symbols, with exact rational coefficients.

>>> from symcause.grammar.equations.equation_parser import parse_equation
>>> to_sympy(parse_equation("1/3 + d^2/2", ["d"]))
d**2/2 + 1/3
>>> import sympy
>>> print(from_sympy((sympy.Symbol("d") - 1) ** 2 / 2))
0.5 + 0.5*d^2 - d
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from symcause.errors import ProblemError
from symcause.models.equations import Effect, Equation


def to_sympy(equation: Equation) -> Any:
    """The right-hand side as a sympy expression with exact rationals."""
    import sympy

    total = sympy.Rational(equation.base.numerator, equation.base.denominator)
    for parent, effect in equation.effects:
        symbol = sympy.Symbol(parent)
        for coefficient, power in ((effect.square, 2), (effect.linear, 1)):
            total += sympy.Rational(coefficient.numerator, coefficient.denominator) * symbol**power
    return total


def from_sympy(expression: Any) -> Equation:
    """The equation with this right-hand side. Raises ProblemError for anything that is none."""
    import sympy

    try:
        given = sympy.sympify(expression, strict=True)  # strict: text would be evaluated
    except sympy.SympifyError:
        raise ProblemError("not a sympy expression", value=type(expression).__name__) from None
    expanded = sympy.expand(given)
    base, effects = Fraction(0), dict[str, Effect]()
    for term in sympy.Add.make_args(expanded):
        coefficient, rest = term.as_coeff_Mul()
        symbol, power = rest.as_base_exp()
        if not coefficient.is_Rational or not (rest == 1 or _is_power(symbol, power)):
            raise ProblemError(
                "not a sum of a number and of first and second powers of variables",
                value=str(term),
                remedy="use exact rationals, such as sympy.Rational(1, 2), as coefficients",
            )
        number = Fraction(int(coefficient.p), int(coefficient.q))
        if rest == 1:
            base += number
            continue
        old = effects.get(symbol.name, Effect(Fraction(0)))
        effects[symbol.name] = (
            Effect(old.linear + number, old.square)
            if power == 1
            else Effect(old.linear, old.square + number)
        )
    return Equation.of(base, effects)


def _is_power(symbol: Any, power: Any) -> bool:
    return bool(symbol.is_Symbol) and power in (1, 2)
