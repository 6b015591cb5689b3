"""Post's clones in the Boolean catalogue: what an operator set can write at any size.

Every clone is the intersection of the clones of one list that contain it (E. Post, 1941): what maps all-0
to 0, or all-1 to 1; the monotone, self-dual and affine functions; conjunctions, disjunctions and functions
of one variable, each with the constants; and for every k the functions of which any k inputs with the value
1 have a 1 in common, or with the value 0 a 0. So operators generate a function iff it is in all of these
that hold all of the operators. Constants count as generated if some expression over one variable is
constant, or if the language has them.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf, isfinite

import numpy as np

from symcause.families.boolean.catalogue import table_arrays as rows
from symcause.families.boolean.catalogue.table_arrays import Mask, Tables
from symcause.families.boolean.models import operator_completeness as expressive
from symcause.families.boolean.models.operator_completeness import (
    basis,
    covering,
    dual,
    expresses_everything,
)


def zero_preserving(tables: Tables, count: int) -> Mask:
    """Is the output 0 when every variable is 0?"""
    result: Mask = (tables[:, 0] & np.uint64(1)) == 0
    return result


def one_preserving(tables: Tables, count: int) -> Mask:
    """Is the output 1 when every variable is 1?"""
    last = np.uint64((1 << min(count, rows.WORD)) - 1)
    result: Mask = (tables[:, -1] >> last & np.uint64(1)) == 1
    return result


def monotone(tables: Tables, count: int) -> Mask:
    """Does raising a variable never lower the output?"""
    result = np.ones(len(tables), dtype=bool)
    for variable in range(count):
        low, high, _ = rows.cofactors(tables, variable, count)
        result &= ~(low & ~high).any(axis=1)
    return result


def self_dual(tables: Tables, count: int) -> Mask:
    """Does negating all variables negate the output?"""
    flipped = tables
    for variable in range(count):
        flipped = rows.flip(flipped, variable)
    result: Mask = (flipped == tables ^ rows.ones(count)).all(axis=1)
    return result


def affine(tables: Tables, count: int) -> Mask:
    """Does each variable flip the output always or never?"""
    result = np.ones(len(tables), dtype=bool)
    for variable in range(count):
        low, high, where = rows.cofactors(tables, variable, count)
        change = low ^ high
        result &= (change == 0).all(axis=1) | (change == where).all(axis=1)
    return result


def conjunctive(tables: Tables, count: int) -> Mask:
    """Is it the conjunction of all variables, or constant?"""
    ones = rows.population(tables)
    result: Mask = one_preserving(tables, count) & (ones == 1) | (ones == 0) | (ones == 1 << count)
    return result


def disjunctive(tables: Tables, count: int) -> Mask:
    """Is it the disjunction of all variables, or constant?"""
    ones = rows.population(tables)
    most = 1 << count
    result: Mask = (
        zero_preserving(tables, count) & (ones == most - 1) | (ones == 0) | (ones == most)
    )
    return result


def unary(tables: Tables, count: int) -> Mask:
    """Does at most one variable matter? All of them do."""
    return np.full(len(tables), count <= 1)


def low_covered(tables: Tables, count: int, degree: float) -> Mask:
    """Do fewer inputs with the value 1 than *degree*, at least two, always have a 1 in common?"""
    if degree == 2:
        return zero_preserving(tables, count)
    if isfinite(degree):
        return np.array([covering(t, count) >= degree for t in rows.to_integers(tables)], bool)
    result: Mask = (tables == 0).all(axis=1)
    for variable in range(count):
        result |= ~rows.cofactors(tables, variable, count)[0].any(axis=1)
    return result


def high_covered(tables: Tables, count: int, degree: float) -> Mask:
    """The same of inputs with the value 0 and a 0 in common."""
    if degree == 2:
        return one_preserving(tables, count)
    flipped = tables ^ rows.ones(count)
    for variable in range(count):
        flipped = rows.flip(flipped, variable)
    return low_covered(flipped, count, degree)


def generated(operators: tuple[str, ...], constants: bool, count: int) -> Tables:
    """All functions of *count* ≤ 4 variables, all of which matter, that the operators generate."""
    tables = np.arange(1 << (1 << count), dtype=np.uint64)[:, None]
    tables = tables[rows.full_support(tables, count)]
    return tables[generates(operators, constants, tables, count)]


def generates(operators: tuple[str, ...], constants: bool, tables: Tables, count: int) -> Mask:
    """For tables whose *count* variables all matter: can the operators write them, at any size?"""
    if expresses_everything(operators, constants):
        return np.ones(len(tables), dtype=bool)
    if count == 0:  # a constant of one variable
        tables, count = tables * np.uint64(0b11), 1
    found = basis(operators, constants)
    left = np.arange(len(tables))
    for kept, keeps in _CLASSES:
        if all(kept(table, arity) for table, arity in found):
            left = left[keeps(tables[left], count)]
    low = min((covering(table, arity) for table, arity in found), default=inf)
    high = min((covering(dual(table, arity), arity) for table, arity in found), default=inf)
    if low > 1:
        left = left[low_covered(tables[left], count, low)]
    if high > 1:
        left = left[high_covered(tables[left], count, high)]
    result = np.zeros(len(tables), dtype=bool)
    result[left] = True
    return result


_CLASSES: tuple[tuple[Callable[[int, int], bool], Callable[[Tables, int], Mask]], ...] = (
    (expressive.unary, unary),
    (expressive.conjunctive, conjunctive),
    (expressive.disjunctive, disjunctive),
    (expressive.affine, affine),
    (expressive.monotone, monotone),
    (expressive.self_dual, self_dual),
)
"""What may hold of all operators, and then holds of all that they write; what leaves the fewest first."""
