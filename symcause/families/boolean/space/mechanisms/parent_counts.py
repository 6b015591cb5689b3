"""Counts of the mechanisms that fit a variable's rows, for every candidate set of parents.

For a set S of candidate parents let h(S) be the number of Boolean functions on S that agree with the
rows: 2^(patterns of S never seen), or 0 if two rows agree on S and differ in V. A function on S has
some set T ⊆ S of functional parents, so h(S) = Σ_{T⊆S} g(T) where g(T) counts functions with exactly
the functional parents T, and Möbius inversion gives g(S) = Σ_{T⊆S} (−1)^{|S∖T|} h(T).

With few candidates h comes from all states at once (:mod:`.row_projections`), with more of them from
depth-first partition refinement on row bit sets.
Sets that do not fit are not kept: they may be nearly all. A parent
set is a bit mask over the positions of the problem's variables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from math import comb
from typing import TYPE_CHECKING

from msgspec import Struct

from symcause.errors import LimitError
from symcause.families.boolean.bounds import (
    FEW_CANDIDATES,
    MAX_PARENT_SETS,
    MAX_TABLE_BITS,
    STATE_CANDIDATES,
)
from symcause.families.boolean.space.mechanisms.local_rows import LocalRows
from symcause.models.bit_sets import lowest, mask_of

if TYPE_CHECKING:
    from symcause.families.boolean.space.mechanisms.writable_functions import Writable

Seen = tuple[int, int]
"""The patterns of a parent set that are seen, and their outputs, as bits."""


_ALL_AT_ONCE = 24  # sets of all candidates in the time of one that is refined


def fitting_functions(
    rows: LocalRows,
    candidates: Sequence[int],
    bound: int,
    banned: int = 0,
    most: int = MAX_PARENT_SETS,
) -> Fitting:
    """What fits of all S of at most *bound* candidates (positions of variables, without the *banned*).

    Raises LimitError where more than *most* sets fit.
    """
    _check_reach(rows.variable, len(candidates), bound)
    if _at_once(rows, candidates, bound):
        assert rows.projections is not None, "few candidates"
        without = mask_of(rows.candidates) & ~mask_of(candidates)
        sets = rows.projections.fitting(bound, without)
    else:
        sets = _refined(rows, candidates, bound, most)
    if len(sets) > most:
        raise _too_many(rows.variable)
    return Fitting(bound, banned, sets)


def _at_once(rows: LocalRows, candidates: Sequence[int], bound: int) -> bool:
    """True if all sets of candidates are little more work than those within the bound."""
    size = len(rows.candidates)
    if size > STATE_CANDIDATES:
        return False
    if len(candidates) < size and not set(candidates) <= set(rows.candidates):
        return False
    return 1 << size <= _ALL_AT_ONCE * subsets(len(candidates), bound)


def _refined(rows: LocalRows, candidates: Sequence[int], bound: int, most: int) -> dict[int, int]:
    """The same set by set: adding a parent splits every block of rows that agree so far."""
    columns = [(1 << c, rows.columns[c]) for c in candidates]
    states = [sum(bit for bit, column in columns if column >> r & 1) for r in range(len(rows))]
    ones, count = rows.ones, len(columns)
    zeros = rows.mask & ~ones
    found: dict[int, int] = {}

    def refine(start: int, parents: int, size: int, mixed: list[int], pure: list[int]) -> None:
        """Extend a set; blocks that hold both values stand apart, for they decide whether it fits."""
        if not mixed:
            found[parents] = 1 << ((1 << size) - len(pure))
            if len(found) > most:
                raise _too_many(rows.variable)
        if size == bound:
            return
        if size + 1 == bound:
            complete(start, parents, mixed, pure)
            return
        for j in range(start, count):
            bit, column = columns[j]
            still: list[int] = []
            split: list[int] = []
            for block in mixed:
                one = block & column
                for part in (one, block ^ one):
                    if part & ones and part & zeros:
                        still.append(part)
                    elif part:
                        split.append(part)
            for block in pure:
                one = block & column
                if one:
                    split.append(one)
                if one != block:
                    split.append(block ^ one)
            refine(j + 1, parents | bit, size + 1, still, split)

    def complete(start: int, parents: int, mixed: list[int], pure: list[int]) -> None:
        """The last parent: it tells apart the rows of every mixed block, and blocks are only counted."""
        splitting = -1
        for block in mixed:
            splitting &= states[lowest(block & ones)] ^ states[lowest(block & zeros)]
        patterns, both = 1 << bound, 2 * len(mixed) + len(pure)
        for j in range(start, count):
            bit, column = columns[j]
            if not splitting & bit:
                continue
            for block in mixed:
                one = block & column
                other = block ^ one
                if (one & ones and one & zeros) or (other & ones and other & zeros):
                    break
            else:
                halved = sum([1 for block in pure if block & column not in (0, block)])
                found[parents | bit] = 1 << (patterns - both - halved)
                if len(found) > most:
                    raise _too_many(rows.variable)

    everything = rows.mask
    divided = bool(ones and zeros)
    refine(0, 0, 0, [everything] * divided, [everything] * (bool(everything) and not divided))
    return found


def _too_many(variable: str) -> LimitError:
    return LimitError(
        f"{variable} has more fitting parent sets than can be kept",
        remedy="bound the class with --max-parents",
    )


class Fitting(Struct, frozen=True, dict=True):
    """What is counted of one variable: parent sets of at most *bound* candidates, none *banned*."""

    bound: int
    banned: int
    sets: dict[int, int]  # h(S), where it is not 0
    whole: Fitting | None = None  # what this is a part of

    @cached_property
    def exact(self) -> dict[int, int]:
        """g(S), where it is not 0: it does not depend on what else is counted."""
        if self.whole is not None:
            return {s: count for s, count in self.whole.exact.items() if s in self.sets}
        return exact_parents(self.sets)

    def written(self, fixed: Callable[[int], Seen], written: Writable) -> dict[int, int]:
        """How many *written* functions with exactly these parents fit, where there are any.

        *fixed* says which patterns of a set are seen, and their outputs.
        """
        found = dict.fromkeys(self.sets, 0)
        for parents, seen in self._few(fixed).items():
            found.update(zip(seen, written.numbers(parents, list(seen.values())), strict=True))
        return {group: count for group, count in found.items() if count}

    def shown(self, fixed: Callable[[int], Seen]) -> dict[int, list[Seen]]:
        """What is seen of every set, by how many parents it has."""
        return {parents: list(seen.values()) for parents, seen in self._few(fixed).items()}

    def _few(self, fixed: Callable[[int], Seen]) -> dict[int, dict[int, Seen]]:
        """What is seen of sets that are few, by how many parents they have; kept for further bounds."""
        if not self._seen:
            for group in self.sets:
                self._seen.setdefault(group.bit_count(), {})[group] = fixed(group)
        return self._seen

    @cached_property
    def _seen(self) -> dict[int, dict[int, Seen]]:
        return {}

    def within(self, bound: int, banned: int) -> Fitting:
        """The part with fewer parents, or fewer candidates."""
        if (bound, banned) == (self.bound, self.banned):
            return self
        key = bound, banned
        if key not in self._parts:
            known = self.sets.items()
            part = {s: h for s, h in known if not s & banned and s.bit_count() <= bound}
            self._parts[key] = Fitting(bound, banned, part, self)
        return self._parts[key]

    @cached_property
    def _parts(self) -> dict[tuple[int, int], Fitting]:
        return {}


def exact_parents(fitting: dict[int, int]) -> dict[int, int]:
    """g(S) for every S with g(S) > 0, by Möbius inversion one variable at a time."""
    exact, some = dict(fitting), 0
    for parents in fitting:
        some |= parents
    while some:
        bit = some & -some
        some ^= bit
        for parents in fitting:
            if parents & bit and (less := exact.get(parents ^ bit)):
                exact[parents] -= less
    return {parents: count for parents, count in exact.items() if count}


@lru_cache(maxsize=1024)
def subsets(of: int, most: int) -> int:
    """How many subsets have at most this many elements."""
    return sum(comb(of, k) for k in range(most + 1))


def _check_reach(variable: str, candidates: int, bound: int) -> None:
    if candidates <= FEW_CANDIDATES:
        return
    sizes = range(min(bound, candidates) + 1)
    sets = sum(comb(candidates, k) for k in sizes)
    if sets > MAX_PARENT_SETS or sum(comb(candidates, k) << k for k in sizes) > MAX_TABLE_BITS:
        raise LimitError(
            f"{variable} has {sets} candidate parent sets: too many to count over",
            remedy="bound the class with --max-parents",
        )
