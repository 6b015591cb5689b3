"""Mechanisms as they behave: functional parents and a truth table.

A :class:`Function` is the one compiled form that replay, metrics and encoders read. Its parents are
exactly the variables that can change the output, in natural order, so two mechanisms are the same
Boolean function iff their compiled forms are equal. Bit *i* of the table is the output for the
pattern *i*, and bit *j* of a pattern is the value of parent *j*.

>>> from symcause.models.expressions import Operation, Variable
>>> x = Variable("X1"); y = Variable("X2")
>>> compile_expression(Operation("or", (x, Operation("and", (x, y)))))
Function(parents=('X1',), table=2)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from symcause.errors import LimitError
from symcause.models.expressions import Expression, evaluate
from symcause.models.names import natural

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_MENTIONED = 20
"""Most variables one mechanism may mention: its truth table has 2 to that power bits."""

_MUX_LIMIT = 6  # beyond this many parents a lookup per row beats the multiplexer tree


@dataclass(frozen=True)
class Function:
    """A Boolean function with its functional parents, in canonical form.

    Build one with :func:`compile_expression` or :func:`reduce`; the constructor does not check that
    every parent matters.
    """

    parents: tuple[str, ...]
    table: int

    def __call__(self, state: Mapping[str, bool]) -> bool:
        """The output for one complete state."""
        pattern = sum(bool(state[p]) << j for j, p in enumerate(self.parents))
        return bool(self.table >> pattern & 1)

    def on(self, columns: Mapping[str, int], mask: int) -> int:
        """The output column for many rows at once (bit *i* of a column is row *i*)."""
        inputs = [columns[parent] for parent in self.parents]
        if len(inputs) > _MUX_LIMIT:
            return _lookup(self.table, inputs, mask)
        return _multiplex(self.table, inputs, mask)

    def extended(self, parents: Sequence[str]) -> int:
        """The truth table over *parents*, a superset of the functional parents."""
        columns = {name: projection(j, len(parents)) for j, name in enumerate(parents)}
        return self.on(columns, full_mask(len(parents)))


def full_mask(count: int) -> int:
    """A one for each of the 2^count patterns."""
    return (1 << (1 << count)) - 1


@lru_cache(maxsize=512)
def projection(index: int, count: int) -> int:
    """The truth table of "variable *index*" over *count* variables."""
    block = 1 << index
    table = ((1 << block) - 1) << block
    width = 2 * block
    while width < 1 << count:
        table |= table << width
        width *= 2
    return table


def compile_expression(expression: Expression) -> Function:
    """The function that an expression denotes."""
    names = natural(expression.variables)
    if len(names) > MAX_MENTIONED:
        raise LimitError(
            f"the mechanism mentions {len(names)} variables",
            remedy=f"at most {MAX_MENTIONED} are supported in one mechanism",
        )
    columns = {name: projection(j, len(names)) for j, name in enumerate(names)}
    return reduce(names, evaluate(expression, columns, full_mask(len(names))))


def reduce(names: Sequence[str], table: int) -> Function:
    """The canonical form of a truth table over *names* (which must be in natural order)."""
    kept = list(names)
    for j in reversed(range(len(names))):
        ones = projection(j, len(kept))
        block = 1 << j
        high, low = (table & ones) >> block, table & (ones >> block)
        if high == low:
            table = _squeeze(low, j, len(kept))
            del kept[j]
    return Function(tuple(kept), table)


def _squeeze(table: int, index: int, count: int) -> int:
    """Drop the upper half of every block of variable *index*: the table over the other variables.

    Works by doubling (as in the classical bit-compress), so the cost is a few operations on
    integers of table length rather than one step per pattern.
    """
    for j in range(index + 1, count):
        # Blocks of 2^(j-1) useful bits lie 2^j apart; join neighbours.
        width = 1 << (j - 1)
        keep = projection(j, count) >> (1 << j)  # where variable j is 0
        low = table & keep
        high = (table & projection(j, count)) >> (2 * width)
        table = low | high << width
    return table


def _multiplex(table: int, inputs: list[int], mask: int) -> int:
    """Shannon expansion on the last input, on whole columns."""
    if not inputs:
        return mask if table & 1 else 0
    *rest, last = inputs
    half = 1 << len(rest)
    low, high = table & ((1 << half) - 1), table >> half
    if low == high:
        return _multiplex(low, rest, mask)
    zero, one = _multiplex(low, rest, mask), _multiplex(high, rest, mask)
    return zero ^ (last & (zero ^ one))


def _lookup(table: int, inputs: list[int], mask: int) -> int:
    """One table lookup a row, on unpacked bits."""
    import numpy as np

    rows = mask.bit_length()
    pattern = np.zeros(rows, dtype=np.int64)
    for j, column in enumerate(inputs):
        pattern |= _unpack(column, rows).astype(np.int64) << j
    output = np.packbits(_unpack(table, 1 << len(inputs))[pattern], bitorder="little")
    return int.from_bytes(output.tobytes(), "little") & mask


def _unpack(column: int, rows: int) -> NDArray[np.uint8]:
    import numpy as np

    data = np.frombuffer(column.to_bytes((rows + 7) // 8, "little"), dtype=np.uint8)
    return np.unpackbits(data, count=rows, bitorder="little")
