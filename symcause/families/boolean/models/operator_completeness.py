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
from math import inf

from symcause.families.boolean.models.functions import full_mask, projection, reduce
from symcause.models.expressions import JOINS
from symcause.models.operators.mechanism_operators import OPERATOR


@lru_cache(maxsize=64)
def expresses_everything(operators: tuple[str, ...], constants: bool) -> bool:
    """Post's criterion."""
    found = basis(operators, constants)
    return all(any(not kept(table, arity) for table, arity in found) for kept in POST)


@lru_cache(maxsize=64)
def basis(operators: tuple[str, ...], constants: bool) -> tuple[tuple[int, int], ...]:
    """The functions that an operator set begins with, as truth tables with their arities.

    What gathers arguments distinguishes none, all and others, at most by parity: four show all of that.
    """
    pairs = [(0b00, 1), (0b11, 1)] if constants else []
    for operator in operators:
        meaning = OPERATOR[operator].meaning
        for arity in (2, 3, 4) if meaning.gathers else (meaning.least,):
            columns = [projection(j, arity) for j in range(arity)]
            pairs.append((JOINS[operator](columns, full_mask(arity)), arity))
    return tuple(pairs)


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


def conjunctive(table: int, arity: int) -> bool:
    """Is it a conjunction of variables, or constant?"""
    function = reduce([f"x{j}" for j in range(arity)], table)
    count = len(function.parents)
    return not count or function.table == 1 << (1 << count) - 1


def disjunctive(table: int, arity: int) -> bool:
    """Is it a disjunction of variables, or constant?"""
    return conjunctive(dual(table, arity), arity)


def unary(table: int, arity: int) -> bool:
    """Does at most one variable matter?"""
    return len(reduce([f"x{j}" for j in range(arity)], table).parents) <= 1


def dual(table: int, arity: int) -> int:
    """The function with all inputs and the output negated."""
    last = (1 << arity) - 1
    return sum(1 << row for row in range(1 << arity) if not table >> (last - row) & 1)


def covering(table: int, arity: int) -> float:
    """The fewest inputs with the value 1 that have no 1 in common; infinite if there are none."""
    inputs = [row for row in range(1 << arity) if table >> row & 1]
    reached, number = {(1 << arity) - 1}, 0
    while 0 not in reached:
        number += 1
        more = {common & row for common in reached for row in inputs} - reached
        if not more:
            return inf
        reached |= more
    return number


def _cofactors(table: int, arity: int) -> list[tuple[int, int, int]]:
    """For every variable the outputs where it is 0, where it is 1 instead, and the rows of both."""
    cofactors = []
    for variable in range(arity):
        where = full_mask(arity) & ~projection(variable, arity)
        cofactors.append((table & where, table >> (1 << variable) & where, where))
    return cofactors


POST: tuple[Callable[[int, int], bool], ...] = (
    zero_preserving,
    one_preserving,
    monotone,
    self_dual,
    affine,
)
