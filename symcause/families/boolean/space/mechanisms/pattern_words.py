"""Pattern words: what a variable's rows show of many small parent sets at once, as 64-bit words.

Rows are the bits of words, 64 of them at a time, and so are the patterns of at most six parents. For a
word of rows the blocks of rows with the same pattern are made for all sets of one size together, one parent
after the other; whether a block holds a row with V = 0, and one with V = 1, is a bit of two words of the
set. A set whose rows conflict is dropped before the next word of rows is looked at: after the first one few
are left. The numbers of functions are taken modulo 2^64: with at most six parents, all of which matter,
there are fewer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from symcause.families.boolean.space.mechanisms.writable_functions import Writable

Words = NDArray[np.uint64]
Places = NDArray[np.intp]
Bytes = NDArray[np.uint8]

MOST_PARENTS = 6
"""Most parents whose patterns are the bits of a word."""

MOST_CANDIDATES = 255
"""Most candidates whose places are bytes."""

_WORD = 64
_CHUNK = 1 << 14  # sets that are looked at together
_HALF = np.array([bin(i).count("1") for i in range(1 << 16)], dtype=np.uint8)


@dataclass(frozen=True)
class SizedSets:
    """The parent sets of one size that fit: places of their candidates, and what is seen of them."""

    places: Bytes  # one row a set, ascending
    seen: Words
    value: Words  # of the seen patterns those with V = 1

    @property
    def parents(self) -> int:
        return int(self.places.shape[1])

    @cached_property
    def functions(self) -> Words:
        """h(S), modulo 2^64."""
        free = (1 << self.parents) - self.patterns.astype(np.int64)
        found = np.left_shift(np.uint64(1), np.minimum(free, _WORD - 1).astype(np.uint64))
        return np.where(free < _WORD, found, np.uint64(0))

    @cached_property
    def patterns(self) -> Bytes:
        """How many patterns are seen."""
        halves = np.ascontiguousarray(self.seen).view(np.uint16).reshape(-1, 4)
        counted: Bytes = _HALF[halves].sum(axis=1, dtype=np.uint8)
        return counted


class PatternWords:
    """All parent sets of a variable up to a size that fit its rows.

    *ordered* are the positions of its candidates in natural order, as truth tables have them.
    """

    def __init__(
        self,
        columns: Sequence[int],
        ones: int,
        rows: int,
        ordered: Sequence[int],
        most: int,
        among: PatternWords | None = None,
    ) -> None:
        """*columns* are the rows by position, as bits; *ones* those with V = 1; *most* parents.

        What fits is *among* these sets, where they are known and have the same candidates.
        """
        self._ordered = tuple(ordered)
        words = max(1, -(-rows // _WORD))
        mask = (1 << rows) - 1
        inputs = _words([columns[p] for p in ordered], words)
        one, zero = _words([ones, mask & ~ones], words).T
        same = among is not None and among._ordered == self._ordered
        known: list[SizedSets] = among._levels if among is not None and same else []
        self._levels: list[SizedSets] = [
            _fitting(inputs, zero, one, k, known[k].places if k < len(known) else None)
            for k in range(most + 1)
        ]

    def __len__(self) -> int:
        return sum(len(level.seen) for level in self._levels)

    @cached_property
    def _order(self) -> Places:
        """The sets of all sizes as lists of positions are ordered: a set before those that it begins."""
        positions, width = np.array(self._ordered, dtype=np.int64), len(self._levels) - 1
        digit = max(1, (int(positions.max(initial=0)) + 1).bit_length())
        keys = []
        for level in self._levels:
            held = np.sort(positions[level.places], axis=1) + 1
            key = np.zeros(len(held), dtype=np.int64)
            for j in range(level.parents):
                key |= held[:, j] << digit * (width - 1 - j)
            keys.append(key)
        return np.argsort(np.concatenate(keys), kind="stable")

    @cached_property
    def masks(self) -> list[int]:
        """The sets, as masks of positions."""
        found: list[int] = []
        for level in self._levels:
            found += _masks(self._ordered, level.places)
        return [found[i] for i in self._order.tolist()]

    @cached_property
    def sizes(self) -> Bytes:
        """How many parents each set has."""
        sizes = [np.full(len(level.seen), level.parents, np.uint8) for level in self._levels]
        return np.concatenate(sizes)[self._order]

    @cached_property
    def seen(self) -> Words:
        return np.concatenate([level.seen for level in self._levels])[self._order]

    @cached_property
    def value(self) -> Words:
        return np.concatenate([level.value for level in self._levels])[self._order]

    def sets(self) -> dict[int, int]:
        """h(S) of every set."""
        seen = np.concatenate([level.patterns for level in self._levels])[self._order]
        free = (1 << self.sizes.astype(np.int64)) - seen
        powers = [1 << f for f in range(int(free.max(initial=0)) + 1)]
        return dict(zip(self.masks, map(powers.__getitem__, free.tolist()), strict=True))

    def exact(self) -> dict[int, int]:
        """g(S) where it is not 0: h(S) without the functions that some of the parents suffice for."""
        found: list[Words] = []
        tables: list[Words] = []
        for level in self._levels:
            own = level.functions
            for size, table in enumerate(tables):
                for some in combinations(range(level.parents), size):
                    own = own - table[_rank(level.places[:, list(some)])]
            table = np.zeros(comb(len(self._ordered), level.parents), dtype=np.uint64)
            table[_rank(level.places)] = own
            tables.append(table)
            found.append(own)
        counts = np.concatenate(found)[self._order].tolist()
        return {mask: count for mask, count in zip(self.masks, counts, strict=True) if count}

    def chosen(self, most: int, banned: int) -> Places:
        """Which of the sets have at most this many parents, none of them *banned*."""
        kept = self.sizes <= most
        if banned:
            allowed = [not mask & banned for mask in self.masks]
            kept &= np.array(allowed, dtype=bool)
        return kept.nonzero()[0]

    def numbered(self, chosen: Places, written: Writable) -> Iterator[tuple[int, int]]:
        """Some of the sets, and how many of the *written* functions show what is seen of each."""
        counts, masks = np.zeros(len(chosen), dtype=np.int64), self.masks
        sizes, seen, value = (column[chosen] for column in (self.sizes, self.seen, self.value))
        for parents, shown in self.shown(chosen).items():
            own, few = sizes == parents, written.few(parents)
            if few is None:
                counts[own] = written.numbers(parents, shown)
                continue
            for table in few:
                counts[own] += seen[own] & table == value[own]
        return ((masks[i], n) for i, n in zip(chosen.tolist(), counts.tolist(), strict=True) if n)

    def shown(self, chosen: Places) -> dict[int, list[tuple[int, int]]]:
        """What is seen of some of the sets, by how many parents they have."""
        found: dict[int, list[tuple[int, int]]] = {}
        columns = (column[chosen].tolist() for column in (self.sizes, self.seen, self.value))
        for parents, seen, value in zip(*columns, strict=True):
            found.setdefault(parents, []).append((seen, value))
        return found


def shown_patterns(columns: Sequence[int], mask: int, size: int) -> list[int]:
    """Of all choices of this many columns the patterns that occur in rows, as bits.

    >>> shown_patterns([0b0011, 0b0101, 0b1111], mask=0b1111, size=2)
    [15, 12, 12]
    """
    words = max(1, -(-mask.bit_length() // _WORD))
    one, every = _words([0, mask], words).T
    seen: list[int] = _fitting(_words(columns, words), every, one, size).seen.tolist()
    return seen


def _words(columns: Sequence[int], words: int) -> Words:
    """Bit sets as words: one row a word."""
    data = b"".join(column.to_bytes(8 * words, "little") for column in columns)
    table = np.frombuffer(data, dtype="<u8").astype(np.uint64)
    return np.ascontiguousarray(table.reshape(len(columns), words).T)


def _fitting(
    inputs: Words, zero: Words, one: Words, parents: int, among: Bytes | None = None
) -> SizedSets:
    """The sets of one size that fit, of all or *among* these, looked at in chunks."""
    every = _subsets(inputs.shape[1], parents) if among is None else among
    parts = [
        _shown(inputs, zero, one, every[at : at + _CHUNK]) for at in range(0, len(every), _CHUNK)
    ]
    if not parts:
        return SizedSets(np.zeros((0, parents), np.uint8), *(np.zeros(0, np.uint64),) * 2)
    places, seen, value = (np.concatenate(column) for column in zip(*parts, strict=True))
    return SizedSets(places, seen, value)


def _shown(inputs: Words, zero: Words, one: Words, places: Bytes) -> tuple[Bytes, Words, Words]:
    """Of some sets those that fit, with the patterns that are seen, and those seen with V = 1."""
    parents = places.shape[1]
    seen = [np.zeros(len(places), dtype=np.uint64) for _ in range(2)]
    for columns, *sides in zip(inputs, zero, one, strict=True):
        blocks = [np.full(len(places), sides[0] | sides[1], dtype=np.uint64)]
        for j in range(parents):
            column = columns[places[:, j]]
            split = [block & column for block in blocks]
            blocks = [block ^ part for block, part in zip(blocks, split, strict=True)] + split
        for found, own in zip(seen, sides, strict=True):
            found |= _held(blocks, own)
        (kept,) = (seen[0] & seen[1] == 0).nonzero()
        if len(kept) < len(places):
            places, seen = places[kept], [column[kept] for column in seen]
        if not len(kept):
            break
    return places, seen[0] | seen[1], seen[1]


def _held(blocks: Sequence[Words], own: np.uint64) -> Words:
    """Of every set a word: which of its blocks hold rows of one's own."""
    found = np.zeros(len(blocks[0]), dtype=np.uint64)
    for at in range(0, len(blocks), 8):
        byte = np.zeros(len(found), dtype=np.uint8)
        for i, block in enumerate(blocks[at : at + 8]):
            byte |= ((block & own) != 0).view(np.uint8) << np.uint8(i)
        found |= byte.astype(np.uint64) << np.uint64(at)
    return found


def _masks(ordered: Sequence[int], places: Bytes) -> list[int]:
    """Sets of places as masks of positions."""
    if max(ordered, default=0) < _WORD - 1:
        bits = np.array([1 << p for p in ordered], dtype=np.int64)
        return bits[places].sum(axis=1).tolist() if len(ordered) else [0] * len(places)
    return [sum(1 << ordered[i] for i in row) for row in places.tolist()]


def _rank(places: Bytes) -> Places:
    """Where sets of one size stand among all: C(first, 1) + C(second, 2) + …"""
    found = np.zeros(len(places), dtype=np.intp)
    for j in range(places.shape[1]):
        found += _binomials(j + 1)[places[:, j]]
    return found


@lru_cache(maxsize=MOST_PARENTS)
def _binomials(size: int) -> Places:
    """How many sets of this size there are, of 0, 1, … elements."""
    return np.array([comb(i, size) for i in range(MOST_CANDIDATES)], dtype=np.intp)


@lru_cache(maxsize=8)
def _subsets(count: int, size: int) -> Bytes:
    """All sets of this size, as lists."""
    flat = chain.from_iterable(combinations(range(count), size))
    number = comb(count, size)
    return np.fromiter(flat, dtype=np.uint8, count=number * size).reshape(number, size)
