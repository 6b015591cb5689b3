"""Tallies under noise: how often each pattern of parents was read with each value of a variable.

Here rows keep their number: two equal rows are two readings. A tally of V over the parents S is an array
[left out][value of V][pattern of S]: first over all worlds, then, where that is asked for, without each
world in turn. Patterns are those of tables (:mod:`.table_outputs`), over parents in the order in which
tables read them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence, Sized
from functools import cached_property
from math import prod
from typing import Generic, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from symcause.mechanisms.local_space import F
from symcause.mechanisms.noise.candidate_sets import Places, alike_sets, radices
from symcause.mechanisms.noise.table_outputs import outputs
from symcause.models.bit_sets import bits, mask_of

Tally = NDArray[np.int64]
Cells = NDArray[np.int64]

_ENTRIES = 1 << 18  # of the arrays in which parent sets are tallied together


class ReadWorld(Protocol):
    """Rows that were read under one intervention."""

    @property
    def id(self) -> str:
        """Its name, another one for every world."""

    @property
    def targets(self) -> Collection[str]:
        """The variables that were set, so that no cell of theirs can be disturbed."""

    @property
    def rows(self) -> Sized:
        """As many as there are lines of cells."""


class Readings(Generic[F]):
    """The rows of the worlds as arrays; with *each*, tallies also leave out each world in turn."""

    def __init__(
        self,
        variables: tuple[str, ...],
        worlds: Sequence[ReadWorld],
        cells: Cells,
        sizes: tuple[int, ...],
        each: bool,
    ) -> None:
        """*cells* hold a line a row, worlds one below the other; *sizes* are numbers of values."""
        self.variables = variables
        self.worlds = tuple(worlds)
        self.cells = cells
        self.sizes = sizes
        self.each = each
        counts = [len(world.rows) for world in self.worlds]
        self.world_of = np.repeat(np.arange(len(counts)), counts)

    @property
    def parts(self) -> int:
        """How many tallies in one: that of everything, and those without a world."""
        return 1 + len(self.worlds) * self.each

    @cached_property
    def rank(self) -> dict[int, int]:
        """Where each variable stands in the order in which tables read parents."""
        return {position: position for position in range(len(self.variables))}

    def names_of(self, parents: int) -> tuple[str, ...]:
        """The variables of a set, in that order."""
        ordered = sorted(bits(parents), key=self.rank.__getitem__)
        return tuple([self.variables[p] for p in ordered])

    def set_of(self, names: Sequence[str]) -> int:
        """Some variables as a mask."""
        return mask_of(map(self.variables.index, names))

    def sizes_of(self, names: Sequence[str]) -> tuple[int, ...]:
        """How many values each of some variables has."""
        return tuple([self.sizes[self.variables.index(name)] for name in names])

    def scored(self, variable: int) -> Places:
        """The rows in which the variable is no target."""
        free = [self.variables[variable] not in world.targets for world in self.worlds]
        return np.flatnonzero(np.asarray(free, dtype=bool)[self.world_of])

    def tallied(self, variable: int, candidates: Sequence[int], bound: int) -> list[Tallied]:
        """The tallies over every set of at most *bound* candidates, by the number of these."""
        rows, values = self.scored(variable), self.sizes[variable]
        cells = self.cells[rows]
        # A reading's place: its value, and its world where worlds are left out in turn.
        places = cells[:, variable] + (values * self.world_of[rows] if self.each else 0)
        ordered = tuple(sorted(candidates, key=self.rank.__getitem__))
        columns = np.ascontiguousarray(cells[:, ordered].T)
        most = min(bound, len(ordered))
        found = []
        worth = {1: columns}
        for alike in alike_sets(ordered, tuple([self.sizes[p] for p in ordered]), most):
            for radix in alike.radices:
                if radix not in worth:
                    worth[radix] = columns * radix
            step = max(1, _ENTRIES // max(len(rows), values * self.parts * alike.patterns))
            tallies = []
            for i in range(0, len(alike.chosen), step):
                some = alike.chosen[i : i + step]
                entries = self._entries(values, alike.patterns)
                readings = places * alike.patterns + (np.arange(len(some)) * entries)[:, None]
                for j, radix in enumerate(alike.radices):
                    readings += worth[radix][some[:, j]]
                tallies.append(self._tallied(readings, values, alike.patterns))
            together = np.concatenate(tallies) if len(tallies) > 1 else tallies[0]
            found.append(Tallied(alike.sizes, alike.patterns, alike.masks, alike.chosen, together))
        return found

    def _entries(self, values: int, patterns: int) -> int:
        """How many entries a parent set has in the arrays that are counted."""
        return values * patterns * (len(self.worlds) if self.each else 1)

    def _tallied(self, readings: NDArray[np.int64], values: int, patterns: int) -> Tally:
        """The tallies of several parent sets with so many patterns; a row of entries each."""
        sets, size = len(readings), self._entries(values, patterns)
        counted = np.bincount(readings.ravel(), minlength=sets * size)
        tally: Tally = counted.reshape(sets, -1, values, patterns).astype(np.int64, copy=False)
        if not self.each:
            return tally
        whole = tally.sum(axis=1, keepdims=True)
        return np.concatenate((whole, whole - tally), axis=1)

    def disturbed(self, function: F, variable: int) -> NDArray[np.int64]:
        """How many readings of the variable the function gets wrong: of all, and without each world."""
        parents = [self.variables.index(name) for name in function.parents]
        sizes = self.sizes_of(function.parents)
        said = outputs(function.table, prod(sizes), self.sizes[variable])
        rows = self.scored(variable)
        cells = self.cells[rows]
        read = cells[:, parents] @ np.array(radices(sizes), dtype=np.int64)
        wrong = rows[said[read] != cells[:, variable]]
        return self.without_each(
            np.bincount(self.world_of[wrong], minlength=len(self.worlds)).tolist()
        )

    def without_each(self, by_world: Sequence[int]) -> NDArray[np.int64]:
        """A sum over all worlds and, where each is left out in turn, over the others."""
        total = sum(by_world)
        left = [total - own for own in by_world] if self.each else []
        return np.array([total, *left], dtype=np.int64)


class Tallied(NamedTuple):
    """Parent sets of one kind: masks, their places among the ordered candidates, and tallies."""

    sizes: tuple[int, ...]  # how many values the first parent of each has, the second …
    patterns: int  # of each
    masks: list[int]
    chosen: Places
    tallies: NDArray[np.int64]  # [set][left out][value][pattern]
