"""Damage to files, by name, and how much of which.

A mutation takes the source of chance and the bytes and returns other bytes.
Most files are damaged gently, so that what comes after the reader sees most of the attack.
"""

from __future__ import annotations

from random import Random

from attack import damage, inside, structure
from attack.places import Change, Mutation, structured


def _of_json(change: Change) -> Mutation:
    return structured(change, damage.token)


MUTATIONS: dict[str, Mutation] = {
    "bytes": damage.flipped,
    "cut": damage.cut,
    "repeated": damage.repeated,
    "inserted": damage.inserted,
    "truncated": damage.truncated,
    "encoding": damage.encoded,
    "lines": damage.lines_moved,
    "endless": damage.endless,
    "token": damage.token,
    "value": _of_json(structure.other_value),
    "near value": _of_json(structure.near_value),
    "exchanged": _of_json(structure.exchanged),
    "inside": structured(inside.of_json, inside.of_text),
    "nesting": _of_json(structure.nested),
    "key": _of_json(structure.keys),
}
"""Every kind of damage, by name."""

INSIDE = 0.85
"""Share of the files whose damage keeps to the shape of what they hold: most of these can be read."""

NEAR = 0.10
"""Share of the files with one small change that does not."""

_NEAR = ("near value", "near value", "exchanged", "token")
_OFTEN = {"value": 6, "near value": 6, "key": 3, "exchanged": 3, "token": 3}
_ANY = tuple(name for name in MUTATIONS for _ in range(_OFTEN.get(name, 1)))


def damaged(rng: Random, data: bytes) -> tuple[bytes, str]:
    """The bytes after one to four mutations, and what was done."""
    done = []
    for name in _drawn(rng):
        changed = MUTATIONS[name](rng, data)
        if changed != data:
            data = changed
            done.append(name)
    return data, "+".join(done) or "nothing"


def _drawn(rng: Random) -> list[str]:
    share = rng.random()
    if share < INSIDE:
        return ["inside"] * rng.choice((1, 1, 1, 2, 3))
    if share < INSIDE + NEAR:
        return [rng.choice(_NEAR)]
    return [rng.choice(_ANY) for _ in range(rng.choice((1, 1, 2, 3, 4)))]
