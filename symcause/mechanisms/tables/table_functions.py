"""Table functions: mechanisms of finitely many values, given by their outputs pattern by pattern.

Values are numbers below the size of their variable. A *pattern* is a number in mixed radix, and the first
parent is its lowest digit; the *table* is a number in base d, where d is the number of values of the
variable itself, and digit *p* is the output for pattern *p*. With two values everywhere that is the truth
table of a Boolean function.

>>> function = TableFunction(("A", "B"), table_of((0, 1, 1, 2, 2, 0), 3), (2, 3), 3)
>>> function.outputs, function({"A": 1, "B": 1})
((0, 1, 1, 2, 2, 0), 2)
>>> reduced(("A", "B"), (0, 1, 0, 1, 0, 1), (2, 3), 2)
TableFunction(parents=('A',), table=2, sizes=(2,), values=2)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

_SHORT = 48  # outputs that are written or read one after the other


@dataclass(frozen=True)
class TableFunction:
    """A function in canonical form: every parent matters, and they stand in the order of the variables.

    Build one with :func:`reduced`; the constructor does not check that every parent matters.
    """

    parents: tuple[str, ...]
    table: int
    sizes: tuple[int, ...]  # how many values each parent has
    values: int  # and the variable itself

    @cached_property
    def outputs(self) -> tuple[int, ...]:
        """The output for every pattern."""
        return outputs_of(self.table, prod(self.sizes), self.values)

    def output(self, pattern: int) -> int:
        """The output for one pattern."""
        return self.outputs[pattern]

    def __call__(self, state: Mapping[str, int]) -> int:
        """The output for one complete state."""
        return self.outputs[pattern_of([state[p] for p in self.parents], self.sizes)]


def pattern_of(values: Sequence[int], sizes: Sequence[int]) -> int:
    """The pattern in which parents of these sizes have these values."""
    pattern, radix = 0, 1
    for value, size in zip(values, sizes, strict=True):
        pattern, radix = pattern + value * radix, radix * size
    return pattern


def table_of(outputs: Sequence[int], values: int) -> int:
    """The table with these outputs, each below *values*."""
    if len(outputs) > _SHORT:
        half = len(outputs) // 2
        shift: int = values**half
        return table_of(outputs[half:], values) * shift + table_of(outputs[:half], values)
    table = 0
    for output in reversed(outputs):
        table = table * values + output
    return table


def outputs_of(table: int, patterns: int, values: int) -> tuple[int, ...]:
    """The outputs of a table for so many patterns."""
    if patterns > _SHORT:
        half = patterns // 2
        high, low = divmod(table, values**half)
        return outputs_of(low, half, values) + outputs_of(high, patterns - half, values)
    found = []
    for _ in range(patterns):
        table, output = divmod(table, values)
        found.append(output)
    return tuple(found)


def matters(outputs: Sequence[int], sizes: Sequence[int], parent: int) -> bool:
    """Does the parent at this place change some output?"""
    radix = prod(sizes[:parent])
    block = radix * sizes[parent]
    return any(
        outputs[at + radix : at + block] != outputs[at : at + block - radix]
        for at in range(0, len(outputs), block)
    )


def all_matter(outputs: Sequence[int], sizes: Sequence[int]) -> bool:
    """Does every parent change some output?"""
    return all(matters(outputs, sizes, parent) for parent in range(len(sizes)))


def reduced(
    names: Sequence[str], outputs: Sequence[int], sizes: Sequence[int], values: int
) -> TableFunction:
    """The function with these outputs over *names*, without the parents that do not matter."""
    kept, left, shape = list(names), tuple(outputs), list(sizes)
    for parent in reversed(range(len(names))):
        if not matters(left, shape, parent):
            radix = prod(shape[:parent])
            block = radix * shape[parent]
            left = tuple([y for i, y in enumerate(left) if i % block < radix])
            del kept[parent], shape[parent]
    return TableFunction(tuple(kept), table_of(left, values), tuple(shape), values)
