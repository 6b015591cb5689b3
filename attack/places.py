"""The places of a JSON document: where they are, what stands there, something else in its stead.

A change of the document becomes a change of bytes where these are JSON (a document, or one per line). Parts
that no JSON document can have (``NaN``, a key twice) are put in as marks and written as text at the end.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

Mutation = Callable[[Random, bytes], bytes]
Change = Callable[[Random, Any], Any]
Place = tuple[str | int, ...]

_MARK = re.compile(r'"@raw:([^"]*)@"')


def places(value: object, place: Place = ()) -> list[Place]:
    found: list[Place] = [place]
    parts: Any = ()
    if isinstance(value, dict):
        parts = value.items()
    elif isinstance(value, list):
        parts = enumerate(value)
    for key, part in parts:
        found += places(part, (*place, key))
    return found


def part_at(value: Any, place: Place) -> Any:
    for key in place:
        value = value[key]
    return value


def put(value: Any, place: Place, part: object) -> Any:
    if not place:
        return part
    part_at(value, place[:-1])[place[-1]] = part
    return value


def structured(change: Change, otherwise: Mutation) -> Mutation:
    """A change of the document, or of one line of it."""

    def mutation(rng: Random, data: bytes) -> bytes:
        try:
            return _spelled(change(rng, json.loads(data)))
        except (ValueError, RecursionError):
            lines = data.split(b"\n")
        at = rng.randrange(len(lines))
        try:
            lines[at] = _spelled(change(rng, json.loads(lines[at])))
        except (ValueError, RecursionError):
            return otherwise(rng, data)
        return b"\n".join(lines)

    return mutation


def _spelled(value: object) -> bytes:
    text = json.dumps(value, ensure_ascii=False)
    return _MARK.sub(_raw, text).encode("utf-8", "surrogatepass")


def _raw(mark: re.Match[str]) -> str:
    """The text that a mark stands for; it holds no quotation marks of its own."""
    return mark.group(1).replace("'", '"')
