"""Patterns of parent sets as words: how many functions agree with further rows, for many outcomes at once.

A set of at most six parents has at most 64 patterns: those that rows show with output 1 are one word, those
with output 0 another. What is in both is a conflict, what is in neither leaves a function two ways.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from symcause.families.boolean.models.word_bits import set_bits
from symcause.models.bit_sets import bits

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from symcause.families.boolean.models.functions import Function
    from symcause.mechanisms.next.further_rows import Mechanisms

    Ints = NDArray[np.int64]
    Words = NDArray[np.uint64]

MOST_PARENTS = 6
"""Most parents, of which the patterns fit into a word."""

MOST_NAMES = 62
"""Most variables, of which the states fit into a word."""

NOTHING = -1
"""Stands where an outcome has fewer rows than others."""


class PatternWords:
    """The sets of candidates of all variables, and the rows that are known of each."""

    def __init__(self, mechanisms: Sequence[Mechanisms[Function]]) -> None:
        self._mechanisms = tuple(mechanisms)
        self._known = [np.array(sorted(one.known), dtype=np.int64) for one in mechanisms]
        self._places = [_places(list(one.fitting)) for one in mechanisms]
        self._number = max(len(one.fitting) for one in mechanisms)

    def new_rows(self, states: Ints) -> Ints:
        """For every variable and outcome the rows that say something new, behind what is nothing."""
        arrays = []
        for one, known in zip(self._mechanisms, self._known, strict=True):
            held = states & one.relevant
            arrays.append(np.where(np.isin(held, known), NOTHING, held))
        return distinct(np.array(arrays))

    def fitting(self, variables: Ints, rows: Ints) -> Ints:
        """h of every set of a variable with the rows of each line; 0 where it has no such set."""
        array = np.zeros((len(rows), self._number), dtype=np.int64)
        for v in np.unique(variables).tolist():
            at = np.flatnonzero(variables == v)
            numbers = np.array(list(self._mechanisms[v].fitting.values()), dtype=np.int64)
            array[at, : len(numbers)] = self._fitting(v, numbers, rows[at])
        return array

    def _fitting(self, v: int, numbers: Ints, rows: Ints) -> Ints:
        seen, shown = self._outputs(v, self._known[v][None, :]), self._outputs(v, rows)
        ones, zeros = shown[0] | seen[0], shown[1] | seen[1]
        fresh = set_bits(ones | zeros).astype(np.int64)
        fresh -= set_bits(seen[0] | seen[1])
        kept: Ints = np.where(ones & zeros, 0, numbers >> fresh)
        return kept

    def _outputs(self, v: int, rows: Ints) -> tuple[Words, Words]:
        """For every set the patterns that the rows of a line show with output 1, and with output 0."""
        held, nothing = (rows != NOTHING)[:, :, None], np.uint64(0)
        states = np.where(held, rows[:, :, None], 0)
        patterns = np.zeros((*rows.shape, self._places[v].shape[1]), dtype=np.int64)
        for j, place in enumerate(self._places[v]):
            patterns |= (states >> place & 1) << j
        shown = np.where(held, np.uint64(1) << patterns.astype(np.uint64), nothing)
        output = (states & self._mechanisms[v].own) != 0
        return (
            np.bitwise_or.reduce(np.where(output, shown, nothing), axis=1),
            np.bitwise_or.reduce(np.where(output, nothing, shown), axis=1),
        )


def distinct(rows: Ints) -> Ints:
    """Every line in order and each row once, behind what stands for nothing."""
    ordered = np.sort(rows, axis=-1)
    again = ordered[..., 1:] == ordered[..., :-1]
    ordered[..., 1:][again] = NOTHING
    return np.sort(ordered, axis=-1)


def _places(sets: Sequence[int]) -> Ints:
    """The members of every set, one below the other; a place that no state has where there are fewer."""
    places = [bits(one) for one in sets]
    array = np.full((max(map(len, places), default=0), len(places)), MOST_NAMES, dtype=np.int64)
    for i, held in enumerate(places):
        array[: len(held), i] = held
    return array
