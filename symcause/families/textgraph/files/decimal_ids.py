"""Decimal ids in ReCITE tables: texts, or numbers that go by their digits.

>>> decimal_id(17), decimal_id(17.0), decimal_id("a-17")
('17', '17', 'a-17')
"""

from __future__ import annotations

from decimal import Decimal


def decimal_id(value: object) -> str | None:
    """An id as text; whole numbers by their digits, however a table stored them."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, float | Decimal):
        return str(int(value)) if value == value // 1 else None
    return str(value) if isinstance(value, int | str) else None
