"""Lists of truth tables in the Boolean catalogue, filtered fast by known outputs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from symcause.families.boolean.catalogue import clones
from symcause.families.boolean.catalogue import depth_bounds as depths
from symcause.families.boolean.catalogue import table_arrays as rows
from symcause.families.boolean.catalogue.level_store import levels
from symcause.families.boolean.catalogue.orbits import orbits
from symcause.families.boolean.catalogue.output_counts import OutputCounts
from symcause.families.boolean.catalogue.output_index import OutputIndex, Words
from symcause.families.boolean.catalogue.table_arrays import Indices, Tables


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
        return np.sort(self._outputs.agreeing(care, value))

    def number(self, care: int, value: int) -> int:
        """How many rows match."""
        return len(self._outputs.agreeing(care, value))

    @cached_property
    def counts(self) -> OutputCounts:
        """How many rows match, of each size; for lists by size that have permuted tables, too."""
        return OutputCounts(self.count, self.columns, self.sizes)

    @cached_property
    def _outputs(self) -> OutputIndex:
        return OutputIndex(self.count, self.columns)

    def tables(self, chosen: Indices) -> list[int]:
        """Some of the tables, as integers."""
        return rows.to_integers(
            np.stack([column[chosen].astype(np.uint64) for column in self.columns], axis=1)
        )


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
