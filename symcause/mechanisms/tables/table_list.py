"""A list of tables: a class of functions of which the members are known one by one.

The outputs stand in one array, so which tables agree with what is seen is a comparison of columns.

>>> sums = TableList.of((2, 2), 3, [(0, 1, 1, 2), (0, 1, 1, 0)])
>>> sums.tables, sums.agreeing({3: 2})
((12, 66), (66,))
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from symcause.budgets import Meter
from symcause.errors import LimitError
from symcause.mechanisms.bounds import LISTED_OUTPUTS
from symcause.mechanisms.tables.table_functions import all_matter, outputs_of, table_of

_FEW = 24
"""Tables: so few are compared one by one sooner than as an array."""


class TableList(Struct, frozen=True, dict=True, eq=False):
    """Tables over parents of these *sizes*, ascending, each once; every parent matters in each.

    Where mechanisms have a size of their own, *lengths* holds it table by table.
    """

    sizes: tuple[int, ...]
    values: int
    tables: tuple[int, ...]
    lengths: tuple[int, ...] | None = None

    @staticmethod
    def of(
        sizes: Sequence[int],
        values: int,
        outputs: Iterable[Sequence[int]],
        lengths: Iterable[int] | None = None,
    ) -> TableList:
        """The list of the tables with these outputs, in any order; those with an idle parent are left out.

        With *lengths* a table that comes twice has the least of its sizes.
        """
        shape, patterns = tuple(sizes), prod(sizes)
        sized = None if lengths is None else iter(lengths)
        found: dict[int, int] = {}
        for one in outputs:
            length = 0 if sized is None else next(sized)
            if len(one) != patterns or not all(0 <= y < values for y in one):
                raise ValueError(
                    f"{tuple(one)}: a table over parents of {shape} values has {patterns} outputs,"
                    f" each from 0 to {values - 1}"
                )
            if all_matter(tuple(one), shape):
                table = table_of(one, values)
                found[table] = min(length, found.get(table, length))
        if len(found) * patterns > LISTED_OUTPUTS:
            raise LimitError(
                f"{len(found):,} tables of {patterns:,} outputs: too many to keep",
                remedy="a smaller class has fewer",
            )
        ordered = tuple(sorted(found))
        own = None if sized is None else tuple([found[table] for table in ordered])
        return TableList(shape, values, ordered, own)

    @cached_property
    def _outputs(self) -> NDArray[Any]:
        """A line for each pattern, a column for each table."""
        lines = [outputs_of(table, prod(self.sizes), self.values) for table in self.tables]
        held = np.min_scalar_type(self.values)
        shape = len(lines), prod(self.sizes)
        return np.ascontiguousarray(np.array(lines, dtype=held).reshape(shape).T)

    def places(self, known: Mapping[int, int], looks: Meter | None = None) -> list[int]:
        """Where the tables stand that have these outputs on these patterns."""
        if len(self.tables) <= _FEW:
            return self._places_of_few(known, looks)
        left = np.arange(len(self.tables))
        for pattern, output in known.items():
            if looks is not None:
                looks.spend(len(left))
            left = left[self._outputs[pattern, left] == output]
            if not len(left):
                break
        found: list[int] = left.tolist()
        return found

    def _places_of_few(self, known: Mapping[int, int], looks: Meter | None) -> list[int]:
        """The same, table by table, with as many looks."""
        kept, spent = list[int](), 0
        for place, outputs in enumerate(self._lines):
            spent += len(known)
            for looked, (pattern, output) in enumerate(known.items(), 1):
                if outputs[pattern] != output:
                    spent += looked - len(known)
                    break
            else:
                kept.append(place)
        if looks is not None:
            looks.spend(spent)
        return kept

    @cached_property
    def _lines(self) -> list[tuple[int, ...]]:
        """The outputs of each table, where they are few."""
        return [outputs_of(table, prod(self.sizes), self.values) for table in self.tables]

    def agreeing(self, known: Mapping[int, int], looks: Meter | None = None) -> tuple[int, ...]:
        """The tables that have these outputs on these patterns, ascending."""
        return tuple([self.tables[place] for place in self.places(known, looks)])

    def place(self, table: int) -> int | None:
        """Where a table stands; None if it is not in the list."""
        at = bisect_left(self.tables, table)
        return at if at < len(self.tables) and self.tables[at] == table else None
