"""Outputs of tables as arrays: an entry a pattern, from the number that a table is and back.

A table is a number in the base of the variable's values; its digit *p* is the output for pattern *p*. A
pattern is a number in the mixed radix of the parents' values, the first parent its lowest digit. With two
values a table is the truth table that Boolean functions have.

>>> outputs(0b0110, 4, 2).tolist(), outputs(2 + 3 * 1, 2, 3).tolist()
([0, 1, 1, 0], [2, 1])
>>> packed(np.array([2, 1]), 3)
5
"""

from __future__ import annotations

from functools import lru_cache
from math import prod

import numpy as np
from numpy.typing import NDArray

from symcause.mechanisms.bounds import KEPT_OUTPUTS
from symcause.mechanisms.noise.candidate_sets import radices
from symcause.mechanisms.tables.table_functions import outputs_of, table_of

Outputs = NDArray[np.int64]


def outputs(table: int, patterns: int, values: int) -> Outputs:
    """The outputs of a table, one entry a pattern."""
    said: Outputs = _unpacked((table,), patterns, values)[0]
    return said


def packed(said: NDArray[np.int64] | NDArray[np.bool_], values: int) -> int:
    """An array of outputs as a table."""
    if values == 2:
        return int.from_bytes(np.packbits(said, bitorder="little").tobytes(), "little")
    return table_of(said.tolist(), values)


def shares(tables: tuple[int, ...], patterns: int, values: int) -> tuple[Outputs, ...]:
    """Where tables give the value 1, 2, …, as 0 and 1: an array a value, in it a line a table.

    Most parent sets of one kind have the same tables.
    """
    few = len(tables) * patterns * (values - 1) <= KEPT_OUTPUTS
    return (_known_shares if few else _shares)(tables, patterns, values)


def _shares(tables: tuple[int, ...], patterns: int, values: int) -> tuple[Outputs, ...]:
    said = _unpacked(tables, patterns, values)
    found = [said] if values == 2 else [(said == v).astype(np.int64) for v in range(1, values)]
    for share in found:
        share.flags.writeable = False  # others read it, too
    return tuple(found)


_known_shares = lru_cache(maxsize=32)(_shares)


def _unpacked(tables: tuple[int, ...], patterns: int, values: int) -> Outputs:
    """The outputs of tables, a line each."""
    if values == 2:
        size = patterns + 7 >> 3
        raw = b"".join(table.to_bytes(size, "little") for table in tables)
        bits = np.frombuffer(raw, dtype=np.uint8).reshape(len(tables), size)
        return np.unpackbits(bits, axis=1, bitorder="little")[:, :patterns].astype(np.int64)
    said = [outputs_of(table, patterns, values) for table in tables]
    return np.array(said, dtype=np.int64).reshape(len(tables), patterns)


@lru_cache(maxsize=32)
def pattern_digits(sizes: tuple[int, ...]) -> NDArray[np.intp]:
    """The values of the parents in every pattern, a line a parent."""
    patterns = np.arange(prod(sizes))
    digits = np.zeros((len(sizes), len(patterns)), dtype=np.intp)
    for j, (size, radix) in enumerate(zip(sizes, radices(sizes), strict=True)):
        digits[j] = patterns // radix % size
    digits.flags.writeable = False  # others read it, too
    return digits


def on_sets(
    said: Outputs, sizes: tuple[int, ...], inside: list[NDArray[np.intp]], own: tuple[int, ...]
) -> Outputs:
    """The outputs of a function on the patterns of parent sets that hold its parents, a line a set.

    *sizes* are those of the sets, *own* those of the parents of the function, which gives what it *said*;
    *inside* has of each of these parents the place in every set.
    """
    digits = pattern_digits(sizes)
    lines = len(inside[0]) if inside else 1
    patterns = np.zeros((lines, digits.shape[1]), dtype=np.intp)
    for place, radix in zip(inside, radices(own), strict=True):
        patterns += digits[place] * radix
    found: Outputs = said[patterns]
    return found
