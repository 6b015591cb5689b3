"""The frame: the fixed sentences around the evidence, the same for all themes and styles."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from symcause.renderings.codec.nodes import Choice, Literal, Name, Node, Sequence
from symcause.renderings.themes.phrase_slots import pieces

BUNDLED = files("symcause.renderings") / "bundled"
PLACE = "the frame"

NAME = Name()


@cache
def frame() -> Any:
    """The frame as it is bundled."""
    return json.loads((BUNDLED / "frame.json").read_text(encoding="utf-8"))


@cache
def fillers() -> tuple[str, ...]:
    """The sentences that say nothing: two with long words, then two with short ones."""
    tables = tomllib.loads((BUNDLED / "styles" / "filler.toml").read_text(encoding="utf-8"))
    return (*tables["long"], *tables["short"])


def separator(kind: str) -> Literal:
    """The separator of a kind of list."""
    return Literal(frame()["separators"][kind], PLACE)


def choice(kind: str) -> Choice:
    """The sentences among which a fact of this kind chooses."""
    known = frame()["choices"][kind]
    return Choice(tuple((key, Literal(text, PLACE)) for key, text in known.items()))


def templated(text: str, nodes: tuple[Node, ...], place: str = PLACE) -> Sequence:
    """A template as a sequence: its slots, from the left, are these nodes."""
    parts: list[Node] = []
    left = iter(nodes)
    for before, slot in pieces(text):
        if before:
            parts.append(Literal(before, place))
        if slot is not None:
            parts.append(next(left))
    return Sequence(tuple(parts))
