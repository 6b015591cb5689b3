"""Certificates that ask for too much: longer lists, longer numbers, wider classes, than any honest one has.

What the kernel makes of them is its own affair (accepted, rejected, a bound named); it must not take long
for that, nor much memory.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

from attack.places import Place, part_at, places, put

LARGEST = 4_000_000
"""Characters of a document that is made, about."""

_DIGITS = (30, 300, 1_900, 3_999)


def swollen(rng: Random, data: bytes) -> bytes:
    """The document after one to three growths."""
    try:
        value = json.loads(data)
    except ValueError:
        return data
    for _ in range(rng.choice((1, 1, 2, 3))):
        value = rng.choice((_longer, _longer, _numbers, _wider))(rng, value)
        if len(text := json.dumps(value)) > LARGEST:
            return text.encode()
    return json.dumps(value).encode()


def _longer(rng: Random, value: Any) -> Any:
    """A list with the same things many times over."""
    lists = [place for place in places(value) if isinstance(part_at(value, place), list)]
    lists = [place for place in lists if part_at(value, place)]
    if not lists:
        return value
    place = rng.choice(lists)
    part = part_at(value, place)
    times = LARGEST // max(len(json.dumps(part)), 1)
    return put(value, place, part * max(1, min(times, rng.choice((10, 1_000, 4_000, 100_000)))))


def _numbers(rng: Random, value: Any) -> Any:
    """Numbers of thousands of digits, or fractions of such; one of them, or all of a list."""
    found = [place for place in places(value) if _is_number(part_at(value, place))]
    if not found:
        return value
    chosen = rng.choice(found)
    some = found if rng.random() < 0.3 else [chosen]
    for place in some[:2_000]:
        value = put(value, place, _long(rng))
    return value


def _is_number(part: object) -> bool:
    return isinstance(part, int) and not isinstance(part, bool)


def _long(rng: Random) -> object:
    digits = rng.choice(_DIGITS)
    number = rng.randrange(10 ** (digits - 1), 10**digits)
    return number if rng.random() < 0.3 else f"{rng.randint(-9, 9)}/{number}"


def _wider(rng: Random, value: Any) -> Any:
    """No bound on parents, integers of a wide range, a weaker setting: more to go through."""
    changes: list[tuple[Place, object]] = [
        (("class", "max_parents"), rng.choice((None, 5, 12))),
        (("class", "domain"), "integer"),
        (("class", "max"), 10**6),
        (("setting",), "hidden-roots"),
    ]
    place, part = rng.choice(changes)
    try:
        return put(value, place, part)
    except (KeyError, TypeError, IndexError):
        return value
