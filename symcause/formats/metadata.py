"""The id and the metadata that a file states beside its problem."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from symcause.errors import LimitError, ProblemError, shorten
from symcause.formats.strict_json import below

MAX_ID = 500  # characters
"""Most characters of an id."""

MAX_DEPTH = 50  # levels
"""Most levels of nested metadata."""


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


def plain_metadata(metadata: Mapping[str, object] | None) -> dict[str, object]:
    """The metadata of a decoded document: decimals become floats, nesting is bounded."""
    result = plain_value(metadata or {}, "metadata")
    assert isinstance(result, dict)
    return result


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
