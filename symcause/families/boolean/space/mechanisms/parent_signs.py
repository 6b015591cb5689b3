"""Signs of parents: mechanisms of a Boolean variable whose parents only raise or only lower it.

A signed parent never lowers (``+``) or never raises (``-``) the output. Where mechanisms are *unate*,
every parent has one sign or the other; a functional parent has exactly one, so the sign vectors part the
functions.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from heapq import merge
from itertools import product

from msgspec import Struct

from symcause.errors import LimitError
from symcause.families.boolean.bounds import SIGNED_INPUTS
from symcause.families.boolean.models.functions import reduce
from symcause.families.boolean.space.mechanisms.monotone_functions import (
    Signs,
    agreeing,
    ascending,
    respects,
    using_all,
)
from symcause.mechanisms.parent_sums import exact_parents
from symcause.models.background_knowledge import SIGNS, Knowledge

Names = tuple[str, ...]


class Signed(Struct, frozen=True):
    """What is known of the signs of a variable's parents."""

    known: Knowledge
    variable: str

    @staticmethod
    def of(known: Knowledge | None, variable: str) -> Signed | None:
        """None where nothing is said of this variable."""
        if not known or not (known.unate or any(e[1] == variable for e, _ in known.signs)):
            return None
        return Signed(known, variable)

    def signs(self, names: Names) -> Signs:
        return tuple(self.known.sign(name, self.variable) for name in names)

    def vectors(self, names: Names) -> Iterator[Signs]:
        """The signs that functional parents may have; None is any behaviour, where that is allowed."""
        stated = self.signs(names)
        signed = len(names) if self.known.unate else sum(sign is not None for sign in stated)
        if signed > SIGNED_INPUTS:
            raise LimitError(
                f"{self.variable} has {signed} signed parents: such functions are not listed",
                remedy=f"bound the class with --max-parents {SIGNED_INPUTS}",
            )
        free = SIGNS if self.known.unate else (None,)
        return product(*((sign,) if sign is not None else free for sign in stated))

    def takes(self, names: Names, table: int) -> bool:
        """Has a function of these functional parents the signs that are known?"""
        return any(respects(signs, table) for signs in self.vectors(names))

    def number(self, names: Names, seen: int, value: int) -> int:
        """How many functions use all these parents and have these outputs."""
        return sum(using_all(signs, seen, value) for signs in self.vectors(names))

    def tables(self, names: Names, seen: int, value: int, start: int = 0) -> Iterator[int]:
        """Their truth tables, ascending from *start* on."""
        listed = (ascending(signs, seen, value, start) for signs in self.vectors(names))
        return (t for t in merge(*listed) if len(reduce(names, t).parents) == len(names))

    def drawn(self, names: Names, seen: int, value: int, rng: random.Random) -> int:
        """One of them, uniformly: bit by bit, as often as each has completions."""
        for pattern in range(1 << len(names)):
            bit = 1 << pattern
            if not seen & bit:
                seen |= bit
                zero, one = (self.number(names, seen, v) for v in (value, value | bit))
                if rng.randrange(zero + one) >= zero:
                    value |= bit
        return value

    def weights(
        self,
        fitting: Mapping[int, int],
        names: Mapping[int, Names],
        fixed: Mapping[int, tuple[int, int]],
    ) -> dict[int, int]:
        """How many functions use exactly each parent set; *fitting* is h without signs."""
        if self.known.unate:
            pairs = ((g, self.number(names[g], *fixed[g])) for g in fitting)
            return {group: count for group, count in pairs if count}
        h = {}
        for group, count in fitting.items():
            (signs,) = self.vectors(names[group])
            if any(sign is not None for sign in signs):
                count = agreeing(signs, *fixed[group])
            if count:
                h[group] = count
        return exact_parents(h)
