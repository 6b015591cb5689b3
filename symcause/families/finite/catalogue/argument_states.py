"""Argument states: what operators of many arguments know of those so far, by the size of all together."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

import numpy as np

from symcause.families.finite.catalogue.closure_ledger import Entries, Ledger, Matrix
from symcause.families.finite.catalogue.kept_expressions import (
    KeptExpressions,
    headed,
    portions,
)
from symcause.families.finite.catalogue.vector_operators import VectorOperator


class ArgumentStates:
    """What an operator of many arguments knows of them, by the sizes of all together."""

    def __init__(self, kept: KeptExpressions, operator: VectorOperator, seed: int) -> None:
        self._kept, self._operator, self._seed = kept, operator, seed
        self._known: list[Entries] = []
        self._ledger: Ledger | None = None

    def grown(self, size: int) -> Entries:
        """The states of arguments of this size; those of all smaller ones were asked for before."""
        kept, parts = self._kept, list[Entries]()
        for vectors, depths, ids in self._candidates(size):
            states = np.ascontiguousarray(np.concatenate(vectors, axis=1), dtype=np.int64)
            if self._ledger is None:
                self._ledger = Ledger(states.shape[1], self._seed)
            numbers = self._ledger.numbers(states)
            at = self._ledger.fresh(states, numbers, depths)
            some = Entries(states[at], numbers[at], depths[at], ids[at])
            parts.append(self._ledger.least(some, kept.columns(headed(0, some.written))))
        if not parts or self._ledger is None:
            self._known.append(kept.empty)
            return kept.empty
        every = Entries.joined(parts)
        least = self._ledger.least(every, kept.columns(headed(0, every.written)))
        self._ledger.add(least)
        self._known.append(least)
        return least

    def _candidates(self, size: int) -> Iterator[tuple[list[Matrix], Matrix, Matrix]]:
        kept, operator = self._kept, self._operator
        alone = kept.of_size[size - 1]
        if len(alone):
            ids = kept.offsets[size - 1] + np.arange(len(alone)).reshape(-1, 1)
            yield operator.start(alone.vectors), alone.depths, ids
        for before in range(1, size):
            states, further = self._known[before - 1], kept.of_size[size - before - 1]
            shape, width = (len(states), len(further)), max(states.vectors.shape[1], 1)
            for some in portions(prod(shape), width):
                kept.looks.spend((some.stop - some.start) * width)
                first, last = np.unravel_index(np.arange(some.start, some.stop), shape)
                parts = operator.step(
                    split(states.vectors[first], kept.patterns), further.vectors[last]
                )
                depths = np.maximum(states.depths[first], further.depths[last])
                more = kept.offsets[size - before - 1] + last
                yield parts, depths, self._sorted(states.written[first], more)

    def _sorted(self, ids: Matrix, more: Matrix) -> Matrix:
        """Arguments with one more, in ascending order."""
        every = np.concatenate([ids, more.reshape(-1, 1)], axis=1)
        beyond = len(self._kept.rank)
        ranks = np.append(self._kept.rank, beyond)[every]
        return np.take_along_axis(every, np.argsort(ranks, axis=1, kind="stable"), axis=1)


def split(states: Matrix, patterns: int) -> list[Matrix]:
    """The parts of states."""
    return np.split(states, states.shape[1] // patterns, axis=1)
