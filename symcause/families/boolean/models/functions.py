"""Boolean functions: the functional parents and the truth table of a mechanism.

A :class:`Function` is the one compiled form that replay, metrics and encoders read. Its parents are
exactly the variables that can change the output, in natural order, so two mechanisms are the same
Boolean function iff their compiled forms are equal. Bit *i* of the table is the output for the
pattern *i*, and bit *j* of a pattern is the value of parent *j*.

>>> from symcause.models.expressions import Operation, Variable
>>> x = Variable("X1"); y = Variable("X2")
>>> compile_expression(Operation("or", (x, Operation("and", (x, y)))))
Function(parents=('X1',), table=2)

A table of more than 20 parents would not fit anywhere. A :class:`WideFunction` has that many: it runs as
it was written, is equal to what denotes the same function, and has no table. Where even its parents are
out of reach there is still a mechanism that runs, :class:`AsWritten`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from symcause.errors import LimitError
from symcause.models.expressions import MAX_STEPS, Expression, evaluate, spell
from symcause.models.variable_names import natural

if TYPE_CHECKING:
    from symcause.budgets import Meter

MAX_MENTIONED = 20  # parents
"""Most parents of a function with a truth table: it has 2 to that power bits."""

_BLOCK = 15  # a table is worked out in blocks of 2 to this power bits: little is held at once
_BITS_A_STEP = 1 << 17  # what a step of work is worth in bits of a table

_MUX_LIMIT = 8  # parents: beyond it a lookup per row beats the multiplexer tree


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
            from symcause.families.boolean.models.column_lookup import lookup

            return lookup(self.table, inputs, mask)
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


class WideFunction(Function):
    """A function of more parents than a table could have; reads only its functional parents."""

    expression: Expression

    def __init__(self, parents: tuple[str, ...], expression: Expression) -> None:
        object.__setattr__(self, "parents", parents)
        object.__setattr__(self, "expression", expression)

    def __getattr__(self, name: str) -> int:
        """Whoever needs the table is told that there is none."""
        if name != "table":
            raise AttributeError(name)
        raise LimitError(
            f"a mechanism depends on {len(self.parents)} variables",
            remedy=f"truth tables have at most {MAX_MENTIONED}",
        )

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.parents!r}, {spell(self.expression)!r})"

    def __call__(self, state: Mapping[str, bool]) -> bool:
        return bool(self.on({p: int(bool(state[p])) for p in self.parents}, 1))

    def on(self, columns: Mapping[str, int], mask: int) -> int:
        idle = dict.fromkeys(self.expression.variables, 0)
        return evaluate(self.expression, idle | {p: columns[p] for p in self.parents}, mask)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Function):
            return NotImplemented
        if isinstance(other, AsWritten):
            return other == self
        if not isinstance(other, WideFunction) or self.parents != other.parents:
            return False
        if self._shown_to_differ(other):
            return False
        from symcause.families.boolean.models.decision_diagrams import dependence_meter, equivalent

        try:
            return equivalent(self.expression, other.expression, dependence_meter())
        except LimitError:
            raise _indistinct() from None

    def _shown_to_differ(self, other: Function) -> bool:
        """True if inputs at random tell the two apart."""
        from symcause.families.boolean.models.decision_diagrams import TRIED, trials

        return any(
            self.on(columns, TRIED) != other.on(columns, TRIED)
            for columns in trials(natural({*self.parents, *other.parents}))
        )

    def __hash__(self) -> int:
        return hash(self.parents)


class AsWritten(WideFunction):
    """A mechanism that runs, though nobody knows what it depends on: *parents* are all it mentions."""

    def __init__(self, expression: Expression) -> None:
        super().__init__(natural(expression.variables), expression)

    def __eq__(self, other: object) -> bool:
        """False if some inputs tell them apart, True if they are spelled alike; else raises."""
        if not isinstance(other, Function):
            return NotImplemented
        if isinstance(other, AsWritten) and self.expression == other.expression:
            return True
        if self._shown_to_differ(other):
            return False
        raise _indistinct()

    def __hash__(self) -> int:
        return hash(self.expression)


def _indistinct() -> LimitError:
    return LimitError("the mechanism is too large to tell it from another")


def compile_expression(expression: Expression, budget: Meter | None = None) -> Function:
    """The function that an expression denotes.

    Raises LimitError if the *budget* does not suffice to find out what it depends on.
    """
    names = natural(expression.variables)
    if len(names) > MAX_MENTIONED:
        from symcause.families.boolean.models import decision_diagrams as diagrams

        budget = budget or diagrams.dependence_meter()
        names = natural(diagrams.dependencies(expression, budget))
        if len(names) > MAX_MENTIONED:
            return WideFunction(names, expression)
    steps = (expression.size << len(names)) // _BITS_A_STEP
    if steps > MAX_STEPS or budget is not None:  # else whoever verifies needs no budget
        from symcause.families.boolean.models.decision_diagrams import dependence_meter

        (budget or dependence_meter()).spend(steps)
    return reduce(names, _tabulated(expression, names))


def _tabulated(expression: Expression, names: Sequence[str]) -> int:
    """The truth table over *names*; other variables of the expression do not matter."""
    width = min(len(names), _BLOCK)
    mask = full_mask(width)
    columns = dict.fromkeys(expression.variables, 0)
    columns |= {name: projection(j, width) for j, name in enumerate(names[:width])}
    table = bytearray()
    for block in range(1 << len(names) - width):
        outer = enumerate(names[width:])
        columns |= {name: mask if block >> j & 1 else 0 for j, name in outer}
        found = evaluate(expression, columns, mask)
        if width < _BLOCK:
            return found
        table += found.to_bytes(1 << _BLOCK - 3, "little")
    return int.from_bytes(table, "little")


def reduce(names: Sequence[str], table: int) -> Function:
    """The canonical form of a truth table over *names* (which must be in natural order)."""
    kept = list(names)
    for j in reversed(range(len(names))):
        low = projection(j, len(kept)) >> (1 << j)  # where the variable is 0
        if not (table ^ table >> (1 << j)) & low:
            table = _squeeze(table & low, j, len(kept))
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


def _multiplex(table: int, inputs: Sequence[int], mask: int) -> int:
    """Shannon expansion on the last input, on whole columns."""
    if len(inputs) > 1:
        first = inputs[0]
        return _expanded(table, len(inputs), inputs, (0, mask ^ first, first, mask))
    return (0, mask ^ inputs[0], inputs[0], mask)[table] if inputs else mask * (table & 1)


def _expanded(table: int, count: int, inputs: Sequence[int], leaves: Sequence[int]) -> int:
    """The first *count* inputs, at least two; *leaves* are the four functions of the first."""
    count -= 1
    last, ones = inputs[count], (1 << (1 << count)) - 1
    low, high = table & ones, table >> (1 << count)
    if count == 1:
        return leaves[low] ^ (last & (leaves[low] ^ leaves[high]))
    if not low:
        return last & _expanded(high, count, inputs, leaves)
    zero = _expanded(low, count, inputs, leaves)
    if low == high:
        return zero
    if low ^ high == ones:
        return zero ^ last
    return zero ^ (last & (zero ^ _expanded(high, count, inputs, leaves)))
