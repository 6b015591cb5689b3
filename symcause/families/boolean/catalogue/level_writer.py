"""Level writer: the script that computes the shipped levels of the Boolean catalogue anew.

The layout of the file is described in :mod:`~catalogue.level_store`.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from symcause.families.boolean.catalogue import table_arrays as rows
from symcause.families.boolean.catalogue.dynamic_programme import Programme
from symcause.families.boolean.catalogue.formula_arrays import OperatorFamily
from symcause.families.boolean.catalogue.level_store import (
    COUNT,
    ENTRY,
    FILE,
    MAGIC,
    MOST_VARIABLES,
    Key,
    Levels,
    cap,
)
from symcause.models.variable_names import OPERATORS


def pack(family: Sequence[OperatorFamily], count: int) -> bytes:
    """A section: what :func:`unpack` reads."""
    width, parts = max(1, (1 << count) // 8), list[bytes]()
    for level in family:
        data = level.tables.astype("<u8").view(np.uint8)[:, :width]
        parts += [COUNT.pack(len(level)), data.tobytes(), level.depth.tobytes()]
        parts.append(level.tokens.tobytes())
    return b"".join(parts)


def sections(constants: bool) -> dict[Key, bytes]:
    """What the file holds for the language with or without constants, computed anew."""
    counts = range(MOST_VARIABLES + 1)
    free = Programme(OPERATORS, constants)
    found = {(constants, 0, count): pack(_levels(free, count), count) for count in counts}
    deepest = max(_deepest(free, count) for count in counts)
    bounded = Programme(OPERATORS, constants, deepest)
    for depth in range(deepest - 1, 1, -1):
        assert bounded.arguments is not None
        bounded = bounded.arguments
        for count in counts:
            dearer = _dearer(bounded, free, depth, count)
            if any(map(len, dearer)):
                found[constants, depth, count] = pack(dearer, count)
    return found


def _levels(source: Levels, count: int) -> list[OperatorFamily]:
    return [source.level(count, size) for size in range(1, cap(count) + 1)]


def _deepest(source: Levels, count: int) -> int:
    """The greatest depth among the shortest expressions."""
    return max(int(level.depth.max(initial=1)) for level in _levels(source, count))


def _dearer(bounded: Levels, free: Levels, depth: int, count: int) -> list[OperatorFamily]:
    """By size, the functions that need a larger expression because of a depth bound."""
    families = []
    for level, without in zip(_levels(bounded, count), _levels(free, count), strict=True):
        cheap = without.tables[without.depth <= depth]
        families.append(level.take(~rows.among(level.tables, cheap)))
    return families


def document(content: Mapping[Key, bytes]) -> bytes:
    """The file with these sections."""
    start = len(MAGIC) + COUNT.size + ENTRY.size * len(content)
    entries, bodies = list[bytes](), list[bytes]()
    for (constants, depth, count), data in content.items():
        body = zlib.compress(data, 9)
        entries.append(ENTRY.pack(constants, depth, count, cap(count), start, len(body)))
        bodies.append(body)
        start += len(body)
    return b"".join((MAGIC, COUNT.pack(len(content)), *entries, *bodies))


if __name__ == "__main__":
    data = document({**sections(False), **sections(True)})
    Path(__file__).with_name(FILE).write_bytes(data)
    sys.stdout.write(f"{FILE}: {len(data):,} bytes\n")
