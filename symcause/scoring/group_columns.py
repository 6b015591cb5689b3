"""Columns of scoring tables: how each is read off a group of answers.

A table is a short declaration: columns (a key, a heading and a cell), and groups to read. ``X | Y`` is a
rate among the answers with Y, and suppressed over few of them (:mod:`.score_table`).

>>> from symcause.scoring.answer_groups import Group, Sheet
>>> group = Group(Sheet(flags=("valid", "exact"), numbers=("size",)))
>>> for size in range(8):
...     group.add({"valid": size > 1, "exact": size > 3 if size > 1 else None, "size": size}, size)
>>> [column(group).shown for column in (share("exact"), mean("exact"), given("size", "exact"))]
['0.500', '0.667', '*']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Generic, NamedTuple, TypeVar

from symcause.scoring.answer_groups import Group
from symcause.scoring.bootstrap import APART, FEWEST, Bootstrap, Bounds, Interval, Total, Unit
from symcause.scoring.score_table import Cell, Table, conditional, integer, number, word

Reading = Callable[[Group], Cell]
Column = tuple[str, Reading]
G = TypeVar("G")


class Keyed(NamedTuple, Generic[G]):
    """A column by itself: the key by which others find it, its heading, and its cell of one row."""

    key: str
    head: str
    cell: Callable[[G], Cell]


Read = Keyed[G] | tuple[str, Callable[[G], Cell]]
"""A column; a heading and a cell are enough where the heading is the key."""

Labels = Mapping[str, str | int]
"""What a row is about, by the headings of its table."""


def keyed_table(
    key: str,
    title: str,
    columns: Sequence[Read[G]],
    rows: Iterable[G],
    note: str,
    best: tuple[str, ...] = (),
) -> Table:
    """One row per thing, its cells read off by the columns: whoever adds one adds it here alone.

    >>> keyed_table("t", "T", [("Model", word), ("n", lambda m: integer(len(m)))], ["a"], "n").plain()
    (('Model', 'n'), [('a', 1)])
    """
    whole = _whole(columns)
    cells = tuple(tuple(column.cell(row) for column in whole) for row in rows)
    heads, keys = (tuple(getattr(column, name) for column in whole) for name in ("head", "key"))
    return Table(key, title, heads, cells, note, best, keys)


def _whole(columns: Iterable[Read[G]]) -> list[Keyed[G]]:
    """Each with its key."""
    return list(map(_keyed, columns))


def _keyed(column: Read[G]) -> Keyed[G]:
    return column if isinstance(column, Keyed) else Keyed(column[0], *column)


def table_of(
    key: str,
    title: str,
    labels: Sequence[str],
    columns: Sequence[Read[G]],
    rows: Iterable[tuple[Labels, G]],
    note: str,
    best: tuple[str, ...] = (),
) -> Table:
    """One row per group of answers (or what else the columns are read off), with its labels.

    >>> table_of("t", "T", ("Task", "Model"), (), [({"Model": "m", "Task": "free"}, None)], "of m").plain()
    (('Task', 'Model'), [('free', 'm')])
    """
    listed = list(rows)
    for own, _ in listed:
        if own.keys() != {*labels}:
            raise ValueError(
                f"a row of the table {key!r} has other labels than {', '.join(labels)}"
            )
    about = [Keyed[tuple[Labels, G]](head, head, _label(head)) for head in labels]
    read = [*about, *(_of_group(_keyed(column)) for column in columns)]
    return keyed_table(key, title, read, listed, note, best)


def _label(head: str) -> Callable[[tuple[Labels, G]], Cell]:
    def cell(row: tuple[Labels, G]) -> Cell:
        value = row[0][head]
        return integer(value) if isinstance(value, int) else word(value)

    return cell


def _of_group(column: Keyed[G]) -> Keyed[tuple[Labels, G]]:
    """A column of groups as one of labelled groups."""
    return Keyed(column.key, column.head, lambda row: column.cell(row[1]))


def of_total(head: str, digits: int = 3) -> tuple[tuple[str, Callable[[Total], Cell]], ...]:
    """The columns of a mean by itself: over how many values it is, and their population deviation."""
    return (
        ("n", lambda total: integer(total.count)),
        (head, lambda total: number(total.mean, digits)),
        ("±", lambda total: number(total.deviation, digits)),
    )


def size(group: Group) -> Cell:
    """How many answers there are."""
    return integer(len(group))


def mean(name: str, digits: int = 3) -> Reading:
    """Over the answers where it is known."""
    return lambda group: number(group.total(name).mean, digits)


def spread(name: str, digits: int = 3) -> Reading:
    """The population deviation over the same answers."""
    return lambda group: number(group.total(name).deviation, digits)


def share(name: str) -> Reading:
    """Of *all* answers; where it is unknown it does not hold."""
    return lambda group: number(group.total(name).sum / len(group) if len(group) else None)


def given(name: str, *flags: str, digits: int = 3) -> Reading:
    """The mean among the answers with these flags where it is known."""

    def cell(group: Group) -> Cell:
        total = group.total(name, flags)
        return conditional(total.mean, total.count, digits)

    return cell


def share_of(name: str, *flags: str) -> Reading:
    """The share among all answers with these flags."""

    def cell(group: Group) -> Cell:
        cases = group.count(*flags)
        return conditional(group.total(name, flags).sum / cases if cases else None, cases)

    return cell


def ratio_of(name: str, other: str, *flags: str) -> Reading:
    """The mean of one over the mean of another, each among the answers with these flags."""

    def cell(group: Group) -> Cell:
        top, below = group.total(name, flags), group.total(other, flags)
        found = top.mean / below.mean if top.mean is not None and below.mean else None
        return conditional(found, top.count)

    return cell


def count(*flags: str) -> Reading:
    """How many answers have all these flags."""
    return lambda group: integer(group.count(*flags))


def known(name: str, *flags: str) -> Reading:
    """Of how many answers a number is known."""
    return lambda group: integer(group.total(name, flags).count)


def added(name: str) -> Reading:
    """The sum of whole numbers."""
    return lambda group: integer(round(group.total(name).sum))


def least(name: str) -> Reading:
    """The least of the whole numbers that are counted."""
    return lambda group: integer(min(int(str(value)) for value in group.counts(name)))


def most(name: str) -> Reading:
    """The greatest of them."""
    return lambda group: integer(max(int(str(value)) for value in group.counts(name)))


def failures(name: str, *flags: str) -> Reading:
    """How many answers with these flags fail at something."""

    def cell(group: Group) -> Cell:
        total = group.total(name, flags)
        return integer(total.count - round(total.sum))

    return cell


def pooled(totals: Iterable[Total]) -> Cell:
    """The mean of several totals together."""
    whole = Total.joined(totals)
    return conditional(whole.mean, whole.count)


def resampled(name: str, bootstrap: Bootstrap) -> Reading:
    """A share with its bootstrap interval over problems."""
    return lambda group: interval(bootstrap.mean(group.by_unit(name)))


def ends(name: str, bootstrap: Bootstrap) -> tuple[Column, Column]:
    """The ends of that interval, as columns of their own."""

    def end(side: str) -> Reading:
        def cell(group: Group) -> Cell:
            found = bootstrap.mean(group.by_unit(name)) if bootstrap.resamples else None
            return number(None if found is None else getattr(found, side))

        return cell

    return ("low", end("low")), ("high", end("high"))


def paired(
    read: Callable[[G], Mapping[Unit, Total]],
    bootstrap: Bootstrap,
    bounds: Bounds | None = APART,
) -> Callable[[tuple[G, G]], Cell]:
    """First less second over the problems that both have, with its bootstrap interval."""

    def cell(pair: tuple[G, G]) -> Cell:
        first, second = map(read, pair)
        return interval(bootstrap.difference(first, second, bounds), sign=True)

    return cell


def in_both(read: Callable[[G], Mapping[Unit, Total]], pair: tuple[G, G]) -> int:
    """How many problems both have."""
    first, second = map(read, pair)
    return len(first.keys() & second.keys())


def interval(found: Interval | None, *, sign: bool = False) -> Cell:
    """A mean or a difference with its interval in one cell."""
    if found is None:
        return number(None)
    return Cell(found.value, found.mean_text("+.3f" if sign else ".3f"), found.low, found.high)


def noted(table: Table) -> Table:
    """The table with the meaning of its marks, if it has any."""
    marked = any(cell.value is None for row in table.rows for cell in row)
    return also(table, "* fewer than six cases, – none") if marked else table


def also(table: Table, told: str) -> Table:
    """The table with one more remark below it."""
    return replace(table, note=f"{table.note}; {told}")


def starred(table: Table) -> Table:
    """The table with the meaning of the stars beside its intervals, if it has any."""
    starred = any(cell.shown.endswith("*") for row in table.rows for cell in row)
    note = f"* fewer than {FEWEST} problems, or the same number for all of them, so no interval"
    return also(table, note) if starred else table
