"""What the mechanisms of one variable cost in disturbed cells.

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
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from symcause.families.boolean.models.functions import Function, reduce
from symcause.families.boolean.space.parents import exact_parents
from symcause.families.boolean.space.readings import Readings, Tally, outputs, packed
from symcause.models.bits import bits
from symcause.solvers.least_acyclic import NEVER, Cost
from symcause.solvers.polynomials import Cut, CutRing

_TOGETHER = 256  # parent sets whose least costs are taken at a time


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
    tables: Tables | None = None  # None: every function of at most so many candidates

    @cached_property
    def tallies(self) -> dict[int, Tally]:
        """Every parent set of the class, with its readings."""
        return dict(self.readings.tallies(self.variable, self.candidates, self.bound))

    def names(self, parents: int) -> tuple[str, ...]:
        """The parents of a set, in natural order."""
        rank = self.readings.natural_rank
        return tuple(
            self.readings.variables[p] for p in sorted(bits(parents), key=rank.__getitem__)
        )

    @cached_property
    def least(self) -> dict[int, Cost]:
        """The least cost on every parent set."""
        if self.tables is None:
            return self._least_of_all()
        found = {
            parents: self._listed(parents).min(axis=0, initial=NEVER) for parents in self.tallies
        }
        return {parents: cost for parents, cost in found.items() if cost[0] < NEVER}

    def _least_of_all(self) -> dict[int, Cost]:
        """The same among all functions: many parent sets of one size at a time."""
        found: dict[int, Cost] = {}
        alike: dict[int, list[int]] = {}
        for parents in self.tallies:
            alike.setdefault(parents.bit_count(), []).append(parents)
        for sets in alike.values():
            for start in range(0, len(sets), _TOGETHER):
                some = sets[start : start + _TOGETHER]
                tallied = np.stack([self.tallies[parents] for parents in some])
                costs = np.minimum(tallied[:, :, 0], tallied[:, :, 1]).sum(axis=2)
                found |= zip(some, costs, strict=True)
        return {parents: found[parents] for parents in self.tallies}

    def least_other(self, than: Function) -> dict[int, Cost]:
        """The same among the functions that are not the given one."""
        found = dict(self.least)
        own = self._mask(than.parents)
        for parents in self.least:
            if own & ~parents:
                continue
            if self.tables is None:
                found[parents] = self._least_but(parents, than.extended(self.names(parents)))
            elif (cost := self._listed(parents, than).min(axis=0, initial=NEVER))[0] < NEVER:
                found[parents] = cost
            else:
                del found[parents]
        return found

    def cheapest(self, parents: int, other_than: Function | None = None) -> Function:
        """A function on the parents with the least cost, not the given one."""
        tally, names = self.tallies[parents], self.names(parents)
        if self.tables is not None:
            costs = self._listed(parents, other_than)[:, 0]
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
                costs = self._listed(parents)[:, 0]
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
            return sum(int((self._listed(p)[:, 0] <= most).sum()) for p in self.tallies)
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

    def _least_but(self, parents: int, table: int) -> Cost:
        """The least cost on the parents without one table: where that is best, its cheapest change."""
        zero, one = self.tallies[parents][:, 0], self.tallies[parents][:, 1]
        least = self.least[parents]
        own = np.where(outputs(table, parents.bit_count()), zero, one).sum(axis=1)
        return np.where(own > least, least, least + np.abs(one - zero).min(axis=1))

    def _kept(self, parents: int, other_than: Function | None = None) -> list[int]:
        assert self.tables is not None
        same = other_than is not None and other_than.parents == self.names(parents)
        avoided = other_than.table if other_than is not None and same else None
        return [table for table in self.tables(self.variable, parents) if table != avoided]

    def _listed(self, parents: int, other_than: Function | None = None) -> NDArray[np.int64]:
        """The cost of every listed table, one column a part."""
        tally = self.tallies[parents]
        said = _outputs_of_all(self._kept(parents, other_than), parents.bit_count())
        cost: NDArray[np.int64] = said @ tally[:, 0].T + (1 - said) @ tally[:, 1].T
        return cost


def _outputs_of_all(tables: list[int], parents: int) -> NDArray[np.int64]:
    """Truth tables as one array, a line each."""
    size = (1 << parents) + 7 >> 3
    raw = b"".join(table.to_bytes(size, "little") for table in tables)
    packed_ = np.frombuffer(raw, dtype=np.uint8).reshape(len(tables), size)
    said = np.unpackbits(packed_, axis=1, bitorder="little")[:, : 1 << parents]
    return said.astype(np.int64)


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
