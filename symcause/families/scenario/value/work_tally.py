"""The work tally of scenario values: steps of computation, counted from sizes and not by a clock.

An operation on arrays takes a while to begin, and then a while for each entry; what is counted are both,
so that the same work has the same price on every machine. What another question has computed before costs
as much as if it were computed anew: tables that are still warm buy nothing.

>>> tally = Tally()
>>> tally.count(operations=10, entries=50_000)
>>> tally.once("a table", 300); tally.once("a table", 300)
>>> tally.steps
460
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from symcause.budgets import Meter
from symcause.families.scenario.bounds import KEPT_BYTES

OPERATION = 11
"""Steps to begin an operation on arrays, the Python around it included."""

ENTRIES = 1_000
"""Entries of arrays that are passed once in a step."""

PASSES = 5
"""How often an operation of a term passes its result, the checks for exact numbers included."""

PIECES = 1_700
"""Passes that the pieces of a continuous draw are worth, one piece: fractions are slow."""

BALL = 20
"""Steps of one value of exp or sigmoid."""

QUANTILE = 1_000
"""Steps of one end of a cell of a normal draw, which is found by bisection."""

STATE = 20
"""Steps of one state of an exact sum."""

VALUE = 40
"""Steps of asking for a value, be it known already or not."""

BOX = 200
"""Steps of a box apart from its bound: it is cut, tightened and put in order."""

TRIED = 120
"""Steps of holding the constraints against a box, apart from their operations."""


T = TypeVar("T")


class Tally:
    """The steps of one valuer."""

    __slots__ = ("_entries", "_kept", "_operations", "_others", "_paid", "_size", "_tables")

    def __init__(self) -> None:
        self._operations = self._entries = self._others = self._tables = 0
        self._paid: set[Hashable] = set()
        self._kept: dict[Hashable, _Kept] = {}
        self._size = 0

    def count(self, operations: int, entries: int) -> None:
        """This many operations on arrays, which pass this many entries together."""
        self._operations += operations
        self._entries += entries

    def spend(self, steps: int) -> None:
        """Any other work."""
        self._others += steps

    def once(self, what: Hashable, steps: int) -> None:
        """A table that is kept: it is paid for when it is used first."""
        if what not in self._paid:
            self._paid.add(what)
            self._tables += steps

    def recalled(
        self, key: Hashable, anchor: object, work: Callable[[], T], size: Callable[[T], int]
    ) -> T:
        """What some work finds, done once but counted each time; *size* tells its bytes.

        The key holds all that the work depends on, objects by their identity if they are its *anchor*.
        """
        kept = self._kept.pop(key, None)
        if kept is None:
            before = (self._operations, self._entries, self._others)
            found = work()
            after = (self._operations, self._entries, self._others)
            spent = tuple(y - x for x, y in zip(before, after, strict=True))
            kept = _Kept(anchor, found, spent, size(found) + 1_000)
            if kept.size > KEPT_BYTES // 8:
                return found
            self._size += kept.size
        else:
            self.count(kept.spent[0], kept.spent[1])
            self.spend(kept.spent[2])
        self._kept[key] = kept  # what was used last is given up last
        while self._size > KEPT_BYTES:
            self._size -= self._kept.pop(next(iter(self._kept))).size
        return cast("T", kept.found)

    def parts(self, rows: int) -> tuple[int, int, int, int]:
        """Operations, the entries that they pass apart from rows and a row, and any other work."""
        return (self._operations, self._entries % rows, self._entries // rows, self._others)

    @property
    def steps(self) -> int:
        """All of it."""
        others = self._others + self._tables
        return self._operations * OPERATION + self._entries // ENTRIES + others


@dataclass(frozen=True)
class _Kept:
    """What was found, what it took, and how large it is."""

    anchor: object
    found: Any
    spent: tuple[int, ...]
    size: int


class Bill:
    """What a tally counts from now on, paid by a budget."""

    def __init__(self, tally: Tally, budget: Meter) -> None:
        self._tally, self._budget, self._paid = tally, budget, tally.steps

    def pay(self, more: int = 0) -> int:
        """Pay for what was done since the last time, and *more*; how much it was."""
        self._tally.spend(more)
        now = self._tally.steps
        steps, self._paid = now - self._paid, now
        self._budget.spend(steps)
        return steps

    @property
    def over(self) -> bool:
        """Is nothing left when all is paid?"""
        self.pay()
        return self._budget.over
