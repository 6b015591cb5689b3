"""Expressions of Boolean mechanisms: their abstract syntax, size, depth and value.

``expr := NAME | (not e) | (and e e …) | (or e e …) | (xor e e …) | (iff e e …)``; ``xor`` is parity,
``iff`` says that all arguments are equal. Where a problem has it, ``(if c t e)`` is t if c, else e. The
*size* counts every operator and every occurrence of a variable once; a name has *depth* 1. What an
expression means is its compiled form.

Nothing here recurses: a submitted mechanism may be thousands of levels deep, and the stack is not.
What goes over a whole expression is a :func:`fold`, from the leaves up.

>>> e = Operation("xor", (Variable("X1"), Operation("not", (Variable("X2"),))))
>>> e.size, e.depth, sorted(e.variables)
(4, 3, ['X1', 'X2'])
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import and_, or_, xor
from typing import TypeVar

MAX_DEPTH = 5_000  # levels
"""Deepest expression that is read."""

T = TypeVar("T")


@dataclass(frozen=True)
class Variable:
    """An occurrence of an observed variable."""

    name: str

    size = 1
    depth = 1

    @property
    def variables(self) -> frozenset[str]:
        return frozenset((self.name,))


@dataclass(frozen=True)
class Constant:
    """The constant 0 or 1; only for problems that allow constants."""

    value: bool

    size = 1
    depth = 1
    variables: frozenset[str] = frozenset()


@dataclass(frozen=True, eq=False)
class Operation:
    """An operator applied to its arguments; equal to another iff they are spelled alike."""

    operator: str
    arguments: tuple[Expression, ...]

    @cached_property
    def size(self) -> int:
        return sum(len(level) for level in levels(self))

    @cached_property
    def depth(self) -> int:
        return sum(1 for _ in levels(self))

    @cached_property
    def variables(self) -> frozenset[str]:
        leaves = (part for level in levels(self) for part in level)
        return frozenset(part.name for part in leaves if isinstance(part, Variable))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Operation):
            return NotImplemented
        return self is other or spell(self) == spell(other)

    def __hash__(self) -> int:
        return hash(spell(self))

    def __reduce__(self) -> tuple[object, ...]:
        return _spelled, (spell(self),)


Expression = Variable | Constant | Operation


def levels(expression: Expression) -> Iterator[list[Expression]]:
    """All parts of an expression, the whole first, then those one level down, and so on."""
    level = [expression]
    while level:
        yield level
        level = [a for part in level if isinstance(part, Operation) for a in part.arguments]


def fold(
    expression: Expression,
    leaf: Callable[[Variable | Constant], T],
    join: Callable[[Operation, list[T]], T],
) -> T:
    """The value of the whole, where *leaf* gives those of the leaves and *join* those of operations.

    >>> fold(Operation("not", (Variable("X1"),)), lambda e: 1, lambda e, values: 1 + sum(values))
    2
    """
    waiting, parts = [expression], list[Expression]()
    while waiting:
        part = waiting.pop()
        parts.append(part)
        if isinstance(part, Operation):
            waiting.extend(part.arguments)
    # Backwards, arguments come before their operation, and the first argument before the second.
    values: list[T] = []
    for part in reversed(parts):
        if isinstance(part, Operation):
            count = len(part.arguments)
            own = values[-count:]
            del values[-count:]
            values.append(join(part, own))
        else:
            values.append(leaf(part))
    return values[0]


def spell(expression: Expression) -> str:
    """The S-expression of an expression, one space between the parts: the canonical spelling.

    >>> spell(Operation("xor", (Variable("X1"), Operation("not", (Variable("X2"),)))))
    '(xor X1 (not X2))'
    """
    if isinstance(expression, Operation):
        pieces: list[str] = []
        waiting: list[Expression | str] = [expression]
        while waiting:
            part = waiting.pop()
            if isinstance(part, Operation):
                pieces.append(f" ({part.operator}")
                waiting.append(")")
                waiting.extend(reversed(part.arguments))
            else:
                pieces.append(part if isinstance(part, str) else f" {spell(part)}")
        return "".join(pieces)[1:]
    if isinstance(expression, Variable):
        return expression.name
    return "1" if expression.value else "0"


def _spelled(text: str) -> Expression:
    """The expression of a canonical spelling: how copies and messages between processes travel."""
    outer: list[list[Expression]] = [[]]
    operators: list[str] = []
    for piece in text.replace(")", " )").split(" "):
        if piece == ")":
            arguments = tuple(outer.pop())
            outer[-1].append(Operation(operators.pop(), arguments))
        elif piece.startswith("("):
            operators.append(piece[1:])
            outer.append([])
        else:
            leaf = Constant(piece == "1") if piece in ("0", "1") else Variable(piece)
            outer[-1].append(leaf)
    return outer[0][0]


def evaluate(expression: Expression, columns: Mapping[str, int], mask: int) -> int:
    """Evaluate on many rows at once: a column is an integer whose bit *i* is the value in row *i*.

    *mask* has a one for every row.
    """

    def leaf(part: Variable | Constant) -> int:
        if isinstance(part, Variable):
            return columns[part.name]
        return mask if part.value else 0

    def join(part: Operation, values: list[int]) -> int:
        return JOINS[part.operator](values, mask)

    return fold(expression, leaf, join)


JOINS: Mapping[str, Callable[[list[int], int], int]] = {
    "not": lambda values, mask: mask ^ values[0],
    "and": lambda values, mask: reduce(and_, values),
    "or": lambda values, mask: reduce(or_, values),
    "xor": lambda values, mask: reduce(xor, values),
    "iff": lambda values, mask: reduce(and_, values) | (mask ^ reduce(or_, values)),
    "if": lambda values, mask: values[0] & values[1] | (mask ^ values[0]) & values[2],
}
"""The column of an operation by those of its arguments, and a one for every row: what is executed."""


MAX_STEPS = 1 << 18  # steps
"""Most steps that are spent on what expressions depend on: a few seconds."""
