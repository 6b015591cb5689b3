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
from functools import cached_property, lru_cache, reduce
from operator import or_
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from symcause.families.boolean.models.worlds import World
from symcause.families.boolean.space.noise.world_readings import WorldReadings
from symcause.mechanisms.noise.candidate_sets import parent_sets
from symcause.mechanisms.parent_sums import exact_parents, pattern_count
from symcause.models.bit_sets import mask_of

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
        readings = WorldReadings(tuple(variables), worlds, each=False)
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


class _Fields(NamedTuple):
    """Where the fields of parent sets lie that stand by size."""

    widths: NDArray[np.intp]
    starts: NDArray[np.intp]
    ends: int  # the last bit of every field
    before: int  # all other bits

    def numbers(self, seen: int) -> NDArray[np.intp]:
        """How many bits of each field are set."""
        size = int(self.starts[-1] + self.widths[-1])
        packed = np.frombuffer(seen.to_bytes(-(-size // 8), "little"), dtype=np.uint8)
        patterns = np.unpackbits(packed, count=size, bitorder="little")
        return np.add.reduceat(patterns, self.starts, dtype=np.intp)

    def whole(self, chosen: NDArray[np.bool_]) -> int:
        """All bits of some fields."""
        patterns = np.repeat(chosen, self.widths)
        return int.from_bytes(np.packbits(patterns, bitorder="little").tobytes(), "little")


@lru_cache(maxsize=32)
def _fields(sets: tuple[int, ...]) -> _Fields:
    """The fields of so many sets of each size."""
    widths = np.repeat(1 << np.arange(len(sets)), sets)
    after = np.cumsum(widths)
    ends = mask_of((after - 1).tolist())
    return _Fields(widths, after - widths, ends, (1 << ends.bit_length()) - 1 ^ ends)


@dataclass(frozen=True)
class _Shown:
    """What the worlds show of one variable: by value and world, the patterns of every parent set."""

    sets: tuple[int, ...]  # the parent sets, in the order of their fields
    fields: _Fields
    zero: tuple[int, ...]
    one: tuple[int, ...]

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
        both, before = zero & one, self.fields.before
        return ((both & before) + before | both) & self.fields.ends

    def weights(self, zero: int, one: int) -> Weights:
        known = self._known.get((zero, one))
        if known is None:
            torn, shown = (self.fields.numbers(seen) for seen in (zero & one, zero | one))
            (fit,) = (torn == 0).nonzero()
            free = (self.fields.widths - shown)[fit].tolist()
            fitting = {self.sets[i]: 1 << f for i, f in zip(fit.tolist(), free, strict=True)}
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
        held = np.array([not own & ~inside for own in self.sets])
        torn = self.fields.numbers(zero & one) > 0
        fields = self.fields.whole(held & ~torn)
        others = self.fields.whole(held & torn) & self.fields.ends
        return fields, (zero | one) & fields, others


def _shown(readings: WorldReadings, variable: int, possible: Sequence[int], most: int) -> _Shown:
    """What is shown of a variable, parent sets by size."""
    shown = readings.scored(variable)
    rows, owners = readings.cells[shown], readings.world_of[shown]
    values, columns = rows[:, variable], rows[:, list(possible)].T
    number, size = len(readings.worlds), pattern_count((2,) * len(possible), most)
    table = np.zeros(2 * number * size, dtype=bool)
    by_size = parent_sets(tuple(possible), min(most, len(possible)))
    places = (values * number + owners) * size
    sets: list[int] = []
    at = 0
    for parents, (masks, chosen) in enumerate(by_size):
        sets += masks
        begins = range(at, at + (len(chosen) << parents), 1 << parents)
        inputs = np.array(begins)[:, None] + places
        for j in range(parents):
            inputs += (columns << j)[chosen[:, j]]
        table[inputs.ravel()] = True
        at = begins.stop
    packed = np.packbits(table.reshape(2, number, size), axis=-1, bitorder="little")
    zero, one = (
        tuple(int.from_bytes(line.tobytes(), "little") for line in side) for side in packed
    )
    fields = _fields(tuple(len(chosen) for _, chosen in by_size))
    return _Shown(tuple(sets), fields, zero, one)
