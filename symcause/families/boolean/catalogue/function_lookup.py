"""Lookup of one Boolean function in the catalogue: the shortest formula of its class."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from symcause.errors import UsageError
from symcause.families.boolean.catalogue import table_arrays as rows
from symcause.families.boolean.catalogue.level_store import cap, levels
from symcause.families.boolean.catalogue.orbits import arranged_orbits, canonical
from symcause.families.boolean.catalogue.table_lists import least_size


@lru_cache(maxsize=1 << 16)
def find(
    operators: tuple[str, ...], constants: bool, max_depth: int | None, count: int, table: int
) -> tuple[bytes, tuple[int, ...]] | None:
    """The shortest formula of the function's class, and which variable each of its names is."""
    if count <= 6:  # the canonical form is the least member, and single orbits are cheap
        members, _, arrangements = arranged_orbits(rows.from_integers([table], count), count)
    else:
        members, arrangements = canonical(rows.from_integers([table], count), count)
    source = levels(operators, constants, max_depth)
    for size in range(least_size(count), cap(count) + 1):
        level = source.level(count, size)
        hit = np.nonzero((level.tables == members[0]).all(axis=1))[0]
        if len(hit):
            return level.tokens[hit[0]].tobytes(), tuple(arrangements[0].tolist())
    return None


def effective_depth(size: int, max_depth: int | None) -> int | None:
    """The depth bound, if it can matter: no expression is deeper than it is large."""
    if max_depth is not None and max_depth < 1:
        raise UsageError("a depth bound is at least 1", value=max_depth)
    return None if max_depth is None or max_depth >= size else max_depth
