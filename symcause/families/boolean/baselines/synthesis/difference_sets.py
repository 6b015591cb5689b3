"""Difference sets: what any two rows that tell different values of a variable differ in.

A set of parents *fits* a variable iff no two rows agree on it and disagree on the variable, that is, iff it
meets each of these sets. Only those that contain no other matter. Fitting is monotone: a larger set of
parents fits, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.mechanisms.local_rows import LocalRows, local_rows
from symcause.models.bit_sets import bits, mask_of


@dataclass(frozen=True)
class DifferenceSets:
    """The rows about one variable; sets of variables are bits in problem order."""

    rows: LocalRows
    admissible: int

    @cached_property
    def least(self) -> tuple[int, ...]:
        """The inclusion-minimal sets, by size; an empty one: the variable can have no mechanism."""
        at = self.rows.variables.index(self.rows.variable)
        found = {_bits(text) for text in self.rows.texts}
        ones = [row for row in found if row >> at & 1]
        zeros = [row for row in found if not row >> at & 1]
        others = ~(1 << at)
        kept: list[int] = []
        apart = {(one ^ zero) & others for one in ones for zero in zeros}
        for candidate in sorted(apart, key=lambda mask: (mask.bit_count(), mask)):
            if not any(known & candidate == known for known in kept):
                kept.append(candidate)
        return tuple(kept)

    def fits(self, parents: int) -> bool:
        """Is there a function of these parents that agrees with the rows?"""
        return all(apart & parents for apart in self.least)

    def confused(self, parents: int) -> int | None:
        """What the first two rows differ in that these parents do not tell apart; None if they fit."""
        at = self.rows.variables.index(self.rows.variable)
        first: dict[int, int] = {}
        for row in map(_bits, self.rows.texts):
            before = first.setdefault(row & parents, row)
            if (before ^ row) >> at & 1:
                return (before ^ row) & ~(1 << at)
        return None

    def smallest(self, candidates: int, most: int | None) -> tuple[int, ...] | None:
        """The smallest set of candidates that fits, the first in problem order of equally small ones."""
        if not self.fits(candidates):
            return None
        pool = bits(candidates)
        top = len(pool) if most is None else min(most, len(pool))
        for size in range(top + 1):
            smallest = next(_covers(self.least, pool, 0, size), None)
            if smallest is not None:
                return smallest
        return None

    def outputs(self, parents: tuple[int, ...]) -> dict[int, bool]:
        """The values at the patterns seen, over parents that fit; bit *j* is parent *j*."""
        known = self.rows.table(parents)
        assert known is not None, "the parents do not fit"
        seen, value = known
        return {pattern: bool(value >> pattern & 1) for pattern in bits(seen)}


def _covers(
    apart: tuple[int, ...], pool: list[int], begin: int, size: int
) -> Iterator[tuple[int, ...]]:
    """Choices of *size* from the pool, in order, that meet all sets."""
    if not apart:
        if size <= len(pool) - begin:
            yield tuple(pool[begin : begin + size])
        return
    if not size:
        return
    rest = mask_of(pool[begin:])
    if not all(some & rest for some in apart):
        return
    for at in range(begin, len(pool)):
        left = tuple(some for some in apart if not some >> pool[at] & 1)
        for found in _covers(left, pool, at + 1, size - 1):
            yield (pool[at], *found)
        if any(not some & mask_of(pool[at + 1 :]) for some in apart):
            return


def _bits(text: str) -> int:
    """A row as bits, the first variable lowest."""
    return int(text[::-1], 2)


def all_differences(problem: BooleanProblem) -> tuple[DifferenceSets, ...]:
    """Those of every variable, in problem order."""
    place = {v: i for i, v in enumerate(problem.variables)}
    return tuple(
        DifferenceSets(
            local_rows(v, problem.variables, problem.training),
            mask_of(place[u] for u in problem.disclosure.admissible(v)),
        )
        for v in problem.variables
    )
