"""Lists of truth tables in the Boolean catalogue, filtered fast by known outputs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symcause.families.boolean.catalogue import clones
from symcause.families.boolean.catalogue import depth_bounds as depths
from symcause.families.boolean.catalogue import table_arrays as rows
from symcause.families.boolean.catalogue.level_store import levels
from symcause.families.boolean.catalogue.orbits import orbits
from symcause.families.boolean.catalogue.output_index import Outputs
from symcause.families.boolean.catalogue.table_arrays import Indices, Tables

_FEW = 2_000  # tables that are compared as they are

Words = NDArray[Any]
"""Unsigned integers of the narrowest type that holds a table, or a word of it."""


@dataclass(frozen=True)
class Listing:
    """Truth tables over *count* variables as columns of words, the least significant first."""

    count: int
    columns: tuple[Words, ...]
    sizes: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.columns[0])

    def matching(self, care: int, value: int) -> Indices:
        """The rows whose table agrees with *value* on the bits of *care*."""
        columns = list(zip(self.columns, self._conditions(care, value), strict=True))
        if len(self) > _FEW and self.count > 5:
            found = self._alike(care, value)
        else:
            column, (mask, bits) = columns.pop(0)
            found = np.nonzero((column & mask) == bits)[0]
        for column, (mask, bits) in columns:
            found = found[(column[found] & mask) == bits]
        return found

    def number(self, care: int, value: int) -> int:
        """How many rows match."""
        if len(self.columns) > 1:
            return len(self.matching(care, value))
        ((mask, bits),) = self._conditions(care, value)
        return int(np.count_nonzero((self.columns[0] & mask) == bits))

    @cached_property
    def outputs(self) -> Outputs:
        """The tables by their outputs, for whoever asks how many there are again and again."""
        return Outputs(self.columns)

    def _alike(self, care: int, value: int) -> Indices:
        """The rows that agree in the 32 bits of which most is known: few are left of many."""
        full = (1 << 32) - 1
        places = range(0, 1 << self.count, 32)
        at = max(places, key=lambda shift: (care >> shift & full).bit_count())
        mask, bits = np.uint32(care >> at & full), np.uint32(value >> at & full)
        return np.nonzero((self._part(at) & mask) == bits)[0]

    def _part(self, at: int) -> NDArray[np.uint32]:
        """32 bits of every table, side by side."""
        kept = self._parts
        if at not in kept:
            column = self.columns[at // 64]
            kept[at] = (column >> column.dtype.type(at % 64)).astype(np.uint32)
        return kept[at]

    @cached_property
    def _parts(self) -> dict[int, NDArray[np.uint32]]:
        return {}

    def tables(self, chosen: Indices) -> list[int]:
        """Some of the tables, as integers."""
        return rows.to_integers(
            np.stack([column[chosen].astype(np.uint64) for column in self.columns], axis=1)
        )

    def _conditions(self, care: int, value: int) -> list[tuple[Any, Any]]:
        """Mask and value of each word, in the type of its column."""
        kind = self.columns[0].dtype.type
        if len(self.columns) == 1:
            return [(kind(care), kind(value))]
        full = (1 << min(64, 1 << self.count)) - 1
        shifts = range(0, 64 * len(self.columns), 64)
        return [(kind(care >> s & full), kind(value >> s & full)) for s in shifts]


def listing(tables: Tables, count: int, sizes: NDArray[np.uint8] | None = None) -> Listing:
    """A listing of the given tables."""
    narrow = np.uint16 if count <= 4 else np.uint32 if count == 5 else np.uint64
    columns = tuple(
        np.ascontiguousarray(tables[:, word], dtype=narrow) for word in range(rows.words(count))
    )
    return Listing(count, columns, np.zeros(len(tables), np.uint8) if sizes is None else sizes)


@cache
def exactly(
    operators: tuple[str, ...], constants: bool, max_depth: int | None, count: int, size: int
) -> Listing:
    """All functions of exactly this least size (within the depth); all variables matter."""
    level = levels(operators, constants, max_depth).level(count, size)
    tables = orbits(level.tables, count)
    return listing(tables, count, np.full(len(tables), size, dtype=np.uint8))


@cache
def sized(
    operators: tuple[str, ...], constants: bool, max_depth: int | None, count: int, size: int
) -> Listing:
    """All functions of at most this size (within the depth), by size."""
    parts = [
        exactly(operators, constants, max_depth, count, exact)
        for exact in range(least_size(count), size + 1)
    ]
    if not parts:
        return listing(rows.empty(count), count)
    columns = tuple(map(np.concatenate, zip(*(part.columns for part in parts), strict=True)))
    return Listing(count, columns, np.concatenate([part.sizes for part in parts]))


@cache
def at_any_size(
    operators: tuple[str, ...], constants: bool, max_depth: int | None, count: int
) -> Listing:
    """All functions of *count* ≤ 4 variables that can be written (within the depth)."""
    if max_depth is None:
        return listing(clones.generated(operators, constants, count), count)
    return listing(depths.within_depth(operators, constants, count, max_depth), count)


def least_size(count: int) -> int:
    """No function of *count* variables, all of which matter, is shorter: leaves and an operator."""
    return count + 1 if count > 1 else 1


def functions(count: int) -> int:
    """How many Boolean functions depend on each of *count* variables.

    >>> [functions(count) for count in range(5)]
    [2, 2, 10, 218, 64594]
    """
    return sum((-1) ** (count - j) * comb(count, j) << (1 << j) for j in range(count + 1))
