"""Counts of the mechanisms that fit a variable's rows, for every candidate set of parents.

For a set S of candidate parents let h(S) be the number of Boolean functions on S that agree with the
rows: 2^(patterns of S never seen), or 0 if two rows agree on S and differ in V. A function on S has
some set T ⊆ S of functional parents, so h(S) = Σ_{T⊆S} g(T) where g(T) counts functions with exactly
the functional parents T, and Möbius inversion gives g(S) = Σ_{T⊆S} (−1)^{|S∖T|} h(T).

With few candidates h comes from all states at once (:mod:`.row_projections`), where they are more, or many
sets fit, from arrays of words (:mod:`.row_refinements`).
Sets that do not fit are not kept: they may be nearly all. A parent
set is a bit mask over the positions of the problem's variables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import compress
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
from symcause.mechanisms.parent_sums import exact_parents, subsets
from symcause.models.bit_sets import mask_of

if TYPE_CHECKING:
    from symcause.families.boolean.space.mechanisms.row_refinements import Refinements
    from symcause.families.boolean.space.mechanisms.writable_functions import Writable

Seen = tuple[int, int]
"""The patterns of a parent set that are seen, and their outputs, as bits."""

Tables = dict[int, tuple[list[int], list[Seen]]]
"""By how many parents they have: parent sets, and what is seen of each."""


_ALL_AT_ONCE = 24  # sets of all candidates in the time of one that is refined
_MANY = 120  # sets that fit are worth arrays


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
    fit: int | None = None
    if _at_once(rows, candidates, bound):
        assert rows.projections is not None, "few candidates"
        without = mask_of(rows.candidates) & ~mask_of(candidates)
        fit = rows.projections.fit(bound, without)
        if fit.bit_count() <= _MANY:
            sets = rows.projections.fitting(bound, without)
            if len(sets) > most:
                raise _too_many(rows.variable)
            return Fitting(bound, banned, sets)
        fit = rows.projections.among(fit, without)
    refined = _refined(rows, candidates, bound, most, fit)
    return Fitting(bound, banned, refined.sets, refined=refined)


def _at_once(rows: LocalRows, candidates: Sequence[int], bound: int) -> bool:
    """True if all sets of candidates are little more work than those within the bound."""
    size = len(rows.candidates)
    if size > STATE_CANDIDATES:
        return False
    if len(candidates) < size and not set(candidates) <= set(rows.candidates):
        return False
    return 1 << size <= _ALL_AT_ONCE * subsets(len(candidates), bound)


def _refined(
    rows: LocalRows, candidates: Sequence[int], bound: int, most: int, fit: int | None = None
) -> Refinements:
    """The same size by size: adding a parent parts the rows that agree so far.

    *fit* are the sets that do, as bits, where they are known.
    """
    from symcause.families.boolean.space.mechanisms.row_refinements import Refinements

    ordered = sorted(candidates, key=rows.natural_rank.__getitem__)
    own = rows.variables.index(rows.variable)
    refined = Refinements(rows.texts, own, ordered, min(bound, len(ordered)), fit)
    if len(refined) > most:
        raise _too_many(rows.variable)
    return refined


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
    refined: Refinements | None = None  # these sets as arrays, where they are not few

    @cached_property
    def exact(self) -> dict[int, int]:
        """g(S), where it is not 0: it does not depend on what else is counted."""
        refined = self._refined
        if refined is not None and refined.counted:
            return refined.exact(self.bound, self.banned)
        if self.whole is not None:
            return {s: count for s, count in self.whole.exact.items() if s in self.sets}
        return exact_parents(self.sets)

    @property
    def _refined(self) -> Refinements | None:
        return self.refined if self.whole is None else self.whole.refined

    def written(self, fixed: Callable[[int], Seen], written: Writable) -> dict[int, int]:
        """How many *written* functions with exactly these parents fit, where there are any.

        *fixed* says which patterns of a set are seen, and their outputs.
        """
        found = dict.fromkeys(self.sets, 0)
        for parents, (groups, seen) in self._tables(fixed).items():
            found.update(zip(groups, written.numbers(parents, seen), strict=True))
        return {group: count for group, count in found.items() if count}

    def patterns_by_size(self, fixed: Callable[[int], Seen]) -> dict[int, list[Seen]]:
        """What is seen of every set, by how many parents it has."""
        return {parents: seen for parents, (_, seen) in self._tables(fixed).items()}

    def _tables(self, fixed: Callable[[int], Seen]) -> Tables:
        """The sets by how many parents they have, and what is seen of each; kept for further bounds."""
        if self._seen or not self.sets:
            return self._seen
        if self._refined is not None:
            self._seen.update(self._refined.seen_patterns(self.bound, self.banned))
            return self._seen
        for group in self.sets:
            groups, seen = self._seen.setdefault(group.bit_count(), ([], []))
            groups.append(group)
            seen.append(fixed(group))
        return self._seen

    @cached_property
    def _seen(self) -> Tables:
        return {}

    def within(self, bound: int, banned: int) -> Fitting:
        """The part with fewer parents, or fewer candidates."""
        if (bound, banned) == (self.bound, self.banned):
            return self
        key = bound, banned
        if key not in self._parts:
            known = self.sets.items()
            part = (
                {s: h for s, h in known if not s & banned and s.bit_count() <= bound}
                if self.refined is None
                else dict(compress(known, self.refined.chosen(bound, banned).tolist()))
            )
            self._parts[key] = Fitting(bound, banned, part, self)
        return self._parts[key]

    @cached_property
    def _parts(self) -> dict[tuple[int, int], Fitting]:
        return {}


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
