"""Operator completeness by Post's theorem: whether operators can write every Boolean function.

They can iff they are not contained in any of five classes: functions that map all-0 to 0; all-1 to 1;
monotone; self-dual; affine. Operators count with all their arities, and here the third argument matters:
``iff`` of two arguments is affine, "all three equal" is not, because (iff a b (iff a a)) is the conjunction
of a and b.

>>> expresses_everything(("iff", "xor"), False), expresses_everything(("and", "iff"), False)
(True, False)
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from symcause.families.boolean.models.functions import full_mask, projection
from symcause.models.expressions import Operation, Variable, evaluate


@lru_cache(maxsize=64)
def expresses_everything(operators: tuple[str, ...], constants: bool) -> bool:
    """Post's criterion."""
    basis = [(0, 0), (1, 0)] if constants else []
    for operator in operators:
        for arity in {"not": (1,), "if": (3,)}.get(operator, (2, 3)):
            names = [f"x{j}" for j in range(arity)]
            columns = {name: projection(j, arity) for j, name in enumerate(names)}
            applied = Operation(operator, tuple(map(Variable, names)))
            basis.append((evaluate(applied, columns, full_mask(arity)), arity))
    return all(any(not kept(table, arity) for table, arity in basis) for kept in POST)


def zero_preserving(table: int, arity: int) -> bool:
    return not table & 1


def one_preserving(table: int, arity: int) -> bool:
    return bool(table >> ((1 << arity) - 1) & 1)


def monotone(table: int, arity: int) -> bool:
    """Does raising a variable never lower the output?"""
    return all(not low & ~high for low, high, _ in _cofactors(table, arity))


def self_dual(table: int, arity: int) -> bool:
    """Does negating all variables negate the output?"""
    last = (1 << arity) - 1
    return all((table >> row ^ table >> (last - row)) & 1 for row in range(1 << arity))


def affine(table: int, arity: int) -> bool:
    """Does each variable flip the output always or never?"""
    return all(low ^ high in (0, where) for low, high, where in _cofactors(table, arity))


def _cofactors(table: int, arity: int) -> list[tuple[int, int, int]]:
    """For every variable the outputs where it is 0, where it is 1 instead, and the rows of both."""
    found = []
    for variable in range(arity):
        where = full_mask(arity) & ~projection(variable, arity)
        found.append((table & where, table >> (1 << variable) & where, where))
    return found


POST: tuple[Callable[[int, int], bool], ...] = (
    zero_preserving,
    one_preserving,
    monotone,
    self_dual,
    affine,
)
