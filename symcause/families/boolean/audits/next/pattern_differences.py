"""Pattern differences for next experiments in Boolean audits: which candidates tell rows apart.

Two rows show the same pattern of a set T of candidates iff T holds none of the candidates in which they
differ. So of the rows of an outcome, those are the first to show a pattern of T that differ inside of T
from every row before; and T cannot be the parents if two rows of different output do not differ inside
of it. For every difference the sets that meet it are one word (or some), with a bit for each set: what
holds for all sets is a conjunction of words. All variables are looked at together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from symcause.families.boolean.audits.next.pattern_words import NOTHING, distinct
from symcause.models.bit_sets import bits

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from symcause.families.boolean.models.functions import Function
    from symcause.mechanisms.next.further_rows import Mechanisms

    Ints = NDArray[np.int64]
    Words = NDArray[np.uint64]

_ALL = np.uint64((1 << 64) - 1)
_HELD = 1 << 20  # words that are looked at together


class PatternDifferences:
    """The sets of candidates of all variables, and the rows that are known of each."""

    def __init__(self, names: int, mechanisms: Sequence[Mechanisms[Function]]) -> None:
        states = np.arange(1 << names, dtype=np.int64)
        self._number = max(len(one.fitting) for one in mechanisms)
        self._numbers = np.zeros((len(mechanisms), self._number), dtype=np.int64)
        candidates = [bits(one.relevant & ~one.own) for one in mechanisms]
        everything = np.arange(1 << max(map(len, candidates)), dtype=np.int64)
        new, inputs, apart, first, agreeing = [], [], [], [], []
        for v, one in enumerate(mechanisms):
            sets = np.zeros(self._number, dtype=np.int64)
            sets[: len(one.fitting)] = _gathered(np.array(list(one.fitting)), candidates[v])
            self._numbers[v, : len(one.fitting)] = list(one.fitting.values())
            known = np.array(sorted(one.known), dtype=np.int64)
            held = states & one.relevant
            new.append(np.where(np.isin(held, known), NOTHING, held))
            output = (states & one.own) != 0
            inputs.append(_gathered(states, candidates[v]) | output.astype(np.int64) << 32)
            apart.append(_packed((sets[None, :] & everything[:, None]) != 0))
            pairs = apart[v][everything[:, None] ^ _gathered(known, candidates[v])[None, :]]
            first.append(np.bitwise_and.reduce(pairs, axis=1))
            ones = ((known & one.own) != 0)[None, :, None]
            opposed = (np.where(ones, pairs, _ALL), np.where(ones, _ALL, pairs))
            agreeing.append([np.bitwise_and.reduce(one, axis=1) for one in opposed])
        self._new, self._inputs, self._apart = np.array(new), np.array(inputs), np.array(apart)
        self._first, self._agreeing = np.array(first), np.array(agreeing)

    def new_rows(self, states: Ints) -> Ints:
        """For every variable and outcome the rows that say something new, behind what is nothing."""
        return distinct(self._new[:, states])

    def fitting(self, variables: Ints, rows: Ints) -> Ints:
        """h of every set of a variable with the rows of each line; 0 where it has no such set."""
        words = rows.shape[1] ** 2 * self._apart.shape[2]
        step = max(_HELD // max(words, 1), 1)
        parts = range(0, len(rows), step)
        return np.concatenate(
            [self._fitting(variables[i : i + step], rows[i : i + step]) for i in parts]
        )

    def _fitting(self, variables: Ints, rows: Ints) -> Ints:
        held = rows != NOTHING
        array = self._inputs[
            variables[:, None], rows
        ]  # of nothing something, which is not looked at
        inputs, output = array & 0xFFFFFFFF, array >> 32
        apart = self._apart[variables[:, None, None], inputs[:, :, None] ^ inputs[:, None, :]]
        pairs = held[:, :, None] & held[:, None, :]
        earlier = pairs & np.tri(rows.shape[1], k=-1, dtype=bool)
        first = self._first[variables[:, None], inputs]
        first &= np.bitwise_and.reduce(np.where(earlier[..., None], apart, _ALL), axis=2)
        first[~held] = 0
        opposed = pairs & (output[:, :, None] != output[:, None, :])
        fits = np.bitwise_and.reduce(np.where(opposed[..., None], apart, _ALL), axis=(1, 2))
        agreeing = self._agreeing[variables[:, None], output, inputs]
        fits &= np.bitwise_and.reduce(np.where(held[..., None], agreeing, _ALL), axis=1)
        new = self._unpacked(first).sum(axis=1, dtype=np.int64)
        left: Ints = (self._numbers[variables] >> new) * self._unpacked(fits)
        return left

    def _unpacked(self, words: Words) -> NDArray[np.uint8]:
        """A number for every set."""
        octets = np.ascontiguousarray(words).astype("<u8", copy=False).view(np.uint8)
        return np.unpackbits(octets, axis=-1, count=self._number, bitorder="little")


def _gathered(states: Ints, places: Sequence[int]) -> Ints:
    """The bits at these places, side by side."""
    array = np.zeros_like(states)
    for j, place in enumerate(places):
        array |= (states >> place & 1) << j
    return array


def _packed(truths: NDArray[np.bool_]) -> Words:
    """A bit for every truth of a line, in words."""
    wide = np.zeros((len(truths), -(-truths.shape[1] // 64) * 64), dtype=bool)
    wide[:, : truths.shape[1]] = truths
    return np.packbits(wide, axis=1, bitorder="little").view("<u8").astype(np.uint64)
