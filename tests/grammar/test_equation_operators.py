"""Every operator of equations is read, computed, printed and explained, against plain fractions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from operator import add, mul, sub, truediv

import pytest

from symcause.grammar.equations.equation_operators import EQUATION_OPERATOR, SUBSTITUTES, Place
from symcause.grammar.equations.equation_parser import EquationError, parse_equation
from symcause.grammar.equations.equation_sympy import from_sympy, to_sympy
from symcause.models.equations import Equation, print_equation, read_sum

PLAIN: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
    "+": add,
    "-": sub,
    "*": mul,
    "/": truediv,
    "^": lambda a, b: a**b.numerator,
    "**": lambda a, b: a**b.numerator,
}


def _value(equation: Equation, d: Fraction) -> Fraction:
    return equation({"d": d})


def test_all_operators_are_asked() -> None:
    assert {*EQUATION_OPERATOR} == {*PLAIN}
    assert {own.place for own in EQUATION_OPERATOR.values()} == {*Place}


@pytest.mark.parametrize("sign", EQUATION_OPERATOR)
def test_an_operator_is_computed_and_comes_back(sign: str) -> None:
    for d in (Fraction(3), Fraction(-1, 2), Fraction(7, 5)):
        for text, wanted in (
            (f"d {sign} 2", PLAIN[sign](d, Fraction(2))),
            (f"7 {sign} 2", PLAIN[sign](Fraction(7), Fraction(2))),
            (f"1 + (d {sign} 2) - 3*d", 1 + PLAIN[sign](d, Fraction(2)) - 3 * d),
            (f"-(d {sign} 2)", -PLAIN[sign](d, Fraction(2))),
        ):
            equation = parse_equation(text, ["d"])
            assert _value(equation, d) == wanted, text
            again = print_equation(equation)
            assert parse_equation(again, ["d"]) == equation == read_sum(again, ["d"])
            assert from_sympy(to_sympy(equation)) == equation


@pytest.mark.parametrize(
    "sign", [s for s, own in EQUATION_OPERATOR.items() if own.place is Place.SUM]
)
def test_a_sign_stands_before_a_term_and_behind_another(sign: str) -> None:
    for other in ("+", "-"):
        d = Fraction(5)
        own = PLAIN[sign](Fraction(0), d)
        assert _value(parse_equation(f"{sign}d", ["d"]), d) == own
        assert _value(parse_equation(f"1 {other} {sign}d", ["d"]), d) == PLAIN[other](
            Fraction(1), own
        )
        assert _value(parse_equation(f"2*{sign}d", ["d"]), d) == 2 * own


@pytest.mark.parametrize("character", SUBSTITUTES)
def test_what_people_write_instead_is_named(character: str) -> None:
    with pytest.raises(EquationError, match="unexpected character") as caught:
        parse_equation(f"d {character} 2", ["d"])
    assert f"write {SUBSTITUTES[character]}" in str(caught.value)
    parse_equation(f"d {SUBSTITUTES[character]}".replace("2", "") + "2", ["d"])


@pytest.mark.parametrize("sign", EQUATION_OPERATOR)
def test_an_operator_without_operand_is_explained(sign: str) -> None:
    for text in (f"d {sign}", f"(d {sign})", f"d {sign} * 2"):
        with pytest.raises(EquationError):
            parse_equation(text, ["d"])
