"""Level store of the Boolean catalogue: levels read from the shipped file or computed on demand.

``full.bin`` is written by ``python -m symcause.families.boolean.catalogue.level_writer`` and holds what
:class:`~catalogue.build.Programme` computes, nothing else. Layout, little-endian::

    8 bytes  magic
    u32      number of sections, then for each: u8 constants, u8 depth bound (0: none),
             u8 number of variables, u8 largest size, u32 offset, u32 length
    …        the sections, each compressed by zlib

A section lists the sizes 1, 2, … up to the largest: u32 number of functions, their tables (2^k bits
each, at least a byte), their depths (a byte each) and their formulas (``size`` bytes each, see
:mod:`~catalogue.formula_arrays`). The sections with a depth bound d list only the functions
that cost more because of it: the others are those whose shortest expression, the least deep there
is, has depth at most d.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Protocol

import numpy as np

from symcause.families.boolean.catalogue import table_arrays as rows
from symcause.families.boolean.catalogue.dynamic_programme import Programme
from symcause.families.boolean.catalogue.formula_arrays import OperatorFamily, union
from symcause.models.variable_names import OPERATORS

SMALL_CAP, LARGE_CAP = 14, 10
"""Largest sizes: with at most four variables, and with up to nine."""

MOST_VARIABLES = LARGE_CAP - 1
"""More variables need a larger size than the cap: one byte each and an operator."""

MAGIC = b"SYMCAT1\n"
COUNT = struct.Struct("<I")
ENTRY = struct.Struct("<BBBBII")
FILE = "full.bin"

Key = tuple[bool, int, int]
"""Constants allowed, depth bound (0: none), number of variables."""


class Levels(Protocol):
    """Whatever knows the functions of each size."""

    def level(self, count: int, size: int) -> OperatorFamily:
        """The functions of *count* variables whose shortest expression has this size."""
        ...


@dataclass(frozen=True)
class StoredLevels:
    """The levels of one depth bound in the shipped file."""

    constants: bool
    max_depth: int | None

    def level(self, count: int, size: int) -> OperatorFamily:
        return _stored(self.constants, self.max_depth, count, size)


@cache
def _stored(constants: bool, max_depth: int | None, count: int, size: int) -> OperatorFamily:
    level = _section((constants, 0, count))[size - 1]
    if max_depth is None:
        return level
    shallow = level.take(level.depth <= max_depth)
    key = (constants, max_depth, count)
    if key not in _directory():
        return shallow
    return union((shallow, _section(key)[size - 1])).shallowest()


@dataclass(frozen=True)
class BoundedLevels:
    """Computed levels within a depth; the bounded programme runs only where the bound bites."""

    free: Programme
    max_depth: int

    def level(self, count: int, size: int) -> OperatorFamily:
        sizes = range(1, size + 1)
        if all((self.free.level(count, s).depth <= self.max_depth).all() for s in sizes):
            return self.free.level(count, size)
        return self._bounded.level(count, size)

    @cached_property
    def _bounded(self) -> Programme:
        return Programme(self.free.operators, self.free.constants, self.max_depth)


def cap(count: int) -> int:
    """The largest size that is settled for every operator set."""
    return SMALL_CAP if count <= 4 else LARGE_CAP


@cache
def levels(operators: tuple[str, ...], constants: bool, max_depth: int | None) -> Levels:
    """The levels of an operator set: shipped ones if there are any, else computed when asked for."""
    if operators == OPERATORS:
        return StoredLevels(constants, max_depth)
    if max_depth is None:
        return Programme(operators, constants)
    free = levels(operators, constants, None)
    assert isinstance(free, Programme)
    return BoundedLevels(free, max_depth)


@cache
def _content() -> bytes:
    return files(__package__).joinpath(FILE).read_bytes()


@cache
def _directory() -> dict[Key, tuple[int, int]]:
    """Where each section lies: offset and length."""
    content = _content()
    assert content.startswith(MAGIC)
    (number,) = COUNT.unpack_from(content, len(MAGIC))
    found: dict[Key, tuple[int, int]] = {}
    for index in range(number):
        start = len(MAGIC) + COUNT.size + index * ENTRY.size
        constants, depth, count, _, offset, length = ENTRY.unpack_from(content, start)
        found[bool(constants), depth, count] = offset, length
    return found


@cache
def _section(key: Key) -> tuple[OperatorFamily, ...]:
    offset, length = _directory()[key]
    return unpack(zlib.decompress(_content()[offset : offset + length]), key[2])


def unpack(data: bytes, count: int) -> tuple[OperatorFamily, ...]:
    """The levels of a section, size 1 first."""
    width, families, start = max(1, (1 << count) // 8), list[OperatorFamily](), 0
    while start < len(data):
        size = len(families) + 1
        (number,) = COUNT.unpack_from(data, start)
        start += COUNT.size
        block = np.frombuffer(data, np.uint8, number * (width + 1 + size), start)
        start += len(block)
        tables = np.zeros((number, 8 * rows.words(count)), dtype=np.uint8)
        tables[:, :width] = block[: number * width].reshape(number, width)
        depth = block[number * width : number * (width + 1)]
        families.append(
            OperatorFamily(
                tables.view("<u8").astype(np.uint64),
                depth,
                np.ones_like(depth),
                block[number * (width + 1) :].reshape(number, size),
            )
        )
    return tuple(families)
