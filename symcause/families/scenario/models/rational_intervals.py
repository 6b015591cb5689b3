"""Rational intervals in scenario models: a number known between two ends, and its text.

>>> print(Interval(Fraction(1, 3), Fraction(1, 3)), Interval(Fraction(1, 3), Fraction(2, 3)))
1/3 [0.333333333333, 0.666666666667]
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from symcause.families.scenario.bounds import DECIMAL_DIGITS, FRACTION_LENGTH
from symcause.models.exact_numbers import print_number

DIGITS = 12
"""Decimals of a bound."""


@dataclass(frozen=True)
class Interval:
    """Every number from *low* to *high*."""

    low: Fraction
    high: Fraction

    @property
    def exact(self) -> bool:
        return self.low == self.high

    @property
    def middle(self) -> Fraction:
        return (self.low + self.high) / 2

    @property
    def width(self) -> Fraction:
        return self.high - self.low

    @property
    def sign(self) -> int | None:
        """1, -1, 0 if exactly zero, None if undecided."""
        if self.low > 0:
            return 1
        if self.high < 0:
            return -1
        return 0 if self.low == self.high == 0 else None

    def __sub__(self, other: Interval) -> Interval:
        return Interval(self.low - other.high, self.high - other.low)

    def __add__(self, other: Interval) -> Interval:
        return Interval(self.low + other.low, self.high + other.high)

    def scaled(self, factor: Fraction) -> Interval:
        """Times a number that is not negative."""
        return Interval(self.low * factor, self.high * factor)

    def meet(self, other: Interval) -> Interval:
        """What both say."""
        return Interval(max(self.low, other.low), min(self.high, other.high))

    def __contains__(self, number: object) -> bool:
        return isinstance(number, Fraction | int) and self.low <= number <= self.high

    def texts(self) -> tuple[str, str]:
        """Both ends as texts that are right whatever the digits."""
        if self.exact:
            text = exactly(self.low)
            if text is not None:
                return text, text
        return rounded(self.low, up=False), rounded(self.high, up=True)

    def __str__(self) -> str:
        low, high = self.texts()
        return low if self.exact and low == high else f"[{low}, {high}]"


def point(number: Fraction | int) -> Interval:
    """A number that is known."""
    return Interval(Fraction(number), Fraction(number))


def exactly(number: Fraction) -> str | None:
    """A short exact text, None if there is none."""
    if number.numerator.bit_length() + number.denominator.bit_length() > 4 * FRACTION_LENGTH:
        return None
    text = str(number.numerator) if number.denominator == 1 else str(number)
    return text if len(text) <= FRACTION_LENGTH else None


def rounded(number: Fraction, up: bool, digits: int = DIGITS) -> str:
    """A decimal that is not below (up) or not above the number; tiny numbers keep six leading digits.

    >>> rounded(Fraction(1, 3), up=True), rounded(Fraction(1, 3) / 10**30, up=False)
    ('0.333333333334', '3.33333e-31')
    """
    size = abs(number)
    if not number or size >= Fraction(1, 10**6):
        return print_number(Fraction(_whole(number * 10**digits, up), 10**digits))
    halvings = size.denominator.bit_length() - size.numerator.bit_length() - 1
    power = max(
        6, min(halvings * 30103 // 100_000 - 1, DECIMAL_DIGITS)
    )  # at most as many as it takes
    while size * 10**power < 1 and power < DECIMAL_DIGITS:
        power += 1
    whole = _whole(number * 10 ** (power + 5), up)
    text = f"{abs(whole)}"
    power -= len(text) - 6  # rounding up may have made one digit more
    lead = f"{text[0]}.{text[1:6]}".rstrip("0").rstrip(".")
    return f"{'-' if whole < 0 else ''}{lead}e-{power}"


def _whole(number: Fraction, up: bool) -> int:
    return (
        -((-number.numerator) // number.denominator)
        if up
        else number.numerator // number.denominator
    )
