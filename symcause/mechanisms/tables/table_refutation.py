"""Refutation of tables: functions of a parent set that few worlds of a pool refute.

Where any function is in the class the cheapest way to survive is found pattern by pattern; where tables are
listed, or parents required, they are looked at one by one as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from symcause.mechanisms.bounds import REFUTED_TABLES, SURVIVING_TABLES
from symcause.mechanisms.tables.table_distance import agreement
from symcause.mechanisms.tables.table_functions import TableFunction, reduced
from symcause.mechanisms.tables.table_models import TableModel
from symcause.mechanisms.tables.table_space import TableSpace
from symcause.mechanisms.worlds.refutation import Pool, ShownPatterns
from symcause.models.bit_sets import bits

Refuted = tuple[TableFunction, int]
"""A function, and the worlds that refute it."""


class TableRefutation:
    """Functions that few worlds refute."""

    def cheapest(
        self, space: TableSpace, group: int, pool: Pool[object], gold: TableModel
    ) -> Sequence[Refuted]:
        """Functions over a parent set that the pool refutes, with few refuting worlds each."""
        if space.complete:
            survival = _Survival(space, group, pool, gold)
            found = [survival.best] if survival.cost else list(survival.flips())
            if not space.filtered:
                return found
            if kept := [(f, cost) for f, cost in found if f in space]:
                return kept
        refuted = [(f, cost) for f, cost in _listed(space, group, pool) if cost]
        return sorted(refuted, key=_few)[:REFUTED_TABLES]

    def least_refuted(
        self, space: TableSpace, group: int, pool: Pool[object], gold: TableModel
    ) -> Refuted:
        """A function over a parent set with few refuting worlds, perhaps none."""
        if space.complete:
            best = _Survival(space, group, pool, gold).best
            if not space.filtered or best[0] in space:
                return best
        return min(_listed(space, group, pool), key=_few)


TABLE_REFUTATION = TableRefutation()


def _few(found: Refuted) -> int:
    return found[1].bit_count()


def _listed(space: TableSpace, group: int, pool: Pool[object]) -> list[Refuted]:
    shown = pool.patterns(space.rows.place, bits(group))
    found = []
    for function in islice(space.functions(group), SURVIVING_TABLES):
        cost = 0
        for pattern in shown.patterns:
            cost |= shown.against(pattern, function.outputs[pattern])
        found.append((function, cost))
    return found


@dataclass(init=False)
class _Survival:
    """Outputs over a parent set that agree with the rows, with few worlds against them."""

    space: TableSpace
    group: int
    shown: ShownPatterns
    outputs: list[int]
    cost: int
    free: list[int]  # patterns that the pool shows and no row does

    def __init__(self, space: TableSpace, group: int, pool: Pool[object], gold: TableModel) -> None:
        self.space, self.group = space, group
        self.shown = pool.patterns(space.rows.place, bits(group))
        known = space.fixed(group)
        self.outputs, self.cost = self._as_gold(gold), 0
        for pattern, output in known.items():
            self.outputs[pattern] = output
            self.cost |= self.shown.against(pattern, output)
        self.free = [pattern for pattern in self.shown.patterns if pattern not in known]
        for pattern in self.free:
            against = [self.shown.against(pattern, y) for y in range(space.values)]
            ranks = [
                ((a & ~self.cost).bit_count(), a.bit_count(), y) for y, a in enumerate(against)
            ]
            self.outputs[pattern] = min(ranks)[2]
            self.cost |= against[self.outputs[pattern]]

    def _as_gold(self, gold: TableModel) -> list[int]:
        """Gold's outputs where it has no other inputs: what nothing shows is as in gold."""
        own = gold.functions.get(self.space.variable)
        if own is None or self.space.group(own) & ~self.group:
            return [0] * self.space.patterns(self.group)
        return [held.index(1) for held in agreement(self.space, self.group, own)]

    @property
    def best(self) -> Refuted:
        return self._function(self.outputs), self.cost

    def flips(self) -> Iterator[Refuted]:
        """The same with another output for one pattern that the pool shows."""
        for pattern in self.free:
            for output in range(self.space.values):
                if output != self.outputs[pattern] and (
                    refuters := self.shown.against(pattern, output)
                ):
                    other = [*self.outputs]
                    other[pattern] = output
                    yield self._function(other), refuters

    def _function(self, outputs: Sequence[int]) -> TableFunction:
        names, sizes = self.space.parents(self.group), self.space.sizes(self.group)
        return reduced(names, outputs, sizes, self.space.values)
