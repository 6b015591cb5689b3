"""Ids of problems: texts that end up in messages and tables, so they are printable and not too long."""

from __future__ import annotations

from symcause.errors import ProblemError

MAX_ID = 500
"""Most characters of an id."""


def check_id(name: str, place: str = "id") -> str:
    """The id, if it is one.

    >>> check_id("a-17")
    'a-17'
    """
    if not name or not name.isprintable() or len(name) > MAX_ID:
        raise ProblemError(
            "not an id",
            place=place,
            value=name,
            remedy=f"an id is printable text of 1 to {MAX_ID} characters",
        )
    return name
