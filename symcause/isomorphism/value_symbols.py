"""Symbols of values: how cells of a row are linked, whether or not values may be exchanged.

Where only variables are renamed, a cell is a link to its variable, and the value is the link's label. Where
the values of a variable may be exchanged as well, each of them is a symbol of its own, and the variable is
a part that links to all of them.

>>> ValueSymbols({"A": (0, 1)}).cell("", "A", 1)
(',1', Symbol(name='A'))
>>> ValueSymbols({"A": (0, 1)}, exchanged=True).cell("", "A", 1)
('', Symbol(name='A=1'))
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from symcause.isomorphism.symbol_structure import Label, Link, Part, Symbol


@dataclass(frozen=True)
class ValueSymbols:
    """Variables with their values; those may be *exchanged*, or only names be."""

    values: Mapping[str, Sequence[Label]]
    exchanged: bool = False

    def cell(self, label: str, name: str, value: Label) -> Link:
        """A link to one value of a variable."""
        return (
            (label, Symbol(f"{name}={value}"))
            if self.exchanged
            else (f"{label},{value}", Symbol(name))
        )

    def whole(self, label: str, name: str) -> tuple[Link, ...]:
        """Links to a variable, whatever its value."""
        if not self.exchanged:
            return ((label, Symbol(name)),)
        return tuple((label, Symbol(f"{name}={value}")) for value in self.values[name])

    def group(self, label: str, names: Iterable[str]) -> Part:
        """Variables in no order."""
        return Part(label, tuple(link for name in names for link in self.whole("", name)))

    def pairs(self, label: str, pairs: Iterable[tuple[str, str]]) -> Part:
        """Ordered pairs of variables, in no order."""
        ends = [(*self.whole("from", one), *self.whole("to", other)) for one, other in pairs]
        return Part(label, tuple(("", Part("", links)) for links in ends))

    def declared(self) -> Part:
        """All variables, each with its values."""
        return Part(
            "variables",
            tuple(("", Part("variable", self.whole("", name))) for name in self.values),
        )
