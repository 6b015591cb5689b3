"""Whole numbers in texts: digits that were read as a number."""

from __future__ import annotations

from symcause.errors import ProblemError


def whole(text: str) -> int:
    """The whole number of a text. Raises ProblemError where it is none."""
    if not text.isdigit():
        raise ProblemError("not a whole number", value=text)
    return int(text)
