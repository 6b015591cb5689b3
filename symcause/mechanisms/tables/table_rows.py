"""Table rows: what is seen of one variable of any number of values, and which parent sets fit that.

h(S) is the number of functions on S that agree with the rows: d^(patterns of S never seen), or 0 if two
rows agree on S and differ in V; d is the number of values of V. All sets of one size are looked at
together: rows are numbered by pattern and output, sorted, and neighbours compared. g(S), the functions
of which every parent in S matters, follows by :mod:`~symcause.mechanisms.parent_sums`.

>>> seen = ((0, 1, 1), (1, 1, 2), (2, 0, 1))
>>> rows = TableRows("C", ("A", "B", "C"), (3, 2, 3), seen, candidates=(0, 1))
>>> rows.fitting(2)
{1: 1, 3: 27}
>>> rows.fixed((0,))
{0: 1, 1: 2, 2: 1}
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations, islice
from math import prod
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from symcause.errors import LimitError
from symcause.mechanisms.bounds import TABLE_BITS, TABLE_LOOKS, TABLE_SETS
from symcause.mechanisms.tables.table_functions import pattern_of
from symcause.models.bit_sets import mask_of

Numbers = NDArray[Any]
"""Unsigned integers of a type that holds what is counted."""

_CELLS = 1 << 20  # rows and sets that are looked at together


class TableRows(Struct, frozen=True, dict=True, eq=False):
    """The distinct rows in which *variable* is no target, each with a value for every variable."""

    variable: str
    variables: tuple[str, ...]
    sizes: tuple[int, ...]  # how many values each variable has
    rows: tuple[tuple[int, ...], ...]
    candidates: tuple[int, ...]  # places of the variables that may be parents

    @cached_property
    def place(self) -> int:
        """Where the variable stands among all."""
        return self.variables.index(self.variable)

    @property
    def values(self) -> int:
        """How many values the variable has."""
        return self.sizes[self.place]

    def patterns(self, places: Sequence[int]) -> int:
        """How many patterns these parents have."""
        return prod([self.sizes[p] for p in places])

    def _check_reach(self, bound: int) -> None:
        """Raise LimitError if there is too much to count over, before anything is."""
        sets, patterns = [1], [1]  # by how many parents
        for p in self.candidates:
            size = self.sizes[p]
            sets = [a + b for a, b in zip([*sets, 0], [0, *sets], strict=True)]
            patterns = [a + b * size for a, b in zip([*patterns, 0], [0, *patterns], strict=True)]
        number = sum(sets[: bound + 1])
        bits = sum(patterns[: bound + 1]) * (self.values - 1).bit_length()
        looks = number * (1 + len(self.rows))
        if number > TABLE_SETS or bits > TABLE_BITS or looks > TABLE_LOOKS:
            raise LimitError(
                f"{self.variable} has {number:,} candidate parent sets: too many to count over",
                remedy="bound the number of parents, or name the variables that may be some",
            )

    def fitting(self, bound: int) -> dict[int, int]:
        """h(S) where it is not 0, for all sets of at most this many candidates.

        Raises LimitError, before anything is counted, where that is too much.
        """
        self._check_reach(bound)
        found: dict[int, int] = {}
        powers: dict[int, int] = {}
        for k in range(min(bound, len(self.candidates)) + 1):
            for sets in _portions(combinations(self.candidates, k), len(self.rows)):
                seen, fits = self._seen(sets)
                for at in np.flatnonzero(fits).tolist():
                    free = self.patterns(sets[at]) - int(seen[at])
                    if free not in powers:
                        powers[free] = self.values**free
                    found[mask_of(sets[at])] = powers[free]
        return found

    def _seen(self, sets: Sequence[tuple[int, ...]]) -> tuple[Numbers, NDArray[np.bool_]]:
        """For sets of one size: how many patterns rows show, and whether none has two outputs."""
        if not self.rows:
            return np.zeros(len(sets), dtype=np.int64), np.ones(len(sets), dtype=np.bool_)
        sizes = sorted([self.sizes[p] for p in self.candidates], reverse=True)
        held = np.min_scalar_type(prod(sizes[: len(sets[0])]) * self.values)
        codes = np.zeros((len(sets), len(self.rows)), dtype=held)
        for j in range(len(sets[0])):
            at = [group[j] for group in sets]
            codes *= np.array([self.sizes[p] for p in at], dtype=held)[:, None]
            codes += self._columns[at].astype(held)
        codes *= held.type(self.values)
        codes += self._columns[self.place].astype(held)
        codes.sort(axis=1)
        pairs = 1 + np.count_nonzero(codes[:, 1:] != codes[:, :-1], axis=1)
        codes //= held.type(self.values)
        patterns = 1 + np.count_nonzero(codes[:, 1:] != codes[:, :-1], axis=1)
        return patterns, pairs == patterns

    @cached_property
    def _columns(self) -> NDArray[np.uint64]:
        """A line for each variable."""
        rows = np.array(self.rows, dtype=np.uint64).reshape(-1, len(self.sizes))
        return np.ascontiguousarray(rows.T)

    def fixed(self, parents: Sequence[int]) -> dict[int, int] | None:
        """The seen patterns of these parents with their outputs, None if rows conflict."""
        known: dict[int, int] = {}
        shape = [self.sizes[p] for p in parents]
        for row in self.rows:
            pattern = pattern_of([row[p] for p in parents], shape)
            if known.setdefault(pattern, row[self.place]) != row[self.place]:
                return None
        return known


def _portions(sets: Iterator[tuple[int, ...]], rows: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """So many sets at a time as are looked at together."""
    together = max(1, _CELLS // (rows + 1))
    while some := tuple(islice(sets, together)):
        yield some
