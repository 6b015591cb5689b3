"""Refinements of a variable's rows by all its sets of a few parents at once, as arrays of words.

Sets of one size stand by their last candidate. Those that end in candidate *j* continue the sets of one
candidate less that end before it, which stand first among these: a slice continues a slice. What a row
shows of a set is one of its 2^k patterns, a single bit of a word; one parent more leaves the bit where it
is or moves it up by half a word, for a whole slice of sets by one product. What all rows show is their
*or*. A set fits unless rows with V = 0 and rows with V = 1 show the same pattern.

Six parents are as many as a word holds. The few larger sets there can be are laid out as lines of bits.

>>> seen = Refinements(["000", "010", "100", "111"], 2, ordered=(0, 1), bound=2)
>>> seen.sets, seen.exact(2, banned=0), seen.seen_patterns(2, banned=0)
({3: 1}, {3: 1}, {2: ([3], [(15, 8)])})
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import compress
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symcause.families.boolean.models.word_bits import set_bits

Words = NDArray[Any]
"""Unsigned integers of a type that holds the patterns of a set."""

Places = NDArray[np.int32]
Indices = NDArray[np.intp]
Flags = NDArray[np.bool_]
Bytes = NDArray[np.uint8]

_HELD = (np.uint8,) * 4 + (np.uint16, np.uint32, np.uint64)
"""What holds the patterns of a set, by how many parents it has."""

_CELLS = 1 << 19  # rows and sets that are looked at together


class Refinements:
    """All sets of at most *bound* candidates that fit the rows of a variable."""

    def __init__(
        self,
        rows: Sequence[str],
        variable: int,
        ordered: Sequence[int],
        bound: int,
        fit: int | None = None,
    ) -> None:
        """*rows* are texts, one digit a position; *ordered*: the candidates in natural order.

        *fit*: the sets that do, as bits, where they are known.
        """
        self._ordered, self._bound = tuple(ordered), bound
        inputs, values = _digits(rows, self._ordered), _digits(rows, [variable])[:, 0] == 1
        self._rows = inputs, values
        sides = [_shown(inputs[own], min(bound, len(_HELD) - 1)) for own in (~values, values)]
        fits, seen, value, free = [], [], [], []
        for parents, (zero, one) in enumerate(zip(*sides, strict=True)):
            shown = (zero | one).astype(np.uint64)
            fits.append(zero & one == 0)
            seen.append(shown)
            value.append(one.astype(np.uint64))
            free.append((1 << parents) - set_bits(shown).astype(np.int64))
        for parents in range(len(_HELD), bound + 1):
            places = _places(len(self._ordered), parents)
            fitting = np.ones(len(places), dtype=bool) if fit is None else _held(fit, places)
            unseen = np.zeros(len(places), dtype=np.int64)
            for part, zero, one in self._laid(parents, np.flatnonzero(fitting)):
                fitting[part] = ~(zero & one).any(axis=1)
                unseen[part] = (~(zero | one)).sum(axis=1)
            fits.append(fitting)
            free.append(unseen)
        order = _listed(_ranks(self._ordered), bound)
        self._at = order[np.concatenate(fits)[order]]
        self._free = np.concatenate(free)[self._at]
        self._words = np.concatenate(seen), np.concatenate(value)

    def __len__(self) -> int:
        return len(self._at)

    @cached_property
    def _masks(self) -> NDArray[Any]:
        """The sets, as masks of positions."""
        bits = [1 << position for position in self._ordered]
        wide = max(self._ordered, default=0) >= np.iinfo(np.int64).bits - 1
        level = np.zeros(1, dtype=object if wide else np.int64)
        levels = [level]
        for size in range(self._bound):
            parts = [level[: comb(j, size)] | bit for j, bit in enumerate(bits)]
            level = np.concatenate(parts) if parts else level[:0]
            levels.append(level)
        masks: NDArray[Any] = np.concatenate(levels)[self._at]
        return masks

    @cached_property
    def _list(self) -> list[int]:
        masks: list[int] = self._masks.tolist()
        return masks

    @cached_property
    def _sizes(self) -> Indices:
        """How many parents each set has."""
        sizes: Indices = np.searchsorted(self._starts, self._at, side="right") - 1
        return sizes

    @cached_property
    def _starts(self) -> Indices:
        """Where the sets of each size begin."""
        numbers = [comb(len(self._ordered), size) for size in range(self._bound + 1)]
        return np.cumsum([0, *numbers])[:-1]

    @cached_property
    def sets(self) -> dict[int, int]:
        """h(S) by the mask of S: a set stands before those that it begins, as lists are ordered."""
        powers = [1 << f for f in range(int(self._free.max(initial=0)) + 1)]
        return dict(zip(self._list, map(powers.__getitem__, self._free.tolist()), strict=True))

    def chosen(self, bound: int, banned: int) -> Flags:
        """Of every set: has it at most this many parents, none of them *banned*?"""
        kept = self._sizes <= bound
        if banned:
            kept &= (self._masks & (banned & sum(1 << p for p in self._ordered))) == 0
        return kept

    @property
    def counted(self) -> bool:
        """Are the functions of every set for which all parents matter fewer than a word counts?"""
        return self._bound < len(_HELD)

    def exact(self, bound: int, banned: int) -> dict[int, int]:
        """g(S) where it is not 0: at most *bound* parents, and six, none of them *banned*."""
        counts = self._exact
        kept = (self.chosen(bound, banned) & (counts > 0)).tolist()
        return dict(zip(compress(self._list, kept), compress(self._counts, kept), strict=True))

    @cached_property
    def _counts(self) -> list[int]:
        counts: list[int] = self._exact.tolist()
        return counts

    @cached_property
    def _exact(self) -> NDArray[np.uint64]:
        """g(S) of every set, modulo 2^64.

        Of h(S) the functions are left out to which the first parent does not matter, then the second, …
        """
        h = np.zeros(len(self._words[0]), dtype=np.uint64)
        h[self._at] = np.where(
            self._free < 64, np.uint64(1) << self._free.astype(np.uint64), np.uint64(0)
        )  # modulo 2^64
        g, before = [], [h[:0]]
        for parents, level in enumerate(np.split(h, self._starts[1:])):
            steps = [level]
            for i in range(parents):
                steps.append(steps[i] - before[i][_without(len(self._ordered), parents, i)])
            g.append(steps[-1])
            before = steps
        exact: NDArray[np.uint64] = np.concatenate(g)[self._at]
        return exact

    def seen_patterns(
        self, bound: int, banned: int
    ) -> dict[int, tuple[list[int], list[tuple[int, int]]]]:
        """By number of parents some sets: their masks, what is seen of each, and what of it with V = 1."""
        found = {}
        seen, value = self._words
        kept = self.chosen(bound, banned)
        for parents, start in enumerate(self._starts.tolist()):
            own = kept & (self._sizes == parents)
            at = self._at[own]
            if not len(at):
                continue
            if parents < len(_HELD):
                tables = list(zip(seen[at].tolist(), value[at].tolist(), strict=True))
            else:
                tables = []
                for _, zero, one in self._laid(parents, at - start):
                    tables += zip(_integers(zero | one), _integers(one), strict=True)
            found[parents] = list(compress(self._list, own.tolist())), tables
        return found

    def _laid(self, parents: int, sets: Indices) -> Iterator[tuple[Indices, Flags, Flags]]:
        """Of some sets of one size the patterns that rows show with V = 0, and with V = 1."""
        inputs, values = self._rows
        columns, places = inputs.T.astype(np.intp), _places(len(self._ordered), parents)
        at_a_time = max(1, _CELLS // max(len(inputs), 1 << parents))
        for at in range(0, len(sets), at_a_time):
            part = sets[at : at + at_a_time]
            patterns = np.zeros((len(part), len(inputs)), dtype=np.intp)
            for j in range(parents):
                patterns += columns[places[part, j]] << j
            shown = np.zeros((2, len(part), 1 << parents), dtype=bool)
            shown[values.astype(np.intp), np.arange(len(part))[:, None], patterns] = True
            yield part, shown[0], shown[1]


def shown_patterns(rows: Sequence[str], ordered: Sequence[int], size: int) -> list[int] | None:
    """Of all choices of this many positions the patterns that occur, as bits; None if a word is too short.

    >>> shown_patterns(["001", "011", "101", "111"], ordered=(0, 1, 2), size=2)
    [15, 12, 12]
    """
    if size >= len(_HELD):
        return None
    choices = np.lexsort(_places(len(ordered), size).T[::-1])
    patterns: list[int] = _shown(_digits(rows, ordered), size)[size][choices].tolist()
    return patterns


def _digits(rows: Sequence[str], positions: Sequence[int]) -> Bytes:
    """The digits of rows at some positions."""
    if not rows:
        return np.zeros((0, len(positions)), dtype=np.uint8)
    digits = np.frombuffer("".join(rows).encode(), dtype=np.uint8).reshape(len(rows), -1)
    return digits[:, list(positions)] & np.uint8(1)


def _shown(rows: Bytes, most: int) -> list[Words]:
    """Of every size and each of its sets the patterns that rows show."""
    count = rows.shape[1]
    arrays: list[Words] = [np.zeros(comb(count, k), _HELD[k]) for k in range(most + 1)]
    at_a_time = max(1, _CELLS // max(map(len, arrays)))
    for at in range(0, len(rows), at_a_time):
        part = rows[at : at + at_a_time]
        marks: Words = np.ones((len(part), 1), np.uint8)
        arrays[0] |= 1
        for size in range(1, most + 1):
            held = _HELD[size]
            factors = np.where(part, held(1 << (1 << size - 1)), held(1))
            fewer, marks = marks.astype(held), np.empty((len(part), len(arrays[size])), held)
            for j in range(size - 1, count):
                start, number = comb(j, size), comb(j, size - 1)
                slices = fewer[:, :number], factors[:, j : j + 1]
                np.multiply(*slices, out=marks[:, start : start + number])
            arrays[size] |= np.bitwise_or.reduce(marks, axis=0)
    return arrays


def _held(sets: int, places: Places) -> Flags:
    """Which of some sets of candidates are among these, which are bits."""
    packed = sets.to_bytes(sets.bit_length() // 8 + 1, "little")
    members = np.unpackbits(np.frombuffer(packed, dtype=np.uint8), bitorder="little")
    among = np.zeros(1 << int(places.max(initial=-1)) + 1, dtype=bool)
    number = min(len(among), len(members))
    among[:number] = members[:number]
    held: Flags = among[(1 << places).sum(axis=1)]
    return held


def _integers(tables: Flags) -> Iterator[int]:
    """Lines of bits as integers."""
    packed = np.packbits(tables, axis=1, bitorder="little")
    return (int.from_bytes(line.tobytes(), "little") for line in packed)


def _ranks(ordered: tuple[int, ...]) -> tuple[int, ...]:
    """Where each position stands among them."""
    rank = {position: place for place, position in enumerate(sorted(ordered))}
    return tuple(rank[position] for position in ordered)


@lru_cache(maxsize=64)
def _listed(ranks: tuple[int, ...], bound: int) -> Indices:
    """The sets of all sizes, as lists of ranks are ordered: a set before those that it begins."""
    width = max(1, bound)
    digits = [
        np.pad(
            np.sort(np.array(ranks, dtype=np.int32)[_places(len(ranks), size)], axis=1) + 1,
            ((0, 0), (0, width - size)),
        )
        for size in range(bound + 1)
    ]
    return np.lexsort(np.concatenate(digits).T[::-1])


@lru_cache(maxsize=256)
def _places(count: int, size: int) -> Places:
    """All sets of one size of so many candidates, as ascending lists."""
    if not size:
        return np.zeros((1, 0), dtype=np.int32)
    fewer = _places(count, size - 1)
    last = np.repeat(np.arange(count, dtype=np.int32), [comb(j, size - 1) for j in range(count)])
    begun = [fewer[: comb(j, size - 1)] for j in range(count)]
    return np.column_stack([np.concatenate(begun) if begun else fewer[:0], last])


@lru_cache(maxsize=128)
def _without(count: int, size: int, index: int) -> Indices:
    """Where the sets of one size stand without the candidate with this index in their lists."""
    places, array = _places(count, size), np.zeros(comb(count, size), dtype=np.intp)
    for i in range(size):
        if i != index:
            chosen = [comb(j, i + (i < index)) for j in range(count)]
            array += np.array(chosen, dtype=np.intp)[places[:, i]]
    return array
