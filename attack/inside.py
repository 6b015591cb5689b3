"""Gentle damage: another thing of the same kind, so that most of the files can still be read."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from attack.places import Place, part_at, places, put

_NAMES = ("format", "id", "sha256", "schemaVersion", "runtimeSchemaVersion")
_DIGITS_ONLY = re.compile(r"-?[0-9]+([./][0-9]+)?")
_DIGIT = re.compile(rb"(?<![A-Za-z0-9_.])[0-9](?![0-9.A-Za-z_])")


def of_json(rng: Random, value: Any) -> Any:
    """Other bits, digits, truth values; an item more, less or elsewhere."""
    every = [place for place in places(value) if place and place[-1] not in _NAMES]
    found = [place for place in every if _has_kin(part_at(value, place))]
    if not found:
        return value
    place = rng.choice(found)
    part = part_at(value, place)
    if isinstance(part, bool):
        return put(value, place, not part)
    if isinstance(part, int):
        return put(value, place, max(0, part + rng.choice((-1, 1, 1, 10))))
    if isinstance(part, str):
        return put(value, place, _other_digit(rng, part))
    return put(value, place, _other_list(rng, list(part), _has_a_length(value, place)))


def _has_kin(part: object) -> bool:
    if isinstance(part, str):
        return _DIGITS_ONLY.fullmatch(part) is not None
    return isinstance(part, bool | int) or (isinstance(part, list) and len(part) > 1)


def _other_digit(rng: Random, text: str) -> str:
    spot = rng.choice([i for i, c in enumerate(text) if c.isdigit()])
    digit = str(1 - int(text[spot])) if set(text) <= {"0", "1"} else rng.choice("123456789")
    return text[:spot] + digit + text[spot + 1 :]


def _has_a_length(value: object, place: Place) -> bool:
    """Is this list one of several that are equally long, as edges and rows are?"""
    around, part = part_at(value, place[:-1]), part_at(value, place)
    return isinstance(around, list) and all(
        isinstance(other, list) and len(other) == len(part) for other in around
    )


def _other_list(rng: Random, part: list[Any], fixed: bool) -> list[Any]:
    one, other = rng.randrange(len(part)), rng.randrange(len(part))
    way = 2 if fixed or (isinstance(part[one], str) and rng.random() < 0.8) else rng.randrange(3)
    if way == 0:
        del part[one]
    elif way == 1:
        part.insert(other, part[one])
    else:
        part[one], part[other] = part[other], part[one]
    return part


def of_text(rng: Random, data: bytes) -> bytes:
    """The same for files that are no JSON: a line or a number for another one."""
    lines = data.split(b"\n")
    if len(lines) > 3 and rng.random() < 0.5:
        one, other = (rng.randrange(1, len(lines) - 1) for _ in range(2))
        lines[one], lines[other] = lines[other], lines[one]
        return b"\n".join(lines)
    found = list(_DIGIT.finditer(data))
    if not found:
        return data
    chosen = rng.choice(found)
    return data[: chosen.start()] + str(rng.randrange(10)).encode() + data[chosen.end() :]
