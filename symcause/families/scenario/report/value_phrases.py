"""Value phrases of scenario reports: what designs are worth and chances, rounded for people.

Documents hold the exact numbers, and pages show them where one points at a number. Here a value has three
places, more where it would look like the threshold it is held against; what would read as zero is told as
one in so many, and no further down than one in a thousand million.
"""

from __future__ import annotations

from fractions import Fraction

from symcause.families.scenario.documents.question_documents import Bounds
from symcause.models.number_phrases import fixed, whole

PLACES, MOST_PLACES = 3, 9
LEAST_TOLD = Fraction(1, 10**9)
"""A chance below this is as good as none."""


def brief(bounds: Bounds | None, digits: int = PLACES, beside: str | None = None) -> str:
    """A number between two, shortened for people; *beside* is one that it must not look like.

    >>> brief(Bounds(low="0.74668", high="0.74669")), brief(Bounds(low="0.25", high="1/3"), 2)
    ('0.747', '0.25 to 0.33')
    >>> brief(Bounds(low="0.7002", high="0.7002"), beside="0.7"), brief(None)
    ('0.7002', '–')
    """
    if bounds is None:
        return "–"
    low, high = (number_text(end, digits, beside) for end in (bounds.low, bounds.high))
    return low if low == high else f"{low} to {high}"


def number_text(text: str, digits: int = PLACES, beside: str | None = None) -> str:
    """One number in so many places, or in as many as set it apart from another.

    >>> number_text("2.2e-176"), number_text("0.00013", 3), number_text("-0.00002", 3), number_text("0", 2)
    ('less than 1 in 10^9', 'about 1 in 7,700', 'minus about 1 in 50,000', '0.00')
    """
    number = Fraction(text)
    if 0 < abs(number) < Fraction(1, 2 * 10**digits):  # it would read as zero
        return "minus " * (number < 0) + _rare(abs(number))
    if beside is not None and number != (other := Fraction(beside)):
        while fixed(number, digits) == fixed(other, digits) and digits < MOST_PLACES:
            digits += 1
    return fixed(number, digits)


def _rare(number: Fraction) -> str:
    if number < LEAST_TOLD:
        return "less than 1 in 10^9"
    times = round(1 / number)
    step = max(1, 10 ** (len(str(times)) - 2))
    return f"about 1 in {whole(round(times / step) * step)}"


def exact(bounds: Bounds | None) -> str:
    """Both ends as the document has them."""
    if bounds is None:
        return ""
    return bounds.low if bounds.low == bounds.high else f"from {bounds.low} to {bounds.high}"
