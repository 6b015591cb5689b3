"""Damage to bytes: what stands in them does not matter."""

from __future__ import annotations

import re
from random import Random

LONGEST = 200_000
"""Characters of the longest line that is made."""

NO_JSON = (
    *("NaN", "Infinity", "-Infinity", "1e999", "-1e999", "1e-999", "1E+400", "-0", "-0.0", "0.1e1"),
    *("9" * 400, "1" + "0" * 5_000, "0." + "3" * 2_000, "01", "+1", ".5", "1.", "0x10", "1_000"),
    *("nul", "True", "undefined", "", "[", "]", "{", "}", ",", ":", "'x'", "/*c*/1", "1 2"),
)
"""Texts in the place of a value that no JSON document has, or that few readers expect."""

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


def flipped(rng: Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.randint(1, 8) if data else 0):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def cut(rng: Random, data: bytes) -> bytes:
    start, stop = _span(rng, data)
    return data[:start] + data[stop:]


def repeated(rng: Random, data: bytes) -> bytes:
    start, stop = _span(rng, data)
    return data[:stop] + data[start:stop] * rng.choice((1, 1, 2, 50)) + data[stop:]


def inserted(rng: Random, data: bytes) -> bytes:
    at = rng.randint(0, len(data))
    return data[:at] + rng.choice(_BYTES) + data[at:]


def truncated(rng: Random, data: bytes) -> bytes:
    return data[: rng.randint(0, len(data))]


def encoded(rng: Random, data: bytes) -> bytes:
    text = data.decode("utf-8", "replace")
    return text.encode(
        rng.choice(("utf-16", "utf-16-le", "utf-32", "latin-1", "utf-8-sig")), "replace"
    )


def lines_moved(rng: Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    first, second = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[first], lines[second] = lines[second], lines[first]
    if rng.random() < 0.5:
        lines.insert(first, lines[second])
    return (b"\r\n" if rng.random() < 0.2 else b"\n").join(lines)


def endless(rng: Random, data: bytes) -> bytes:
    piece = rng.choice(
        (b"[", b"{", b'{"a":', b"(", b"a", b"0", b" ", b"\0", b'"', b"- ", b"A -> B ")
    )
    run = piece * (rng.randint(1_000, LONGEST) // len(piece))
    at = rng.choice((0, len(data), rng.randint(0, len(data))))
    return data[:at] + run + data[at:]


def token(rng: Random, data: bytes) -> bytes:
    """Put another word or number in the place of one."""
    found = list(re.finditer(rb"[A-Za-z_]+|-?[0-9][0-9.]*", data))
    if not found:
        return data
    chosen = rng.choice(found)
    other = rng.choice(found).group() if rng.random() < 0.6 else rng.choice(NO_JSON).encode()
    return data[: chosen.start()] + other + data[chosen.end() :]


def _span(rng: Random, data: bytes) -> tuple[int, int]:
    start = rng.randint(0, len(data))
    return start, min(len(data), start + rng.choice((1, 2, 10, 100, 1_000)))
