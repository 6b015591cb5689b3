"""Truth table arrays of the Boolean catalogue: many tables at once as numpy rows of 64-bit words.

A table over *k* variables takes ``max(1, 2^(k-6))`` words, the least significant first, so that bit *i*
of the row is the output for pattern *i* (the convention of :mod:`~models.functions`). Bits
beyond 2^k are zero. Everything here works on whole arrays; exchanging two variables is a *delta
swap*: the patterns that differ in exactly these two variables trade their bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

Tables = NDArray[np.uint64]
"""Shape (number of tables, words)."""

Indices = NDArray[np.intp]
Mask = NDArray[np.bool_]

WORD = 6  # a word holds the 2^6 patterns of the first six variables
_ONES = (1 << 64) - 1
PROJECTIONS = tuple(sum(1 << i for i in range(64) if i >> variable & 1) for variable in range(WORD))
_SMALL = 1 << 16  # tables of four variables are sorted by counting,
_FEW = 1 << 12  # if there are enough of them


def words(count: int) -> int:
    """Words of a table over *count* variables."""
    return 1 << max(0, count - WORD)


def empty(count: int) -> Tables:
    """No tables over *count* variables."""
    return np.empty((0, words(count)), dtype=np.uint64)


def from_integers(tables: Iterable[int], count: int) -> Tables:
    """Rows from Python integers.

    >>> from_integers([6, 1 << 127], 7).tolist()
    [[6, 0], [0, 9223372036854775808]]
    """
    size = words(count)
    data = b"".join(table.to_bytes(8 * size, "little") for table in tables)
    return np.frombuffer(data, dtype="<u8").astype(np.uint64).reshape(-1, size)


def to_integers(tables: Tables) -> list[int]:
    """Python integers from rows."""
    integers: list[int] = tables[:, -1].tolist()
    for column in range(tables.shape[1] - 2, -1, -1):
        low: list[int] = tables[:, column].tolist()
        integers = [high << 64 | word for high, word in zip(integers, low, strict=True)]
    return integers


def ones(count: int) -> np.uint64:
    """A word with a one for every pattern that exists (all 64 from six variables on)."""
    return np.uint64(_ONES if count >= WORD else (1 << (1 << count)) - 1)


def extend(tables: Tables, count: int, wider: int) -> Tables:
    """The same functions over more variables; the new ones come last and do not matter."""
    for variable in range(count, wider):
        if variable < WORD:
            tables = tables | tables << np.uint64(1 << variable)
        else:
            tables = np.concatenate((tables, tables), axis=1)
    return tables


def swap(tables: Tables, first: int, second: int) -> Tables:
    """Exchange two variables."""
    if first == second:
        return tables
    low, high = min(first, second), max(first, second)
    if high < WORD:
        shift = np.uint64((1 << high) - (1 << low))
        where = np.uint64(PROJECTIONS[low] & ~PROJECTIONS[high])
        moved = (tables >> shift ^ tables) & where
        exchanged: Tables = tables ^ moved ^ moved << shift
        return exchanged
    zeros, ones_ = _columns(tables.shape[1], high)
    result = tables.copy()
    if low >= WORD:
        step = 1 << (low - WORD)
        here = zeros[(zeros & step) != 0]
        there = here - step + (1 << (high - WORD))
        result[:, here], result[:, there] = tables[:, there], tables[:, here]
        return result
    shift = np.uint64(1 << low)
    where = np.uint64(_ONES & ~PROJECTIONS[low])
    moved = (tables[:, zeros] >> shift ^ tables[:, ones_]) & where
    result[:, ones_] ^= moved
    result[:, zeros] ^= moved << shift
    return result


def _columns(size: int, variable: int) -> tuple[Indices, Indices]:
    """The words in which a high variable is 0, and those in which it is 1."""
    index = np.arange(size)
    one = (index >> (variable - WORD) & 1).astype(bool)
    return index[~one], index[one]


def place(tables: Tables, positions: Sequence[int], count: int) -> Tables:
    """Tables over ``len(positions)`` variables, read at ascending *positions* among *count*."""
    tables = extend(tables, len(positions), count)
    for variable in reversed(range(len(positions))):
        tables = swap(tables, variable, positions[variable])
    return tables


def cofactors(tables: Tables, variable: int, count: int) -> tuple[Tables, Tables, np.uint64]:
    """The outputs with the variable 0 and with it 1, on the same bits, and the mask of these bits."""
    if variable < WORD:
        where = np.uint64(_ONES & ~PROJECTIONS[variable]) & ones(count)
        return tables & where, tables >> np.uint64(1 << variable) & where, where
    zeros, ones_ = _columns(tables.shape[1], variable)
    return tables[:, zeros], tables[:, ones_], np.uint64(_ONES)


def population(tables: Tables) -> NDArray[np.int64]:
    """For each table: the number of patterns with value 1."""
    bits = np.unpackbits(np.ascontiguousarray(tables).view(np.uint8), axis=1)
    result: NDArray[np.int64] = bits.sum(axis=1, dtype=np.int64)
    return result


def depends(tables: Tables, variable: int) -> Mask:
    """For each table: does the variable matter?"""
    low, high, _ = cofactors(tables, variable, WORD)
    result: Mask = (low != high).any(axis=1)
    return result


def full_support(tables: Tables, count: int) -> Mask:
    """For each table: do all *count* variables matter?"""
    result = np.ones(len(tables), dtype=bool)
    for variable in range(count):
        result &= depends(tables, variable)
    return result


def unique(tables: Tables) -> tuple[Tables, Indices]:
    """The distinct rows in ascending order, and where each occurs first."""
    if tables.shape[1] == 1:
        column = tables[:, 0]
        if len(column) > _FEW and column.max() < _SMALL:
            where = np.full(_SMALL, -1, dtype=np.intp)
            where[column[::-1]] = np.arange(len(column))[::-1]  # the last one written stays
            first = where[where >= 0]
            return tables[first], first
        values, first = np.unique(column, return_index=True)
        return values[:, None], first
    order = np.lexsort(tables.T)  # the last word is the most significant; the sort is stable
    ordered = tables[order]
    fresh = np.ones(len(tables), dtype=bool)
    fresh[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    return ordered[fresh], order[fresh]


def among(tables: Tables, known: Tables) -> Mask:
    """For each row: is it one of *known*?"""
    if not len(known) or not len(tables):
        return np.zeros(len(tables), dtype=bool)
    if tables.shape[1] == 1:
        return np.isin(tables[:, 0], known[:, 0])
    both = np.concatenate((known, tables))
    order = np.lexsort(both.T)
    ordered = both[order]
    fresh = np.ones(len(both), dtype=np.intp)
    fresh[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    number = np.empty(len(both), dtype=np.intp)  # equal rows get equal numbers
    number[order] = np.cumsum(fresh)
    return np.isin(number[len(known) :], number[: len(known)])
