"""The ledger of a closure: which vectors are known, and which expression of each is kept.

Vectors are looked up by a number that is computed from them; those with the same number are compared, and
if two different ones ever share it, the closure begins anew with other factors.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[Any]


class Collision(Exception):
    """Two different vectors have one number."""


class Entries:
    """Expressions with what they give: vectors, depths, and how they are written, a line each."""

    __slots__ = ("depths", "numbers", "vectors", "written")

    def __init__(self, vectors: Matrix, numbers: Matrix, depths: Matrix, written: Matrix) -> None:
        self.vectors, self.numbers, self.depths, self.written = vectors, numbers, depths, written

    def __len__(self) -> int:
        return len(self.numbers)

    def at(self, places: Matrix) -> Entries:
        """Those at some places."""
        return Entries(
            self.vectors[places], self.numbers[places], self.depths[places], self.written[places]
        )

    @staticmethod
    def joined(parts: list[Entries]) -> Entries:
        """All of them, one part after the other."""
        width = max(part.written.shape[1] for part in parts)
        written = [
            np.pad(p.written, ((0, 0), (0, width - p.written.shape[1])), constant_values=-1)
            for p in parts
        ]
        return Entries(
            np.concatenate([p.vectors for p in parts]),
            np.concatenate([p.numbers for p in parts]),
            np.concatenate([p.depths for p in parts]),
            np.concatenate(written),
        )


class Ledger:
    """The vectors of all sizes so far, each with the least depth of an expression."""

    def __init__(self, width: int, seed: int) -> None:
        factors = np.random.default_rng(seed).integers(1 << 62, size=width, dtype=np.uint64)
        self._factors = factors * np.uint64(2) + np.uint64(1)
        self._numbers = np.zeros(0, dtype=np.uint64)
        self._depths = np.zeros(0, dtype=np.int64)
        self._vectors = np.zeros((0, width), dtype=np.int64)

    def numbers(self, vectors: Matrix) -> Matrix:
        """The numbers of vectors."""
        mixed = (vectors.view(np.uint64) * self._factors).sum(axis=1, dtype=np.uint64)
        return np.asarray(mixed ^ mixed >> np.uint64(29))

    def fresh(self, vectors: Matrix, numbers: Matrix, depths: Matrix) -> Matrix:
        """Where a vector is new, or less deep than all that were smaller."""
        if not len(self._numbers):
            return np.arange(len(numbers))
        places = np.minimum(np.searchsorted(self._numbers, numbers), len(self._numbers) - 1)
        known = self._numbers[places] == numbers
        at = np.flatnonzero(known)
        if not np.array_equal(self._vectors[places[at]], vectors[at]):
            raise Collision
        return np.flatnonzero(~known | (depths < self._depths[places]))

    def least(self, entries: Entries, columns: Matrix) -> Entries:
        """Those that are kept of one size: no other one of the vector is less deep and written before.

        *columns* say how they are written, in numbers that are compared one after the other.
        """
        by_text = np.lexsort(columns.T[::-1])
        texts = np.empty(len(entries), dtype=np.int64)
        texts[by_text] = np.arange(len(entries))
        order = np.lexsort((texts, entries.depths, entries.numbers))
        numbers = entries.numbers[order]
        new = np.ones(len(order), dtype=np.bool_)
        new[1:] = numbers[1:] != numbers[:-1]
        same = np.flatnonzero(~new)
        if not np.array_equal(entries.vectors[order[same]], entries.vectors[order[same - 1]]):
            raise Collision
        falling = texts[order] - np.cumsum(new) * (len(order) + 1)
        before = np.minimum.accumulate(falling)
        kept = new.copy()
        kept[1:] |= falling[1:] < before[:-1]
        return entries.at(np.sort(order[kept]))

    def add(self, entries: Entries) -> None:
        """Take these up, with the least depth of each vector."""
        numbers = np.concatenate([self._numbers, entries.numbers])
        depths = np.concatenate([self._depths, entries.depths])
        order = np.lexsort((depths, numbers))
        first = np.ones(len(order), dtype=np.bool_)
        first[1:] = numbers[order[1:]] != numbers[order[:-1]]
        kept = order[first]
        self._numbers, self._depths = numbers[kept], depths[kept]
        self._vectors = np.concatenate([self._vectors, entries.vectors])[kept]
