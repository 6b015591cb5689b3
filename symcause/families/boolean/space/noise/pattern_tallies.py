"""Tallies under noise: how often each pattern of parents was read with each value of a variable.

Here rows keep their number: two equal rows are two readings. A tally of V over the parents S is an array
[left out][value of V][pattern of S]: first over all worlds, then, where that is asked for, without each
world in turn. Patterns are those of truth tables: bit *j* is the value of parent *j* in natural order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from symcause.families.boolean.bounds import KEPT_OUTPUTS, TALLIED_SETS
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.worlds import World
from symcause.models.variable_names import natural_key

Tally = NDArray[np.int64]

_WIDE = 62  # positions whose masks are numbers of an array
_ENTRIES = 1 << 18  # of the arrays in which parent sets are tallied together


class Readings:
    """The rows of the worlds as arrays; with *each*, tallies also leave out each world in turn."""

    def __init__(self, variables: tuple[str, ...], worlds: Sequence[World], each: bool) -> None:
        self.variables = variables
        self.worlds = tuple(worlds)
        self.each = each
        texts = "".join(row for world in self.worlds for row in world.rows)
        cells = np.frombuffer(texts.encode(), dtype=np.uint8) - ord("0")
        self.cells = cells.reshape(-1, len(variables)).astype(np.int64)
        counts = [len(world.rows) for world in self.worlds]
        self.world_of = np.repeat(np.arange(len(counts)), counts)

    @property
    def parts(self) -> int:
        """How many tallies in one: that of everything, and those without a world."""
        return 1 + len(self.worlds) * self.each

    @cached_property
    def natural_rank(self) -> dict[int, int]:
        """Where each variable stands in the natural order of names."""
        names = self.variables
        order = sorted(range(len(names)), key=lambda i: natural_key(names[i]))
        return {position: place for place, position in enumerate(order)}

    def scored(self, variable: int) -> NDArray[np.intp]:
        """The rows in which the variable is no target."""
        free = [self.variables[variable] not in world.targets for world in self.worlds]
        return np.flatnonzero(np.asarray(free, dtype=bool)[self.world_of])

    def tallied(self, variable: int, candidates: Sequence[int], bound: int) -> list[Tallied]:
        """The tallies over every set of at most *bound* candidates, by the number of these."""
        rows = self.scored(variable)
        cells = self.cells[rows]
        # A reading's place: its value, and its world where worlds are left out in turn.
        places = cells[:, variable] + (2 * self.world_of[rows] if self.each else 0)
        ordered = sorted(candidates, key=self.natural_rank.__getitem__)
        columns = np.ascontiguousarray(cells[:, ordered].T)
        most = min(bound, len(ordered))
        found = []
        for size, (masks, chosen) in enumerate(parent_sets(tuple(ordered), most)):
            step = max(1, _ENTRIES // max(len(rows), 2 * self.parts << size))
            tallies = []
            for some in (chosen[i : i + step] for i in range(0, len(chosen), step)):
                patterns = np.zeros((len(some), len(rows)), dtype=np.int64)
                for j in range(size):
                    patterns += columns[some[:, j]] << j
                tallies.append(self._tallied(places, patterns, size))
            together = np.concatenate(tallies) if len(tallies) > 1 else tallies[0]
            found.append(Tallied(masks, chosen, together))
        return found

    def _tallied(self, places: NDArray[np.int64], patterns: NDArray[np.int64], size: int) -> Tally:
        """The tallies of several parent sets of one size; a row of *patterns* each."""
        worlds, sets = len(self.worlds) if self.each else 1, len(patterns)
        entries = 2 * worlds << size
        own = (np.arange(sets) * entries)[:, None]
        counted = np.bincount(((places << size) + patterns + own).ravel(), minlength=sets * entries)
        tally: Tally = counted.reshape(sets, worlds, 2, 1 << size).astype(np.int64, copy=False)
        if not self.each:
            return tally
        whole = tally.sum(axis=1, keepdims=True)
        return np.concatenate((whole, whole - tally), axis=1)

    def disturbed(self, function: Function, variable: int) -> NDArray[np.int64]:
        """How many readings of the variable the function gets wrong: of all, and without each world."""
        name, start = self.variables[variable], 0
        wrong = function.on(self._columns, (1 << len(self.cells)) - 1) ^ self._columns[name]
        by_world = []
        for world in self.worlds:
            own = wrong >> start & world.mask if name not in world.targets else 0
            by_world.append(own.bit_count())
            start += len(world.rows)
        total = sum(by_world)
        left = [total - own for own in by_world] if self.each else []
        return np.array([total, *left], dtype=np.int64)

    @cached_property
    def _columns(self) -> dict[str, int]:
        """All rows, one below the other: bit *i* of a column is row *i*."""
        columns, rows = dict.fromkeys(self.variables, 0), 0
        for world in self.worlds:
            for name, column in world.by_name(self.variables).items():
                columns[name] |= column << rows
            rows += len(world.rows)
        return columns


@dataclass(frozen=True)
class Tallied:
    """The parent sets of one size: masks, their places among the ordered candidates, and tallies."""

    masks: list[int]
    chosen: NDArray[np.intp]
    tallies: NDArray[np.int64]  # [set][left out][value][pattern]


@lru_cache(maxsize=32)
def sets_by_size(candidates: int, bound: int) -> tuple[NDArray[np.intp], ...]:
    """The sets of at most this many of them by size, one line each."""
    sizes = [list(combinations(range(candidates), size)) for size in range(bound + 1)]
    return tuple(np.array(sets, dtype=np.intp).reshape(len(sets), -1) for sets in sizes)


def parent_sets(
    ordered: tuple[int, ...], bound: int
) -> tuple[tuple[list[int], NDArray[np.intp]], ...]:
    """The sets of at most this many of the candidates by size: as masks, and by their places."""
    few = comb(len(ordered), min(bound, len(ordered) // 2)) <= TALLIED_SETS
    return _kept_sets(ordered, bound) if few else _parent_sets(ordered, bound)


def _parent_sets(
    ordered: tuple[int, ...], bound: int
) -> tuple[tuple[list[int], NDArray[np.intp]], ...]:
    sizes = sets_by_size(len(ordered), bound)
    return tuple((masks_of(ordered, chosen), chosen) for chosen in sizes)


_kept_sets = lru_cache(maxsize=64)(_parent_sets)


def masks_of(ordered: Sequence[int], chosen: NDArray[np.intp]) -> list[int]:
    """Sets of ordered candidates as masks."""
    own = [1 << position for position in ordered]
    if max(ordered, default=0) < _WIDE and chosen.size:
        masks: list[int] = np.array(own, dtype=np.int64)[chosen].sum(axis=1).tolist()
        return masks
    return [sum(own[j] for j in some) for some in chosen.tolist()]


def outputs(table: int, parents: int) -> NDArray[np.bool_]:
    """A truth table as an array, one entry per pattern."""
    size = 1 << parents
    raw = np.frombuffer(table.to_bytes((size + 7) // 8, "little"), dtype=np.uint8)
    return np.unpackbits(raw, bitorder="little")[:size].astype(bool)


def outputs_of_all(tables: tuple[int, ...], parents: int) -> NDArray[np.int64]:
    """Truth tables as one array, a line each; most parent sets of one size have the same ones."""
    few = len(tables) << parents <= KEPT_OUTPUTS
    return (_known_outputs if few else _unpacked)(tables, parents)


def _unpacked(tables: tuple[int, ...], parents: int) -> NDArray[np.int64]:
    size = (1 << parents) + 7 >> 3
    raw = b"".join(table.to_bytes(size, "little") for table in tables)
    packed_ = np.frombuffer(raw, dtype=np.uint8).reshape(len(tables), size)
    said = np.unpackbits(packed_, axis=1, bitorder="little")[:, : 1 << parents].astype(np.int64)
    said.flags.writeable = False  # others read it, too
    return said


_known_outputs = lru_cache(maxsize=32)(_unpacked)


def packed(table: NDArray[np.bool_]) -> int:
    """An array of outputs as a truth table."""
    return int.from_bytes(np.packbits(table, bitorder="little").tobytes(), "little")
