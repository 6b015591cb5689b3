"""Mechanisms as written: the abstract syntax of the Boolean mechanism language.

``expr := NAME | (not e) | (and e e …) | (or e e …) | (xor e e …) | (iff e e …)``; ``xor`` is parity,
``iff`` says that all arguments are equal. The *size* counts every operator and every occurrence of
a variable once; a name has *depth* 1. What an expression means is its compiled form, see
:mod:`models.functions`.

>>> e = Operation("xor", (Variable("X1"), Operation("not", (Variable("X2"),))))
>>> e.size, e.depth, sorted(e.variables)
(4, 3, ['X1', 'X2'])
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

MAX_DEPTH = 200
"""Deepest expression anybody may build; parsers refuse more, so recursion here is safe."""


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


@dataclass(frozen=True)
class Operation:
    """An operator applied to its arguments."""

    operator: str
    arguments: tuple[Expression, ...]

    @cached_property
    def size(self) -> int:
        return 1 + sum(argument.size for argument in self.arguments)

    @cached_property
    def depth(self) -> int:
        return 1 + max(argument.depth for argument in self.arguments)

    @cached_property
    def variables(self) -> frozenset[str]:
        return frozenset().union(*(argument.variables for argument in self.arguments))


Expression = Variable | Constant | Operation


def spell(expression: Expression) -> str:
    """The S-expression of an expression, one space between the parts: the canonical spelling.

    >>> spell(Operation("xor", (Variable("X1"), Operation("not", (Variable("X2"),)))))
    '(xor X1 (not X2))'
    """
    if isinstance(expression, Variable):
        return expression.name
    if isinstance(expression, Constant):
        return "1" if expression.value else "0"
    return f"({expression.operator} {' '.join(map(spell, expression.arguments))})"


def interpret(expression: Expression, state: Mapping[str, bool]) -> bool:
    """Evaluate by walking the tree: the plain definition that faster forms are tested against."""
    if isinstance(expression, Variable):
        return bool(state[expression.name])
    if isinstance(expression, Constant):
        return expression.value
    values = [interpret(argument, state) for argument in expression.arguments]
    if expression.operator == "not":
        return not values[0]
    if expression.operator == "and":
        return all(values)
    if expression.operator == "or":
        return any(values)
    if expression.operator == "xor":
        return sum(values) % 2 == 1
    return all(values) or not any(values)


def evaluate(expression: Expression, columns: Mapping[str, int], mask: int) -> int:
    """Evaluate on many rows at once: a column is an integer whose bit *i* is the value in row *i*.

    *mask* has a one for every row.
    """
    if isinstance(expression, Variable):
        return columns[expression.name]
    if isinstance(expression, Constant):
        return mask if expression.value else 0
    first, *rest = (evaluate(argument, columns, mask) for argument in expression.arguments)
    if expression.operator == "not":
        return mask ^ first
    both = either = odd = first
    if expression.operator == "and":
        for column in rest:
            both &= column
        return both
    if expression.operator == "or":
        for column in rest:
            either |= column
        return either
    if expression.operator == "xor":
        for column in rest:
            odd ^= column
        return odd
    for column in rest:
        both &= column
        either |= column
    return both | (mask ^ either)
