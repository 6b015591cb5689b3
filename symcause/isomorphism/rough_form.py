"""The rough form of a structure, without its names: equal for the same structures, and for few others.

It takes one look at every link, where the canonical form takes many: problems that differ in it need not be
compared any closer.

>>> from symcause.isomorphism.symbol_structure import Symbol, row
>>> rough_form(row("edge", map(Symbol, "AB"))) == rough_form(row("edge", map(Symbol, "BA")))
True
"""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

from symcause.isomorphism.symbol_structure import Label, Part, Symbol


def rough_form(part: Part) -> bytes:
    """How many parts there are of each form, and how symbols are linked, as a digest."""
    links: dict[str, Counter[tuple[Label, Label]]] = {}

    def form(one: Part) -> str:
        said = []
        for label, target in one.links:
            if isinstance(target, Symbol):
                links.setdefault(target.name, Counter())[one.label, label] += 1
                said.append(f"{label!r}")
            else:
                said.append(f"{label!r}:{form(target)}")
        return sha256(f"{one.label!r} {sorted(said)}".encode()).hexdigest()

    whole = form(part)
    symbols = sorted(repr(sorted(own.items(), key=repr)) for own in links.values())
    return sha256(f"{whole} {symbols}".encode()).digest()
