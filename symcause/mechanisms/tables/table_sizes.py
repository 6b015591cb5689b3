"""Sizes of tables: those of one variable, by the length that a list gives them or by their parents.

A list can say how long each of its tables is when it is written down (:class:`~.table_list.TableList`).
Unless all lists of a variable do, a mechanism has size 1, and 1 more for every parent.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from symcause.errors import LimitError
from symcause.mechanisms.bounds import SIZED_TABLES
from symcause.mechanisms.tables.table_functions import TableFunction
from symcause.mechanisms.tables.table_space import TableSpace


@dataclass(frozen=True)
class SizedTables:
    """The mechanisms of one variable with these parent sets, by size; all there are."""

    space: TableSpace
    groups: Sequence[int]

    horizon = None

    @cached_property
    def largest(self) -> int:
        """No mechanism is larger."""
        if self._lengths is None:
            return 1 + max([group.bit_count() for group in self.groups], default=0)
        return max(self._lengths, default=0)

    @cached_property
    def _lengths(self) -> dict[int, list[tuple[int, int]]] | None:
        """Parent set and table of the mechanisms of each length; None where lists do not say it."""
        found: dict[int, list[tuple[int, int]]] = {}
        for group in self.groups:
            lengths = self.space.lengths(group)
            if lengths is None:
                return None
            for table, length in lengths:
                found.setdefault(length, []).append((group, table))
        return found

    def of_size(self, size: int) -> Iterator[tuple[int, TableFunction]]:
        """The mechanisms of this size, with their parent sets; LimitError where there are too many."""
        if self._lengths is not None:
            for group, table in self._lengths.get(size, ()):
                yield group, self.space.function(group, table)
            return
        groups = [group for group in self.groups if group.bit_count() == size - 1]
        number = sum([self.space.weights[group] for group in groups])
        if number > SIZED_TABLES:
            raise LimitError(
                f"{self.space.variable} has {number:,} mechanisms of {size - 1} parents: too many to order",
                remedy="more evidence or fewer parents leave less",
            )
        for group in groups:
            for function in self.space.functions(group):
                yield group, function


@dataclass(frozen=True)
class TableSizes:
    """The size of a table: its length where lists say it, else one more than it has parents."""

    def sized(self, space: TableSpace, groups: Sequence[int]) -> SizedTables:
        """The mechanisms of a variable with these parent sets, by size."""
        return SizedTables(space, groups)
