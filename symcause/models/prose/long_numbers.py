"""Long numbers: decimals that are too long in the usual form, with all digits or a power of ten."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from symcause.models.exact_numbers import MAX_EXPONENT, decimal_places


def decimals(number: Fraction) -> Iterator[str]:
    """A terminating decimal as it is, and with a power of ten that is read: nothing for other numbers.

    >>> list(decimals(Fraction(-12, 10**301)))[1], list(decimals(Fraction(10**302)))[1]
    ('-1.2e-300', '100e300')
    """
    places = decimal_places(number.denominator)
    if places is None:
        return
    sign = "-" if number < 0 else ""
    written = str(abs(number.numerator) * 10**places // number.denominator)
    yield sign + _pointed(written, places)
    digits = written.rstrip("0")
    power = len(written) - len(digits) - places
    if power > MAX_EXPONENT:
        digits, power = digits + "0" * (power - MAX_EXPONENT), MAX_EXPONENT
    elif power < -MAX_EXPONENT:
        digits, power = _pointed(digits, -MAX_EXPONENT - power), -MAX_EXPONENT
    yield f"{sign}{digits}e{power}"


def _pointed(digits: str, places: int) -> str:
    """The digits with a point so many places from their end."""
    digits = digits.rjust(places + 1, "0")
    return f"{digits[:-places]}.{digits[-places:]}" if places else digits
