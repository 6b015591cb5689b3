"""Kept expressions of a closure by size: what they give, and where they stand as they are written."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from symcause.budgets import Meter
from symcause.families.finite.catalogue.closure_ledger import Entries, Matrix

_PORTION = 1 << 20  # outputs that are computed together


class KeptExpressions:
    """The expressions of all sizes so far, over so many combinations of values."""

    def __init__(self, patterns: int, looks: Meter) -> None:
        self.patterns, self.looks = patterns, looks
        self.of_size: list[Entries] = []
        self.offsets = [0]
        self.rank = np.zeros(0, dtype=np.int64)

    def __len__(self) -> int:
        return self.offsets[-1]

    def add(self, entries: Entries) -> None:
        """Those of the next size."""
        self.of_size.append(entries)
        self.offsets.append(self.offsets[-1] + len(entries))

    @property
    def empty(self) -> Entries:
        """No expressions."""
        none = np.zeros(0, dtype=np.int64)
        vectors = np.zeros((0, self.patterns), dtype=np.int64)
        return Entries(vectors, none.astype(np.uint64), none, np.zeros((0, 1), dtype=np.int64))

    def columns(self, written: Matrix) -> Matrix:
        """How expressions are written, in numbers to compare: what begins, then ranks of the parts."""
        if written.shape[1] == 1:
            return written
        parts = written[:, 1:]
        ranks = np.append(self.rank, -1)[parts]  # the last one is for the end of arguments
        return np.concatenate([written[:, :1], ranks], axis=1)

    def put_in_order(self) -> None:
        """Where expressions stand among all, by how they are written."""
        new = len(self.of_size[-1])
        self.rank = np.append(self.rank, np.full(new, -1))
        columns = self.columns(Entries.joined(self.of_size).written)
        rank = np.empty(len(columns), dtype=np.int64)
        rank[np.lexsort(columns.T[::-1])] = np.arange(len(columns))
        self.rank = rank


def headed(head: int, parts: Matrix) -> Matrix:
    """Parts behind what they are parts of."""
    return np.concatenate([np.full((len(parts), 1), head), parts], axis=1)


def portions(number: int, width: int) -> Iterator[slice]:
    """So many lines at a time as are computed together."""
    together = max(1, _PORTION // width)
    return (slice(at, min(at + together, number)) for at in range(0, number, together))
