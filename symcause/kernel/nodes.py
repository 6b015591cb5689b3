"""Nodes of a certificate: strict, bounded reading of JSON values in the kernel.

A :class:`Node` is a decoded JSON value that knows its place. Every method that reads one checks the
type and the size and raises :class:`Rejected` with the place, so the modules of the kinds state the
shape of their evidence and nothing else. Integers too long for decimal JSON are written as
hexadecimal text.

>>> Node({"row": True}, "evidence").fields("row")["row"].integer(0, 9)
Traceback (most recent call last):
...
symcause.kernel.nodes.Rejected: evidence.row: not an integer (got True)
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from symcause.errors import ProblemError, did_you_mean, shorten
from symcause.models.variable_names import is_name

MAX_ITEMS = 2_000_000  # items
"""Most members of one list or object."""

MAX_NAME = 200  # characters
"""Longest name of a variable."""

MAX_BITS = 4_000_000  # bits
"""Most bits of an exact integer."""

_DECIMAL_BITS = 14_000  # bits: below the 4,300 digits that decimal JSON carries safely
_HEXADECIMAL = re.compile(r"0x[0-9a-f]+")


class Rejected(ProblemError):
    """Why a certificate is not accepted."""


class Beyond(Rejected):
    """A bound of the kernel is met: it cannot say whether the certificate holds."""


class Node:
    """A value of the certificate and where it stands: its key or number below another node.

    A document has up to millions: no dataclass, because a frozen one takes three times as long to make.
    """

    __slots__ = ("above", "key", "value")

    def __init__(self, value: object, key: str | int = "", above: Node | None = None) -> None:
        self.value, self.key, self.above = value, key, above

    @property
    def place(self) -> str:
        """The place in words, made when somebody asks."""
        steps: list[str | int] = []
        node = self
        while node.above is not None:
            steps.append(node.key)
            node = node.above
        place = str(node.key)
        for step in reversed(steps):
            place = _below(place, step)
        return place

    def fail(self, message: str, remedy: str | None = None) -> Rejected:
        """The complaint about this value, to be raised."""
        return Rejected(message, place=self.place or None, value=self.value, remedy=remedy)

    def below(self, key: str | int) -> str:
        return _below(self.place, key)

    def fields(self, *required: str, optional: tuple[str, ...] = ()) -> dict[str, Node]:
        """The members of an object with exactly these keys; an optional one may be left out."""
        nodes = dict(self.entries())
        known = (*required, *optional)
        for key in nodes:
            if key not in known:
                raise Rejected(
                    "unknown key", place=self.below(key), remedy=did_you_mean(key, known)
                )
        for key in required:
            if key not in nodes:
                raise Rejected(f"the key {key!r} is missing", place=self.place or None)
        return nodes

    def entries(self, limit: int = MAX_ITEMS) -> list[tuple[str, Node]]:
        """The members of an object with free keys."""
        if not isinstance(self.value, dict):
            raise self.fail("not an object")
        if len(self.value) > limit:
            raise Rejected(f"more than {limit} members", place=self.place or None)
        pairs: list[tuple[str, Node]] = []
        for key, value in self.value.items():
            if not isinstance(key, str):
                raise self.fail("a key that is no text")
            pairs.append((key, Node(value, key, self)))
        return pairs

    def items(self, limit: int = MAX_ITEMS) -> list[Node]:
        """The members of a list."""
        if not isinstance(self.value, list):
            raise self.fail("not a list")
        if len(self.value) > limit:
            raise Rejected(f"more than {limit} members", place=self.place or None)
        return [Node(value, i, self) for i, value in enumerate(self.value)]

    def text(self, limit: int) -> str:
        if not isinstance(self.value, str):
            raise self.fail("not text")
        if len(self.value) > limit:
            raise self.fail(f"longer than {limit} characters")
        return self.value

    def choice(self, known: Iterable[str]) -> str:
        """One of the known words."""
        words = tuple(known)
        word = self.text(MAX_NAME)
        if word not in words:
            raise self.fail("unknown word", did_you_mean(word, words))
        return word

    def name(self) -> str:
        """The name of a variable; whether the problem has it is for the caller to ask."""
        name = self.text(MAX_NAME)
        if not is_name(name):
            raise self.fail("not a variable name")
        return name

    def names(self, limit: int) -> tuple[str, ...]:
        """Distinct names of variables."""
        names = tuple(item.name() for item in self.items(limit))
        if len(set(names)) != len(names):
            raise self.fail("a name stands twice")
        return names

    def integer(self, low: int, high: int | None = None) -> int:
        """An integer within bounds; true and false are none."""
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            raise self.fail("not an integer")
        if self.value.bit_length() > _DECIMAL_BITS:
            raise Rejected("an integer too long for decimal digits", place=self.place or None)
        if self.value < low or (high is not None and self.value > high):
            raise self.fail(f"below {low}" if high is None else f"not between {low} and {high}")
        return self.value

    def bit(self) -> bool:
        return bool(self.integer(0, 1))

    def exact(self) -> int:
        """A non-negative integer of any size: decimal, or hexadecimal text if long."""
        if isinstance(self.value, str):
            if len(self.value) > MAX_BITS // 4 or not _HEXADECIMAL.fullmatch(self.value):
                raise self.fail("not a hexadecimal number")
            return int(self.value, 16)
        return self.integer(0)


def _below(place: str, key: str | int) -> str:
    if isinstance(key, int):
        return f"{place}[{key}]"
    shown = key if len(key) <= 60 and key.isprintable() else shorten(key)
    return f"{place}.{shown}" if place else shown


def write_exact(value: int) -> int | str:
    """How :meth:`Node.exact` reads an integer back."""
    return value if value.bit_length() <= _DECIMAL_BITS else hex(value)


def show(value: int) -> str:
    """An integer of any size in a message."""
    bits = value.bit_length()
    return str(value) if bits <= 200 else f"a number of {bits} bits"
