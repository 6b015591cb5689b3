"""Damage to files: bytes, lines, JSON structure, values, keys, nesting, duplicates, numbers, encodings.

A mutation takes the source of chance and the bytes and returns other bytes. Structure is damaged where the
bytes are JSON (a document, or one a line); parts that no JSON document can have (``NaN``, a key twice) are
put in as marks and written out as text at the end.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

Mutation = Callable[[Random, bytes], bytes]
Place = tuple[str | int, ...]

LONGEST = 200_000
"""Characters of the longest line that is made."""

_MARK = re.compile(r'"@raw:([^"]*)@"')
_RAW = (
    *("NaN", "Infinity", "-Infinity", "1e999", "-1e999", "1e-999", "1E+400", "-0", "-0.0", "0.1e1"),
    *("9" * 400, "1" + "0" * 5_000, "0." + "3" * 2_000, "01", "+1", ".5", "1.", "0x10", "1_000"),
    *("nul", "True", "undefined", "", "[", "]", "{", "}", ",", ":", "'x'", "/*c*/1", "1 2"),
)
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
_BYTES = (
    b"\xff",
    b"\x00",
    b"\xef\xbb\xbf",
    b"\x1b[2J",
    b"\xc2\x9b",
    b"\xed\xa0\x80",
    b"\r\n",
    b"\n\n",
)


READABLE = 0.85
"""Share of the files whose damage keeps to the shape of what they hold: most of these can be read."""


def damaged(rng: Random, data: bytes) -> tuple[bytes, str]:
    """The bytes after one to four mutations, and what was done."""
    done = []
    drawn = rng.random()
    gentle = READABLE <= drawn < READABLE + 0.1
    for _ in range(1 if gentle else rng.choice((1, 1, 2, 3, 4))):
        name = rng.choice(("near value", "near value", "exchanged", "token")) if gentle else None
        name = "inside" if drawn < READABLE else name
        name, mutation = (name, MUTATIONS[name]) if name else rng.choice(_WEIGHTED)
        changed = mutation(rng, data)
        if changed != data:
            data = changed
            done.append(name)
    return data, "+".join(done) or "nothing"


def _flipped(rng: Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.randint(1, 8) if data else 0):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def _cut(rng: Random, data: bytes) -> bytes:
    start, stop = _span(rng, data)
    return data[:start] + data[stop:]


def _repeated(rng: Random, data: bytes) -> bytes:
    start, stop = _span(rng, data)
    return data[:stop] + data[start:stop] * rng.choice((1, 1, 2, 50)) + data[stop:]


def _inserted(rng: Random, data: bytes) -> bytes:
    at = rng.randint(0, len(data))
    return data[:at] + rng.choice(_BYTES) + data[at:]


def _truncated(rng: Random, data: bytes) -> bytes:
    return data[: rng.randint(0, len(data))]


def _encoded(rng: Random, data: bytes) -> bytes:
    text = data.decode("utf-8", "replace")
    return text.encode(
        rng.choice(("utf-16", "utf-16-le", "utf-32", "latin-1", "utf-8-sig")), "replace"
    )


def _lines(rng: Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    first, second = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[first], lines[second] = lines[second], lines[first]
    if rng.random() < 0.5:
        lines.insert(first, lines[second])
    return (b"\r\n" if rng.random() < 0.2 else b"\n").join(lines)


def _endless(rng: Random, data: bytes) -> bytes:
    piece = rng.choice(
        (b"[", b"{", b'{"a":', b"(", b"a", b"0", b" ", b"\0", b'"', b"- ", b"A -> B ")
    )
    run = piece * (rng.randint(1_000, LONGEST) // len(piece))
    at = rng.choice((0, len(data), rng.randint(0, len(data))))
    return data[:at] + run + data[at:]


def _token(rng: Random, data: bytes) -> bytes:
    """Put another word or number in the place of one."""
    found = list(re.finditer(rb"[A-Za-z_]+|-?[0-9][0-9.]*", data))
    if not found:
        return data
    chosen = rng.choice(found)
    other = rng.choice(found).group() if rng.random() < 0.6 else rng.choice(_RAW).encode()
    return data[: chosen.start()] + other + data[chosen.end() :]


def _span(rng: Random, data: bytes) -> tuple[int, int]:
    start = rng.randint(0, len(data))
    return start, min(len(data), start + rng.choice((1, 2, 10, 100, 1_000)))


def _structured(change: Callable[[Random, Any], Any], otherwise: Mutation = _token) -> Mutation:
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


def _other_value(rng: Random, value: Any) -> Any:
    place = rng.choice(places(value))
    if rng.random() < 0.25:
        return put(value, place, f"@raw:{rng.choice(_RAW)}@")
    return put(value, place, rng.choice(_VALUES))


def _near_value(rng: Random, value: Any) -> Any:
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


def _inside(rng: Random, value: Any) -> Any:
    """Another thing of the same kind: other bits, digits, truth values; an item more, less or elsewhere."""
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
        spot = rng.choice([i for i, c in enumerate(part) if c.isdigit()])
        digit = str(1 - int(part[spot])) if set(part) <= {"0", "1"} else rng.choice("123456789")
        return put(value, place, part[:spot] + digit + part[spot + 1 :])
    one, other = rng.randrange(len(part)), rng.randrange(len(part))
    part = list(part)
    way = rng.randrange(3)
    if way == 0 and len(part) > 1:
        del part[one]
    elif way == 1 and not isinstance(part[one], str):
        part.insert(other, part[one])
    else:
        part[one], part[other] = part[other], part[one]
    return put(value, place, part)


_NAMES = ("format", "id", "sha256", "schemaVersion", "runtimeSchemaVersion")
_DIGITS_ONLY = re.compile(r"-?[0-9]+([./][0-9]+)?")


def _has_kin(part: object) -> bool:
    if isinstance(part, str):
        return _DIGITS_ONLY.fullmatch(part) is not None
    return isinstance(part, bool | int) or (isinstance(part, list) and len(part) > 1)


def _text_inside(rng: Random, data: bytes) -> bytes:
    """The same for files that are no JSON: a line or a number for another one."""
    lines = data.split(b"\n")
    if len(lines) > 3 and rng.random() < 0.5:
        one, other = (rng.randrange(1, len(lines) - 1) for _ in range(2))
        lines[one], lines[other] = lines[other], lines[one]
        return b"\n".join(lines)
    found = list(re.finditer(rb"(?<![A-Za-z0-9_.])[0-9](?![0-9.A-Za-z_])", data))
    if not found:
        return data
    chosen = rng.choice(found)
    return data[: chosen.start()] + str(rng.randrange(10)).encode() + data[chosen.end() :]


def _exchanged(rng: Random, value: Any) -> Any:
    every = places(value)
    one, other = rng.choice(every), rng.choice(every)
    if one == other[: len(one)] or other == one[: len(other)]:
        return value
    first, second = part_at(value, one), part_at(value, other)
    return put(put(value, one, second), other, first)


def _nested(rng: Random, value: Any) -> Any:
    place = rng.choice(places(value))
    depth = rng.choice((1, 2, 90, 400, 5_000))
    opened, closed = rng.choice((("[", "]"), ("{'a':", "}")))
    return put(value, place, f"@raw:{opened * depth}1{closed * depth}@")


def _keys(rng: Random, value: Any) -> Any:
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


MUTATIONS: dict[str, Mutation] = {
    "bytes": _flipped,
    "cut": _cut,
    "repeated": _repeated,
    "inserted": _inserted,
    "truncated": _truncated,
    "encoding": _encoded,
    "lines": _lines,
    "endless": _endless,
    "token": _token,
    "value": _structured(_other_value),
    "near value": _structured(_near_value),
    "exchanged": _structured(_exchanged),
    "inside": _structured(_inside, _text_inside),
    "nesting": _structured(_nested),
    "key": _structured(_keys),
}
"""Every kind of damage, by name."""

_OFTEN = {"value": 6, "near value": 6, "key": 3, "exchanged": 3, "token": 3}
_WEIGHTED = [(n, m) for n, m in MUTATIONS.items() for _ in range(_OFTEN.get(n, 1))]
