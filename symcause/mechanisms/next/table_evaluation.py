"""Evaluation of tables for next experiments: what mechanisms of any number of values give on many rows.

Digit *p* of a table, to the base of the variable's number of values, is the output for pattern *p* of the
parents; the first parent is the lowest digit of a pattern, to the base of its own number of values.

>>> table = TableEvaluation({"A": 3, "B": 2})  # B: 0, 1, 1 for A = 0, 1, 2
>>> rows = table.lanes.ones(3)
>>> bin(table.columns("B", ("A",), (0b10_00_01,), (0b110,), rows)[0])
'0b10001'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from symcause.mechanisms.local_space import Mechanism
from symcause.mechanisms.value_lanes import Lanes


@dataclass(frozen=True)
class TableEvaluation:
    """How columns come from those of parents where every variable has so many *values*."""

    values: Mapping[str, int]

    @cached_property
    def lanes(self) -> Lanes:
        return Lanes.of(max(self.values.values(), default=2))

    def column(
        self, variable: str, function: Mechanism, columns: Mapping[str, int], rows: int
    ) -> int:
        inputs = [columns[parent] for parent in function.parents]
        return self.columns(variable, function.parents, inputs, (function.table,), rows)[0]

    def columns(
        self,
        variable: str,
        parents: Sequence[str],
        inputs: Sequence[int],
        tables: Sequence[int],
        rows: int,
    ) -> list[int]:
        base = self.values[variable]
        sizes = [self.values[parent] for parent in parents]
        shown = [
            (base**pattern, part) for pattern, part in patterns_of(self.lanes, inputs, sizes, rows)
        ]
        return [sum([part * (table // power % base) for power, part in shown]) for table in tables]


def patterns_of(
    lanes: Lanes, inputs: Sequence[int], sizes: Sequence[int], rows: int
) -> list[tuple[int, int]]:
    """The patterns of some columns that occur, each with the rows (a one a lane) that show it.

    *sizes* are the numbers of values; the first column is the lowest digit of a pattern.
    """
    patterns, radix = [(0, rows)], 1
    for column, size in zip(inputs, sizes, strict=True):
        patterns = [
            (pattern + value * radix, part)
            for pattern, shown in patterns
            for value in range(size)
            if (part := lanes.equal(column, value, shown))
        ]
        radix *= size
    return patterns
