"""Output index of the Boolean catalogue: which truth tables of a list have given outputs.

Of a short list the tables with output 1 on a pattern are the bits of one integer, and a question takes one
operation a pattern until no table is left. A long list is kept in the order of each byte of its tables
(eight patterns), and it is counted beforehand how many tables agree there with each of the 3^8 answers (0,
1, not asked): a question looks only at those that agree in the byte which leaves the fewest.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symcause.families.boolean.bounds import INDEXED_TABLES
from symcause.families.boolean.catalogue.table_arrays import Indices
from symcause.models.bit_sets import bits

Words = NDArray[Any]
"""Unsigned integers of the narrowest type that holds a table, or a word of it."""

_NONE: Indices = np.zeros(0, dtype=np.intp)
_TERNARY = tuple(sum(3**i for i in range(8) if byte >> i & 1) for byte in range(256))
"""Of every byte the number with the same digits to base three."""


class OutputIndex:
    """Truth tables over *count* variables by their outputs, made when it is first asked for."""

    def __init__(self, count: int, columns: Sequence[Words]) -> None:
        """*columns*: the tables as unsigned words, the least significant first."""
        self._columns = columns
        self._length = len(columns[0])
        self._bytes = max(1, (1 << count) // 8)
        self._outputs: dict[int, tuple[int, int]] = {}
        self._orders: dict[int, tuple[list[int], NDArray[np.int32], Words]] = {}

    def agreeing(self, care: int, value: int) -> Indices:
        """The tables that agree with *value* on the bits of *care*, in no order."""
        if value & ~care:
            return _NONE
        return (
            self._of_few(care, value)
            if self._length <= INDEXED_TABLES
            else self._of_many(care, value)
        )

    def _of_few(self, care: int, value: int) -> Indices:
        found = self._agreed(care, value)
        return np.array(bits(found), dtype=np.intp) if found else _NONE

    def _agreed(self, care: int, value: int) -> int:
        """Those of a short list, pattern by pattern."""
        found, outputs = (1 << self._length) - 1, self._outputs
        while care and found:
            low = care & -care
            care ^= low
            pattern = low.bit_length() - 1
            if pattern not in outputs:
                self._read(pattern)
            found &= outputs[pattern][1 if value & low else 0]
        return found

    def _read(self, pattern: int) -> None:
        """Which tables have output 0 on a pattern, and which 1; on the others of its byte, too."""
        whole, byte = (1 << self._length) - 1, self._byte(pattern // 8)
        for i in range(8):
            packed = np.packbits(byte & (1 << i), bitorder="little")
            ones = int.from_bytes(packed.tobytes(), "little")
            self._outputs[pattern - pattern % 8 + i] = whole ^ ones, ones

    def _of_many(self, care: int, value: int) -> Indices:
        """Those that agree in the byte which leaves the fewest, then those of them that agree in all."""
        fewest, place, mask, said = self._length + 1, 0, 0, 0
        cared, valued = (what.to_bytes(self._bytes, "little") for what in (care, value))
        for i, numbers in enumerate(self._numbers):
            number = numbers[_TERNARY[cared[i]] + _TERNARY[valued[i]]]
            if number < fewest:
                if not number:
                    return _NONE
                fewest, place, mask, said = number, i, cared[i], valued[i]
        starts, order, sorted_words = self._order(place)
        runs = [
            slice(starts[byte], starts[byte + 1])
            for byte in _bytes(mask, said)
            if starts[byte] < starts[byte + 1]
        ]
        conditions = self._conditions(care, value)
        asked, wanted = conditions.pop(place // 8)
        words = np.concatenate([sorted_words[run] for run in runs])
        (agreed,) = ((words & asked) == wanted).nonzero()
        if not len(agreed):
            return _NONE
        places = np.concatenate([order[run] for run in runs])
        indices: Indices = places[agreed].astype(np.intp)
        for word, (asked, wanted) in conditions.items():
            indices = indices[(self._columns[word][indices] & asked) == wanted]
        return indices

    def _conditions(self, care: int, value: int) -> dict[int, tuple[Any, Any]]:
        """Mask and value of each word, in the type of its column."""
        kind = self._columns[0].dtype.type
        full = (1 << min(64, 8 * self._bytes)) - 1
        shifts = range(0, 64 * len(self._columns), 64)
        return {s // 64: (kind(care >> s & full), kind(value >> s & full)) for s in shifts}

    def _order(self, place: int) -> tuple[list[int], NDArray[np.int32], Words]:
        """The tables in the order of one byte: where each value starts, which they are, a word of each."""
        known = self._orders.get(place)
        if known is None:
            byte = self._byte(place)
            starts = np.concatenate(([0], np.cumsum(np.bincount(byte, minlength=256)))).tolist()
            order = np.argsort(byte, kind="stable")
            known = starts, order.astype(np.int32), self._columns[place // 8][order]
            self._orders[place] = known
        return known

    def _byte(self, place: int) -> NDArray[np.uint8]:
        """One byte of every table."""
        column = self._columns[place // 8]
        shifted: Words = column >> column.dtype.type(8 * (place % 8))
        return shifted.astype(np.uint8)

    @cached_property
    def _numbers(self) -> list[list[int]]:
        """Of every byte the tables that agree with each answer, 1 and 2 being a zero and a one."""
        found = []
        for place in range(self._bytes):  # the first axis is the highest bit
            numbers = np.bincount(self._byte(place), minlength=256).reshape((2,) * 8)
            for axis in range(8):
                total = numbers.sum(axis=axis, keepdims=True)
                numbers = np.concatenate((total, numbers), axis=axis)
            found.append(numbers.reshape(-1).tolist())
        return found


@cache
def _bytes(mask: int, said: int) -> tuple[int, ...]:
    """The bytes that agree on the bits of a mask, ascending."""
    return tuple(byte for byte in range(256) if byte & mask == said)
