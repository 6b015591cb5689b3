"""Long numbers: decimals that are too long in the usual form, with all digits or a power of ten."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction


def decimals(number: Fraction, places: int, highest: int) -> Iterator[str]:
    """A decimal of so many places as it is, and with a power of ten up to the highest that is read.

    >>> list(decimals(Fraction(-12, 10**301), 301, 300))[1], list(decimals(Fraction(10**302), 0, 300))[1]
    ('-1.2e-300', '100e300')
    """
    sign = "-" if number < 0 else ""
    written = str(abs(number.numerator) * 10**places // number.denominator)
    yield sign + _pointed(written, places)
    digits = written.rstrip("0")
    power = len(written) - len(digits) - places
    if power > highest:
        digits, power = digits + "0" * (power - highest), highest
    elif power < -highest:
        digits, power = _pointed(digits, -highest - power), -highest
    yield f"{sign}{digits}e{power}"


def _pointed(digits: str, places: int) -> str:
    """The digits with a point so many places from their end."""
    digits = digits.rjust(places + 1, "0")
    return f"{digits[:-places]}.{digits[-places:]}" if places else digits
