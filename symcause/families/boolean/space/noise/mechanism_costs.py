"""Costs of one variable's mechanisms under noise: how many training cells each gets wrong.

A mechanism disturbs a cell if it gives another value than was read, inputs taken from the same row. Where
a pattern p of the parents was read n0(p) times with 0 and n1(p) times with 1, a table costs n1(p) if it
says 0 there and n0(p) if it says 1, so the functions on S are weighed by cost as

    h(S; x) = Π_p (x^{n1(p)} + x^{n0(p)}),      g(S; x) = Σ_{T⊆S} (−1)^{|S∖T|} h(T; x),

cut off behind x^E. The least cost on S is Σ_p min(n0(p), n1(p)). Where a class lists its tables (bounds on
the writing, rules), their costs are taken one by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import itemgetter
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from symcause.families.boolean.bounds import COSTED_SETS
from symcause.families.boolean.models.functions import Function, reduce
from symcause.families.boolean.space.noise.pattern_tallies import (
    Readings,
    Tallied,
    Tally,
    outputs,
    outputs_of_all,
    packed,
)
from symcause.mechanisms.parent_sums import exact_parents
from symcause.models.bit_sets import bits
from symcause.solvers.acyclic.cost_arrays import Costs, CostTable, MaskList
from symcause.solvers.acyclic.cut_polynomials import Cut, CutRing
from symcause.solvers.acyclic.least_cost import NEVER

_TOGETHER = 2_000  # parent sets whose least costs are taken at a time


class Tables(Protocol):
    """The functions of a class with exactly these parents (a mask), as truth tables, ascending."""

    def __call__(self, variable: int, parents: int) -> tuple[int, ...]: ...


@dataclass(frozen=True)
class LocalCosts:
    """The costs of one variable's mechanisms within a class."""

    readings: Readings
    variable: int
    candidates: tuple[int, ...]
    bound: int
    tables: Tables | None = None  # None: every function of at most this many candidates

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
        alike = self._tallied[parents.bit_count()]
        tally: Tally = alike.tallies[alike.masks.index(parents)]
        return tally

    def names(self, parents: int) -> tuple[str, ...]:
        """The parents of a set, in natural order."""
        rank = self.readings.natural_rank
        return tuple(
            self.readings.variables[p] for p in sorted(bits(parents), key=rank.__getitem__)
        )

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
                np.minimum(some[:, :, 0], some[:, :, 1]).sum(axis=2)
                for alike in self._tallied
                for start in range(0, len(alike.masks), _TOGETHER)
                for some in (alike.tallies[start : start + _TOGETHER],)
            ]
            return CostTable(self._sets, np.concatenate(least))
        found = {
            parents: self._table_costs(parents).min(axis=0, initial=NEVER)
            for parents in self.tallies
        }
        return {parents: cost for parents, cost in found.items() if cost[0] < NEVER}

    def least_other(self, than: Function) -> Costs:
        """The same among the functions that are not the given one; kept, for it is asked for again."""
        known = self._others.get(id(than))
        if known is None:
            known = self._others[id(than)] = than, self._least_other(than)
        return known[1]

    @cached_property
    def _others(self) -> dict[int, tuple[Function, Costs]]:
        return {}

    def _least_other(self, than: Function) -> Costs:
        own = self._mask(than.parents)
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

    def _least_but(self, least: CostTable, than: Function, own: int) -> CostTable:
        """The same where all functions are admitted: where the given one is best, its cheapest change."""
        matrix, start = least.matrix.copy(), 0
        rank, names = self.readings.natural_rank, self.readings.variables
        where = {names[p]: i for i, p in enumerate(sorted(self.candidates, key=rank.__getitem__))}
        for alike in self._tallied:
            holding = [i for i, mask in enumerate(alike.masks) if not own & ~mask]
            if holding:
                zero, one = alike.tallies[holding, :, 0], alike.tallies[holding, :, 1]
                places = [where[p] for p in than.parents]
                said = _on_sets(than.table, places, alike.chosen[holding])
                cost = np.where(said[:, None, :], zero, one).sum(axis=2)
                at = [start + i for i in holding]
                changed = matrix[at] + np.abs(one - zero).min(axis=2)
                matrix[at] = np.where(cost > matrix[at], matrix[at], changed)
            start += len(alike.masks)
        return CostTable(least.sets, matrix)

    def cheapest(self, parents: int, other_than: Function | None = None) -> Function:
        """A function on the parents with the least cost, not the given one."""
        tally, names = self._tally(parents), self.names(parents)
        if self.tables is not None:
            costs = self._table_costs(parents, other_than)[:, 0]
            tables = self._kept(parents, other_than)
            return reduce(names, tables[int(costs.argmin())])
        table = tally[0, 1] > tally[0, 0]
        if other_than is not None and packed(table) == self._table(other_than, parents):
            at = int(np.abs(tally[0, 1] - tally[0, 0]).argmin())
            table[at] = not table[at]
        return reduce(names, packed(table))

    def weights(self, ring: CutRing) -> dict[int, Cut]:
        """g(S; x) for every parent set where it is not zero."""
        if self.tables is not None:
            found = {}
            for parents in self.tallies:
                costs = self._table_costs(parents)[:, 0]
                counted = np.bincount(costs[costs <= ring.degree])
                found[parents] = ring.of({e: int(c) for e, c in enumerate(counted)})
            return {parents: weight for parents, weight in found.items() if weight}
        fitting = {parents: _product(tally[0], ring) for parents, tally in self.tallies.items()}
        values = {parents: weight.value for parents, weight in fitting.items() if weight}
        exact = exact_parents(values)
        cuts = ((parents, Cut(ring, value & ring.mask)) for parents, value in exact.items())
        return {parents: cut for parents, cut in cuts if cut}

    def number(self, most: int) -> int:
        """How many functions cost no more."""
        if most < 0:
            return 0
        if self.tables is not None:
            return sum(int((self._table_costs(p)[:, 0] <= most).sum()) for p in self.tallies)
        functions = sum(1 << (1 << parents.bit_count()) for parents in self.tallies)
        ring = CutRing(min(most, len(self.readings.cells)), functions.bit_length() + 1)
        return sum(sum(weight.coefficients) for weight in self.weights(ring).values())

    def lists(self, function: Function) -> bool:
        """Is the function one of those whose cost is known?"""
        where = {name: i for i, name in enumerate(self.readings.variables)}
        parents = sum(1 << where[p] for p in function.parents)
        if parents not in self.tallies:
            return False
        return self.tables is None or function.table in self._kept(parents)

    def functions(self, parents: int, cost: int) -> Iterator[Function]:
        """The functions with exactly these parents and exactly this cost, by ascending table."""
        names = self.names(parents)
        zero, one = (side.tolist() for side in self.tallies[parents][0])
        if self.tables is not None:
            for table in self.tables(self.variable, parents):
                bits_of = outputs(table, len(names)).tolist()
                if sum(zero[p] if bit else one[p] for p, bit in enumerate(bits_of)) == cost:
                    yield reduce(names, table)
            return
        for table in _tables_of_cost(zero, one, cost):
            function = reduce(names, table)
            if len(function.parents) == len(names):
                yield function

    def _table(self, function: Function, parents: int) -> int | None:
        """The function's table over the parents, None if it has others."""
        if self._mask(function.parents) & ~parents:
            return None
        return function.extended(self.names(parents))

    def _mask(self, names: tuple[str, ...]) -> int:
        where = self.readings.variables.index
        return sum(1 << where(name) for name in names)

    def _kept(self, parents: int, other_than: Function | None = None) -> list[int]:
        assert self.tables is not None
        same = other_than is not None and other_than.parents == self.names(parents)
        avoided = other_than.table if other_than is not None and same else None
        return [table for table in self.tables(self.variable, parents) if table != avoided]

    def _table_costs(self, parents: int, other_than: Function | None = None) -> NDArray[np.int64]:
        """The cost of every listed table, one column a part."""
        tally = self.tallies[parents]
        said = outputs_of_all(tuple(self._kept(parents, other_than)), parents.bit_count())
        cost: NDArray[np.int64] = said @ tally[:, 0].T + (1 - said) @ tally[:, 1].T
        return cost


@lru_cache(maxsize=64)
def _kept(masks: tuple[int, ...]) -> MaskList:
    return MaskList(list(masks))


def _on_sets(table: int, places: list[int], chosen: NDArray[np.intp]) -> NDArray[np.bool_]:
    """The outputs of a function on the patterns of some sets that hold its parents, a line each.

    *places* are those of its parents among the ordered candidates, as *chosen* are those of the sets.
    """
    patterns = np.arange(1 << chosen.shape[1])
    own = np.zeros((len(chosen), len(patterns)), dtype=np.intp)
    for j, place in enumerate(places):
        inside = (chosen < place).sum(axis=1)
        own |= (patterns >> inside[:, None] & 1) << j
    return outputs(table, len(places))[own]


def _product(tally: NDArray[np.int64], ring: CutRing) -> Cut:
    """h(S; x): the least cost as a power, times one factor a pattern."""
    zero, one = tally
    least = int(np.minimum(zero, one).sum())
    if least > ring.degree:
        return ring.zero
    apart = np.abs(one - zero)
    value = 1 << ring.width * least + int(
        (apart == 0).sum()
    )  # both outputs cost the same: factor 2
    for difference in apart[(apart > 0) & (apart <= ring.degree)].tolist():
        value = value + (value << ring.width * difference) & ring.mask
    return Cut(ring, value & ring.mask)


def _tables_of_cost(zero: list[int], one: list[int], cost: int) -> Iterator[int]:
    """Every truth table with this cost, ascending: no branch is entered that does not hold one."""
    reach = [1]  # reach[i]: the costs of the lowest i patterns, as a set of bits
    cut = (1 << cost + 1) - 1
    for low, high in zip(one, zero, strict=True):
        reach.append((reach[-1] << low | reach[-1] << high) & cut)

    def descend(i: int, table: int, left: int) -> Iterator[int]:
        if i == 0:
            yield table
            return
        for bit, price in ((0, one[i - 1]), (1, zero[i - 1])):
            if left >= price and reach[i - 1] >> left - price & 1:
                yield from descend(i - 1, table | bit << i - 1, left - price)

    if reach[-1] >> cost & 1:
        yield from descend(len(zero), 0, cost)
