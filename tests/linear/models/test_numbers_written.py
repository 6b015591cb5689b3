"""Numbers that are read can be written: a short text for a long number is refused, not stored."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from symcause.errors import SymcauseError
from symcause.grammar.equations.equation_parser import parse_equation
from symcause.models.equations import print_equation
from symcause.models.exact_numbers import MAX_DIGITS, print_number, read_number

SHORT = ["1e299", "-1e298", "1e-297", "0." + "1" * 150, "1/" + "3" * 150, "9" * 300]
SHORT += ["1e300", "-1e300", "1e-300", "-12e299", "1.5e-300", "0.001e-300", "1200e300"]
SHORT += ["0." + "7" * 298, "1" * 200 + "e200", "1" * 200 + "e-300"]
LONG = ["." + "7" * 299]


@pytest.mark.parametrize("text", SHORT)
def test_what_is_read_is_read_again(text: str) -> None:
    number = read_number(text)
    assert len(print_number(number)) <= MAX_DIGITS
    assert read_number(print_number(number)) == number


@pytest.mark.parametrize("text", LONG)
def test_what_could_not_be_read_again_is_refused(text: str) -> None:
    with pytest.raises(SymcauseError, match="at most 300 characters"):
        read_number(text)


def test_every_number_is_written_as_it_is() -> None:
    """However long it is, with a power of ten, a point or neither."""
    rng = Random("written")
    for _ in range(400):
        digits = rng.randrange(1, 10 ** rng.choice((1, 3, 40, 200, 320)))
        digits *= 10 ** rng.choice((0, 0, 5, 150, 310))
        number = Fraction(
            rng.choice((-digits, digits)), 10 ** rng.choice((0, 1, 2, 60, 149, 151, 320))
        )
        assert Fraction(print_number(number)) == number


@pytest.mark.parametrize("number", [10**300, -(10**350), int("9" * 300)])
def test_whole_numbers_are_read_again(number: int) -> None:
    assert read_number(print_number(read_number(number))) == number


@pytest.mark.parametrize("number", [int("7" * 301), -int("7" * 350), 10**400 + 1])
def test_whole_numbers_that_could_not_be_read_again_are_refused(number: int) -> None:
    with pytest.raises(SymcauseError, match="at most 300 digits"):
        read_number(number)


@pytest.mark.parametrize("power", [300, 900, 1100, 4000, 7000, 13000])
def test_computed_numbers_of_any_length_are_written(power: int) -> None:
    """Python writes at most 4,300 digits of an integer, and a decimal may have more than the fraction."""
    for number in (Fraction(1, 2**power), Fraction(-(3**power), 2**power // 2)):
        if max(abs(number.numerator), number.denominator) < 10**4300:
            assert Fraction(print_number(number)) == number


def test_coefficients_that_grow_are_refused() -> None:
    short = parse_equation("1e250 * 1e40 * density", ["density"])
    assert parse_equation(print_equation(short), ["density"]) == short
    with pytest.raises(SymcauseError, match="too long to be written"):
        parse_equation("1e250 * 1e250 * 1e250 * density", ["density"])
    with pytest.raises(SymcauseError, match="too long to be written"):
        parse_equation("10 + k^2*density", ["density"], parameters={"k": Fraction(10**320)})
