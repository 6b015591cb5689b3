"""Exact numbers: decimals and fractions read and printed without a binary float.

``0.1`` is one tenth here. Everything a verdict about crystals depends on is a
:class:`fractions.Fraction`; a number prints as an integer, as a terminating decimal, or as a fraction,
whichever is exact. Length and exponent are bounded, because ``1e999999999`` is a short text for a
number that fills a memory.

>>> read_number("20.5"), read_number("-1/3"), read_number("2e-3")
(Fraction(41, 2), Fraction(-1, 3), Fraction(1, 500))
>>> print_number(Fraction(41, 2)), print_number(Fraction(-1, 3)), print_number(Fraction(7))
('20.5', '-1/3', '7')
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction

from symcause.errors import LimitError, ProblemError

MAX_DIGITS = 300  # characters
"""Most characters of one number."""

MAX_EXPONENT = 300  # powers of ten
"""Largest power of ten, up or down, that an exponent may name."""

_NUMBER = re.compile(
    r"(?P<sign>[+-]?)(?P<whole>[0-9]*)(?:\.(?P<part>[0-9]*))?(?:[eE](?P<power>[+-]?[0-9]+))?"
)
_FRACTION = re.compile(r"(?P<top>[+-]?[0-9]+)\s*/\s*(?P<bottom>[0-9]+)")
_EXPECTED = 'write a decimal such as "20.5" or a fraction such as "1/3"'


def read_number(value: object) -> Fraction:
    """The number that *value* (text, int, Decimal or Fraction) stands for, exactly.

    A binary float is refused: whoever holds one has already lost what was written.
    """
    if isinstance(value, float):
        raise ProblemError(
            "a binary float, which is not exactly what was written", value=value, remedy=_EXPECTED
        )
    if isinstance(value, bool) or not isinstance(value, str | int | Decimal | Fraction):
        raise ProblemError("not a number", value=value, remedy=_EXPECTED)
    if isinstance(value, Fraction):
        return value
    if isinstance(value, int):
        if value.bit_length() > 4 * MAX_DIGITS or is_long(Fraction(value)):
            raise LimitError(f"a number has at most {MAX_DIGITS} digits")
        return Fraction(value)
    return _read_text(str(value).strip())


def _read_text(text: str) -> Fraction:
    if len(text) > MAX_DIGITS:
        raise LimitError(f"a number has at most {MAX_DIGITS} characters", value=text)
    fraction = _FRACTION.fullmatch(text)
    if fraction is not None:
        bottom = int(fraction["bottom"])
        if bottom == 0:
            raise ProblemError("a fraction with denominator zero", value=text)
        return Fraction(int(fraction["top"]), bottom)
    decimal = _NUMBER.fullmatch(text)
    if decimal is None or not (decimal["whole"] or decimal["part"]):
        raise ProblemError("not a number", value=text, remedy=_EXPECTED)
    part = decimal["part"] or ""
    power = decimal["power"] or "0"
    if len(power) > 8 or abs(int(power)) > MAX_EXPONENT:
        raise LimitError(f"an exponent is at most {MAX_EXPONENT}", value=text)
    number = int(decimal["sign"] + decimal["whole"] + part) * Fraction(10) ** (
        int(power) - len(part)
    )
    if is_long(number):
        raise LimitError(f"written out, a number has at most {MAX_DIGITS} characters", value=text)
    return number


def is_long(number: Fraction) -> bool:
    """Would it be written with more characters than are read?"""
    bits = number.numerator.bit_length() + number.denominator.bit_length()
    return bits > MAX_DIGITS and len(print_number(number)) > MAX_DIGITS


def print_number(number: Fraction) -> str:
    """The exact text: integer, terminating decimal, else fraction; a long one may be 1e300."""
    top, bottom = number.numerator, number.denominator
    places = 0 if bottom == 1 else _decimal_places(bottom)
    if places is None or places > MAX_DIGITS // 2:
        text = f"{top}/{bottom}"
    elif places:
        digits = str(abs(top) * 10**places // bottom).rjust(places + 1, "0")
        text = f"{'-' if top < 0 else ''}{digits[:-places]}.{digits[-places:]}"
    else:
        text = str(top)
    if places is None or not MAX_DIGITS < len(text) <= 4 * MAX_DIGITS:
        return text
    from symcause.models.prose.long_numbers import decimals

    return min(text, *decimals(number, places, MAX_EXPONENT), key=len)


def _decimal_places(denominator: int) -> int | None:
    """Digits after the point of 1/denominator, None if they never end."""
    twos = (denominator & -denominator).bit_length() - 1
    rest, fives = denominator >> twos, 0
    while rest % 5 == 0:
        rest //= 5
        fives += 1
    return max(twos, fives) if rest == 1 else None


def round_to(number: Fraction, unit: Fraction) -> Fraction:
    """The multiple of *unit* nearest to *number*, ties to even; unit 0 leaves it as it is.

    >>> round_to(Fraction("2.345"), Fraction("0.01"))
    Fraction(117, 50)
    """
    return round(number / unit) * unit if unit else number
