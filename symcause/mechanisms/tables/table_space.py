"""The table space of one variable: its table functions that agree with the rows, by parent set.

The class is any function, or those of a list for each parent set. Nothing is materialised of the former:
seen patterns fix some outputs, the others count upwards. Parent sets can be bound from above and below, and
some parents be required: such sets are left out after counting, since a function of more parents is counted
by way of its subsets.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from random import Random

from msgspec import Struct

from symcause.budgets import Meter
from symcause.mechanisms.bounds import DRAWN_TABLES, KEPT_PATTERNS, KEPT_TABLES
from symcause.mechanisms.local_space import WeighedSets
from symcause.mechanisms.parent_sums import exact_parents
from symcause.mechanisms.tables.free_outputs import completions
from symcause.mechanisms.tables.table_functions import (
    TableFunction,
    all_matter,
    pattern_of,
    table_of,
)
from symcause.mechanisms.tables.table_list import TableList
from symcause.mechanisms.tables.table_rows import TableRows
from symcause.mechanisms.value_lanes import Lanes
from symcause.models.bit_sets import bits, mask_of
from symcause.solvers.acyclic.choice_sampler import below

Listing = Callable[[tuple[str, ...]], TableList]
"""From parents, in the order of the variables, to the tables of the class in which all of them matter."""


class ParentBounds(Struct, frozen=True):
    """How many parents a variable may have, and which it must."""

    most: int
    least: int = 0
    required: int = 0  # as a mask

    def admits(self, group: int) -> bool:
        """May the variable have these parents?"""
        return (
            self.least <= group.bit_count() <= self.most and self.required & group == self.required
        )


class TableSpace(Struct, WeighedSets, frozen=True, dict=True, eq=False):
    """All mechanisms of one variable in the class that agree with its rows."""

    rows: TableRows
    fitting: Mapping[
        int, int
    ]  # parent set -> functions of (not: exactly of) these parents that fit
    weights: Mapping[int, int]  # parent set -> number of mechanisms with exactly these parents
    listing: Listing | None = None  # None: any function
    filtered: bool = False  # parent sets are left out although some of more parents are kept

    @staticmethod
    def of(
        rows: TableRows,
        bounds: ParentBounds,
        listing: Listing | None = None,
        looks: Meter | None = None,
    ) -> TableSpace:
        """The mechanisms that fit; raises LimitError where there is too much to count over.

        Looks at the outputs of listed tables are charged to a meter.
        """
        fitting, filtered = rows.fitting(bounds.most), bool(bounds.least or bounds.required)
        if listing is None:
            exact = exact_parents(fitting)
            weights = {group: n for group, n in exact.items() if bounds.admits(group)}
            return TableSpace(rows, fitting, weights, None, filtered)
        space = TableSpace(rows, fitting, {}, listing)
        admitted = list(filter(bounds.admits, fitting))
        # The longest lists first: one that is too long to be made is met before any other is looked at.
        numbers = {group: space.agreeing(group, {}, looks) for group in reversed(admitted)}
        weights = {group: numbers[group] for group in admitted if numbers[group]}
        return TableSpace(rows, fitting, weights, listing, filtered)

    @property
    def complete(self) -> bool:
        """True if every function with one of these parent sets that fits is in the class."""
        return self.listing is None

    @property
    def variable(self) -> str:
        return self.rows.variable

    @property
    def values(self) -> int:
        """How many values the variable has."""
        return self.rows.values

    def parents(self, group: int) -> tuple[str, ...]:
        """The names of a parent set, in the order of the variables."""
        return tuple([self.rows.variables[p] for p in bits(group)])

    def sizes(self, group: int) -> tuple[int, ...]:
        """How many values these parents have."""
        return tuple([self.rows.sizes[p] for p in bits(group)])

    def patterns(self, group: int) -> int:
        """How many patterns these parents have."""
        return self.rows.patterns(bits(group))

    def group(self, function: TableFunction) -> int:
        """The parent set of a function, as a mask."""
        names = self.rows.variables
        return mask_of([names.index(parent) for parent in function.parents])

    def __contains__(self, function: TableFunction) -> bool:
        if not set(self.rows.variables).issuperset(function.parents):
            return False
        group = self.group(function)
        if self.parents(group) != function.parents:
            raise ValueError(
                f"{', '.join(function.parents)}: parents of a table stand in the order of the variables"
            )
        if group not in self.weights or function.values != self.values:
            return False
        if function.sizes != self.sizes(group) or not all_matter(function.outputs, function.sizes):
            return False
        if any(function.outputs[p] != output for p, output in self.fixed(group).items()):
            return False
        return self.listing is None or self._listed(group).place(function.table) is not None

    def fixed(self, group: int) -> dict[int, int]:
        """The seen patterns of a group's parents with their outputs."""
        if group not in self._fixed:
            fixed = self.rows.fixed(bits(group))
            assert fixed is not None, "a group of positive weight has no conflict"
            if len(self._fixed) >= KEPT_PATTERNS:
                self._fixed.clear()
            self._fixed[group] = fixed
        return self._fixed[group]

    @cached_property
    def _fixed(self) -> dict[int, dict[int, int]]:
        return {}

    def functions(self, group: int, start: int = 0) -> Iterator[TableFunction]:
        """The functions of a group by ascending table, from table *start* on."""
        if group not in self.weights:
            return
        names, sizes = self.parents(group), self.sizes(group)
        for table in self.tables(group, start):
            yield TableFunction(names, table, sizes, self.values)

    def function(self, group: int, table: int) -> TableFunction:
        """The function of these parents with this table."""
        return TableFunction(self.parents(group), table, self.sizes(group), self.values)

    def tables(self, group: int, start: int = 0) -> Iterator[int]:
        """The tables of a group of positive weight, ascending, from *start* on."""
        if self.listing is not None:
            found = self._listed(group).agreeing(self.fixed(group))
            yield from found[bisect_left(found, start) :]
            return
        sizes = self.sizes(group)
        for table, outputs in completions(
            self.fixed(group), self.patterns(group), self.values, start
        ):
            if all_matter(outputs, sizes):
                yield table

    def draw(self, group: int, rng: Random) -> TableFunction:
        """One function of the group, uniformly."""
        return self.function(group, self._drawn(group, rng))

    def _drawn(self, group: int, rng: Random) -> int:
        if group in self._drawn_from:
            return self._drawn_from[group][below(len(self._drawn_from[group]), rng)]
        if self.listing is not None or self.fitting[group] <= DRAWN_TABLES:
            found = tuple(self.tables(group))
            if sum(map(len, self._drawn_from.values())) + len(found) <= KEPT_TABLES:
                self._drawn_from[group] = found
            return found[below(len(found), rng)]
        known, sizes = self.fixed(group), self.sizes(group)
        patterns = range(self.patterns(group))
        while True:
            # Dropping a parent leaves at most half of the free patterns free, so nearly every completion
            # uses every parent where there are thousands of them.
            outputs = [known[p] if p in known else below(self.values, rng) for p in patterns]
            if all_matter(outputs, sizes):
                return table_of(outputs, self.values)

    @cached_property
    def _drawn_from(self) -> dict[int, tuple[int, ...]]:
        return {}

    def _listed(self, group: int) -> TableList:
        """All tables of a listed class with these parents, whatever is seen."""
        assert self.listing is not None, "a listed class"
        found = self.listing(self.parents(group))
        if (found.sizes, found.values) != (self.sizes(group), self.values):
            raise ValueError(
                f"the list of {self.variable} for the parents {self.parents(group)} has tables of"
                f" {found.values} values over {found.sizes}, where {self.values} over"
                f" {self.sizes(group)} are asked for"
            )
        return found

    def agreeing(self, group: int, fresh: Mapping[int, int], looks: Meter | None = None) -> int:
        """How many listed functions of a group have these outputs on further patterns as well."""
        return len(self._listed(group).places({**self.fixed(group), **fresh}, looks))

    def agreeing_as_well(self, group: int, fresh: Mapping[int, int]) -> int:
        """The same where patterns are states, with a lane for each variable; 0 of no group."""
        if group not in self.weights:
            return 0
        lanes, places, sizes = self._lanes, bits(group), self.sizes(group)
        patterns = {
            pattern_of([lanes.at(state, place) for place in places], sizes): output
            for state, output in fresh.items()
        }
        return self.agreeing(group, patterns)

    @cached_property
    def _lanes(self) -> Lanes:
        return Lanes.of(max(self.rows.sizes))

    def lengths(self, group: int) -> list[tuple[int, int]] | None:
        """The tables of a group with their lengths, where a list says these."""
        if self.listing is None or (listed := self._listed(group)).lengths is None:
            return None
        places = listed.places(self.fixed(group))
        return [(listed.tables[at], listed.lengths[at]) for at in places]
