"""The value line: a value in one line of prose, as a Python prompt shows it.

A class says in *brief* which of its attributes these are: ``"worlds"`` gives *4 worlds*, ``"graph.nodes"``
is the attribute of an attribute, and words after a name are how it is called. What has an ``id`` is told in
numbers; what has none (a model, a graph) is its content, as far as it fits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sized
from enum import Enum
from operator import attrgetter

from symcause.errors import SymcauseError

LONGEST = 120
"""Most characters of a line."""


def line(thing: object, brief: tuple[str, ...]) -> str:
    """The line of a value."""
    kind, named = type(thing).__name__, "id" in brief
    parts = [part for entry in brief if entry != "id" if (part := _said(thing, entry, named))]
    text = (", " if named else "; ").join(parts)
    title = f"{kind} {getattr(thing, 'id', '')}".rstrip() if named else kind
    return cut(f"<{title}{': ' if text else ''}{text}>")


def cut(text: str) -> str:
    """A text that is one line, and no long one; what is in brackets stays so."""
    flat = " ".join(text.split())
    return flat if len(flat) <= LONGEST else f"{flat[: LONGEST - 2]}…{flat[-1]}"


def _said(thing: object, entry: str, named: bool) -> str:
    path, _, words = entry.partition(" ")
    label = words or path.rpartition(".")[2]
    try:
        value = attrgetter(path)(thing)
    except (SymcauseError, AttributeError):  # a model whose formulas are too long to be written
        return ""
    if value is None or isinstance(value, Enum):
        return "" if value is None else str(value)
    if isinstance(value, str) or not isinstance(value, Sized):
        return f"{label} {value}"
    if isinstance(value, Mapping) and value and not named:
        return "; ".join(f"{name} = {part}" for name, part in value.items())
    listed = None if named or not isinstance(value, Iterable) else _name_list(value)
    if not listed:
        return f"{len(value)} {label if len(value) != 1 else label.removesuffix('s')}"
    return f"{label} {', '.join(listed)}"


def _name_list(value: Iterable[object]) -> list[str] | None:
    """Names and edges; None of anything else, which is only counted."""
    texts = []
    for part in value:
        ends = (part,) if isinstance(part, str) else part
        if not isinstance(ends, tuple) or not all(isinstance(end, str) for end in ends):
            return None
        texts.append(" -> ".join(ends))
    return texts
