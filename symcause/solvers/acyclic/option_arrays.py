"""Option arrays: the parent sets of one node with their weights, as arrays where they are many.

>>> node = OptionArrays({0b011: 2, 0b110: 3, 0b100: 4})
>>> node.within(0b110), node.held(1), node.cut(later=0b001, kept=0b100)
(7, 5, ({4: 7}, 2))
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from symcause.bounds.solvers_bounds import ARRAY_OPTIONS

_WORD = 63


class OptionArrays:
    """Weights are integers that are not negative."""

    def __init__(self, options: Mapping[int, int]) -> None:
        self._options = options
        self.total = sum(options.values())

    @cached_property
    def _arrays(self) -> tuple[NDArray[np.int64], NDArray[np.int64]] | None:
        """Masks and weights, if they are many and fit."""
        number = len(self._options)
        if number < ARRAY_OPTIONS or self.total >> _WORD or max(self._options) >> _WORD:
            return None
        masks = np.fromiter(self._options, dtype=np.int64, count=number)
        return masks, np.fromiter(self._options.values(), dtype=np.int64, count=number)

    def within(self, placed: int) -> int:
        """The weight of the sets inside another one."""
        if self._arrays is None:
            return sum(w for mask, w in self._options.items() if not mask & ~placed)
        masks, weights = self._arrays
        return int(weights[masks & ~_word(placed) == 0].sum())

    def held(self, parent: int) -> int:
        """The weight of the sets that hold a node."""
        if self._arrays is None:
            return sum(w for mask, w in self._options.items() if mask >> parent & 1)
        masks, weights = self._arrays
        return int(weights[masks >> parent & 1 == 1].sum())

    def cut(self, later: int, kept: int) -> tuple[dict[int, int], int]:
        """The sets without *later* nodes, of which only the *kept* nodes are remembered; and how many."""
        found: dict[int, int] = {}
        if self._arrays is None:
            number = 0
            for mask, weight in self._options.items():
                if not mask & later:
                    number += 1
                    found[mask & kept] = found.get(mask & kept, 0) + weight
            return found, number
        masks, weights = self._arrays
        early = masks & _word(later) == 0
        left, places = np.unique(masks[early] & _word(kept), return_inverse=True)
        sums = np.zeros(len(left), dtype=np.int64)
        np.add.at(sums, places, weights[early])
        return dict(zip(left.tolist(), sums.tolist(), strict=True)), int(early.sum())


def _word(nodes: int) -> np.int64:
    """A set of nodes, perhaps without end, as far as it is within a word."""
    return np.int64(nodes & (1 << _WORD) - 1)
