"""Output counts of the Boolean catalogue: how many truth tables of a list have given outputs, by size.

Many questions are answered together. A list holds with a table all that permuted variables make of it, so a
question may be asked with its variables in any order. A long list is kept in the order of some sixteen
outputs, of the patterns that differ in the first four variables only, and it is counted beforehand how many
tables agree with each of the 3^8 answers (0, 1, not asked) in either half of them: of some orders of the
variables the one that seems to leave the fewest is taken, and the tables that agree there are looked at.
Where these are many, and of a short list, the tables with an output on a pattern are bits of an integer.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import combinations, pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from symcause.families.boolean.bounds import ARRAY_TABLES, COUNTED_TABLES, UNASKED_OUTPUTS
from symcause.families.boolean.catalogue.table_arrays import Indices

Words = NDArray[Any]
"""Unsigned integers of the narrowest type that holds a table, or a word of it."""

Bytes = NDArray[np.uint8]
Block = NDArray[np.uint16]

_LOOKED = 500  # tables as bits of an integer in the time of one that is looked at
_SIZED = 5  # more integers that are made where tables as bits are counted by size
_ARRANGED = 1_024  # patterns in all orders of the variables that are tried
_BATCH = 400  # questions that are answered together
_HALF = np.array([bin(i).count("1") for i in range(1 << 16)], dtype=np.uint8)
_TERNARY = np.array([sum(3**i for i in range(8) if byte >> i & 1) for byte in range(256)])
"""Of every byte the number with the same digits to base three."""


class _Sorted(NamedTuple):
    """Tables by sixteen of their outputs, for several sixteens one list after the other."""

    starts: Indices  # of each list and each value of the sixteen
    words: tuple[Words, ...]
    sizes: Bytes


class OutputCounts:
    """Truth tables over *count* variables that stand by size, permuted ones included."""

    def __init__(self, count: int, columns: Sequence[Words], sizes: Bytes) -> None:
        """*columns*: the tables as unsigned words, the least significant first."""
        self._count, self._columns, self._sizes = count, columns, sizes
        self._bytes = max(1, (1 << count) // 8)
        self._outputs: dict[int, tuple[int, int]] = {}

    def __call__(self, asked: Sequence[tuple[int, int]]) -> list[list[int]]:
        """Of each (patterns, outputs) how many tables agree, of each size up to the largest."""
        if not len(self._sizes):
            return [[] for _ in asked]
        tables = len(self._sizes)
        if tables <= COUNTED_TABLES or tables * len(asked) <= ARRAY_TABLES:
            return [self._by_bits(*what) for what in asked]
        parts = (asked[at : at + _BATCH] for at in range(0, len(asked), _BATCH))
        return [found for part in parts for found in self._together(part)]

    def _by_bits(self, care: int, value: int) -> list[int]:
        """Pattern by pattern, until no table is left."""
        found, outputs = 0 if value & ~care else (1 << len(self._sizes)) - 1, self._outputs
        while care and found:
            low = care & -care
            care ^= low
            pattern = low.bit_length() - 1
            if pattern not in outputs:
                self._read(pattern)
            found &= outputs[pattern][1 if value & low else 0]
        if not found:
            return [0] * len(self._parts)
        return [(found >> at & mask).bit_count() if mask else 0 for at, mask in self._parts]

    @cached_property
    def _parts(self) -> list[tuple[int, int]]:
        """Of each size from 0 on where its tables start, and as many bits as it has tables."""
        ends = np.cumsum(np.bincount(self._sizes)).tolist()
        return [(start, (1 << end - start) - 1) for start, end in pairwise((0, *ends))]

    def _read(self, pattern: int) -> None:
        """Which tables have output 0 on a pattern, and which 1; on the others of its byte, too."""
        whole, byte = (1 << len(self._sizes)) - 1, self._byte(pattern // 8)
        first = pattern - pattern % 8
        for i in range(8):
            packed = np.packbits(byte & (1 << i), bitorder="little")
            ones = int.from_bytes(packed.tobytes(), "little")
            self._outputs[first + i] = whole ^ ones, ones

    def _together(self, asked: Sequence[tuple[int, int]]) -> list[list[int]]:
        """Those that agree in sixteen outputs, then those of them that agree in all."""
        care, value = (self._unpacked(side) for side in zip(*asked, strict=True))
        tried, lists, whole = _arranged(self._count)
        best = self._work(*(_packed(side.take(tried, axis=1)) for side in (care, value)))
        # In the order of its own every question is about the sixteen that its list is sorted by.
        masks, sides = (
            _packed(np.take_along_axis(side, whole[best], axis=1)) for side in (care, value)
        )
        at = 2 * ((1 << lists[best]) - 1)
        every = np.arange(len(asked))
        mask, said = (
            side[every, at] | side[every, at + 1].astype(np.uint16) << np.uint16(8)
            for side in (masks, sides)
        )
        questions, starts, lengths = self._runs(lists[best], mask, said)
        numbers = np.bincount(questions, lengths, minlength=len(asked))
        patterns = _HALF[masks].sum(axis=1, dtype=np.int64) + _SIZED
        many = (numbers * _LOOKED > len(self._sizes) * patterns) | (_HALF[~mask] > UNASKED_OUTPUTS)
        kept = ~many[questions]
        kind = self._columns[0].dtype.newbyteorder("<")
        result = self._looked(
            np.repeat(questions[kept], lengths[kept]),
            _ranges(starts[kept], lengths[kept]),
            masks.view(kind),
            sides.view(kind),
        ).tolist()
        for i in many.nonzero()[0].tolist():
            result[i] = self._by_bits(*asked[i])
        return [
            [0] * len(self._parts) if outputs & ~patterns else own
            for own, (patterns, outputs) in zip(result, asked, strict=True)
        ]

    def _work(self, care: Bytes, value: Bytes) -> Indices:
        """The sixteen that seems the least work: tables in it, if its halves are independent, and runs."""
        ones = _HALF[np.arange(care.shape[1]) % self._bytes]
        numbers = self._numbers[ones, _TERNARY[care] + _TERNARY[value]]
        runs = 1 << _HALF[~care.view(np.uint16)].astype(np.int64)
        tables = 2 * numbers[:, ::2] * numbers[:, 1::2] // len(self._sizes)
        best: Indices = (tables + runs).argmin(axis=1)
        return best

    @cached_property
    def _numbers(self) -> NDArray[np.int64]:
        """Of bytes with any number of later variables being 1: the tables that agree with each answer."""
        arrays = []
        for ones in range(self._count - 2):  # the first axis is the highest bit
            numbers = np.bincount(self._byte((1 << ones) - 1), minlength=256).reshape((2,) * 8)
            for axis in range(8):
                total = numbers.sum(axis=axis, keepdims=True)
                numbers = np.concatenate((total, numbers), axis=axis)
            arrays.append(numbers.reshape(-1))
        return np.array(arrays)

    def _byte(self, place: int) -> Bytes:
        """One byte of every table."""
        column = self._columns[place // 8]
        shifted: Words = column >> column.dtype.type(8 * (place % 8))
        return shifted.astype(np.uint8)

    def _runs(self, lists: Indices, mask: Block, said: Block) -> tuple[Indices, Indices, Indices]:
        """Where the tables stand that agree in sixteen outputs: question, start and length."""
        indices: list[tuple[Indices, ...]] = []
        missing = _HALF[~mask]
        for free in range(UNASKED_OUTPUTS + 1):
            (own,) = (missing == free).nonzero()
            if not len(own):
                continue
            values, rest = said[own, None], ~mask[own]
            for _ in range(free):
                low = rest & -rest
                values = np.concatenate((values, values | low[:, None]), axis=1)
                rest ^= low
            places = (lists[own, None] << 16) + values
            starts = self._sorted.starts[places].ravel()
            lengths = self._sorted.starts[places + 1].ravel() - starts
            kept = lengths.nonzero()[0]
            indices.append((np.repeat(own, 1 << free)[kept], starts[kept], lengths[kept]))
        if not indices:
            return (np.zeros(0, dtype=np.intp),) * 3
        questions, starts, lengths = (
            np.concatenate(column) for column in zip(*indices, strict=True)
        )
        return questions, starts, lengths

    def _looked(self, questions: Indices, rows: Indices, care: Words, value: Words) -> Indices:
        """Of every question the tables by size that agree with it, of those in some rows."""
        for word, wanted, told in zip(self._sorted.words, care.T, value.T, strict=True):
            (kept,) = ((word[rows] & wanted[questions]) == told[questions]).nonzero()
            questions, rows = questions[kept], rows[kept]
        sizes = len(self._parts)
        places = questions * sizes + self._sorted.sizes[rows]
        counted: Indices = np.bincount(places, minlength=len(care) * sizes)
        return counted.reshape(len(care), sizes)

    @cached_property
    def _sorted(self) -> _Sorted:
        """By the sixteen with any number of the later variables, from the fifth on, being 1."""
        starts, orders = [np.zeros(1, dtype=np.intp)], []
        for ones in range(self._count - 3):
            first = 16 * ((1 << ones) - 1)
            column = self._columns[first // 64]
            sixteen: Block = (column >> column.dtype.type(first % 64)).astype(np.uint16)
            before = len(self._sizes) * ones
            starts.append(np.cumsum(np.bincount(sixteen, minlength=1 << 16)) + before)
            orders.append(np.argsort(sixteen, kind="stable"))
        order = np.concatenate(orders)
        words = tuple(column[order] for column in self._columns)
        return _Sorted(np.concatenate(starts), words, self._sizes[order])

    def _unpacked(self, side: Sequence[int]) -> Bytes:
        """Patterns as the bits of integers, one row each."""
        data = b"".join([what.to_bytes(self._bytes, "little") for what in side])
        packed = np.frombuffer(data, dtype=np.uint8).reshape(len(side), self._bytes)
        return np.unpackbits(packed, axis=1, bitorder="little")


def _packed(patterns: Bytes) -> Bytes:
    """Rows of bits as bytes."""
    return np.ascontiguousarray(np.packbits(patterns, axis=1, bitorder="little"))


def _ranges(starts: Indices, lengths: Indices) -> Indices:
    """All numbers of some ranges, one range after the other."""
    before = np.cumsum(lengths) - lengths
    indices: Indices = np.arange(int(lengths.sum())) + np.repeat(starts - before, lengths)
    return indices


@lru_cache(maxsize=8)
def _arranged(count: int) -> tuple[Indices, Indices, Indices]:
    """Sixteens of patterns in some orders of the variables: side by side; the list of each; its own order.

    In its own order the later variables that are 1 in a sixteen come before those that are 0.
    """
    fours = list(combinations(range(count), 4))
    orders = min(max(4, _ARRANGED >> count), len(fours))
    tried, lists, whole = [], [], []
    for i in range(orders):
        four = fours[i * len(fours) // orders]
        rest = [v for v in range(count) if v not in four]
        tried.append(_patterns([*four, *rest]))
        for sixteen in range(1 << len(rest)):
            ones = [v for j, v in enumerate(rest) if sixteen >> j & 1]
            lists.append(len(ones))
            whole.append(_patterns([*four, *ones, *(v for v in rest if v not in ones)]))
    return np.concatenate(tried), np.array(lists), np.array(whole)


def _patterns(order: Sequence[int]) -> Indices:
    """Of every pattern over variables in some order the same in their own."""
    places = np.arange(1 << len(order))
    indices: Indices = np.zeros(len(places), dtype=np.intp)
    for j, variable in enumerate(order):
        indices |= (places >> j & 1) << variable
    return indices
