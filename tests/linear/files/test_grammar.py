"""Numbers, equations and hypotheses: read exactly, printed back, refused with a name and a caret."""

from __future__ import annotations

import pickle
import random
from decimal import Decimal
from fractions import Fraction

import pytest

from symcause.errors import ProblemError, SymcauseError
from symcause.families.linear.files.hypothesis_record import (
    HypothesisError,
    HypothesisMistake,
)
from symcause.families.linear.models.laboratory import EquationFamily
from symcause.grammar.equations.equation_parser import (
    EquationError,
    EquationMistake,
    parse_equation,
    parse_partial,
)
from symcause.grammar.equations.equation_sympy import from_sympy, to_sympy
from symcause.models.equations import Effect, Equation
from symcause.models.exact_numbers import print_number, read_number, round_to
from tests.linear.stated_hypotheses import parse_hypothesis

NAMES = ["density", "moisture", "resonanceFreq"]
TARGET = "resonanceFreq"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("20.5", Fraction(41, 2)),
        ("-0.1", Fraction(-1, 10)),
        (" 1/3 ", Fraction(1, 3)),
        ("-7 / 14", Fraction(-1, 2)),
        (".5", Fraction(1, 2)),
        ("5.", Fraction(5)),
        ("2e-3", Fraction(1, 500)),
        ("+1E2", Fraction(100)),
        (3, Fraction(3)),
        (Decimal("0.30"), Fraction(3, 10)),
        (Fraction(2, 7), Fraction(2, 7)),
    ],
)
def test_numbers_are_read_exactly(text: object, value: Fraction) -> None:
    assert read_number(text) == value
    assert read_number(print_number(value)) == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        ".",
        "1/0",
        "1/2/3",
        "0x10",
        "nan",
        "inf",
        "1e",
        "1e9999",
        "1" * 400,
        "1_000",
        "２",
        True,
        None,
        0.5,
        [],
    ],
)
def test_other_things_are_no_numbers(text: object) -> None:
    with pytest.raises(SymcauseError):
        read_number(text)


def test_printing_is_the_shortest_exact_text() -> None:
    assert print_number(Fraction("-0.050")) == "-0.05"
    assert print_number(Fraction(1, 3)) == "1/3"
    assert print_number(Fraction(10**30)) == "1" + "0" * 30
    rng = random.Random(1)
    for _ in range(300):
        number = Fraction(rng.randint(-9999, 9999), rng.choice([1, 2, 3, 5, 8, 10, 64, 1000, 625]))
        assert read_number(print_number(number)) == number


def test_rounding_is_to_even() -> None:
    unit = Fraction("0.01")
    assert [round_to(Fraction(x), unit) for x in ("0.005", "0.015", "-0.005")] == [
        0,
        Fraction("0.02"),
        0,
    ]
    assert round_to(Fraction(1, 3), Fraction(0)) == Fraction(1, 3)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("resonanceFreq = 25 + 2*density - 0.5*moisture^2", "25 + 2*density - 0.5*moisture^2"),
        ("density", "density"),
        ("-density + 3", "3 - density"),
        ("2density", "2*density"),
        ("2 (density + 1)", "2 + 2*density"),
        ("1/3*density", "1/3*density"),
        ("density/4", "0.25*density"),
        ("density ** 2", "density^2"),
        ("(density - 1)^2", "1 + density^2 - 2*density"),
        ("25 + -2*density", "25 - 2*density"),
        ("density - density", "0"),
        ("0.1 + 0.2", "0.3"),
        ("1e2*moisture", "100*moisture"),
        ("25\n + density", "25 + density"),
        ("frequency = density", "density"),
    ],
)
def test_equations_are_canonical(text: str, printed: str) -> None:
    equation = parse_equation(text, NAMES, target=TARGET)
    assert str(equation) == printed
    assert parse_equation(printed, NAMES) == equation


@pytest.mark.parametrize(
    ("text", "mistake", "column"),
    [
        ("", EquationMistake.EMPTY, 1),
        ("   ", EquationMistake.EMPTY, 1),
        ("1 + 2*desnity", EquationMistake.UNKNOWN_NAME, 7),
        ("2*density*moisture", EquationMistake.PRODUCT_OF_VARIABLES, 11),
        ("density^3", EquationMistake.POWER_TOO_HIGH, 9),
        ("density^2*density", EquationMistake.POWER_TOO_HIGH, 1),
        ("density^0.5", EquationMistake.BAD_POWER, 9),
        ("1/density", EquationMistake.DIVISION_BY_VARIABLE, 2),
        ("1/0", EquationMistake.DIVISION_BY_ZERO, 2),
        ("1/3 density", EquationMistake.AMBIGUOUS_DIVISION, 2),
        ("1 +", EquationMistake.MISSING_OPERAND, 4),
        ("* 2", EquationMistake.MISSING_OPERAND, 1),
        ("density moisture", EquationMistake.MISSING_OPERATOR, 9),
        ("a = 1 = 2", EquationMistake.EXTRA_EQUALS_SIGN, 7),
        ("(1 + 2", EquationMistake.MISSING_BRACKET, 1),
        ("1 + 2)", EquationMistake.EXTRA_BRACKET, 6),
        ("1 × density", EquationMistake.UNEXPECTED_CHARACTER, 3),
        ("2e99999", EquationMistake.BAD_NUMBER, 1),
        ("density = 1", EquationMistake.WRONG_LEFT_SIDE, 1),
        ("resonanceFreq = resonanceFreq + 1", EquationMistake.OWN_PARENT, 17),
        ("1 +" * 4000 + "1", EquationMistake.TOO_LONG, 10001),
        ("(" * 60 + "1" + ")" * 60, EquationMistake.TOO_DEEP, 51),
        ("(" * 40 + "9" + "^2)" * 40, EquationMistake.TOO_LARGE, 1),
    ],
)
def test_mistakes_have_a_name_and_a_place(text: str, mistake: EquationMistake, column: int) -> None:
    with pytest.raises(EquationError) as caught:
        parse_equation(text, NAMES, target=TARGET)
    assert (caught.value.mistake, caught.value.column) == (mistake, column)
    line, caret = caught.value.excerpt().split("\n")
    assert caret.strip() == "^" and len(line) < 100
    again = pickle.loads(pickle.dumps(caught.value.at(place="gold")))
    assert again.mistake is mistake and again.complaint.place == "gold"


def test_lines_are_counted() -> None:
    with pytest.raises(EquationError) as caught:
        parse_equation("25 +\n2*desnity", NAMES)
    assert (caught.value.line, caught.value.column) == (2, 3)


def test_expansion_agrees_with_sympy() -> None:
    import sympy

    rng = random.Random(2)
    symbols = {n: sympy.Symbol(n) for n in ("a", "b")}
    checked = 0
    for _ in range(200):
        text = _random_text(rng, 3)
        expected = sympy.expand(
            sympy.sympify(text.replace("^", "**"), locals=symbols, rational=True)
        )
        try:
            equation = parse_equation(text, ["a", "b"])
        except EquationError as error:
            assert error.mistake in {
                EquationMistake.PRODUCT_OF_VARIABLES,
                EquationMistake.POWER_TOO_HIGH,
            }
            continue
        assert sympy.expand(to_sympy(equation) - expected) == 0
        checked += 1
    assert checked > 80


def _random_text(rng: random.Random, depth: int) -> str:
    if depth == 0 or rng.random() < 0.3:
        return rng.choice(["a", "b", "a^2", "2", "0.5", "3/4", "1.25"])
    left, right = _random_text(rng, depth - 1), _random_text(rng, depth - 1)
    return rng.choice(
        [
            f"({left} + {right})",
            f"({left} - {right})",
            f"{rng.randint(1, 4)}*({left})",
            f"({left})/4",
        ]
    )


def test_named_coefficients_as_in_configurations() -> None:
    text = "base_freq + coeff2_d_freq * (density ^ 2) + coeff1_d_freq * density"
    params = {
        "base_freq": Fraction(90),
        "coeff2_d_freq": Fraction("0.016"),
        "coeff1_d_freq": Fraction("-1.73385"),
    }
    equation = parse_equation(text, NAMES, parameters=params)
    assert equation == Equation.of(90, {"density": Effect(Fraction("-1.73385"), Fraction("0.016"))})
    partial = parse_partial(text, NAMES, parameters={**params, "coeff1_d_freq": None})
    assert not partial.complete and partial.base == 90


GOOD = {
    "edges": [{"from": "density", "to": "freq"}, {"from": "moisture", "to": "density"}],
    "freq_equation": "resonanceFreq = base + c_density*density",
    "coefficients": {"base": 25, "c_density": Decimal("2.5")},
}


def test_a_hypothesis() -> None:
    found = parse_hypothesis(GOOD, NAMES, TARGET)
    assert found.edges == (("density", TARGET), ("moisture", "density"))
    assert found.equation is not None
    assert str(found.equation.equation()) == "25 + 2.5*density"


def test_unknown_coefficients_are_not_zero() -> None:
    found = parse_hypothesis({**GOOD, "coefficients": {"base": None}}, NAMES, TARGET)
    assert found.equation is not None and found.equation.parents == ("density",)
    assert not found.equation.complete


def test_an_empty_hypothesis() -> None:
    for record in ({}, {"edges": [], "freq_equation": None}, {"freq_equation": ""}):
        assert parse_hypothesis(record, NAMES, TARGET).edges == ()


def test_a_quadratic_hypothesis() -> None:
    record = {
        "edges": [["density", "frequency"]],
        "freq_equation": "base + c_density_1*density^2 + c_density_2*density",
        "coefficients": {"base": 1, "c_density_1": "0.5", "c_density_2": -1},
    }
    found = parse_hypothesis(record, NAMES, TARGET, EquationFamily.QUADRATIC)
    assert found.equation is not None
    assert str(found.equation.equation()) == "1 + 0.5*density^2 - density"


@pytest.mark.parametrize(
    ("change", "mistake"),
    [
        ({"edges": [{"from": "densty", "to": "freq"}]}, HypothesisMistake.UNDECLARED_PROPERTY),
        ({"edges": ["density->freq"]}, HypothesisMistake.BAD_EDGE),
        ({"edges": "none"}, HypothesisMistake.BAD_EDGE),
        ({"coefficients": {"base": "two"}}, HypothesisMistake.NON_NUMERIC_COEFFICIENT),
        ({"coefficients": {"c1": 2}}, HypothesisMistake.BAD_COEFFICIENT_NAME),
        ({"coefficients": {"c_resonanceFreq": 2}}, HypothesisMistake.BAD_COEFFICIENT_NAME),
        ({"coefficients": [1]}, HypothesisMistake.NOT_A_RECORD),
        ({"freq_equation": "base + c_density*densty"}, HypothesisMistake.UNDECLARED_PROPERTY),
        ({"freq_equation": "base + c_density*"}, HypothesisMistake.BAD_EQUATION),
        ({"freq_equation": "base + density^2"}, HypothesisMistake.BAD_EQUATION),
        ({"freq_equation": 7}, HypothesisMistake.BAD_EQUATION),
        ({"freq_equation": "base + c_moisture*moisture"}, HypothesisMistake.PARENTS_DISAGREE),
        ({"coefficients": {"c_density": 0}}, HypothesisMistake.ZERO_COEFFICIENT),
        ({"edges": []}, HypothesisMistake.PARENTS_DISAGREE),
    ],
)
def test_each_bad_record_has_its_own_message(change: object, mistake: HypothesisMistake) -> None:
    assert isinstance(change, dict)
    with pytest.raises(HypothesisError) as caught:
        parse_hypothesis({**GOOD, **change}, NAMES, TARGET)
    assert caught.value.mistake is mistake


def test_a_record_that_is_no_object() -> None:
    with pytest.raises(HypothesisError):
        parse_hypothesis(["edges"], NAMES, TARGET)


def test_equations_go_to_sympy_and_back() -> None:
    sympy = pytest.importorskip("sympy")
    rng = random.Random(3)
    for _ in range(50):
        effects = {
            name: Effect(
                Fraction(rng.randint(-9, 9), rng.randint(1, 7)), Fraction(rng.randint(-3, 3), 4)
            )
            for name in rng.sample(["a", "b", "c", "d"], rng.randint(0, 4))
        }
        equation = Equation.of(Fraction(rng.randint(-50, 50), rng.randint(1, 9)), effects)
        assert from_sympy(to_sympy(equation)) == equation
    a, b = sympy.symbols("a b")
    assert str(from_sympy((a + b) ** 2 - 2 * a * b - 3)) == "-3 + a^2 + b^2"
    assert from_sympy(7) == Equation(Fraction(7))


@pytest.mark.parametrize(
    "bad", ["a*b", "a**3", "0.5*a", "1/a", "sin(a)", "sqrt(2)*a", "pi", "a**b"]
)
def test_what_is_no_equation_of_ours_is_refused(bad: str) -> None:
    sympy = pytest.importorskip("sympy")
    with pytest.raises(ProblemError, match="first and second powers"):
        from_sympy(sympy.sympify(bad))


def test_text_for_sympy_is_not_evaluated() -> None:
    with pytest.raises(ProblemError, match="not a sympy expression"):
        from_sympy("__import__('os').getcwd()")
