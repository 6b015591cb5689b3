"""Further rows of a Boolean variable: how many of its mechanisms agree with them as well.

What a world says it says of each mechanism alone. Every parent set T of a variable keeps
h(T) / 2^(patterns of T that are new) of its functions, or none if a row contradicts what was seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache

from symcause.families.boolean.space.mechanisms.mechanism_groups import LocalSpace
from symcause.mechanisms.parent_sums import exact_parents
from symcause.models.bit_sets import bits, mask_of

Weights = Mapping[int, int]
"""Parent set -> number of functions with exactly these parents."""


class Mechanisms:
    """The mechanisms of one variable, and how many of them agree with further rows."""

    def __init__(self, space: LocalSpace, fitting: Weights) -> None:
        self.space = space
        self.fitting = (
            fitting  # parent set -> functions of (not: exactly of) these parents that fit
        )
        rows = space.rows
        self.own = 1 << rows.variables.index(space.variable)
        self.relevant = self.own  # the variables that can matter to it, and itself
        for parents in fitting:
            self.relevant |= parents
        states = states_of(rows.columns, len(rows))
        self.known = frozenset(state & self.relevant for state in states)
        self.counted: dict[frozenset[int], Weights] = {}

    @cached_property
    def tables(self) -> dict[int, dict[int, bool]]:
        """For every parent set the patterns that were seen (as states), with the outputs."""
        return {
            parents: {state & parents: bool(state & self.own) for state in self.known}
            for parents in self.fitting
        }

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
        rows = [(state, bool(state & self.own)) for state in sorted(new)]
        kept: dict[int, int] = {}
        for parents, number in self.fitting.items():
            fresh = unseen(self.tables[parents], parents, rows)
            if fresh is None:
                continue
            if self.space.complete:
                kept[parents] = number >> len(fresh)
            elif found := self._agreeing(parents, fresh):
                kept[parents] = found
        if not self.space.complete:
            return kept
        # A rule may exclude parent sets; what agrees with more rows is in the class without them, too.
        return {g: n for g, n in exact_parents(kept).items() if g in self.space.weights}

    def _agreeing(self, parents: int, fresh: Mapping[int, bool]) -> int:
        """How many listed functions agree with the fresh patterns as well."""
        if parents not in self.space.weights:
            return 0
        rank = self.space.rows.natural_rank
        places = sorted(bits(parents), key=rank.__getitem__)
        seen, value = self.space.fixed(parents)
        for state, output in fresh.items():
            pattern = mask_of(j for j, p in enumerate(places) if state >> p & 1)
            seen |= 1 << pattern
            value |= output << pattern
        return self.space.agreeing(parents, seen, value)


def unseen(
    table: Mapping[int, bool], parents: int, rows: Sequence[tuple[int, bool]]
) -> dict[int, bool] | None:
    """The patterns of the parents that are new in these rows, with their outputs; None: a conflict."""
    fresh: dict[int, bool] = {}
    for state, output in rows:
        pattern = state & parents
        known = table.get(pattern)
        if known is None:
            known = fresh.setdefault(pattern, output)
        if known != output:
            return None
    return fresh


def states_of(columns: Sequence[int], rows: int) -> tuple[int, ...]:
    """Rows as sets of the variables that are 1, each once, in order of their first occurrence."""
    width = len(columns)
    side_by_side = sum([_spread(column, width) << i for i, column in enumerate(columns)])
    one = (1 << width) - 1
    return tuple(dict.fromkeys([side_by_side >> r * width & one for r in range(rows)]))


@lru_cache(maxsize=1 << 14)
def _spread(column: int, width: int) -> int:
    """The bits of a column, each so far from the next."""
    return sum([1 << r * width for r in bits(column)])
