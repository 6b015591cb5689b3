"""The state table in the enclosure of scenario values: sets and a weight interval by row.

A draw multiplies the rows by its outcomes, a definition adds a column, and rows that agree in all
columns still needed become one. Weights are enclosed by two binary floats; they are never negative, so
rounding outwards after each product and each sum keeps the enclosure tight.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass

import numpy as np

from symcause.errors import LimitError
from symcause.families.scenario.bounds import STATE_ROWS
from symcause.families.scenario.models.model_components import Distribution
from symcause.families.scenario.value.enclosure import interval_arithmetic as a
from symcause.families.scenario.value.enclosure import set_columns as c
from symcause.families.scenario.value.enclosure.row_groups import grouped, spread_rows
from symcause.families.scenario.value.enclosure.set_columns import (
    Array,
    Column,
    Floats,
    Ints,
    Numbers,
    Options,
    Truths,
)
from symcause.families.scenario.value.enclosure.set_terms import Words, evaluate
from symcause.families.scenario.value.event_clauses import Unsupported
from symcause.grammar.scenario.scenario_terms import Term

KIND = "'kind"
"""The column of an inner table that says which kind of outer row a row belongs to."""

_ROUNDING = 2.0**-52


Told = tuple[list[Array], Ints, Ints]
"""Arrays, one row of each kind that they tell apart, and the kind of each row."""


@dataclass(frozen=True)
class Given:
    """A term by kind of row, and what it takes: on arrays of one entry, and on each entry of others."""

    column: Column
    operations: int
    single: int
    each: int
    others: int


class Table:
    """States with weights; *fixed* are columns by design, *columns* by row."""

    def __init__(self, fixed: dict[str, Column], designs: int, words: Words) -> None:
        self.fixed = fixed
        self.words = words
        self.designs = designs
        self.columns: dict[str, Column] = {}
        self.celled = 0  # continuous draws that were put into cells so far
        self.distinct = True  # no two rows agree in all columns, for sure
        self.standing: Ints | None = None  # for how many rows each stands; None: for itself
        self.told: dict[tuple[int, ...], Told] | None = None  # of a table that stays as it is
        self.given: dict[int, Given] = {}  # terms that are known by kind, by their identity
        self.key: Ints = np.arange(designs)
        self.low: Floats = np.ones(designs)
        self.high: Floats = np.ones(designs)

    def __len__(self) -> int:
        return len(self.key)

    @property
    def counted(self) -> int:
        """How many rows it stands for: that is what its work is counted by."""
        return len(self.key) if self.standing is None else int(self.standing.sum())

    def contents(self, used: frozenset[str]) -> Iterator[Hashable]:
        """All that steps which mention some names see of the table, before any of them."""
        yield (tuple(self.words.codes), self.celled, self.designs > 1, self.distinct, len(self))
        yield None if self.standing is None else self.standing.tobytes()
        for name in (*self.columns, *sorted(used & self.fixed.keys() - self.columns.keys())):
            yield (name, *self.lookup(name).content())
        for at, given in self.given.items():
            yield (at, *given.column.content(), given.operations, given.single, given.each)

    def copy(self) -> Table:
        """The table as it is now."""
        table = Table(self.fixed, self.designs, Words())
        table.words.learn(self.words.codes)
        table._take(self)
        return table

    def become(self, other: Table) -> None:
        """Have the rows of another one, and its numbers of options."""
        self.words.learn(other.words.codes)
        self._take(other)

    def _take(self, other: Table) -> None:
        self.columns, self.celled, self.distinct = other.columns, other.celled, other.distinct
        self.standing, self.given, self.told = other.standing, other.given, other.told
        self.key, self.low, self.high = other.key, other.low, other.high

    def bytes(self) -> int:
        """About how much memory it takes."""
        parts = 4 + sum(len(column.parts()) for column in self.columns.values())
        return 8 * len(self) * parts

    def lookup(self, name: str) -> Column:
        """The column of a name, spread over the rows."""
        if name in self.columns:
            return self.columns[name]
        found = self.fixed[name]
        return found if len(found) == 1 else found.take(self.key)

    def evaluate(self, term: Term) -> Column:
        """The column of a term."""
        if self.standing is None:
            return evaluate(term, self.lookup, self.words)
        words, count = self.words, self.counted
        words.kinds, words.given = (len(self), count), self._given(count)
        try:
            return evaluate(term, self.lookup, words)
        finally:
            words.kinds, words.given = (0, 0), None

    def _given(self, count: int) -> Callable[[Term], Column | None]:
        """What is known of a term, spread over the rows; its work is counted as if it were done."""
        kind = self.columns[KIND]
        assert isinstance(kind, Numbers)

        def known(term: Term) -> Column | None:
            given = self.given.get(id(term))
            if given is None:
                return None
            self.words.tally.count(given.operations, given.single + given.each * count)
            self.words.tally.spend(given.others)
            return given.column.take(kind.low)

        return known

    def numbers(self, term: Term) -> Numbers:
        """The column of a term that is a number."""
        numbers = self.evaluate(term)
        assert isinstance(numbers, Numbers)
        return numbers

    def chance(self, term: Term) -> tuple[Floats, Floats]:
        """A probability, kept within 0 and 1."""
        low, high = c.as_floats(self.numbers(term))
        return self._spread(np.clip(low, 0.0, 1.0)), self._spread(np.clip(high, 0.0, 1.0))

    def _spread(self, x: Floats) -> Floats:
        return np.broadcast_to(x, (len(self),)) if len(x) == 1 else x

    def add(self, name: str, column: Column) -> None:
        """A new column."""
        self.columns[name] = column

    def keep(self, names: frozenset[str]) -> None:
        """Drop all other columns."""
        self.distinct = self.distinct and self.columns.keys() <= names
        self.columns = {name: col for name, col in self.columns.items() if name in names}

    def pick(self, rows: Ints) -> None:
        """Keep some rows, in this order; rows may repeat."""
        standing = None if self.standing is None else self.standing[rows]
        count = len(rows) if standing is None else int(standing.sum())
        if count > STATE_ROWS:
            raise LimitError(f"more than {STATE_ROWS:,} states of a scenario")
        taken = len(self.columns) + 3
        self.words.tally.count(taken, 3 * taken * count)
        self.standing = standing
        self.columns = {name: column.take(rows) for name, column in self.columns.items()}
        self.key, self.low, self.high = self.key[rows], self.low[rows], self.high[rows]

    def weigh(self, low: Floats, high: Floats) -> None:
        """Multiply the weights; rows of no weight are dropped."""
        self.words.tally.count(6, 18 * self.counted)
        self.low = c.down_to_zero(self.low * low)
        self.high = c.up(self.high * high)
        alive = high > 0
        if not alive.all():
            self.pick(np.flatnonzero(alive))

    def merge(self) -> None:
        """Rows that agree in every column become one."""
        if self.distinct:
            return
        self.distinct = True
        varying = [part for col in self.columns.values() for part in col.parts() if len(part) > 1]
        if len(self) < 2 or not len(self.key):
            return
        if self.designs > 1:
            varying = [self.key, *varying]
        if not varying:
            groups, first = np.zeros(len(self), dtype=np.int64), np.zeros(1, dtype=np.int64)
        else:
            first, groups = self.grouped(varying)
        count = len(first)
        if count == len(self):
            return
        sizes = np.bincount(groups, minlength=count)
        slack = 1.0 + (sizes + 2) * _ROUNDING
        low = np.bincount(groups, weights=self.low, minlength=count) / slack
        high = np.bincount(groups, weights=self.high, minlength=count) * slack
        self.pick(first)
        self.low, self.high = c.down(low), c.up(high)

    def grouped(self, parts: list[Array]) -> tuple[Ints, Ints]:
        """Rows told apart by several arrays: one row of each kind, and the kind of each row."""
        self.words.tally.count(8 * len(parts), 12 * len(parts) * self.counted)
        return self.row_ranks(parts)

    def row_ranks(self, parts: list[Array]) -> tuple[Ints, Ints]:
        """The same, known already if these very arrays told the rows of a table apart that stays."""
        if self.told is None:
            return grouped(parts)
        key = tuple(map(id, parts))
        if key not in self.told:
            self.told[key] = (parts, *grouped(parts))
        return self.told[key][1:]

    def draw(self, name: str, drawn: Distribution, chance: Term | None = None) -> None:
        """A finite draw."""
        if drawn.kind == "bernoulli":
            low, high = self.chance(drawn.terms[0] if chance is None else chance)
            n = len(self)
            self.pick(np.concatenate([np.arange(n), np.arange(n)]))
            flags = np.arange(2 * n) < n
            self.add(name, Truths(flags, flags))
            self.weigh(
                np.concatenate([low, np.maximum(c.down(1.0 - high), 0.0)]),
                np.concatenate([high, np.minimum(c.up(1.0 - low), 1.0)]),
            )
        elif drawn.kind == "categorical":
            self._categorical(name, drawn)
        else:
            self._integer(name, drawn)

    def _categorical(self, name: str, drawn: Distribution) -> None:
        n, count = len(self), len(drawn.options)
        lows, highs = a.shares([self.numbers(term) for term in drawn.terms])
        if not (sum(highs, np.zeros(1)) > 0).all():
            raise Unsupported("all weights of a draw are zero")
        spread = [
            (self._spread(low), self._spread(high)) for low, high in zip(lows, highs, strict=True)
        ]
        self.pick(np.tile(np.arange(n), count))
        bits = np.repeat(np.array([self.words.bit(o) for o in drawn.options], dtype=np.int64), n)
        self.add(name, Options(bits))
        self.weigh(
            np.concatenate([low for low, _ in spread]), np.concatenate([high for _, high in spread])
        )

    def _integer(self, name: str, drawn: Distribution) -> None:
        low, high = (self.numbers(term) for term in drawn.terms)
        if not (low.point and high.point):
            ends = c.select([np.ones(1, dtype=bool)] * 2, [_ceiling(low), a.floor(high)])
            self.add(name, ends)
            return
        first = _rows(_ceiling(low).low, len(self))
        last = _rows(a.floor(high).low, len(self))
        sizes = np.maximum(last - first + 1, 0)
        if not sizes.all():
            raise LimitError("an integer draw from an empty range")
        if int(sizes.sum()) > STATE_ROWS:
            raise LimitError(f"more than {STATE_ROWS:,} states of a scenario")
        rows, position = spread_rows(sizes)
        self.pick(rows)
        self.add(name, c.whole(first[rows] + position))
        share = 1.0 / sizes[rows].astype(np.float64)
        self.weigh(c.down(share), np.minimum(c.up(share), 1.0))


def _rows(x: Ints, count: int) -> Ints:
    return np.broadcast_to(x, (count,)) if len(x) == 1 else x


def _ceiling(x: Numbers) -> Numbers:
    return a.negate(a.floor(a.negate(x)))
