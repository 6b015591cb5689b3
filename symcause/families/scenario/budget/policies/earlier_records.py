"""Earlier records of a history, and their chances under each rival.

A history is blocks of independent records: one where the designs are drawn, one for each design where they
take turns. Its count vectors are exact where they are few; else the closest classes are merged for what is
claimed from below, and the records are steps on the grid for what is claimed from above.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import prod

import numpy as np

from symcause.families.scenario.bounds import COUNT_VECTORS
from symcause.families.scenario.budget.policies.belief_grid import Grid, Moves, covered
from symcause.families.scenario.budget.policies.count_vectors import (
    Floats,
    Vectors,
    coarsened,
    independent,
    nothing,
    terms,
)
from symcause.families.scenario.budget.policies.ratio_classes import Experiment, informs, reduced
from symcause.families.scenario.budget.policies.single_design import weighted

Prior = tuple[Fraction, ...]


@dataclass(frozen=True)
class Block:
    """So many independent records with one law."""

    law: Experiment
    records: int


@dataclass(frozen=True)
class Records:
    """What a history tells: at least *low*, at most *high*; mostly the same."""

    rivals: int
    low: tuple[Block, ...] = ()
    high: tuple[Block, ...] = ()

    @property
    def informs(self) -> bool:
        """Does it tell anything?"""
        return any(block.records and informs(block.law) for block in self.high)

    @property
    def exact(self) -> bool:
        """Are all count vectors gone through?"""
        return self.low == self.high and _size(_reduced(self.low)) <= COUNT_VECTORS

    @cached_property
    def vectors(self) -> Vectors:
        """What is told at least: the chances of all histories."""
        return _vectors(_fitting(_reduced(self.low)), self.rivals)

    @cached_property
    def _high_vectors(self) -> Vectors | None:
        blocks = _reduced(self.high)
        return _vectors(blocks, self.rivals) if _size(blocks) <= COUNT_VECTORS else None

    def on_grid(self, grid: Grid, prior: Prior) -> Floats:
        """Weights on a grid that are worth at least as much as all histories, two rivals."""
        every = self._high_vectors
        if every is not None:
            return covered(grid, weighted(every, prior))
        array = covered(grid, weighted(nothing(2), prior))
        for block in _reduced(self.high):
            moves = Moves(grid, [block.law])
            for _ in range(block.records):
                array = moves.pushed(array)
        return array


def between(records: Records, places: tuple[int, int]) -> Records:
    """What a history tells of two of the rivals."""
    low, high = (
        tuple(
            Block(reduced(tuple(law[i] for i in places) for law in block.law), block.records)
            for block in part
        )
        for part in (records.low, records.high)
    )
    return Records(2, low, high)


def _reduced(blocks: Sequence[Block]) -> list[Block]:
    found = [Block(reduced(block.law), block.records) for block in blocks]
    return [block for block in found if block.records and len(block.law) > 1]


def _size(blocks: Sequence[Block]) -> int:
    return prod(terms(len(block.law), block.records) for block in blocks)


def _fitting(blocks: list[Block]) -> list[Block]:
    """The blocks with their closest classes merged until their vectors are few enough."""
    while _size(blocks) > COUNT_VECTORS:
        sizes = [terms(len(block.law), block.records) for block in blocks]
        at = sizes.index(max(sizes))
        law, n = blocks[at].law, blocks[at].records
        blocks = [*blocks[:at], Block(coarsened(law, n, sizes[at] - 1), n), *blocks[at + 1 :]]
    return blocks


def _vectors(blocks: Sequence[Block], rivals: int) -> Vectors:
    vectors = nothing(rivals)
    for block in blocks:
        vectors = vectors.times(independent(block.law, block.records))
    kept = np.any(vectors.chances > 0, axis=0)
    return Vectors(vectors.chances[:, kept], vectors.slack)
