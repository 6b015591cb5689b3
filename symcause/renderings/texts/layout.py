"""The layout of texts in renderings: facts and lines of a script, written and read back.

Numbers of worlds, rows and moments follow from the lines, and fillers from how many there are; both are
checked on reading by writing again.
"""

from __future__ import annotations

from collections.abc import Sequence as Several
from dataclasses import dataclass
from typing import Any

from symcause.errors import ProblemError
from symcause.renderings.codec.nodes import (
    Choice,
    Listed,
    Literal,
    Name,
    Node,
    Repeated,
    Sequence,
    Value,
)
from symcause.renderings.family_words import Fact, Line, Script
from symcause.renderings.texts.description import FILLER, Description

_FROM_ZERO = ("chain", "state")


@dataclass(frozen=True)
class Contents:
    """The contents of a text: a script, the fillers among its lines, and what stands under *Answer*."""

    script: Script
    fillers: tuple[int, ...]
    tail: str


def text_of(contents: Contents, description: Description) -> str:
    """The text."""
    script, order = contents.script, contents.script.order
    value: list[Value] = [
        (script.task, None),
        [(noun, None) for noun in order],
        [(fact.key, fact.values) for fact in script.facts],
    ]
    if description.in_bits:
        value.append(order)
    value.append(_lines(contents, description))
    if description.wording.asks:
        asked = script.asked
        cells = None if asked is None else description.cells.values(asked, order)
        value.append(("answer", None) if cells is None else ("asked", (cells,)))
    return description.write((*value, contents.tail))


def _lines(contents: Contents, description: Description) -> list[Value]:
    script, order = contents.script, contents.script.order
    placed = filler_places(len(script.lines), contents.fillers)
    heads = sum(line.kind == "head" for line in script.lines)
    count: dict[str, int] = {}
    lines: list[Value] = [((FILLER, k), None) for k in placed.get(-1, ())]
    cells, deeds = description.cells, description.deeds
    for at, line in enumerate(script.lines):
        if line.kind == "head":
            count["row"] = 0
        count[line.kind] = number = count.get(line.kind, -(line.kind in _FROM_ZERO)) + 1
        known: dict[str, Value] = {"i": number, "j": number, "n": heads}
        if line.seen is not None:
            known["cells"] = cells.values(line.seen, order)
        if line.deeds is not None:
            known["interventions"] = deeds.values(line.deeds)
        slots = description.line_slots[line.kind]
        lines.append((line.kind, [known[slot] for slot in slots]))
        if at in placed:
            lines += [((FILLER, k), None) for k in placed[at]]
    return lines


def filler_places(lines: int, fillers: Several[int]) -> dict[int, list[int]]:
    """After which line each filler comes: evenly, whatever the evidence; -1 is before all lines.

    >>> filler_places(4, (0, 2))
    {1: [0], 3: [2]}
    """
    places: dict[int, list[int]] = {}
    for k, filler in enumerate(fillers):
        at = -(-(k + 1) * lines // len(fillers)) - 1
        places.setdefault(at, []).append(filler)
    return places


def contents_of(value: Value, description: Description) -> Contents:
    """The contents of what was read. Raises ProblemError where it makes no sense."""
    left = iter(value)
    task, glossary, facts = next(left)[0], next(left), next(left)
    order = tuple(noun for noun, _ in glossary)
    known = set(order)
    if len(known) != len(order):
        raise ProblemError("a name is explained twice")
    if description.in_bits and next(left) != order:
        raise ProblemError("the columns are not the names in their order")
    for key, inner in facts:
        _check_names(description.facts[key], inner, known)
    lines, fillers = _read_lines(next(left), description, order)
    for line in lines:
        for deed in line.deeds or ():
            _known(deed.noun, known)
    asked = None
    if description.wording.asks:
        key, inner = next(left)
        asked = description.cells.seen(inner[0], order) if key == "asked" else None
    told = tuple(Fact(key, inner) for key, inner in facts)
    script = Script(task, order, told, tuple(lines), asked)
    return Contents(script, tuple(fillers), next(left))


def _read_lines(
    values: Value, description: Description, order: tuple[str, ...]
) -> tuple[list[Line], list[int]]:
    lines: list[Line] = []
    fillers: list[int] = []
    slots, cells, deeds = description.line_slots, description.cells, description.deeds
    for kind, inner in values:
        if isinstance(kind, tuple):
            fillers.append(kind[1])
            continue
        found = dict(zip(slots[kind], inner, strict=True))
        done = deeds.deeds(found["interventions"]) if "interventions" in found else None
        seen = cells.seen(found["cells"], order) if "cells" in found else None
        lines.append(Line(kind, done, seen))
    return lines, fillers


def _check_names(node: Node, value: Any, known: set[str]) -> None:
    """Complain about a name in a value that is not among the *known* ones.

    Operators are names to the reader, too; a list of them that holds a stranger is not written again.
    """
    if isinstance(node, Name):
        from symcause.models.variable_names import WORDS

        if value not in WORDS:
            _known(value, known)
    elif isinstance(node, Sequence):
        parts = [part for part in node.parts if not isinstance(part, Literal)]
        for part, inner in zip(parts, value, strict=True):
            _check_names(part, inner, known)
    elif isinstance(node, Listed | Repeated):
        for inner in value:
            _check_names(node.item, inner, known)
    elif isinstance(node, Choice):
        _check_names(dict(node.branches)[value[0]], value[1], known)


def _known(name: str, known: set[str]) -> None:
    if name not in known:
        raise ProblemError("a name that is not among the names", value=name)
