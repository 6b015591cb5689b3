"""Dialogue at the terminal in a Boolean episode: what a person types and reads."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from symcause.episodes.rules import Plain, Refused

_MECHANISM = re.compile(r"([^\s=:;{}\"']+)\s*:?=\s*([^=;{}\"'][^;{}\"']*)")
_SETTING = re.compile(r"([^\s=:]+)\s*:?=\s*([01])")


def spelled(words: str) -> object:
    """``X3=1``, ``do X3 := 1 X4 = 0``.

    >>> spelled("do X3 := 1 X4=0")
    {'do': {'X3': 1, 'X4': 0}}
    """
    rest = words.removeprefix("do").strip()
    found = _SETTING.findall(rest)
    if not found or _SETTING.sub("", rest).strip(" ,"):
        raise Refused("not understood", value=words, remedy="type what to set: X3=1")
    return {"do": {name: int(bit) for name, bit in found}}


def mechanisms(words: str) -> dict[str, str] | None:
    """An answer in short: a mechanism for each variable, parted by semicolons; None if it is none.

    >>> mechanisms("X3 = X1 xor X2; X4 := (not X3)")
    {'X3': 'X1 xor X2', 'X4': '(not X3)'}
    """
    found: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in words.split(";"))):
        match = _MECHANISM.fullmatch(part)
        if match is None or match[1] in found:
            return None
        found[match[1]] = match[2]
    return found or None


def answer_example(variables: Sequence[str], roots: Sequence[str] | None) -> str:
    """The form of an answer, with variables of the problem."""
    given = roots or variables[:1]
    rest = [name for name in variables if name not in given]
    return f"{'; '.join(f'{name} = not {given[0]}' for name in rest[:2])}; …"


def observation_text(observation: Plain, known: Sequence[str] = ()) -> str | None:
    """The first observation, or a world, as text; None for anything else."""
    world = observation.get("world")
    if isinstance(world, Mapping):
        return _world(world, known)
    task, names, worlds = (observation.get(key) for key in ("task", "variables", "worlds"))
    if not isinstance(names, Sequence) or not isinstance(worlds, Sequence):
        return None
    listed = "\n\n".join(_world(world, names) for world in worlds)
    return f"{task}\n\n{listed}"


def _world(world: Mapping[str, object], names: Sequence[object]) -> str:
    """A world with the names of its columns above the bits.

    >>> print(_world({"id": "w", "targets": ["X10"], "rows": ["10"]}, ["X1", "X10"]))
    w (set: X10)
      X1 X10
       1   0
    """
    targets, rows = world.get("targets") or (), world.get("rows") or ()
    assert isinstance(targets, Sequence) and isinstance(rows, Sequence)
    done = f"set: {' '.join(map(str, targets))}" if targets else "nothing set"
    heads = [str(name) for name in names]
    lines = [" ".join(heads)] if heads else []
    for row in map(str, rows):
        wide = heads if len(heads) == len(row) else [""] * len(row)
        lines.append(" ".join(bit.rjust(len(head)) for bit, head in zip(row, wide, strict=True)))
    return "\n".join([f"{world.get('id')} ({done})", *(f"  {line}" for line in lines)])
