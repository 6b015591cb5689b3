"""Cost arrays: the costs of parent sets in acyclic choices, as rows of one array.

>>> table = CostTable(MaskList([0b00, 0b10]), np.array([[3], [1]]))
>>> int(table[0b10][0]), len(table), table.firsts()
(1, 2, [(0, 3), (2, 1)])
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

Cost = NDArray[np.int64]
Costs = Mapping[int, Cost]
"""What each parent set of a node costs."""

_WIDE = 62  # nodes whose sets are numbers of an array


class MaskList:
    """Some parent sets, and how they fall together where all but some nodes are forgotten."""

    def __init__(self, masks: list[int]) -> None:
        self.masks = masks
        self._known: dict[tuple[int, ...], tuple[NDArray[np.intp], ...]] = {}

    @cached_property
    def index(self) -> dict[int, int]:
        return {mask: i for i, mask in enumerate(self.masks)}

    @cached_property
    def _array(self) -> NDArray[Any]:
        wide = max(self.masks, default=0).bit_length() > _WIDE
        return np.array(self.masks, dtype=object if wide else np.int64)

    def within(self, nodes: tuple[int, ...]) -> tuple[NDArray[np.intp], ...]:
        """An order that brings together sets with the same part in *nodes*, where each part begins, and it.

        In a part the nodes are numbered from 0.
        """
        if nodes not in self._known:
            parts = np.zeros(len(self.masks), dtype=np.intp)
            for i, node in enumerate(nodes):
                parts |= (self._array >> node & 1).astype(np.intp) << i
            order = parts.argsort(kind="stable")
            parts = parts[order]
            begins = np.flatnonzero(parts[1:] != parts[:-1]) + 1
            first = np.concatenate((np.zeros(min(1, len(parts)), dtype=np.intp), begins))
            self._known[nodes] = order, first, parts[first]
        return self._known[nodes]


class CostTable(Mapping[int, Cost]):
    """What each of some parent sets costs: row *i* of the matrix is the cost of the *i*-th one."""

    def __init__(self, sets: MaskList, matrix: NDArray[np.int64]) -> None:
        self.sets = sets
        self.matrix = matrix

    @staticmethod
    def of(costs: Costs, width: int) -> CostTable:
        """Any costs as a table; *width* is the number of costs in a choice."""
        if isinstance(costs, CostTable):
            return costs
        rows = list(costs.values())
        matrix = np.stack(rows) if rows else np.empty((0, width), dtype=np.int64)
        return CostTable(MaskList(list(costs)), matrix)

    def __getitem__(self, mask: int) -> Cost:
        row: Cost = self.matrix[self.sets.index[mask]]
        return row

    def __iter__(self) -> Iterator[int]:
        return iter(self.sets.masks)

    def __len__(self) -> int:
        return len(self.sets.masks)

    def firsts(self) -> list[tuple[int, int]]:
        """(parent set, the first of its costs)."""
        return list(zip(self.sets.masks, self.matrix[:, 0].tolist(), strict=True))
