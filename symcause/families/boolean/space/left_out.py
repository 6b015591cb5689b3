"""How many functions fit when worlds are left out: all parent sets at once, from one table.

For a parent set S, an input pattern and a value of V let the table hold the worlds that show V with this
value on the pattern. With the worlds X, a pattern is seen iff one of its worlds is in X, and S fits iff no
pattern is seen with both values: then h(S) = 2^(patterns not seen). So what :mod:`.parents` finds by
refining row sets takes a few operations on bit sets here, whatever X is; a variable for which nothing
changes keeps its weights.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb

import numpy as np
from numpy.typing import NDArray

from symcause.families.boolean.models.worlds import World
from symcause.families.boolean.space.parents import exact_parents
from symcause.families.boolean.space.readings import Readings, masks_of, sets_by_size

MAX_PATTERNS = 400_000
"""Most patterns, over all parent sets of all variables, that a table is made of."""

MAX_CELLS = 20_000_000
"""Most pairs of a pattern and a world while the part of one variable is made."""


class LeftOut:
    """The weights of parent sets for every choice of worlds, of the variables with *candidates*."""

    def __init__(
        self,
        variables: Sequence[str],
        worlds: Sequence[World],
        candidates: Mapping[str, tuple[tuple[int, ...], int]],
    ) -> None:
        """*candidates*: positions of the possible parents of a variable, and how many it may have."""
        self._names = tuple(candidates)
        self._number = len(worlds)
        self._masks: dict[str, list[int]] = {}
        parts: list[NDArray[np.uint8]] = []
        sizes: list[int] = []
        readings = Readings(tuple(variables), worlds, each=False)
        for name, (possible, most) in candidates.items():
            cells, masks = _table(readings, variables.index(name), possible, most)
            parts += cells
            self._masks[name] = masks
            sizes += [1 << mask.bit_count() for mask in masks]
        self._zero, self._one = _words(np.concatenate(parts))
        self._sizes = np.array(sizes, dtype=np.int64)
        self._offsets = np.concatenate(([0], np.cumsum(self._sizes)[:-1]))
        self._known: dict[tuple[str, bytes], dict[int, int]] = {}

    def weights(self, chosen: Sequence[int]) -> Mapping[str, Mapping[int, int]]:
        """g(S) of every variable with these worlds only (:func:`~.parents.exact_parents`).

        What is the same for two choices of worlds is one object.
        """
        inside = np.zeros((1, 1, self._number), dtype=bool)
        inside[0, 0, list(chosen)] = True
        (words,) = _words(np.packbits(inside, axis=-1))
        zero, one = (_any(table, words) for table in (self._zero, self._one))
        number = np.add.reduceat(zero | one, self._offsets, dtype=np.int64)
        torn = np.logical_or.reduceat(zero & one, self._offsets)
        free = np.where(torn, -1, self._sizes - number)
        found, at = {}, 0
        for name in self._names:
            masks = self._masks[name]
            found[name] = self._exact(name, masks, free[at : at + len(masks)])
            at += len(masks)
        return found

    def _exact(self, name: str, masks: list[int], free: NDArray[np.int64]) -> Mapping[int, int]:
        key = name, free.tobytes()
        if key not in self._known:
            fits = np.flatnonzero(free >= 0)
            left = zip(fits.tolist(), free[fits].tolist(), strict=True)
            self._known[key] = exact_parents({masks[i]: 1 << unseen for i, unseen in left})
        return self._known[key]


def _words(packed: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Bits of worlds, packed in bytes for (pattern, value): as long words for (value, word, pattern)."""
    long = np.zeros((*packed.shape[:2], -(-packed.shape[2] // 8) * 8), dtype=np.uint8)
    long[:, :, : packed.shape[2]] = packed
    return np.ascontiguousarray(long.view(np.uint64).transpose(1, 2, 0))


def _any(table: NDArray[np.uint64], words: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Which patterns one of the worlds shows."""
    seen: NDArray[np.bool_] = (table[0] & words[0]) != 0
    for of_table, word in zip(table[1:], words[1:], strict=True):
        seen |= (of_table & word) != 0
    return seen


def patterns(candidates: int, most: int) -> int:
    """How many patterns the parent sets of a variable have."""
    return sum(comb(candidates, k) << k for k in range(min(most, candidates) + 1))


def _table(
    readings: Readings, variable: int, possible: Sequence[int], most: int
) -> tuple[list[NDArray[np.uint8]], list[int]]:
    """For every parent set by size, its patterns by value: who shows them; and the sets as masks."""
    shown = readings.scored(variable)
    rows, owners = readings.cells[shown], readings.world_of[shown]
    values, columns = rows[:, variable], rows.T
    cells, masks = [], []
    for size, chosen in enumerate(sets_by_size(len(possible), min(most, len(possible)))):
        masks += masks_of(possible, chosen)
        inputs = np.zeros((len(chosen), len(shown)), dtype=np.int64)
        for j in range(size):
            inputs |= columns[[possible[i] for i in chosen[:, j]]] << j
        table = np.zeros((len(chosen), 1 << size, 2, len(readings.worlds)), dtype=bool)
        table[np.arange(len(chosen))[:, None], inputs, values, owners] = True
        cells.append(np.packbits(table, axis=-1).reshape(len(chosen) << size, 2, -1))
    return cells, masks
