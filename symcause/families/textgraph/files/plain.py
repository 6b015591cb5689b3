"""Ids and metadata: what may be one, and how it is written again."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from symcause.errors import LimitError, ProblemError, shorten
from symcause.formats.json_text import below

MAX_ID = 500
MAX_DEPTH = 50


def check_id(name: str, place: str = "id") -> str:
    """The id of a problem, which ends up in messages and tables: printable and not too long."""
    if not name or not name.isprintable() or len(name) > MAX_ID:
        raise ProblemError(
            "not an id",
            place=place,
            value=name,
            remedy=f"an id is printable text of 1 to {MAX_ID} characters",
        )
    return name


def plain(value: object, place: str, depth: int = 0) -> Any:
    """Metadata as JSON can write it again: decimals become floats, nesting is bounded."""
    if depth > MAX_DEPTH:
        raise LimitError(
            "nested too deep", place=shorten(place), remedy=f"at most {MAX_DEPTH} levels"
        )
    if isinstance(value, dict):
        return {key: plain(part, below(place, key), depth + 1) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part, below(place, i), depth + 1) for i, part in enumerate(value)]
    return float(value) if isinstance(value, Decimal) else value
