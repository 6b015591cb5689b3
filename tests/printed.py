"""Printed numbers: whether what is shown is the value, rounded as far as it is printed."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any


def near(shown: str, value: float | Fraction | str) -> bool:
    """Is a printed number the value, rounded to the places that it has, and not to fewer than it needs?"""
    digits = shown.replace(",", "").removesuffix("%")
    places = -int(Decimal(digits).as_tuple().exponent)
    exact = Fraction(value) * (100 if shown.endswith("%") else 1)
    return abs(Fraction(digits) - exact) * 10**places <= Fraction(1, 2) + Fraction(1, 10**6)


def shown_as_they_are(table: Mapping[str, Any], places: int, columns: tuple[str, ...]) -> int:
    """How many cells of these columns show a number, each its value with so many decimal places."""
    found = 0
    for name in columns:
        at = table["columns"].index(name)
        for row, shown in zip(table["rows"], table["shown"], strict=True):
            if isinstance(row[at], int | float):
                assert len(shown[at].partition(".")[2]) == places, (name, shown[at])
                assert near(shown[at], row[at]), (name, shown[at], row[at])
                found += 1
    return found
