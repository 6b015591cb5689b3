"""Documents as parts: plain values in which some texts are names, and some lists have no order.

Which ones these are is told by the keys below which they stand; an item of a list stands below the key of
the list.

>>> keys = DocumentKeys(names=("of",), keyed=("values",), unordered=("rows",))
>>> told = {"of": "A", "rows": [{"values": {"A": 1, "B": 2}}, {"values": {"A": 2, "B": 2}}]}
>>> same = {"of": "B", "rows": [{"values": {"A": 2, "B": 2}}, {"values": {"B": 1, "A": 2}}]}
>>> from symcause.isomorphism.canonical_order import canonical
>>> canonical(keys.part(told)).form == canonical(keys.part(same)).form
True
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from symcause.isomorphism.symbol_structure import Link, Part, Symbol, bag, row


@dataclass(frozen=True)
class DocumentKeys:
    """The keys below which texts are names, objects have names for keys, and lists have no order."""

    names: tuple[str, ...] = ()
    keyed: tuple[str, ...] = ()
    unordered: tuple[str, ...] = ()

    def part(self, document: Mapping[str, object]) -> Part:
        """The document without its names."""
        part = self._of(document, "")
        assert isinstance(part, Part)
        return part

    def _of(self, value: object, key: str) -> Part | Symbol:
        if isinstance(value, Mapping):
            return Part("{}", tuple([self._entry(k, v, key) for k, v in value.items()]))
        if isinstance(value, list | tuple):
            items = [self._of(item, key) for item in value]
            return bag("[]", items) if key in self.unordered else row("[]", items)
        if isinstance(value, str) and key in self.names:
            return Symbol(value)
        return Part(json.dumps(value))

    def _entry(self, key: str, value: object, above: str) -> Link:
        if above not in self.keyed:
            return key, self._of(value, key)
        return "", Part("entry", (("key", Symbol(key)), ("value", self._of(value, above + "."))))
