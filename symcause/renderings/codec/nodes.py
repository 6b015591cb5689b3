"""Nodes of the codec of renderings: what a text consists of, for writing and reading alike.

Terminals are literals and four classes: numbers, names, the rest of a line, the rest of the text. The other
nodes put them together. The value of a literal is nothing; that of a class is what stands in the text; a
choice has the key of its branch and the value of that branch; a sequence has the values of its parts that
are no literals; a list and a repetition have the values of their items.

>>> from symcause.renderings.codec.text_writer import written
>>> item = Sequence((Name(), Literal("="), Choice((("low", Literal("0")), ("high", Literal("1"))))))
>>> written(Listed(item, Literal(", "), Literal(" and ")), (("A", ("low", None)), ("B", ("high", None))))
'A=0 and B=1'
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Value = Any
"""What a node writes and reads; its shape follows from the node."""

Key = Any
"""What tells the branches of a choice apart."""


@dataclass(frozen=True)
class Literal:
    """These characters; *place* says who wrote them, for complaints."""

    text: str
    place: str = ""


@dataclass(frozen=True)
class Number:
    """A whole number, a decimal or a fraction; *place* says who put it there, for complaints."""

    place: str = ""


@dataclass(frozen=True)
class Name:
    """An identifier."""


@dataclass(frozen=True)
class Line:
    """The rest of a line."""


@dataclass(frozen=True)
class Tail:
    """The rest of the text."""


@dataclass(frozen=True)
class Choice:
    """One of several branches, each under its key. No branch may be empty."""

    branches: tuple[tuple[Key, Node], ...]


@dataclass(frozen=True)
class Sequence:
    """Its parts, one after the other."""

    parts: tuple[Node, ...]


@dataclass(frozen=True)
class Listed:
    """One item or more, with a separator between them, and another one before the last if so."""

    item: Node
    separator: Literal
    last: Literal | None = None


@dataclass(frozen=True)
class Repeated:
    """Any number of items, none included, one after the other."""

    item: Node


Class = Number | Name | Line | Tail
Terminal = Literal | Class
Node = Terminal | Choice | Sequence | Listed | Repeated
