"""The frame of texts in renderings: fixed sentences around the evidence, the same for all themes."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from symcause.models.operators.mechanism_operators import OPERATOR
from symcause.renderings.codec.nodes import Choice, Literal, Name, Node, Sequence
from symcause.renderings.themes.phrase_slots import pieces

BUNDLED = files("symcause.renderings") / "bundled"
PLACE = "the frame"
MEANS = "operators_mean"
"""The facts that say what an operator means."""

NAME = Name()


@cache
def frame() -> Any:
    """The frame as it is bundled; what operators mean, their table says."""
    value = json.loads((BUNDLED / "frame.json").read_text(encoding="utf-8"))
    said = {
        f"{MEANS}.{word}": f"{own.explained}\n" for word, own in OPERATOR.items() if own.explained
    }
    facts = value["facts"]["boolean"].items()
    expanded = [said.items() if key == MEANS else ((key, text),) for key, text in facts]
    value["facts"]["boolean"] = dict(fact for part in expanded for fact in part)
    return value


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
