"""The equation parser: linear and quadratic equations from text to values and back.

Right-hand sides are polynomials with exact numbers: ``+ - * / ^`` (or ``**``), brackets, a coefficient
directly before a name (``2density``), fractions (``1/3*density``) and decimals as written. Named
coefficients (CausaLab's ``coeff_density_freq * density``) are looked up in *parameters*; one whose value
is None is unknown. After expansion every term must be a number, c·p or c·p² for a property p.

>>> print(parse_equation("resonanceFreq = 25 + 2*density - 0.5*moisture^2", ["density", "moisture"]))
25 + 2*density - 0.5*moisture^2
>>> try:
...     parse_equation("1 + 2*desnity", ["density"])
... except EquationError as error:
...     print(error)
unknown name 'desnity' at column 7; did you mean 'density'?
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, assert_never

from symcause.errors import SymcauseError, did_you_mean, shorten
from symcause.grammar.equations import name_polynomials as polynomials
from symcause.grammar.equations.equation_mistakes import EquationError, EquationMistake
from symcause.grammar.equations.equation_operators import EQUATION_OPERATOR, Place
from symcause.grammar.equations.equation_syntax import parse_tree
from symcause.grammar.equations.name_polynomials import Polynomial
from symcause.models.equations import Equation, print_equation
from symcause.models.exact_numbers import is_long, read_number
from symcause.models.hypotheses import PartialEffect, PartialEquation, is_target
from symcause.models.variable_names import natural_key

if TYPE_CHECKING:
    from lark import Token

__all__ = [
    "EquationError",
    "EquationMistake",
    "names_in",
    "parse_equation",
    "parse_partial",
    "print_equation",
]


def parse_equation(
    text: str,
    variables: Collection[str],
    *,
    target: str | None = None,
    parameters: Mapping[str, Fraction] | None = None,
) -> Equation:
    """The equation that *text* states for *target* over *variables*."""
    equation = parse_partial(text, variables, target=target, parameters=parameters or {}).equation()
    numbers = (equation.base, *(n for _, e in equation.effects for n in (e.linear, e.square)))
    if any(map(is_long, numbers)):
        raise EquationError(
            EquationMistake.TOO_LARGE,
            "a coefficient of the equation is too long to be written",
            text,
            0,
        )
    return equation


def parse_partial(
    text: str,
    variables: Collection[str],
    *,
    target: str | None = None,
    parameters: Mapping[str, Fraction | None],
) -> PartialEquation:
    """The same where named coefficients may be unknown (None)."""
    left, polynomial, positions = _expand(text)
    if left is not None and target is not None and not is_target(left, target):
        raise EquationError(
            EquationMistake.WRONG_LEFT_SIDE,
            f"the equation of {left!r} where that of {target!r} is wanted",
            text,
            len(text) - len(text.lstrip()),
            remedy=f"write {target} = …",
        )
    known = {*variables, *parameters}
    for symbol, position in positions.items():
        if symbol not in known:
            remedy = did_you_mean(symbol, known)
            message = f"unknown name {shorten(symbol)}"
            raise EquationError(EquationMistake.UNKNOWN_NAME, message, text, position, remedy)
    return _interpret(text, polynomial, positions, set(variables), parameters, target or left)


def names_in(text: str) -> tuple[str, ...]:
    """The names on the right-hand side of an equation, in the order in which they stand there."""
    return tuple(_expand(text)[2])


def _interpret(
    text: str,
    polynomial: Polynomial,
    positions: Mapping[str, int],
    variables: set[str],
    parameters: Mapping[str, Fraction | None],
    target: str | None,
) -> PartialEquation:
    """Group the terms by the property they multiply."""
    grouped: dict[tuple[str, int], Fraction | None] = {}
    for monomial, coefficient in polynomial.items():
        places = [(symbol, power) for symbol, power in monomial if symbol in variables]
        value: Fraction | None = coefficient
        for symbol, power in monomial:
            if symbol not in variables:
                given = parameters[symbol]
                value = None if value is None or given is None else value * given**power
        if len(places) > 1:
            first, second = sorted((symbol for symbol, _ in places), key=positions.__getitem__)[:2]
            raise EquationError(
                EquationMistake.PRODUCT_OF_VARIABLES,
                f"{first} times {second}: parents' effects are added, not multiplied",
                text,
                positions[second],
            )
        place = places[0] if places else ("", 0)
        if place[1] > 2:
            raise EquationError(
                EquationMistake.POWER_TOO_HIGH,
                f"{place[0]} to the power {place[1]}: at most squares are allowed",
                text,
                positions[place[0]],
            )
        if target is not None and place[0] == target:
            raise EquationError(
                EquationMistake.OWN_PARENT,
                f"{target} in its own equation",
                text,
                positions[target],
                remedy="a variable is no parent of itself",
            )
        before = grouped.get(place, Fraction(0))
        grouped[place] = None if value is None or before is None else before + value
    return _assemble(grouped)


def _assemble(grouped: Mapping[tuple[str, int], Fraction | None]) -> PartialEquation:
    zero = Fraction(0)
    effects = []
    for parent in sorted({p for p, _ in grouped if p}, key=natural_key):
        linear, square = grouped.get((parent, 1), zero), grouped.get((parent, 2), zero)
        if linear != 0 or square != 0:
            effects.append((parent, PartialEffect(linear, square)))
    return PartialEquation(grouped.get(("", 0), zero), tuple(effects))


def _expand(text: str) -> tuple[str | None, Polynomial, dict[str, int]]:
    """Left-hand side, expanded right-hand side, first position of every name on the right."""
    tree = parse_tree(text)
    left = None
    body = tree.children[-1]
    if tree.data == "equation":
        left = str(tree.children[0])
    expansion = _Expansion(text)
    try:
        polynomial = expansion.sum(body)
    except polynomials.TooLarge:
        raise EquationError(
            EquationMistake.TOO_LARGE, "the expanded equation is too large", text, 0
        ) from None
    return left, polynomial, expansion.positions


class _Expansion:
    """Walks a parse tree; its depth is bounded by the brackets' depth."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.positions: dict[str, int] = {}

    def sum(self, tree: Any) -> Polynomial:
        total: Polynomial = {}
        sign = 1
        for child in tree.children:
            if isinstance(child, str):
                sign *= EQUATION_OPERATOR[child].factor
            else:
                total = polynomials.add(total, self.product(child), sign)
                sign = 1
        return total

    def product(self, tree: Any) -> Polynomial:
        total = polynomials.constant(Fraction(1))
        divide: Token | None = None
        for child in tree.children:
            if isinstance(child, str):
                operator = EQUATION_OPERATOR[child]
                match operator.place:
                    case Place.SUM:
                        total = polynomials.add({}, total, operator.factor)
                    case Place.PRODUCT:
                        divide = child if operator.inverts else None  # type: ignore[assignment]
                    case Place.POWER:
                        raise AssertionError("a power belongs to a factor")
                    case other:
                        assert_never(other)
                continue
            value = self.factor(child)
            if divide is not None:
                value = self._reciprocal(value, child, divide.start_pos or 0)
            total = polynomials.multiply(total, value)
        return total

    def _reciprocal(self, value: Polynomial, tree: Any, position: int) -> Polynomial:
        number = polynomials.as_constant(value)
        if tree.data == "juxtaposed" and number is None:
            raise EquationError(
                EquationMistake.AMBIGUOUS_DIVISION,
                "does the name belong to the denominator?",
                self.text,
                position,
                remedy="write 1/3*density",
            )
        if number is None:
            raise EquationError(
                EquationMistake.DIVISION_BY_VARIABLE, "division by a name", self.text, position
            )
        if number == 0:
            raise EquationError(
                EquationMistake.DIVISION_BY_ZERO, "division by zero", self.text, position
            )
        return polynomials.constant(1 / number)

    def factor(self, tree: Any) -> Polynomial:
        children = tree.children
        if tree.data == "number":
            return self.number(children[0])
        if tree.data == "number_power":
            return self.raised(self.number(children[0]), children[2])
        if tree.data == "juxtaposed":
            return polynomials.multiply(self.number(children[0]), self.factor(children[1]))
        if tree.data == "power":
            return self.raised(self.factor(children[0]), children[2])
        if tree.data == "name":
            symbol = children[0]
            self.positions.setdefault(str(symbol), symbol.start_pos)
            return polynomials.name(str(symbol))
        if tree.data == "sum":
            return self.sum(tree)
        return self.factor(children[0])

    def number(self, token: Token) -> Polynomial:
        try:
            return polynomials.constant(read_number(str(token)))
        except SymcauseError as error:
            raise EquationError(
                EquationMistake.BAD_NUMBER, str(error), self.text, token.start_pos or 0
            ) from None

    def raised(self, base: Polynomial, exponent: Token) -> Polynomial:
        power = str(exponent)
        if not power.isdigit() or len(power) > 3:
            raise EquationError(
                EquationMistake.BAD_POWER,
                f"{shorten(power)} is no whole power",
                self.text,
                exponent.start_pos or 0,
            )
        if int(power) > 2:
            raise EquationError(
                EquationMistake.POWER_TOO_HIGH,
                f"power {int(power)}: at most squares are allowed",
                self.text,
                exponent.start_pos or 0,
            )
        result = polynomials.constant(Fraction(1))
        for _ in range(int(power)):
            result = polynomials.multiply(result, base)
        return result
