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
    found = _plain(metadata or {}, "metadata", 0)
    assert isinstance(found, dict)
    return found


def _plain(value: object, place: str, depth: int) -> object:
    if depth > MAX_DEPTH:
        raise LimitError(
            "nested too deep", place=shorten(place), remedy=f"at most {MAX_DEPTH} levels"
        )
    if isinstance(value, Mapping):
        return {key: _plain(part, below(place, key), depth + 1) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part, below(place, i), depth + 1) for i, part in enumerate(value)]
    return float(value) if isinstance(value, Decimal) else value
