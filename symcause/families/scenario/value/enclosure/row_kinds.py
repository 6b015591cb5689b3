"""Row kinds in the enclosure of scenario values: what depends on few columns is computed once a kind.

Rows that agree in every column that some terms use have the same value of these terms. The values are those
of the rows one by one, to the last bit: what decides how numbers are kept (the largest of them, a common
divisor) depends on which values there are and not on how often. The work is counted as if it were done row
by row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from symcause.families.scenario.bounds import GROUPED_ROWS
from symcause.families.scenario.value.enclosure import set_columns as c
from symcause.families.scenario.value.enclosure.row_groups import grouped
from symcause.families.scenario.value.enclosure.set_columns import (
    Array,
    Column,
    Floats,
    Ints,
    Numbers,
)
from symcause.families.scenario.value.enclosure.set_terms import evaluate
from symcause.families.scenario.value.enclosure.state_table import KIND, Given, Table
from symcause.families.scenario.value.summation_plan import Group
from symcause.families.scenario.value.work_tally import Tally
from symcause.grammar.scenario.scenario_terms import Name, Term, names

_EACH = 1 << 40  # for so many rows a table stands where it is found out what a row takes


class Kinds:
    """The kinds of rows that some terms tell apart: one row of each, and the kind of each row."""

    def __init__(self, table: Table, terms: Sequence[Term]) -> None:
        self.table = table
        self.first = self.of = np.arange(len(table))
        self.all = True  # every row is its own kind
        used = frozenset[str]().union(*map(names, terms))
        parts = _parts(table, used)
        if len(table) < GROUPED_ROWS or not parts or any(part.dtype.kind == "f" for part in parts):
            return
        first, of = table.row_ranks(parts)
        if 1 < len(first) <= len(table) // 2:  # one row stands for all of them wherever it is used
            self.first, self.of, self.all = first, of, False

    def __len__(self) -> int:
        return len(self.first)

    def _lookup(self, name: str) -> Column:
        table = self.table
        if name in table.columns:
            return table.columns[name].take(self.first)
        found = table.fixed[name]
        return found if len(found) == 1 else found.take(table.key[self.first])

    def evaluate(self, term: Term) -> Column:
        """The column of a term, by kind."""
        if self.all:
            return self.table.evaluate(term)
        words = self.table.words
        words.kinds = (len(self), len(self.table))
        try:
            return evaluate(term, self._lookup, words)
        finally:
            words.kinds = (0, 0)

    def numbers(self, term: Term) -> Numbers:
        """The column of a term that is a number, by kind."""
        numbers = self.evaluate(term)
        assert isinstance(numbers, Numbers)
        return numbers

    def chance(self, term: Term) -> tuple[Floats, Floats]:
        """A probability by kind, kept within 0 and 1."""
        low, high = (np.clip(end, 0.0, 1.0) for end in c.as_floats(self.numbers(term)))
        shape = (len(self),)
        return np.broadcast_to(low, shape), np.broadcast_to(high, shape)

    def spread(self, by_kind: Array) -> Array:
        """By row what is known by kind."""
        return by_kind if self.all else by_kind[self.of]


def kinds(table: Table, used: frozenset[str]) -> tuple[Ints, Ints]:
    """Rows told apart by some columns (and by their design): one of each, and the kind of each row."""
    parts = [p for n in sorted(used) if n in table.columns for p in table.columns[n].parts()]
    varying = [part for part in parts if len(part) > 1]
    if table.designs > 1:
        varying.append(table.key)
    if not varying:
        return np.zeros(min(1, len(table)), np.int64), np.zeros(len(table), np.int64)
    return table.grouped(varying)


def inner_table(table: Table, used: frozenset[str], first: Ints) -> Table:
    """A table of these rows, one for each kind as far as some columns go."""
    inner = Table(table.fixed, table.designs, table.words)
    inner.celled = table.celled
    inner.columns = {n: col for n, col in table.columns.items() if n in used}
    inner.key, inner.low, inner.high = table.key, table.low, table.high
    inner.pick(first)
    inner.low = inner.high = np.ones(len(first))
    inner.add(KIND, c.whole(np.arange(len(first))))
    return inner


def united(table: Table, group: Group) -> tuple[Table, Ints, Ints]:
    """What a group needs of a table: one row for each kind, and the kind of each row.

    Kinds that it cannot tell apart are one: which, by kind.
    """
    first, kind = kinds(table, group.inputs)
    words = table.words
    fixed = sorted(group.uses & table.fixed.keys())
    contents = [(name, *table.fixed[name].content()) for name in fixed]
    key = ("united", id(group), id(first), tuple(words.codes), table.celled, *contents)

    def work() -> tuple[Table, Ints]:
        inner = inner_table(table, group.inputs, first)
        alike = unite(inner, group.seen)
        return inner.copy(), alike

    found, alike = words.tally.recalled(
        key, (group, first), work, lambda made: made[0].bytes() + 8 * len(made[1])
    )
    inner = Table(table.fixed, table.designs, words)
    inner.become(found)
    return inner, kind, alike


def unite(table: Table, seen: Sequence[Term]) -> Ints:
    """Let one row of an inner table stand for all that agree in what is seen of them; which one, by kind.

    At least two rows are left, so that a column of one entry still is one that is the same for all.
    """
    alike = np.arange(len(table))
    given = _given(table, seen) if len(table) >= GROUPED_ROWS else None
    if given is None:
        return alike
    columns = [table.lookup(term.name) for term in seen if isinstance(term, Name)]
    parts = [p for x in (*columns, *(g.column for g in given.values())) for p in x.parts()]
    varying = [p.view(np.int64) if p.dtype.kind == "f" else p for p in parts if len(p) > 1]
    first, of = grouped(varying) if varying else (alike[:1], np.zeros(len(table), np.int64))
    if len(first) == 1:
        first, of = alike[:2], np.minimum(alike, 1)
    if len(first) > len(table) // 2:
        return alike
    table.columns = {name: column.take(first) for name, column in table.columns.items()}
    table.add(KIND, c.whole(np.arange(len(first))))
    table.key, table.low, table.high = table.key[first], table.low[first], table.high[first]
    table.standing = np.bincount(of)
    table.given = {at: replace(g, column=g.column.take(first)) for at, g in given.items()}
    return of


def _given(table: Table, seen: Sequence[Term]) -> dict[int, Given] | None:
    """The terms that are seen, by kind; None where options get their numbers in another order."""
    words, found = table.words, dict[int, Given]()
    known, tally = len(words.codes), words.tally
    words.kinds = (len(table), _EACH)
    try:
        for term in seen:
            if not isinstance(term, Name):
                words.tally = Tally()
                column = evaluate(term, table.lookup, words)
                found[id(term)] = Given(column, *words.tally.parts(_EACH))
    finally:
        words.kinds, words.tally = (0, 0), tally
    if len(words.codes) == known:
        return found
    while len(words.codes) > known:
        words.codes.popitem()
    return None


def _parts(table: Table, used: frozenset[str]) -> list[Ints]:
    """The arrays that tell rows apart as far as some names go."""
    own = sorted(used & table.columns.keys())
    parts = [part for name in own for part in table.columns[name].parts() if len(part) > 1]
    fixed = used & table.fixed.keys() - table.columns.keys()
    return [*parts, table.key] if any(len(table.fixed[name]) > 1 for name in fixed) else parts
