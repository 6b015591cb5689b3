"""Projections of a variable's rows onto all its parent sets at once, as bits of one integer.

A state of c candidates is a number below 2^c, so the rows of a variable V are an integer: bit *s* says
that state *s* occurs. To forget a candidate is to lay one half of the bits over the other: a shift and an
*or* for all states together, however many rows there are.

*What fits.* A parent set S fits unless a row with V = 1 and one with V = 0 agree on S, that is unless S
lies in the complement of their difference. So the complements of all differences, closed downwards, are
the sets that do not fit: an integer whose bits are parent sets.

*What is seen.* Forget all but S and V: the patterns of S that occur with V = 0 and with V = 1 are left, the
truth table as far as it is seen. It is made from that of the set with one candidate more.

Bit *j* of a state is candidate *j* in natural order, as in truth tables; V itself stands above them.

>>> seen = Projections(["000", "010", "100", "111"], 2, ordered=(0, 1))  # the "and" of the first two
>>> seen.fitting(2), seen.fitting(1), seen.table(0b11)
({3: 1}, {}, (15, 8))
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from symcause.families.boolean.bounds import FEW_STATES, PROJECTED_TABLES, STATE_CANDIDATES
from symcause.families.boolean.models.functions import projection
from symcause.models.bit_sets import bits

_FIRST = (1 << STATE_CANDIDATES) - 1
_CHUNK = 8  # candidates whose subsets are looked up in one table


class Projections:
    """The rows of one variable over its candidates, and what is left of them on each parent set."""

    def __init__(self, rows: Sequence[str], variable: int, ordered: Sequence[int]) -> None:
        """*rows* are texts, one digit a position; *ordered*: the candidates in natural order."""
        self._ordered = tuple(ordered)
        self._size = len(self._ordered)
        self._full = (1 << self._size) - 1
        self._zero, self._one = _states(rows, variable, self._ordered)
        self._all = self._zero | self._one
        self._unfit: int | None = None
        self._left: dict[int, int] = {}
        self._fitting: dict[int, tuple[int, int, int]] = {}
        self._tables: dict[int, tuple[int, int] | None] = {}

    def fitting(self, bound: int, banned: int = 0) -> dict[int, int]:
        """h(S) by the mask of S, where it is not 0: at most *bound* candidates, none of them *banned*.

        A set stands before those that it begins, as lists of positions are ordered.
        """
        sets = bits(self.fit(bound, banned))
        found = [self._fitting.get(chosen) or self._fits(chosen) for chosen in sets]
        return {mask: 1 << free for _, mask, free in sorted(found)}

    def fit(self, bound: int, banned: int = 0) -> int:
        """The sets that fit, as bits: the same as of :meth:`fitting`."""
        if self._unfit is None:
            self._unfit = self._conflicting()
        sets = ~self._unfit & _of_size(self._size, bound)
        for j, position in enumerate(self._ordered) if banned else ():
            if banned >> position & 1:
                sets &= _without(j, self._size)
        return sets

    def among(self, sets: int, banned: int) -> int:
        """Sets without what is *banned*, as bits, of the other candidates alone."""
        size = self._size
        for j in reversed(range(size)):
            if banned >> self._ordered[j] & 1:
                sets, size = _forget(sets, j, size), size - 1
        return sets

    def _fits(self, chosen: int) -> tuple[int, int, int]:
        """Where a set stands among others, its mask, and how many of its patterns are not seen."""
        place = 0
        for i, table in enumerate(_placed(self._ordered)):
            place |= table[chosen >> _CHUNK * i & len(table) - 1]
        first, size = place & _FIRST, chosen.bit_count()
        later = size - first - (first & -first) if first else -_FIRST
        found = later, place >> STATE_CANDIDATES, (1 << size) - self._seen(chosen)
        if len(self._fitting) < PROJECTED_TABLES:
            self._fitting[chosen] = found
        return found

    def table(self, group: int) -> tuple[int, int] | None:
        """(seen patterns, their outputs) over a parent set in natural order, None if rows conflict."""
        if group not in self._tables:
            if len(self._tables) >= PROJECTED_TABLES:
                self._tables.clear()
            self._tables[group] = self._table(group)
        return self._tables[group]

    def _table(self, group: int) -> tuple[int, int] | None:
        chosen = 0
        for j, position in enumerate(self._ordered):
            chosen |= (group >> position & 1) << j
        left, size = self._on(chosen), 1 << chosen.bit_count()
        one = left >> size
        zero = left ^ one << size
        return None if zero & one else (zero | one, one)

    def _conflicting(self) -> int:
        """The sets that do not fit."""
        few, many = sorted((self._one, self._zero), key=len)
        halves = [(1 << j, _without(j, self._size)) for j in range(self._size)]
        moved, last, found = _indicator(many), 0, 0
        for state in sorted(few):  # neighbours differ in few candidates
            other = state ^ self._full
            for j in bits(other ^ last):
                shift, lower = halves[j]
                moved = (moved & lower) << shift | moved >> shift & lower
            last = other
            found |= moved
        for shift, lower in halves:
            found |= found >> shift & lower
        return found

    def _seen(self, chosen: int) -> int:
        """How many patterns occur, on a set that fits."""
        if len(self._all) <= FEW_STATES and chosen not in self._left:
            return len(set(map(chosen.__and__, self._all)))
        return self._on(chosen).bit_count()

    def _on(self, chosen: int) -> int:
        """Patterns of some candidates that occur with V = 0, and above them those with V = 1."""
        left = self._left.get(chosen)
        if left is None:
            if chosen == self._full:
                left = _indicator(self._zero) | _indicator(self._one) << self._full + 1
            else:
                j = (self._full & ~chosen).bit_length() - 1
                more, place = self._on(chosen | 1 << j), (chosen & (1 << j) - 1).bit_count()
                left = _forget(more, place, chosen.bit_count() + 2)
            if len(self._left) >= PROJECTED_TABLES:
                self._left.clear()
            self._left[chosen] = left
        return left


def _states(
    rows: Sequence[str], variable: int, ordered: tuple[int, ...]
) -> tuple[set[int], set[int]]:
    """The states of the candidates in rows with V = 0, and in those with V = 1."""
    states: tuple[set[int], set[int]] = (set(), set())
    if not ordered:
        for row in rows:
            states[row[variable] == "1"].add(0)
        return states
    runs = _runs(ordered)
    for row in rows:
        digits = "".join([row[run] for run in runs]) if len(runs) > 1 else row[runs[0]]
        states[row[variable] == "1"].add(int(digits, 2))
    return states


@lru_cache(maxsize=256)
def _runs(ordered: tuple[int, ...]) -> tuple[slice, ...]:
    """Where a row has the digits of a state, the highest first: candidates side by side together."""
    runs: list[list[int]] = []
    for position in reversed(ordered):
        if runs and runs[-1][-1] == position + 1:
            runs[-1].append(position)
        else:
            runs.append([position])
    return tuple(slice(run[0], run[-1] - 1 if run[-1] else None, -1) for run in runs)


def _indicator(states: set[int]) -> int:
    found = 0
    for state in states:
        found |= 1 << state
    return found


def _forget(table: int, index: int, count: int) -> int:
    """A set of states of *count* variables without one of them."""
    table = (table | table >> (1 << index)) & _without(index, count)
    for lower, shift in _closing(index, count):
        low = table & lower
        table = low | (table ^ low) >> shift
    return table


@cache
def _without(index: int, count: int) -> int:
    """The states of *count* variables in which one of them is 0."""
    return projection(index, count) >> (1 << index)


@cache
def _closing(index: int, count: int) -> tuple[tuple[int, int], ...]:
    """How the gap that a variable leaves is closed: each variable above it takes the place below."""
    return tuple((_without(j, count), 1 << j - 1) for j in range(index + 1, count))


@cache
def _of_size(count: int, most: int) -> int:
    """The subsets of *count* elements that have at most this many, as bits."""
    if most < 0:
        return 0
    if most >= count:
        return (1 << (1 << count)) - 1
    return _of_size(count - 1, most) | _of_size(count - 1, most - 1) << (1 << count - 1)


@lru_cache(maxsize=256)
def _placed(positions: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """All subsets of some positions, of a few at a time: their masks, and below them how they are ordered.

    There the first position has the highest bit r, so that in the order of lists a set comes behind
    2^c + |S| - r(S) - (the lowest bit of r(S)) others.
    """
    highest = 1 << len(positions) - 1 if positions else 0
    ranks = {position: highest >> i for i, position in enumerate(sorted(positions))}
    tables = []
    for start in range(0, len(positions), _CHUNK):
        found = [0]
        for position in positions[start : start + _CHUNK]:
            own = 1 << position + STATE_CANDIDATES | ranks[position]
            found += [mask | own for mask in found]
        tables.append(tuple(found))
    return tuple(tables)
