"""Set patterns: what a variable's rows show of many parent sets of few candidates, as arrays.

The same as :mod:`.row_projections` says of one set after the other, for all sets that fit together: each
candidate that a set holds is worth a bit of the patterns of the set.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from symcause.families.boolean.bounds import STATE_CANDIDATES

if TYPE_CHECKING:
    from symcause.families.boolean.space.mechanisms.writable_functions import Writable

Numbers = NDArray[np.int64]
Table = tuple[int, int]
"""The patterns of a set that are seen, and those of them with V = 1, as bits."""

_WORD = 63


class SetPatterns:
    """Parent sets of a variable that fit its rows, in the order of lists of positions."""

    def __init__(
        self, zero: Collection[int], one: Collection[int], ordered: Sequence[int], sets: int
    ) -> None:
        """States of the candidates with V = 0 and with 1; *ordered*: their positions; *sets*: as bits."""
        places = np.arange(len(ordered))
        chosen = _members(sets, 1 << len(ordered))
        held = chosen[:, None] >> places & 1
        self._ordered = tuple(ordered)
        self._zeros = len(zero)
        states = np.array([*zero, *one], dtype=np.uint16)
        later = _later(held, self._ordered)
        self._held = held = held[np.argsort(later)]
        self.sizes = held.sum(axis=1)
        worth = (held << np.cumsum(held, axis=1) - held).astype(np.uint16)
        inputs = np.zeros((len(held), len(states)), dtype=np.uint16)
        for j in places:
            inputs += worth[:, j, None] * (states >> np.uint16(j) & np.uint16(1))
        self._inputs = inputs.astype(np.intp)

    def __len__(self) -> int:
        return len(self.sizes)

    @cached_property
    def masks(self) -> list[int]:
        """The sets, as masks of positions."""
        if max(self._ordered, default=0) < _WORD:
            bits = np.array([1 << p for p in self._ordered], dtype=np.int64)
            return (self._held @ bits).tolist() if len(bits) else [0] * len(self)
        return [sum(1 << self._ordered[j] for j in np.flatnonzero(row)) for row in self._held]

    def sets(self) -> dict[int, int]:
        """h(S) of every set."""
        free = (1 << self.sizes) - self._seen.sum(axis=1)
        powers = [1 << f for f in range(int(free.max(initial=0)) + 1)]
        return dict(zip(self.masks, map(powers.__getitem__, free.tolist()), strict=True))

    def exact(self, chosen: NDArray[np.intp]) -> dict[int, int]:
        """g(S) where it is not 0, of some sets of at most six parents."""
        masks, counts = self.masks, self._exact[chosen].tolist()
        return {masks[i]: n for i, n in zip(chosen.tolist(), counts, strict=True) if n}

    @cached_property
    def _exact(self) -> NDArray[np.uint64]:
        """Functions for which all parents of a set matter, modulo 2^64: of six there are fewer."""
        free = (1 << self.sizes) - self._seen.sum(axis=1)
        places = self._held @ (1 << np.arange(len(self._ordered)))
        number = np.zeros(1 << len(self._ordered), dtype=np.uint64)  # of functions on a set
        shifts = np.minimum(free, _WORD).astype(np.uint64)
        number[places] = np.where(free <= _WORD, np.left_shift(np.uint64(1), shifts), np.uint64(0))
        for j in range(len(self._ordered)):
            halves = number.reshape(-1, 2, 1 << j)
            halves[:, 1] -= halves[:, 0]
        return number[places]

    @cached_property
    def _seen(self) -> NDArray[np.bool_]:
        """Of every set the patterns that occur."""
        return self._shown(self._inputs)

    def _shown(self, inputs: NDArray[np.intp]) -> NDArray[np.bool_]:
        most = int(self.sizes.max(initial=0))
        shown = np.zeros((len(self), 1 << most), dtype=bool)
        shown[np.arange(len(self))[:, None], inputs] = True
        return shown

    @cached_property
    def tables(self) -> list[Table]:
        """What is seen of every set."""
        value = self._shown(self._inputs[:, self._zeros :])
        return list(zip(_integers(self._seen), _integers(value), strict=True))

    def chosen(self, most: int, banned: int) -> NDArray[np.intp]:
        """Which of the sets have at most this many parents, none of them *banned*."""
        kept: NDArray[np.bool_] = self.sizes <= most
        for j, position in enumerate(self._ordered):
            if banned >> position & 1:
                kept &= self._held[:, j] == 0
        (found,) = kept.nonzero()
        return found

    def numbered(self, chosen: NDArray[np.intp], written: Writable) -> Iterator[tuple[int, int]]:
        """Some of the sets, and how many of the *written* functions show what is seen of each."""
        masks, sizes = self.masks, self.sizes[chosen]
        numbers = np.zeros(len(chosen), dtype=np.int64)
        for parents, shown in self.shown(chosen).items():
            listed = written.few(parents)
            numbers[sizes == parents] = (
                written.numbers(parents, shown)
                if listed is None
                else [[table & seen for table in listed].count(value) for seen, value in shown]
            )
        return ((masks[i], n) for i, n in zip(chosen.tolist(), numbers.tolist(), strict=True) if n)

    def shown(self, chosen: NDArray[np.intp]) -> dict[int, list[Table]]:
        """What is seen of some of the sets, by how many parents they have."""
        tables, sizes = self.tables, self.sizes[chosen]
        return {
            parents: [tables[i] for i in chosen[sizes == parents].tolist()]
            for parents in sorted(set(sizes.tolist()))
        }


def _members(sets: int, number: int) -> Numbers:
    """The bits of an integer."""
    packed = np.frombuffer(sets.to_bytes(max(1, number // 8), "little"), dtype=np.uint8)
    return np.flatnonzero(np.unpackbits(packed, bitorder="little"))


def _later(held: Numbers, ordered: Sequence[int]) -> Numbers:
    """By which sets are ordered as lists of positions are: the first position has the highest bit."""
    highest = 1 << max(0, len(ordered) - 1)
    rank = {position: highest >> i for i, position in enumerate(sorted(ordered))}
    first = held @ np.array([rank[position] for position in ordered], dtype=np.int64)
    later: Numbers = held.sum(axis=1) - first - (first & -first)
    return np.where(first > 0, later, -(1 << STATE_CANDIDATES + 1))


def _integers(shown: NDArray[np.bool_]) -> list[int]:
    """Rows of bits as integers."""
    packed = np.packbits(shown, axis=1, bitorder="little")
    if packed.shape[1] <= 8:
        words = np.zeros((len(packed), 8), dtype=np.uint8)
        words[:, : packed.shape[1]] = packed
        found: list[int] = words.view("<u8")[:, 0].tolist()
        return found
    return [int.from_bytes(row.tobytes(), "little") for row in packed]
