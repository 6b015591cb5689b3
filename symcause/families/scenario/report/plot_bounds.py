"""Plot bounds of a scenario report: bounds of documents as numbers that can be drawn."""

from __future__ import annotations

from fractions import Fraction

from symcause.families.scenario.documents.question_documents import Bounds, Datum

Ends = tuple[float, float]


def ends(bounds: Bounds) -> Ends:
    """Both ends.

    >>> ends(Bounds(low="1/4", high="0.5"))
    (0.25, 0.5)
    """
    return float(Fraction(bounds.low)), float(Fraction(bounds.high))


def spelled_ends(found: Ends, digits: int = 3) -> str:
    """The value beside a mark: one number where both ends agree in the digits shown.

    >>> spelled_ends((0.25, 0.25001)), spelled_ends((0.8022, 0.8236))
    ('0.250', '0.802–0.824')
    """
    low, high = (f"{end:.{digits}f}" for end in found)
    return low if low == high else f"{low}–{high}"


def spelled_datum(value: Datum) -> str:
    """A value of a variable on an axis."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
