"""Metadata of a problem: whatever its file says beside what is known, kept as JSON can write it again."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from symcause.errors import LimitError, shorten
from symcause.formats.json_text import below

MAX_DEPTH = 50
"""Most levels of nested metadata."""


def plain_metadata(metadata: Mapping[str, object] | None) -> dict[str, object]:
    """The metadata of a decoded document: decimals become floats, nesting is bounded."""
    found = plain_value(metadata or {}, "metadata")
    assert isinstance(found, dict)
    return found


def plain_value(value: object, place: str, depth: int = 0) -> object:
    """A decoded value as JSON can write it again."""
    if depth > MAX_DEPTH:
        raise LimitError(
            "nested too deep", place=shorten(place), remedy=f"at most {MAX_DEPTH} levels"
        )
    if isinstance(value, Mapping):
        return {key: plain_value(part, below(place, key), depth + 1) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain_value(part, below(place, i), depth + 1) for i, part in enumerate(value)]
    return float(value) if isinstance(value, Decimal) else value
