"""Damage to the structure of a JSON document: other values and keys, parts exchanged, endless nesting."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from attack.damage import NO_JSON
from attack.places import part_at, places, put

_VALUES: tuple[object, ...] = (
    *(None, True, False, 0, 1, -1, 2, 3, 64, 10**6, 10**18, 2**63, -(2**63), 1.5, 1e300, 1e-300),
    *(
        "",
        " ",
        "0",
        "1",
        "x",
        "X1",
        "X2",
        "none",
        "null",
        "gold",
        "NaN",
        "1e999",
        "1/0",
        "1/3",
        "-1/7",
    ),
    *("(not X1)", "(and X1 X2)", "(xor X1 X1 X1)", "(" * 500, "(not " * 2_000, "a" * 5_000, "0110"),
    *("\u001b[31mred", "\u001b]0;title\u0007", "line\nbreak", "\u009b2J", "\u202eoverride", "\r\b"),
    *(
        "ﬁ",
        "é",
        "e\u0301",
        "\U0001f600",
        "\ud800",
        "\u0000",
        "../../etc/passwd",
        "C:\\x",
        "=1+1",
        "%s",
    ),
    *([], {}, [[]], [{}], [None], ["X1", "X1"], {"": ""}, {"X1": 1}, [0, 1, 0, 1]),
)


def other_value(rng: Random, value: Any) -> Any:
    place = rng.choice(places(value))
    if rng.random() < 0.25:
        return put(value, place, f"@raw:{rng.choice(NO_JSON)}@")
    return put(value, place, rng.choice(_VALUES))


def near_value(rng: Random, value: Any) -> Any:
    place = rng.choice(places(value))
    part = part_at(value, place)
    if isinstance(part, bool) or part is None:
        part = not part
    elif isinstance(part, int | float):
        part = rng.choice((part + 1, part - 1, -part, part * 10, str(part)))
    elif isinstance(part, str) and part:
        at = rng.randrange(len(part))
        part = rng.choice(
            (
                part[:at] + part[at + 1 :],
                part[:at] + rng.choice("01 X)(") + part[at:],
                part[::-1],
                part * 2,
            )
        )
    elif isinstance(part, list) and part:
        at = rng.randrange(len(part))
        part = rng.choice((part[:at] + part[at + 1 :], [*part, part[at]], part[::-1], [part]))
    return put(value, place, part)


def exchanged(rng: Random, value: Any) -> Any:
    every = places(value)
    one, other = rng.choice(every), rng.choice(every)
    if one == other[: len(one)] or other == one[: len(other)]:
        return value
    first, second = part_at(value, one), part_at(value, other)
    return put(put(value, one, second), other, first)


def nested(rng: Random, value: Any) -> Any:
    place = rng.choice(places(value))
    depth = rng.choice((1, 2, 90, 400, 5_000))
    opened, closed = rng.choice((("[", "]"), ("{'a':", "}")))
    return put(value, place, f"@raw:{opened * depth}1{closed * depth}@")


def keys(rng: Random, value: Any) -> Any:
    """Leave a key out, misspell it, add one, or write it twice."""
    objects = [place for place in places(value) if isinstance(part_at(value, place), dict)]
    if not objects:
        return value
    place = rng.choice(objects)
    mapping = dict(part_at(value, place))
    if not mapping or rng.random() < 0.2:
        mapping[rng.choice(("format", "id", "extra", "class", "gold", ""))] = rng.choice(_VALUES)
        return put(value, place, mapping)
    key = rng.choice(list(mapping))
    way = rng.randrange(4)
    part = mapping.pop(key)
    if way == 1:
        mapping[key + rng.choice(("s", "_", " ", "\u001b"))] = part
    elif way == 2:
        mapping[key.swapcase()] = part
    elif way == 3:
        twice = json.dumps(part).replace('"', "'") if "@raw" not in str(part) else "1"
        mapping[key] = f"@raw:1,'{key}':{twice}@"
    return put(value, place, mapping)
