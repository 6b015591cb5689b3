"""Weights of parent sets for any subset of the training worlds: how many mechanisms fit.

For a parent set S of V, a world and a value of V let the table hold the input patterns that the world shows
with this value. With the worlds X the patterns seen are the union over X, and S fits iff none is seen with
both values: then h(S) = 2^(patterns not seen). The patterns of all parent sets of V stand side by side in
one integer, a *field* of bits a set, so what :mod:`.parent_counts` finds by refining row sets takes a few
operations on long integers here, whatever X is; a variable for which nothing changes keeps its weights.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from math import comb
from operator import or_

import numpy as np

from symcause.families.boolean.models.worlds import World
from symcause.families.boolean.space.mechanisms.parent_counts import exact_parents
from symcause.families.boolean.space.noise.pattern_tallies import Readings, parent_sets
from symcause.models.bit_sets import bits

MAX_PATTERNS = 400_000
"""Most patterns, over all parent sets of all variables, that a table is made of."""

MAX_CELLS = 20_000_000
"""Most pairs of a pattern and a world while the part of one variable is made."""

Weights = Mapping[int, int]


class LeftOut:
    """The weights of parent sets for every choice of worlds, of the variables with *candidates*."""

    def __init__(
        self,
        variables: Sequence[str],
        worlds: Sequence[World],
        candidates: Mapping[str, tuple[tuple[int, ...], int]],
    ) -> None:
        """*candidates*: positions of the possible parents of a variable, and how many it may have."""
        readings = Readings(tuple(variables), worlds, each=False)
        self._shown = {
            name: _shown(readings, variables.index(name), possible, most)
            for name, (possible, most) in candidates.items()
        }

    def weights(self, chosen: Sequence[int]) -> Mapping[str, Weights]:
        """g(S) of every variable with these worlds only (:func:`~.parent_counts.exact_parents`).

        What is the same for two choices of worlds is one object.
        """
        return {name: shown.weights(*shown.seen(chosen)) for name, shown in self._shown.items()}

    def same(self, chosen: Sequence[int], inside: Mapping[str, int]) -> bool:
        """Do these worlds leave every variable the functions that all do, on parents *inside* a set?"""
        return all(shown.same(chosen, inside[name]) for name, shown in self._shown.items())


@dataclass(frozen=True)
class _Shown:
    """What the worlds show of one variable: by value and world, the patterns of every parent set."""

    sets: tuple[int, ...]  # the parent sets, in the order of their fields
    starts: tuple[int, ...]  # where the field of each begins
    zero: tuple[int, ...]
    one: tuple[int, ...]

    @cached_property
    def _ends(self) -> int:
        """The last bit of every field."""
        return sum(1 << end for end in self._at)

    @cached_property
    def _at(self) -> dict[int, int]:
        """Which field ends where."""
        widths = ((1 << parents.bit_count()) - 1 for parents in self.sets)
        return {s + w: i for i, (s, w) in enumerate(zip(self.starts, widths, strict=True))}

    @cached_property
    def _before(self) -> int:
        """All other bits."""
        return (1 << self._ends.bit_length()) - 1 ^ self._ends

    @cached_property
    def _known(self) -> dict[tuple[int, int], dict[int, int]]:
        return {}

    @cached_property
    def _asked(self) -> dict[int, tuple[int, int, int]]:
        return {}

    def seen(self, chosen: Iterable[int]) -> tuple[int, int]:
        """The patterns that some worlds show with 0, and with 1."""
        worlds = tuple(chosen)
        zero, one = ([side[w] for w in worlds] for side in (self.zero, self.one))
        return reduce(or_, zero, 0), reduce(or_, one, 0)

    def _torn(self, zero: int, one: int) -> int:
        """The ends of the fields with a pattern that is seen with both values."""
        both, before = zero & one, self._before
        return ((both & before) + before | both) & self._ends

    def weights(self, zero: int, one: int) -> Weights:
        known = self._known.get((zero, one))
        if known is None:
            fitting, seen = {}, zero | one
            for end in bits(self._ends ^ self._torn(zero, one)):
                i = self._at[end]
                start = self.starts[i]
                width = end + 1 - start
                shown = (seen >> start & (1 << width) - 1).bit_count()
                fitting[self.sets[i]] = 1 << width - shown
            known = self._known[zero, one] = exact_parents(fitting)
        return known

    def same(self, chosen: Iterable[int], inside: int) -> bool:
        """Does each set inside fit as with all worlds, with the same patterns seen?"""
        if inside not in self._asked:
            self._asked[inside] = self._with_all(inside)
        fields, seen, torn = self._asked[inside]
        zero, one = self.seen(chosen)
        return (zero | one) & fields == seen and self._torn(zero, one) & torn == torn

    def _with_all(self, inside: int) -> tuple[int, int, int]:
        """With all worlds: fields of the sets inside that fit, what is seen of them; ends of the others."""
        zero, one = self.seen(range(len(self.zero)))
        torn = self._torn(zero, one)
        fields = others = 0
        for end, i in self._at.items():
            if not self.sets[i] & ~inside:
                if torn >> end & 1:
                    others |= 1 << end
                else:
                    fields |= (1 << end + 1) - (1 << self.starts[i])
        return fields, (zero | one) & fields, others


def patterns(candidates: int, most: int) -> int:
    """How many patterns the parent sets of a variable have."""
    return sum(comb(candidates, k) << k for k in range(min(most, candidates) + 1))


def _shown(readings: Readings, variable: int, possible: Sequence[int], most: int) -> _Shown:
    """What is shown of a variable, parent sets by size."""
    shown = readings.scored(variable)
    rows, owners = readings.cells[shown], readings.world_of[shown]
    values, columns = rows[:, variable], rows[:, list(possible)].T
    number, size = len(readings.worlds), patterns(len(possible), most)
    table = np.zeros((2, number, size), dtype=bool)
    by_size = parent_sets(tuple(possible), min(most, len(possible)))
    sets: list[int] = []
    starts: list[int] = []
    at = 0
    for parents, (masks, chosen) in enumerate(by_size):
        sets += masks
        begins = range(at, at + (len(chosen) << parents), 1 << parents)
        inputs = np.array(begins)[:, None]
        for j in range(parents):
            inputs = inputs + (columns[chosen[:, j]] << j)
        table[values, owners, inputs] = True
        starts += begins
        at = begins.stop
    packed = np.packbits(table, axis=-1, bitorder="little")
    zero, one = (
        tuple(int.from_bytes(line.tobytes(), "little") for line in side) for side in packed
    )
    return _Shown(tuple(sets), tuple(starts), zero, one)
