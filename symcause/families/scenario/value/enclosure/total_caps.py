"""Total caps in the enclosure of scenario values: up to which loop total a condition holds.

For a lattice of totals every point is tried, with sets: the condition is surely true up to the *sure*
cap and surely false above the *possible* cap. Both are right whatever the condition looks like; they
are equal where it is true exactly up to a cap. Far totals are refuted in blocks.
"""

from __future__ import annotations

import numpy as np

from symcause.families.scenario.value.enclosure import set_columns as c
from symcause.families.scenario.value.enclosure.set_columns import (
    Array,
    Column,
    Ints,
    Numbers,
    Truths,
)
from symcause.families.scenario.value.enclosure.set_terms import Words, evaluate
from symcause.families.scenario.value.enclosure.state_table import Table
from symcause.families.scenario.value.summation_plan import Group
from symcause.grammar.scenario.scenario_terms import names

RATIO = 1.25
"""Far totals are refuted in blocks, each this many times longer than the one before."""

MAX_CAP = 1 << 14
"""Caps beyond this many lattice steps count as none."""

NEVER = -1


def caps(
    table: Table, group: Group, step: float, whole: bool, reach: int
) -> tuple[Ints, Ints, int]:
    """Sure and possible cap of every row (-1: not even for nothing), in lattice steps; and their bound L.

    A cap of L + 1 stands for none. *whole* says that totals are whole multiples of the step, *reach* is the
    largest total that there can be.
    """
    assert group.total is not None
    rows = _distinct(table, group)
    bound = _bound(rows, group, step, reach)
    count = len(rows)
    grid = np.arange(bound + 1)
    at = np.repeat(np.arange(count), bound + 1)
    spread = _Rows(rows, at)
    where = np.tile(grid, count)
    truth = spread.holds(group, _total(where, where if whole else where + 1, step, whole))
    possible = _last(truth.high.reshape(count, bound + 1))
    if whole:
        surely = truth.low
    else:
        before = np.maximum(where - 1, 0)
        surely = spread.holds(group, _total(before, where, step, whole)).low
    sure = _first_gap(surely.reshape(count, bound + 1))
    far = _beyond(rows, group, bound, reach, step)
    # What lies beyond the largest cap that there is decides nothing: the lattice ends there.
    last = max(int(possible.max(initial=0, where=~far.high)), int(sure.max(initial=0)))
    sure = np.where((sure == bound) & far.low, last + 1, sure)
    possible = np.where(far.high, last + 1, possible)
    return sure[rows.of], possible[rows.of], last


class _Rows:
    """Some rows of a table, as far as a condition sees them."""

    def __init__(self, table: Table | _Rows, at: Ints, of: Ints | None = None) -> None:
        self.table = table
        self.at = at
        self.of = np.zeros(0, np.int64) if of is None else of

    def __len__(self) -> int:
        return len(self.at)

    def lookup(self, name: str) -> Column:
        found = self.table.lookup(name)
        return found if len(found) == 1 else found.take(self.at)

    def holds(self, group: Group, total: Numbers) -> Truths:
        """Do the clauses hold with this total?"""

        def look(name: str) -> Column:
            return total if name == group.total else self.lookup(name)

        low, high = np.ones(1, dtype=bool), np.ones(1, dtype=bool)
        for clause in group.clauses:
            found = evaluate(clause, look, self.words)
            assert isinstance(found, Truths)
            low, high = low & found.low, high & found.high
        full = len(total)
        return Truths(np.broadcast_to(low, (full,)), np.broadcast_to(high, (full,)))

    @property
    def words(self) -> Words:
        return self.table.words


def _distinct(table: Table, group: Group) -> _Rows:
    """The rows that differ in what the clauses use."""
    used = frozenset().union(*(names(clause) for clause in group.clauses)) - {group.total}
    parts = [part for name in sorted(used) for part in table.lookup(name).parts()]
    varying = [part for part in parts if len(part) > 1]
    if not varying:
        return _Rows(table, np.zeros(1, np.int64), np.zeros(len(table), np.int64))
    first, groups = table.grouped(varying)
    return _Rows(table, first, groups)


def _bound(rows: _Rows, group: Group, step: float, reach: int) -> int:
    """A lattice bound beyond which the condition is decided for every row, or the largest tried."""
    bound = min(16, reach)
    while bound < min(MAX_CAP, reach):
        truth = _beyond(rows, group, bound, reach, step)
        if (truth.low | ~truth.high).all():
            return bound
        bound = min(bound * 2, reach)
    return bound


def _beyond(rows: _Rows, group: Group, bound: int, reach: int, step: float) -> Truths:
    """Does the condition hold for all (for some) totals beyond a bound, up to the reach?"""
    edges = [bound + 1]
    while edges[-1] <= reach:
        edges.append(max(int(edges[-1] * RATIO), edges[-1] + 1))
    count, blocks = len(rows), len(edges) - 1
    if blocks == 0:
        return Truths(np.ones(count, dtype=bool), np.zeros(count, dtype=bool))
    low = np.tile(np.array(edges[:-1]), count)
    high = np.tile(np.array(edges[1:]), count)
    spread = _Rows(rows, np.repeat(np.arange(count), blocks))
    found = spread.holds(group, _total(low, high, step, whole=False))
    every = np.asarray(found.low.reshape(count, blocks).all(axis=1))
    return Truths(every, np.asarray(found.high.reshape(count, blocks).any(axis=1)))


def _total(low: Ints, high: Ints, step: float, whole: bool) -> Numbers:
    if step == 1:
        return c.whole(low) if whole else c.whole(low, high)
    first, last = low.astype(np.float64) * step, high.astype(np.float64) * step
    return c.floats(np.maximum(c.down(first), 0.0), c.up(last))


def _last(flags: Array) -> Ints:
    """The last true position of each row, -1 if there is none."""
    width = flags.shape[1]
    found = width - 1 - np.argmax(flags[:, ::-1], axis=1)
    return np.where(flags.any(axis=1), found, NEVER)


def _first_gap(flags: Array) -> Ints:
    """The last position up to which all are true."""
    found: Ints = np.where(flags.all(axis=1), flags.shape[1] - 1, np.argmin(flags, axis=1) - 1)
    return found
