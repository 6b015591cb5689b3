"""Number phrases: counts, shares and lists in words, for all reports.

>>> whole(1234567), whole(10**30), upper(114074818325365), percent(13 / 16), plural(23, "model")
('1,234,567', '1.00e30', '1.15e14', '81.3%', '23 models')
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from math import log10 as short_log10

LARGE = 10**12
"""From here on a count is shown by its leading digits, so never by more than it is."""

UNDEFINED = "–"

_NOBODY = "unbounded"
_SOURCES = {
    "problem": "the problem states",
    "option": "asked",
    "gold": "read off gold",
    "rule": "given by a rule",
}


def whole(count: int) -> str:
    """A count for people: in full while that is readable, else as a power of ten."""
    if count < LARGE:
        return f"{count:,}"
    power = _power(count)
    return _leading(count // 10 ** (power - 2), power)


def upper(count: int | None, unknown: str = UNDEFINED) -> str:
    """What there is at most, rounded up where only leading digits are shown, or a word."""
    if count is None or count < LARGE:
        return number_of(count, unknown)
    power = _power(count)
    lead = -(-count // 10 ** (power - 2))
    return _leading(lead, power) if lead < 1000 else _leading(100, power + 1)


def _power(count: int) -> int:
    power = (count.bit_length() - 1) * 30103 // 100000  # at most the decimal logarithm
    while 10 ** (power + 1) <= count:
        power += 1
    return power


def _leading(digits: int, power: int) -> str:
    return f"{digits // 100}.{digits % 100:02d}e{power}"


def number_of(count: int | None, unknown: str = UNDEFINED) -> str:
    """A count, or a word where there is none."""
    return unknown if count is None else whole(count)


def plural(count: int, noun: str) -> str:
    """A count with its noun."""
    return f"{whole(count)} {noun}{'' if count == 1 else 's'}"


def joined_names(names: Sequence[str]) -> str:
    """Names as people list them.

    >>> joined_names(["a"]), joined_names(["a", "b"]), joined_names(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def causes(count: int) -> str:
    """How many parents every variable has.

    >>> causes(1), causes(2)
    ('1 cause each', '2 causes each')
    """
    return f"{plural(count, 'cause')} each"


def by(source: str | None) -> str:
    """Who says so, after what is said; nothing if nobody bounds it.

    >>> by("problem"), by("problem+option"), by("unbounded"), by(None)
    (', as the problem states', ', as the problem states and as asked', '', '')
    """
    said = [_SOURCES.get(one, one) for one in (source or _NOBODY).split("+")]
    return "" if source in (None, _NOBODY) else f", as {' and as '.join(said)}"


def fixed(value: float | Fraction, digits: int) -> str:
    """A number with this many decimals, halves rounded up, as a browser rounds them too."""
    exact = (
        Decimal(value.numerator) / value.denominator
        if isinstance(value, Fraction)
        else Decimal(value)
    )
    return str(exact.quantize(Decimal(1).scaleb(-digits), rounding=ROUND_HALF_UP))


def mean(value: float) -> str:
    """An average in three digits, or as a whole number where it has more.

    >>> mean(3.17391), mean(23.0), mean(12345.6), mean(2.5e9)
    ('3.17', '23', '12,346', '2.5e+09')
    """
    return f"{value:.3g}" if value < 1000 or value >= 1e6 else f"{value:,.0f}"


def percent(share: float | Fraction | None) -> str:
    """A share in per cent with one decimal."""
    return UNDEFINED if share is None else f"{fixed(Fraction(share) * 100, 1)}%"


def yes_no(flag: bool | None, unknown: str = "unknown") -> str:
    """A flag that may be unknown."""
    return unknown if flag is None else "yes" if flag else "no"


def log10(count: int | None) -> float | None:
    """The decimal logarithm of a positive integer of any size, else None."""
    if count is None or count <= 0:
        return None
    shift = max(count.bit_length() - 1000, 0)
    return short_log10(count >> shift) + shift * short_log10(2)
