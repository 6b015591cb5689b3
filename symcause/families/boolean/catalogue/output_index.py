"""Output index of the Boolean catalogue: how many truth tables of a list have given outputs.

A question then takes one operation on long integers a pattern, whatever the number of tables, instead of a
look at each of them. The integers are made when a pattern is first asked for, eight patterns together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symcause.models.bit_sets import bits


class Outputs(dict[int, int]):
    """Of every pattern the tables with output 1: bit *i* is table *i*."""

    def __init__(self, columns: Sequence[NDArray[Any]]) -> None:
        """*columns*: the tables as unsigned words, the least significant first."""
        self._columns = columns
        self._whole = (1 << len(columns[0])) - 1

    def __missing__(self, pattern: int) -> int:
        word, within = divmod(pattern, 64)
        column = self._columns[word]
        little = column.astype(column.dtype.newbyteorder("<"), copy=False).view(np.uint8)
        eight = np.ascontiguousarray(little.reshape(len(column), -1)[:, within // 8])
        for i in range(8):
            packed = np.packbits(eight & (1 << i), bitorder="little")
            self[pattern - within % 8 + i] = int.from_bytes(packed.tobytes(), "little")
        return self[pattern]

    def agreeing(self, ones: Iterable[int], zeros: Iterable[int]) -> int:
        """The tables with output 1 on some patterns and 0 on others."""
        found, other = self._whole, 0
        for pattern in ones if found else ():
            found &= self[pattern]
        for pattern in zeros if found else ():
            other |= self[pattern]
        return found ^ found & other


def agreeing(levels: Iterable[Outputs], care: int, value: int) -> Sequence[int]:
    """How many tables of each list agree with *value* on the bits of *care*."""
    ones, zeros = bits(value), bits(care & ~value)
    return [level.agreeing(ones, zeros).bit_count() for level in levels]
