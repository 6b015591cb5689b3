"""Groups of the mechanisms that fit one variable's rows, by parent set, listed lazily.

A group is a parent set S with its weight (how many functions have exactly the parents S). Inside a group
functions are ordered by truth table; listing starts anywhere and never materialises the group: seen
patterns fix some bits, the others count upwards. In classes bounded by AST size or depth the group is the
sorted list that the catalogue of writable functions gives; under a rule on tables it is the sorted list
of what the rule keeps. Known signs of parents are walked through (:mod:`.parent_signs`).
"""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Protocol

from msgspec import Struct

from symcause.families.boolean.bounds import KEPT_FUNCTIONS, SAMPLED_PATTERNS
from symcause.families.boolean.models.functions import Function, projection, reduce
from symcause.families.boolean.space.mechanisms.local_rows import LocalRows
from symcause.families.boolean.space.mechanisms.parent_signs import Signed
from symcause.mechanisms.local_space import WeighedSets
from symcause.models.bit_sets import bits, mask_of
from symcause.solvers.acyclic.choice_sampler import below


class FunctionListing(Protocol):
    """Writable functions of this many parents, all functional, with given outputs on seen patterns."""

    def tables(self, parents: int, seen: int, value: int) -> Sequence[int]:
        """Their truth tables, ascending."""

    def number(self, parents: int, seen: int, value: int) -> int:
        """How many there are."""

    def has(self, function: Function) -> bool:
        """Is the function one of those with its parents, whatever was seen?"""


class LocalSpace(Struct, WeighedSets, frozen=True, dict=True):
    """All mechanisms of one variable in the class that agree with the rows."""

    rows: LocalRows
    weights: Mapping[int, int]  # parent set -> number of functions with exactly these parents
    listing: FunctionListing | None = None  # None: every function can be written
    kept: Mapping[int, tuple[int, ...]] | None = None  # what a rule keeps of each set, ascending
    signed: Signed | None = None  # what is known of the signs of parents
    filtered: bool = (
        False  # parent sets are left out although subsets of them are kept, or supersets
    )

    @property
    def complete(self) -> bool:
        """True if every function with one of these parent sets that fits is in the class."""
        return self.listing is None and self.kept is None and self.signed is None

    @property
    def _walked(self) -> Signed | None:
        """The signs by which functions are walked through; None where they are listed, or all there are."""
        return self.signed if self.kept is None else None

    @property
    def variable(self) -> str:
        return self.rows.variable

    def parents(self, group: int) -> tuple[str, ...]:
        """The names of a parent set, in natural order."""
        return tuple(self.rows.variables[p] for p in self._positions(group))

    def group(self, function: Function) -> int:
        """The parent set of a function, as a mask."""
        names = self.rows.variables
        return sum([1 << names.index(parent) for parent in function.parents])

    def __contains__(self, function: Function) -> bool:
        group = self.group(function)
        if group not in self.weights or not self.rows.agrees(function):
            return False
        if self.complete:
            return True
        if self._walked is not None:
            return self._walked.takes(function.parents, function.table)
        if self.kept is None and self.listing is not None:
            return self.listing.has(function)
        tables = self.truth_tables(group)
        at = bisect_left(tables, function.table)
        return at < len(tables) and tables[at] == function.table

    def functions(self, group: int, start: int = 0) -> Iterator[Function]:
        """The functions of a group by ascending truth table, from table *start* on."""
        names = self.parents(group)
        if self._walked is not None:
            if group in self.weights:
                for table in self._walked.tables(names, *self.fixed(group), start):
                    yield Function(names, table)
            return
        if not self.complete:
            tables = self.truth_tables(group)
            for table in tables[bisect_left(tables, start) :]:
                yield Function(names, table)
            return
        if group not in self.weights:
            return
        for table in self._completed(group, len(names), start):
            yield Function(names, table)

    def _completed(self, group: int, width: int, start: int = 0) -> Iterator[int]:
        """The truth tables over so many parents that fit and of which every parent matters, ascending."""
        seen, value = self.fixed(group)
        free = [1 << i for i in range(1 << width) if not seen >> i & 1]
        shifts = [(1 << j, projection(j, width) >> (1 << j)) for j in range(width)]
        for table in _counting(value, free, start):
            for shift, zeros in shifts:
                if not (table ^ table >> shift) & zeros:
                    break  # a parent that does not matter
            else:
                yield table

    def mechanisms(self) -> Iterator[Function]:
        """All mechanisms: fewest parents first, then by parent set, then by truth table."""
        for group in sorted(self.weights, key=lambda g: (g.bit_count(), self._positions(g))):
            yield from self.functions(group)

    def draw(self, group: int, rng: random.Random) -> Function:
        """One function of the group, uniformly."""
        listed = self._drawn_from.get(group)
        if listed is not None:
            return Function(listed[0], listed[1][below(len(listed[1]), rng)])
        names = self.parents(group)
        if self._walked is not None:
            return Function(names, self._walked.drawn(names, *self.fixed(group), rng))
        if not self.complete:
            tables = self.truth_tables(group)
            return Function(names, rng.choice(tables))
        seen, value = self.fixed(group)
        free = [1 << i for i in range(1 << len(names)) if not seen >> i & 1]
        if len(free) <= SAMPLED_PATTERNS:
            return Function(names, rng.choice(self._listed_once(group, names)))
        while True:
            # At least half of the free patterns lose their freedom when a parent is dropped, so
            # with many free patterns a random completion nearly always uses every parent.
            picked = rng.getrandbits(len(free))
            table = value | sum(bit for i, bit in enumerate(free) if picked >> i & 1)
            function = reduce(names, table)
            if len(function.parents) == len(names):
                return function

    def _listed_once(self, group: int, names: tuple[str, ...]) -> list[int]:
        """The tables of a small group; remembered for further draws, as long as they are few."""
        found = list(self._completed(group, len(names)))
        if (
            sum([len(tables) for _, tables in self._drawn_from.values()]) + len(found)
            <= KEPT_FUNCTIONS
        ):
            self._drawn_from[group] = names, found
        return found

    @cached_property
    def _drawn_from(self) -> dict[int, tuple[tuple[str, ...], list[int]]]:
        return {}

    def fixed(self, group: int) -> tuple[int, int]:
        """The seen patterns of a group's parents and their outputs."""
        fixed = self.rows.fixed(group)
        assert fixed is not None, "a group of positive weight has no conflict"
        return fixed

    def _positions(self, group: int) -> tuple[int, ...]:
        return tuple(sorted(bits(group), key=self.rows.natural_rank.__getitem__))

    def truth_tables(self, group: int) -> Sequence[int]:
        """The truth tables of a group in a listed class, sorted."""
        if self.kept is not None:
            return self.kept.get(group, ())
        if self._walked is not None:
            return tuple(function.table for function in self.functions(group))
        if self.listing is None or group not in self.weights:
            return ()
        return self.listing.tables(group.bit_count(), *self.fixed(group))

    def agreeing(self, group: int, seen: int, value: int) -> int:
        """How many listed functions of a group have these outputs on *seen* patterns, its own included."""
        if self.kept is not None:
            return sum(table & seen == value for table in self.truth_tables(group))
        if self._walked is not None:
            return self._walked.number(self.parents(group), seen, value)
        assert self.listing is not None, "a listed class"
        return self.listing.number(group.bit_count(), seen, value)

    def agreeing_as_well(self, group: int, fresh: Mapping[int, int]) -> int:
        """How many listed functions of a group agree with fresh patterns as well, given as states."""
        if group not in self.weights:
            return 0
        places = self._positions(group)
        seen, value = self.fixed(group)
        for state, output in fresh.items():
            pattern = mask_of(j for j, p in enumerate(places) if state >> p & 1)
            seen |= 1 << pattern
            value |= output << pattern
        return self.agreeing(group, seen, value)


def _counting(value: int, free: Sequence[int], start: int) -> Iterator[int]:
    """All ``value | subset of free`` not below *start*, ascending (*free* are single bits, ascending)."""
    mask = sum(free)
    choice = _first_choice(value, mask, start)
    while choice is not None:
        yield value | choice
        if choice == mask:
            return
        choice = (choice - mask) & mask  # the next subset of mask, in ascending order


def _first_choice(value: int, mask: int, start: int) -> int | None:
    """The least subset c of mask with value | c >= start, None if there is none."""
    if value | mask < start:
        return None
    choice = mask
    for i in reversed(range(mask.bit_length())):
        bit = 1 << i
        if choice & bit and value | (choice ^ bit) >= start:
            choice ^= bit
    return choice
