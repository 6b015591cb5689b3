"""Total caps in the enclosure of scenario values: up to which loop total a condition holds.

For a lattice of totals every point is tried, with sets: the condition is surely true up to the *sure*
cap and surely false above the *possible* cap. Both are right whatever the condition looks like; they
are equal where it is true exactly up to a cap. Far totals are refuted in blocks.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

import numpy as np

from symcause.families.scenario.bounds import LATTICE_CAP
from symcause.families.scenario.value.enclosure import set_columns as c
from symcause.families.scenario.value.enclosure.row_groups import grouped
from symcause.families.scenario.value.enclosure.set_columns import (
    Array,
    Column,
    Ints,
    Numbers,
    Options,
    Truths,
)
from symcause.families.scenario.value.enclosure.set_terms import evaluate
from symcause.families.scenario.value.enclosure.state_table import Table
from symcause.families.scenario.value.summation_plan import Group
from symcause.families.scenario.value.work_tally import PASSES
from symcause.grammar.scenario.scenario_terms import Apply, Term

RATIO = 1.25
"""Far totals are refuted in blocks, each this many times longer than the one before."""

NEVER = -1


def caps(
    table: Table, group: Group, step: float, whole: bool, reach: int
) -> tuple[Ints, Ints, int]:
    """Sure and possible cap of every row (-1: not even for nothing), in lattice steps; and their bound L.

    A cap of L + 1 stands for none. *whole* says that totals are whole multiples of the step, *reach* is the
    largest total that there can be.
    """
    rows = _Rows(table, group)
    key = ("caps", id(group), step, whole, reach, *rows.contents())
    (sure, possible, last), codes = rows.words.tally.recalled(
        key,
        group,
        lambda: (_caps(rows, step, whole, reach), tuple(rows.words.codes)),
        lambda found: 16 * len(found[0][0]),
    )
    rows.words.learn(codes)
    return sure[rows.of], possible[rows.of], last


def _caps(rows: _Rows, step: float, whole: bool, reach: int) -> tuple[Ints, Ints, int]:
    """The same by the rows that differ."""
    bound = _bound(rows, step, reach)
    grid = np.arange(bound + 1)
    truth = rows.holds(_total(grid, grid if whole else grid + 1, step, whole))
    possible = _last(truth.high)
    if whole:
        surely = truth.low
    else:
        surely = rows.holds(_total(np.maximum(grid - 1, 0), grid, step, whole)).low
    sure = _first_gap(surely)
    far = _beyond(rows, bound, reach, step)
    # What lies beyond the largest cap that there is decides nothing: the lattice ends there.
    last = max(int(possible.max(initial=0, where=~far.high)), int(sure.max(initial=0)))
    sure = np.where((sure == bound) & far.low, last + 1, sure)
    possible = np.where(far.high, last + 1, possible)
    return sure, possible, last


class _Rows:
    """The rows of a table that differ in what the clauses use: one of each, and which each row is like."""

    def __init__(self, table: Table, group: Group) -> None:
        assert group.total is not None
        self.table, self.words, self.total = table, table.words, group.total
        self.clauses = group.clauses
        own = (used for sides in group.sides for _, used in sides)
        self.group, self.used = group, frozenset[str]().union(*own) - {group.total}
        varying = self._varying(self.used)
        self.first, self.of = np.zeros(1, np.int64), np.zeros(len(table), np.int64)
        if varying:
            self.first, self.of = table.grouped(varying)
        self._sides: list[list[_Side]] = []

    @property
    def sides(self) -> list[list[_Side]]:
        """Of every clause its sides."""
        self._sides = self._sides or [
            [_Side(self, term, used) for term, used in sides] for sides in self.group.sides
        ]
        return self._sides

    def contents(self) -> Iterator[Hashable]:
        """All that the clauses see of these rows; an option is what it is called."""
        yield tuple(self.words.codes)
        for name in sorted(self.used):
            yield from self.table.lookup(name).take(self.first).content()

    def _varying(self, used: frozenset[str]) -> list[Array]:
        """What tells rows of the table apart that some terms use."""
        columns = (self.table.lookup(name) for name in sorted(used - {self.total}))
        return [part for column in columns for part in column.parts() if len(part) > 1]

    def __len__(self) -> int:
        return len(self.first)

    def kinds(self, used: frozenset[str]) -> tuple[Ints, Ints]:
        """The rows that differ in what a term uses: one of each, and which each of these rows is like."""
        parts = [part[self.first] for part in self._varying(used)]
        exact = [part.view(np.int64) if part.dtype.kind == "f" else part for part in parts]
        if not exact:
            return self.first[:1], np.zeros(len(self), np.int64)
        first, of = grouped(exact)
        return self.first[first], of

    def holds(self, total: Numbers) -> Truths:
        """Do the clauses hold with each of these totals? A line for every row."""
        shape = (len(self), len(total))
        low, high = np.ones(1, dtype=bool), np.ones(1, dtype=bool)
        for clause, sides in zip(self.clauses, self.sides, strict=True):
            columns = [side.column(total) for side in sides]
            column = columns[0]
            if len(columns) == 2:
                assert isinstance(clause, Apply)
                column = c.compare(clause.op, *columns)
                several = any(side.several for side in sides)
                self.words.tally.count(1, PASSES * (shape[0] * shape[1] if several else 1))
            assert isinstance(column, Truths)
            low, high = low & column.low, high & column.high
        return Truths(np.broadcast_to(low, shape), np.broadcast_to(high, shape))


class _Side:
    """A clause, or one side of a comparison: it is computed once for rows that it cannot tell apart."""

    def __init__(self, rows: _Rows, term: Term, used: frozenset[str]) -> None:
        self.rows, self.term = rows, term
        first, self.of = rows.kinds(used)
        if len(first) == 1 < len(rows):  # else it would not be told apart from a constant
            first = np.repeat(first, 2)
        self.first = first
        self.totals = rows.total in used
        self.several = True  # it was not the same for all when it was computed last

    def column(self, total: Numbers) -> Column:
        """A line for every row, and in it a place for each of these totals where they matter."""
        width, kinds = len(total), len(self.first)
        at, place = self.first, np.zeros(kinds, np.int64)
        if self.totals:
            at, place = np.repeat(self.first, width), np.tile(np.arange(width), kinds)
        column = self._evaluated(at, _taken(total, place), len(self.rows) * width)
        self.several = len(column) > 1
        if not self.several:
            return column
        return _laid(column, width if self.totals else 1, self.of)

    def _evaluated(self, at: Ints, total: Numbers, full: int) -> Column:
        """The term for some rows of the table, each with its total; its work is that of all of them."""
        rows, table, words = self.rows, self.rows.table, self.rows.words

        def look(name: str) -> Column:
            if name == rows.total:
                return total
            found = table.lookup(name)
            return found if len(found) == 1 else found.take(at if len(rows) > 1 else rows.first)

        words.kinds = (len(at), full) if len(rows) > 1 else (0, 0)
        try:
            return evaluate(self.term, look, words)
        finally:
            words.kinds = (0, 0)


def _laid(column: Column, width: int, rows: Ints) -> Column:
    """Lines of a column that has one for every kind, in the order of rows."""
    lines = [part.reshape(-1, width)[rows] for part in column.parts()]
    if isinstance(column, Options):
        return Options(lines[0])
    if isinstance(column, Truths):
        return Truths(lines[0], lines[-1])
    return Numbers(lines[0], lines[-1], column.den, column.bound if column.den else None)


def _taken(total: Numbers, place: Ints) -> Numbers:
    """Some of the totals, be it one that there is."""
    low = total.low[place]
    same = total.high is total.low
    return Numbers(low, low if same else total.high[place], total.den, total.most)


def _bound(rows: _Rows, step: float, reach: int) -> int:
    """A lattice bound beyond which the condition is decided for every row, or the largest tried."""
    bound = min(16, reach)
    while bound < min(LATTICE_CAP, reach):
        truth = _beyond(rows, bound, reach, step)
        if (truth.low | ~truth.high).all():
            return bound
        bound = min(bound * 2, reach)
    return bound


def _beyond(rows: _Rows, bound: int, reach: int, step: float) -> Truths:
    """Does the condition hold for all (for some) totals beyond a bound, up to the reach?"""
    edges = [bound + 1]
    while edges[-1] <= reach:
        edges.append(max(int(edges[-1] * RATIO), edges[-1] + 1))
    count, blocks = len(rows), len(edges) - 1
    if blocks == 0:
        return Truths(np.ones(count, dtype=bool), np.zeros(count, dtype=bool))
    truths = rows.holds(_total(np.array(edges[:-1]), np.array(edges[1:]), step, whole=False))
    return Truths(np.asarray(truths.low.all(axis=1)), np.asarray(truths.high.any(axis=1)))


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
    gap: Ints = np.where(flags.all(axis=1), flags.shape[1] - 1, np.argmin(flags, axis=1) - 1)
    return gap
