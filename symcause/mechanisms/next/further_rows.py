"""Further rows of a variable: how many of its mechanisms agree with them as well.

What a world says it says of each mechanism alone. Every parent set T of a variable with d values keeps
h(T) / d^(patterns of T that are new) of its functions, or none if a row contradicts what was seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Generic

from symcause.mechanisms.local_space import F, LocalSpace, Weights
from symcause.mechanisms.parent_sums import exact_parents
from symcause.mechanisms.value_lanes import ONE_BIT, Lanes
from symcause.models.bit_sets import bits

MOBIUS = 8
"""Rows in the time that a parent set takes besides."""


class Mechanisms(Generic[F]):
    """The mechanisms of one variable, and how many of them agree with further rows.

    *fitting* has for every parent set how many functions of (not: exactly of) these parents fit; *place* is
    the variable's own among all; *states* are the rows that are known, with a lane for each variable.
    """

    def __init__(
        self,
        space: LocalSpace[F],
        fitting: Weights,
        place: int,
        states: Sequence[int],
        values: int = 2,
        lanes: Lanes = ONE_BIT,
    ) -> None:
        self.space, self.fitting = space, fitting
        self.values, self.lanes = values, lanes
        held = 1 << place
        for parents in fitting:
            held |= parents
        self.own = lanes.spread(1 << place)
        self.relevant = lanes.spread(held)  # the variables that can matter to it, and itself
        self._shift = place * lanes.width
        self.known = frozenset(state & self.relevant for state in states)
        self.counted: dict[frozenset[int], Weights] = {}

    @cached_property
    def tables(self) -> dict[int, dict[int, int]]:
        """For every parent set the patterns that were seen (as states), with the outputs."""
        known = self._with_outputs(self.known)
        return {
            parents: {state & wide: output for state, output in known}
            for parents, wide in self._spread
        }

    @cached_property
    def _spread(self) -> list[tuple[int, int]]:
        """The parent sets, with the bits of their lanes."""
        return [(parents, self.lanes.spread(parents)) for parents in self.fitting]

    def _with_outputs(self, states: Sequence[int] | frozenset[int]) -> list[tuple[int, int]]:
        own, shift = self.own, self._shift
        return [(state, (state & own) >> shift) for state in states]

    def new_rows(self, states: Sequence[int]) -> frozenset[int]:
        """The rows of these that say something new, as far as they can matter to the variable."""
        return frozenset([s & self.relevant for s in states]) - self.known

    def after(self, states: Sequence[int]) -> Weights:
        """The parent sets with how many functions agree with these rows as well."""
        new = self.new_rows(states)
        if not new:
            return self.space.weights
        if new not in self.counted:
            self.counted[new] = self._count(new)
        return self.counted[new]

    def _count(self, new: frozenset[int]) -> Weights:
        rows = self._with_outputs(sorted(new))
        powers = [self.values**fresh for fresh in range(len(rows) + 1)]
        kept: dict[int, int] = {}
        tables, fitting, complete = self.tables, self.fitting, self.space.complete
        for parents, wide in self._spread:
            fresh = unseen(tables[parents], wide, rows)
            if fresh is None:
                continue
            if complete:
                kept[parents] = fitting[parents] // powers[len(fresh)]
            elif number := self.space.agreeing_as_well(parents, fresh):
                kept[parents] = number
        if not complete:
            return kept
        # A rule may exclude parent sets; what agrees with more rows is in the class without them, too.
        return {g: n for g, n in exact_parents(kept).items() if g in self.space.weights}


def unseen(
    table: Mapping[int, int], parents: int, rows: Sequence[tuple[int, int]]
) -> dict[int, int] | None:
    """The patterns that are new in these rows, with their outputs; None if there is a conflict.

    *table* has the patterns that are known, *parents* the bits of the lanes that make up a pattern.
    """
    fresh: dict[int, int] = {}
    for state, output in rows:
        pattern = state & parents
        known = table.get(pattern)
        if known is None:
            known = fresh.setdefault(pattern, output)
        if known != output:
            return None
    return fresh


def states_of(columns: Sequence[int], rows: int, lanes: Lanes = ONE_BIT) -> tuple[int, ...]:
    """Rows with a lane for each variable, each row once, in order of their first occurrence."""
    lane = lanes.width
    width = len(columns) * lane
    side_by_side = sum(
        [_apart(column, width, lane) << i * lane for i, column in enumerate(columns)]
    )
    one = (1 << width) - 1
    return tuple(dict.fromkeys([side_by_side >> r * width & one for r in range(rows)]))


@lru_cache(maxsize=1 << 14)
def _apart(column: int, width: int, lane: int) -> int:
    """The lanes of a column, each so far from the next."""
    return sum([1 << bit // lane * width + bit % lane for bit in bits(column)])
