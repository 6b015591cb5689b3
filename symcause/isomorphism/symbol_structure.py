"""Parts of structures in which names do not matter: symbols, and parts that link to symbols and parts.

A part has a label and links, each with a label of its own. The order of links says nothing; where order
matters, it stands in their labels. Symbols are what a renaming exchanges.

>>> edges = [Part("edge", (("from", Symbol("A")), ("to", Symbol("B"))))]
>>> bag("graph", edges).links[0][1] is edges[0]
True
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

Label = str | int


@dataclass(frozen=True)
class Symbol:
    """A name that may be exchanged for another one."""

    name: str


@dataclass(frozen=True, eq=False)
class Part:
    """A label, and links to symbols and to other parts."""

    label: Label
    links: tuple[Link, ...] = ()


Link = tuple[Label, Part | Symbol]


def bag(label: Label, items: Iterable[Part | Symbol]) -> Part:
    """Items in no order."""
    return Part(label, tuple([("", item) for item in items]))


def row(label: Label, items: Iterable[Part | Symbol]) -> Part:
    """Items in their order."""
    return Part(label, tuple(enumerate(items)))
