"""Ids of problems: texts that end up in messages and tables; numbers of a table by their digits.

>>> decimal_id(17), decimal_id(17.0), decimal_id("a-17")
('17', '17', 'a-17')
"""

from __future__ import annotations

from decimal import Decimal

from symcause.errors import ProblemError

MAX_ID = 500
"""Most characters of an id."""


def check_id(name: str, place: str = "id") -> str:
    """The id, if it is printable and not too long."""
    if not name or not name.isprintable() or len(name) > MAX_ID:
        raise ProblemError(
            "not an id",
            place=place,
            value=name,
            remedy=f"an id is printable text of 1 to {MAX_ID} characters",
        )
    return name


def decimal_id(value: object) -> str | None:
    """An id as text; whole numbers by their digits, however a table stored them."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, float | Decimal):
        return str(int(value)) if value == value // 1 else None
    return str(value) if isinstance(value, int | str) else None
