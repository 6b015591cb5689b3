"""Costs of one variable's mechanisms under noise: how many cells each gets wrong.

A mechanism disturbs a cell if it gives another value than was read, inputs taken from the same row. The
functions on the parents S, weighed by cost, are a polynomial h(S; x) (:mod:`.priced_tables`); those in
which every parent matters are

    g(S; x) = Σ_{T⊆S} (−1)^{|S∖T|} h(T; x),

cut off behind x^E. Where a class lists its tables, their costs are taken one by one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import prod
from operator import itemgetter
from typing import Generic

import numpy as np
from numpy.typing import NDArray

from symcause.mechanisms.bounds import COSTED_SETS
from symcause.mechanisms.local_space import F
from symcause.mechanisms.noise.listed_tables import Tables, listed_costs
from symcause.mechanisms.noise.pattern_tallies import Readings, Tallied, Tally
from symcause.mechanisms.noise.priced_tables import (
    CostedTables,
    Counts,
    cost_products,
    explained,
    lead,
    most_frequent,
    table_costs,
)
from symcause.mechanisms.noise.table_outputs import on_sets, outputs, packed
from symcause.mechanisms.parent_sums import exact_parents, pattern_count, subsets
from symcause.solvers.acyclic.cost_arrays import Costs, CostTable, MaskList
from symcause.solvers.acyclic.cut_polynomials import Cut, CutRing
from symcause.solvers.acyclic.least_cost import NEVER

_TOGETHER = 2_000  # parent sets whose least costs are taken at a time


@dataclass(frozen=True)
class LocalCosts(ABC, Generic[F]):
    """The costs of one variable's mechanisms within a class."""

    readings: Readings[F]
    variable: int
    candidates: tuple[int, ...]
    bound: int
    tables: Tables | None = None  # None: every function of at most this many candidates

    @abstractmethod
    def reduced(self, names: tuple[str, ...], table: int) -> F:
        """The mechanism that a table over the names is, in canonical form."""

    @property
    def values(self) -> int:
        """How many values the variable has."""
        return self.readings.sizes[self.variable]

    @property
    def tabled(self) -> tuple[int, int]:
        """How many parent sets the class has, and how many patterns these, before any is looked at."""
        sizes, most = self.readings.sizes, min(self.bound, len(self.candidates))
        own = tuple(sorted(sizes[p] for p in self.candidates))
        return subsets(len(own), most), pattern_count(own, most)

    @cached_property
    def _tallied(self) -> list[Tallied]:
        return self.readings.tallied(self.variable, self.candidates, self.bound)

    @cached_property
    def tallies(self) -> dict[int, Tally]:
        """Every parent set of the class, with its readings: a set before those that it begins."""
        found = [
            (chosen, mask, tally)
            for alike in self._tallied
            for chosen, mask, tally in zip(
                alike.chosen.tolist(), alike.masks, alike.tallies, strict=True
            )
        ]
        return {mask: tally for _, mask, tally in sorted(found, key=itemgetter(0))}

    def _tally(self, parents: int) -> Tally:
        sizes = self.readings.sizes_of(self.names(parents))
        alike = next(alike for alike in self._tallied if alike.sizes == sizes)
        tally: Tally = alike.tallies[alike.masks.index(parents)]
        return tally

    @cached_property
    def _read(self) -> NDArray[np.int64]:
        """How many cells of the variable there are: of all worlds, and without each."""
        read: NDArray[np.int64] = self._tallied[0].tallies[0].sum(axis=(1, 2))
        return read

    @property
    def written(self) -> int:
        """How many tables there are, on all parent sets."""
        return sum(len(alike.masks) * self.values**alike.patterns for alike in self._tallied)

    def names(self, parents: int) -> tuple[str, ...]:
        """The parents of a set, in the order in which tables read them."""
        return self.readings.names_of(parents)

    @property
    def _sets(self) -> MaskList:
        """All parent sets; a few are kept for the next variable that has the same ones."""
        masks = tuple(mask for alike in self._tallied for mask in alike.masks)
        return _kept(masks) if len(masks) <= COSTED_SETS else MaskList(list(masks))

    @cached_property
    def least(self) -> Costs:
        """The least cost on every parent set."""
        if self.tables is None:
            least = [
                self._read - most_frequent(some).sum(axis=2)
                for alike in self._tallied
                for start in range(0, len(alike.masks), _TOGETHER)
                for some in (alike.tallies[start : start + _TOGETHER],)
            ]
            return CostTable(self._sets, np.concatenate(least))
        listed = self._listed(self.readings.parts)
        found = {parents: costs.min(axis=0, initial=NEVER) for parents, costs in listed}
        return {parents: found[parents] for parents in self.tallies if found[parents][0] < NEVER}

    def least_other(self, than: F) -> Costs:
        """The same among the functions that are not the given one; kept, for it is asked for again."""
        known = self._others.get(id(than))
        if known is None:
            known = self._others[id(than)] = than, self._least_other(than)
        return known[1]

    @cached_property
    def _others(self) -> dict[int, tuple[F, Costs]]:
        return {}

    def _least_other(self, than: F) -> Costs:
        own = self.readings.set_of(than.parents)
        if isinstance(self.least, CostTable):
            return self._least_but(self.least, than, own)
        arrays = dict(self.least)
        for parents in self.least:
            if own & ~parents:
                continue
            if (cost := self._table_costs(parents, than).min(axis=0, initial=NEVER))[0] < NEVER:
                arrays[parents] = cost
            else:
                del arrays[parents]
        return arrays

    def _least_but(self, least: CostTable, than: F, own: int) -> CostTable:
        """The same where all functions are admitted: where the given one is best, its cheapest change."""
        matrix, start = least.matrix.copy(), 0
        for alike in self._tallied:
            holding = [i for i, mask in enumerate(alike.masks) if not own & ~mask]
            if holding:
                counts = alike.tallies[holding]
                right = explained(counts, self._said(than, alike, holding)[:, None])
                at = [start + i for i in holding]
                changed = matrix[at] + lead(counts).min(axis=2)
                cost = self._read - right.sum(axis=2)
                matrix[at] = np.where(cost > matrix[at], matrix[at], changed)
            start += len(alike.masks)
        return CostTable(least.sets, matrix)

    def _said(self, function: F, alike: Tallied, sets: list[int]) -> NDArray[np.int64]:
        """What a function says on the patterns of some sets that hold its parents, a line each."""
        chosen, own = alike.chosen[sets], self.readings.sizes_of(function.parents)
        inside = [(chosen < self._places[parent]).sum(axis=1) for parent in function.parents]
        said = outputs(function.table, prod(own), self.values)
        return on_sets(said, alike.sizes, inside, own)

    @cached_property
    def _places(self) -> dict[str, int]:
        """Where each candidate stands among them, in the order in which tables read parents."""
        rank, names = self.readings.rank, self.readings.variables
        ordered = sorted(self.candidates, key=rank.__getitem__)
        return {names[position]: place for place, position in enumerate(ordered)}

    def cheapest(self, parents: int, other_than: F | None = None) -> F:
        """A function on the parents with the least cost, not the given one."""
        names = self.names(parents)
        if self.tables is not None:
            costs = self._table_costs(parents, other_than)[:, 0]
            tables = self._kept(parents, other_than)
            return self.reduced(names, tables[int(costs.argmin())])
        counts = self._tally(parents)[0]
        said = counts.argmax(axis=0)
        table = packed(said, self.values)
        if other_than is not None and table == self._table(other_than, parents):
            at = int(lead(counts).argmin())
            others = counts[:, at].copy()
            others[said[at]] = -1
            said[at] = others.argmax()
            table = packed(said, self.values)
        return self.reduced(names, table)

    def weights(self, ring: CutRing) -> dict[int, Cut]:
        """g(S; x) for every parent set where it is not zero."""
        if self.tables is not None:
            found = {}
            for parents, costs in self._listed(1):
                counted = np.bincount(costs[costs <= ring.degree]).tolist()
                found[parents] = ring.of(dict(enumerate(counted)))
            return {parents: found[parents] for parents in self.tallies if found[parents]}
        exact = exact_parents(self._fitting(ring))
        cuts = ((parents, Cut(ring, value & ring.mask)) for parents, value in exact.items())
        return {parents: cut for parents, cut in cuts if cut}

    def _fitting(self, ring: CutRing) -> dict[int, int]:
        """h(S; x) where it is not zero: a set before those that it begins."""
        found = [
            (alike.chosen[i].tolist(), alike.masks[i], value)
            for alike in self._tallied
            for i, value in cost_products(alike.tallies[:, 0], ring)
        ]
        return {mask: value for _, mask, value in sorted(found, key=itemgetter(0))}

    def number(self, most: int) -> int:
        """How many functions cost no more."""
        if most < 0:
            return 0
        if self.tables is not None:
            return sum(int((costs <= most).sum()) for _, costs in self._listed(1))
        ring = CutRing(min(most, len(self.readings.cells)), self.written.bit_length() + 1)
        return sum(sum(weight.coefficients) for weight in self.weights(ring).values())

    def lists(self, function: F) -> bool:
        """Is the function one of those whose cost is known?"""
        parents = self.readings.set_of(function.parents)
        if parents not in self.tallies:
            return False
        return self.tables is None or function.table in self._kept(parents)

    def functions(self, parents: int, cost: int) -> Iterator[F]:
        """The functions with exactly these parents and exactly this cost, by ascending table."""
        if (parents, cost) not in self._costed:
            if len(self._costed) >= COSTED_SETS:
                self._costed.clear()
            self._costed[parents, cost] = self.names(parents), self._of_cost(parents, cost)
        names, tables = self._costed[parents, cost]
        for table in tables:
            function = self.reduced(names, table)
            if len(function.parents) == len(names):
                yield function

    @cached_property
    def _costed(self) -> dict[tuple[int, int], tuple[tuple[str, ...], Iterable[int]]]:
        """What was asked for: it is asked for again."""
        return {}

    def _of_cost(self, parents: int, cost: int) -> Iterable[int]:
        """The tables with this cost, ascending; not every parent may matter."""
        if self.tables is None:
            return CostedTables(self.tallies[parents][0], cost)
        costs = self._table_costs(parents)[:, 0].tolist()
        tables = self.tables(self.variable, parents)
        return [table for table, own in zip(tables, costs, strict=True) if own == cost]

    def _table(self, function: F, parents: int) -> int | None:
        """The function's table over the parents, None if it has others."""
        own = self.readings.set_of(function.parents)
        return None if own & ~parents else self.extended(function, self.names(parents))

    def extended(self, function: F, names: tuple[str, ...]) -> int:
        """The function's table over names that its parents are among."""
        own = self.readings.sizes_of(function.parents)
        inside = [np.array([names.index(parent)]) for parent in function.parents]
        said = outputs(function.table, prod(own), self.values)
        return packed(on_sets(said, self.readings.sizes_of(names), inside, own)[0], self.values)

    def _kept(self, parents: int, other_than: F | None = None) -> list[int]:
        assert self.tables is not None
        same = other_than is not None and other_than.parents == self.names(parents)
        avoided = other_than.table if other_than is not None and same else None
        return [table for table in self.tables(self.variable, parents) if table != avoided]

    def _listed(self, parts: int) -> Iterator[tuple[int, Counts]]:
        """The costs of the listed tables, [table][part], parent set by parent set."""
        assert self.tables is not None
        return listed_costs(self.tables, self.variable, self._tallied, parts)

    def _table_costs(self, parents: int, other_than: F | None = None) -> NDArray[np.int64]:
        """The cost of every listed table, one column a part."""
        return table_costs(self.tallies[parents], tuple(self._kept(parents, other_than)))


@lru_cache(maxsize=64)
def _kept(masks: tuple[int, ...]) -> MaskList:
    return MaskList(list(masks))
