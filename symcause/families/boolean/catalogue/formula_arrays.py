"""Formula arrays of the Boolean catalogue: functions of one size, each with one prefix formula.

A formula is stored in prefix notation, one byte a node, so that its length is its AST size: a byte
below 9 is a variable, :data:`FALSE` and :data:`TRUE` are the constants, and an operator is
``16·(its number + 1) + arity``. Formulas of one size are the rows of a matrix, and renaming variables or
putting an operator in front are array operations.

Besides finished formulas a family can hold *open* argument lists of an n-ary operator: then the
bytes are the arguments one after the other, and ``arity`` says how many there are. The arguments of
``iff`` are known by a pair of tables (all true, some true), because "all equal" is not associative.

>>> read(bytes([0x22, 0, 0x11, 1]), ("X1", "X2")).size  # (and X1 (not X2))
4
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from symcause.families.boolean.catalogue import table_arrays as rows
from symcause.families.boolean.catalogue.table_arrays import Indices, Mask, Tables
from symcause.models.expressions import Constant, Expression, Operation, Variable
from symcause.models.operators.mechanism_operators import OPERATOR
from symcause.models.variable_names import WORDS, natural_key

Bytes = NDArray[np.uint8]

FALSE, TRUE = 14, 15
_VARIABLES = 9


@dataclass(frozen=True)
class OperatorFamily:
    """Functions (or open argument lists) of one size: tables, depths, arities and bytes, row by row."""

    tables: Tables
    depth: Bytes
    arity: Bytes
    tokens: Bytes

    def __len__(self) -> int:
        return len(self.tables)

    def take(self, chosen: Indices | Mask) -> OperatorFamily:
        """Some of the rows."""
        return OperatorFamily(
            self.tables[chosen], self.depth[chosen], self.arity[chosen], self.tokens[chosen]
        )

    def over(self, tables: Tables) -> OperatorFamily:
        """The same formulas, read as other tables."""
        return OperatorFamily(tables, self.depth, self.arity, self.tokens)

    def shallowest(self) -> OperatorFamily:
        """One row for each table: the least depth, then the first; tables ascending."""
        return self.take(shallowest(self.tables, self.depth))

    def arranged(self, tables: Tables, arrangements: Bytes) -> OperatorFamily:
        """Move the variables: *arrangements* says which one stands at each position of *tables*."""
        count = arrangements.shape[1]
        if not count:
            return self.over(tables)
        positions = np.empty_like(arrangements)
        np.put_along_axis(
            positions, arrangements.astype(np.intp), np.arange(count, dtype=np.uint8)[None, :], 1
        )
        return self.over(tables)._renamed(positions)

    def placed(self, tables: Tables, positions: Sequence[int]) -> OperatorFamily:
        """Variable v becomes ``positions[v]``; a constant keeps the variable it is written with."""
        if not positions:
            return self.over(tables)
        names = np.tile(np.array(positions, dtype=np.uint8), (len(self), 1))
        return self.over(tables)._renamed(names)

    def _renamed(self, names: Bytes) -> OperatorFamily:
        index = np.minimum(self.tokens, names.shape[1] - 1).astype(np.intp)
        tokens = np.where(
            self.tokens < _VARIABLES, np.take_along_axis(names, index, 1), self.tokens
        )
        return OperatorFamily(self.tables, self.depth, self.arity, tokens)

    def closed(self, operator: str) -> OperatorFamily:
        """The formulas that apply *operator* to the open arguments."""
        head = (16 * (WORDS.index(operator) + 1) + self.arity)[:, None]
        tokens = np.concatenate((head, self.tokens), axis=1).astype(np.uint8)
        return OperatorFamily(
            self.tables, self.depth + np.uint8(1), np.ones_like(self.arity), tokens
        )


def shallowest(tables: Tables, depth: Bytes) -> Indices:
    """For each distinct table, ascending, the first row of least depth."""
    order = np.argsort(depth, kind="stable")
    return order[rows.unique(tables[order])[1]]


def nothing(width: int, size: int) -> OperatorFamily:
    """No rows, for tables of *width* words and *size* bytes each."""
    none = np.zeros(0, dtype=np.uint8)
    return OperatorFamily(
        np.empty((0, width), np.uint64), none, none, np.empty((0, size), np.uint8)
    )


def union(families: Sequence[OperatorFamily]) -> OperatorFamily:
    """All rows of families of the same width and size, in the given order."""
    return OperatorFamily(
        np.concatenate([family.tables for family in families]),
        np.concatenate([family.depth for family in families]),
        np.concatenate([family.arity for family in families]),
        np.concatenate([family.tokens for family in families]),
    )


def leaves(tables: Tables, formulas: Sequence[int]) -> OperatorFamily:
    """Formulas of size 1."""
    one = np.ones(len(tables), dtype=np.uint8)
    return OperatorFamily(tables, one, one, np.array(formulas, dtype=np.uint8).reshape(-1, 1))


@lru_cache(maxsize=4096)
def expressed(formula: bytes, names: tuple[str, ...]) -> Expression:
    """A formula in order; kept, for the members of a space share most of their mechanisms."""
    return ordered(read(formula, names))


def read(formula: bytes, names: Sequence[str]) -> Expression:
    """The expression a formula stands for."""
    return _next(iter(formula), names)


def _next(stream: Iterator[int], names: Sequence[str]) -> Expression:
    token = next(stream)
    if token < _VARIABLES:
        return Variable(names[token])
    if token in (FALSE, TRUE):
        return Constant(token == TRUE)
    operator, arity = WORDS[(token >> 4) - 1], token & 15
    return Operation(operator, tuple(_next(stream, names) for _ in range(arity)))


def ordered(expression: Expression) -> Expression:
    """The same expression with arguments by size, operator and name, wherever their order is free."""
    if not isinstance(expression, Operation):
        return expression
    arguments: list[Expression] = [ordered(argument) for argument in expression.arguments]
    if OPERATOR[expression.operator].symmetric:
        arguments.sort(key=_key)
    return Operation(expression.operator, tuple(arguments))


def _key(expression: Expression) -> tuple[object, ...]:
    if isinstance(expression, Constant):
        return (1, -2, expression.value)
    if isinstance(expression, Variable):
        return (1, -1, natural_key(expression.name))
    inner = tuple(map(_key, expression.arguments))
    return (expression.size, WORDS.index(expression.operator), inner)


def extended(
    rest: OperatorFamily, last: OperatorFamily, tables: Tables, origin: Indices
) -> OperatorFamily:
    """The open lists of some combinations, given by their tables and numbers; the least deep ones."""
    left, right = np.divmod(origin, len(last))
    depth = np.maximum(rest.depth[left], last.depth[right])
    best = shallowest(tables, depth)
    left, right = left[best], right[best]
    return OperatorFamily(
        tables[best],
        depth[best],
        rest.arity[left] + np.uint8(1),
        np.concatenate((rest.tokens[left], last.tokens[right]), axis=1),
    )
