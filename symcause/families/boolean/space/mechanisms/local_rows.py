"""Local rows: the distinct training rows that constrain the mechanism of one Boolean variable.

Rows are fully observed, so an SCM replays all training rows exactly iff every mechanism agrees with
every row in which its variable is no target, inputs read from that row, and its graph is acyclic.
(⇐ by induction along the topological order; ⇒ because an exact replay computes every mechanism on
the observed inputs.) The evidence about V is therefore just those rows: :class:`LocalRows`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache

from msgspec import Struct

from symcause.families.boolean.bounds import LOCAL_TABLES, STATE_CANDIDATES
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.worlds import World
from symcause.families.boolean.space.mechanisms.row_projections import Projections
from symcause.models.bit_sets import bits
from symcause.models.variable_names import natural_key


class LocalRows(Struct, frozen=True, dict=True):
    """The distinct rows in which *variable* is no target, as columns (bit *i* is row *i*)."""

    variable: str
    variables: tuple[str, ...]
    texts: tuple[str, ...]  # as in their worlds, one digit a variable of the problem
    origins: tuple[tuple[int, int], ...]  # row -> (index of its world, index inside it)
    candidates: tuple[int, ...] = ()  # positions of the variables that may be parents

    def __len__(self) -> int:
        return len(self.origins)

    @cached_property
    def mask(self) -> int:
        return (1 << len(self.origins)) - 1

    @cached_property
    def columns(self) -> tuple[int, ...]:
        """One for every variable of the problem."""
        if not self.texts:
            return (0,) * len(self.variables)
        return tuple(int("".join(c[::-1]), 2) for c in zip(*self.texts, strict=True))

    @cached_property
    def ones(self) -> int:
        """The rows in which the variable is 1."""
        return self.columns[self.variables.index(self.variable)]

    @cached_property
    def natural_rank(self) -> tuple[int, ...]:
        """Where each variable stands in the natural order of their names."""
        return natural_ranks(self.variables)

    @cached_property
    def row_texts(self) -> frozenset[str]:
        """What the rows say of the variable and its candidates."""
        kept = sorted({*self.candidates, self.variables.index(self.variable)})
        return frozenset(["".join([text[i] for i in kept]) for text in self.texts])

    @cached_property
    def projections(self) -> Projections | None:
        """What the rows say about all sets of candidates at once; None if they are too many."""
        if len(self.candidates) > STATE_CANDIDATES:
            return None
        ordered = sorted(self.candidates, key=natural_ranks(self.variables).__getitem__)
        return Projections(self.texts, self.variables.index(self.variable), ordered)

    def extended(self, first: Mapping[str, tuple[int, int]], worlds: int) -> LocalRows:
        """With the rows of further worlds (as of :func:`first_rows`), which stand behind this many others.

        The same object if they show nothing new.
        """
        known = set(self.texts)
        new = {row: (w + worlds, r) for row, (w, r) in first.items() if row not in known}
        if not new:
            return self
        texts, origins = (*self.texts, *new), (*self.origins, *new.values())
        return LocalRows(self.variable, self.variables, texts, origins, self.candidates)

    def agrees(self, function: Function) -> bool:
        """True if the function outputs the observed value on every row."""
        return not self.mismatches(function)

    def mismatches(self, function: Function) -> int:
        """The rows on which the function disagrees with the observation."""
        columns = dict(zip(self.variables, self.columns, strict=True))
        return function.on(columns, self.mask) ^ self.ones

    @cached_property
    def _fixed(self) -> dict[int, tuple[int, int] | None]:
        return {}

    def fixed(self, group: int) -> tuple[int, int] | None:
        """The table over a set of candidates in natural order; kept, for several classes ask for it."""
        if self.projections is not None:
            return self.projections.table(group)
        kept = self._fixed
        if group not in kept:
            if len(kept) >= LOCAL_TABLES:
                kept.clear()
            kept[group] = self.table(sorted(bits(group), key=self.natural_rank.__getitem__))
        return kept[group]

    def table(self, parents: Sequence[int]) -> tuple[int, int] | None:
        """(seen patterns, their outputs) over the parents' positions, None if rows conflict."""
        seen = value = 0
        blocks = [(self.mask, 0)] if self.mask else []
        for j, position in enumerate(parents):
            column = self.columns[position]
            split = []
            for block, pattern in blocks:
                if one := block & column:
                    split.append((one, pattern | 1 << j))
                if zero := block & ~column:
                    split.append((zero, pattern))
            blocks = split
        for block, pattern in blocks:
            if block & self.ones:
                if block & ~self.ones:
                    return None
                value |= 1 << pattern
            seen |= 1 << pattern
        return seen, value


def local_rows(
    variable: str,
    variables: tuple[str, ...],
    worlds: Sequence[World],
    candidates: tuple[int, ...] = (),
) -> LocalRows:
    """Collect the distinct rows about *variable* from the worlds."""
    first = first_rows(variable, worlds)
    return LocalRows(variable, variables, tuple(first), tuple(first.values()), candidates)


def first_rows(variable: str, worlds: Sequence[World]) -> dict[str, tuple[int, int]]:
    """The distinct rows in which *variable* is no target: where each comes first, as world and row."""
    first: dict[str, tuple[int, int]] = {}
    for w, world in enumerate(worlds):
        if variable not in world.targets:
            for r, row in enumerate(world.rows):
                if row not in first:
                    first[row] = (w, r)
    return first


@lru_cache(maxsize=256)
def natural_ranks(variables: tuple[str, ...]) -> tuple[int, ...]:
    """Where each variable stands in the natural order of their names."""
    order = sorted(range(len(variables)), key=lambda i: natural_key(variables[i]))
    rank = {position: place for place, position in enumerate(order)}
    return tuple(rank[i] for i in range(len(order)))
