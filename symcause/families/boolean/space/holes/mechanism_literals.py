"""Literals of one variable's mechanism in the formula with holes: parent slots and a truth table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

from symcause.families.boolean.models.functions import Function, reduce
from symcause.models.variable_names import natural


@dataclass(frozen=True)
class Mechanism:
    """The literals of one variable's mechanism."""

    variable: str
    pool: tuple[str, ...]  # in natural order
    slots: tuple[tuple[int, ...], ...]  # slot -> a literal a member of the pool, and one for none
    table: tuple[int, ...]  # a literal a pattern of the slots

    @property
    def literals(self) -> Iterator[int]:
        for slot in self.slots:
            yield from slot
        yield from self.table

    def function(self, value: Callable[[int], bool]) -> Function:
        """The function that a solution has here."""
        chosen = [
            self.pool[place]
            for slot in self.slots
            for place, literal in enumerate(slot[:-1])
            if value(literal)
        ]
        table = sum(value(self.table[p]) << p for p in range(1 << len(chosen)))
        return reduce(natural(chosen), table)

    def fixed(self, function: Function) -> list[int] | None:
        """The literals under which it is this function; None if it cannot be."""
        places = sorted(self.pool.index(p) for p in function.parents if p in self.pool)
        if len(places) < len(function.parents) or len(places) > len(self.slots):
            return None
        padded = [*places, *[len(self.pool)] * (len(self.slots) - len(places))]
        found = [slot[place] for slot, place in zip(self.slots, padded, strict=True)]
        for bits in product((0, 1), repeat=len(self.slots)):
            pattern = sum(bit << k for k, bit in enumerate(bits))
            output = function.table >> (pattern & (1 << len(places)) - 1) & 1
            found.append(self.table[pattern] if output else -self.table[pattern])
        return found
