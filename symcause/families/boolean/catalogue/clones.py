"""Post's clones in the Boolean catalogue: what an operator set can write at any size.

A set that is not complete (:mod:`symcause.families.boolean.models.operator_completeness`) generates one of
a few clones. With ``iff`` it is everything that maps all-1 to 1 (it has conjunction and equivalence); with
``xor`` and one of ``and``, ``or`` everything that maps all-0 to 0; ``if`` has both ``and`` and ``or``, and
alone gives everything that keeps all-0 and all-1; ``and`` with ``or`` gives the monotone functions that are
not constant; ``xor`` the parities, with ``not`` or constants their negations too; the rest is conjunctions,
disjunctions, or literals. Constants count as generated if some expression over one variable is constant, or
if the language has them.
"""

from __future__ import annotations

import numpy as np

from symcause.families.boolean.catalogue import table_arrays as rows
from symcause.families.boolean.catalogue.table_arrays import Mask, Tables
from symcause.families.boolean.models.operator_completeness import expresses_everything

MOST_TABLED = 4
"""Up to this many variables all truth tables can be listed."""


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


def affine(tables: Tables, count: int) -> Mask:
    """Does each variable flip the output always or never?"""
    result = np.ones(len(tables), dtype=bool)
    for variable in range(count):
        low, high, where = rows.cofactors(tables, variable, count)
        change = low ^ high
        result &= (change == 0).all(axis=1) | (change == where).all(axis=1)
    return result


def generated(operators: tuple[str, ...], constants: bool, count: int) -> Tables:
    """All functions of *count* ≤ 4 variables, all of which matter, that the operators generate."""
    tables = np.arange(1 << (1 << count), dtype=np.uint64)[:, None]
    tables = tables[rows.full_support(tables, count)]
    return tables[generates(operators, constants, tables, count)]


def generates(operators: tuple[str, ...], constants: bool, tables: Tables, count: int) -> Mask:
    """For tables whose *count* variables all matter: can the operators write them, at any size?"""
    words = set(operators)
    if "if" in words:
        words |= {"and", "or"}  # (if a b a), (if a a b)
    if expresses_everything(operators, constants):
        return np.ones(len(tables), dtype=bool)
    if "iff" in words:
        return one_preserving(tables, count)
    if "xor" in words and words & {"and", "or"}:
        return zero_preserving(tables, count)
    if "xor" in words:
        linear = affine(tables, count)
        return linear if constants or "not" in words else linear & zero_preserving(tables, count)
    if count == 0:
        return np.full(len(tables), constants)
    if "if" in words:
        return zero_preserving(tables, count) & one_preserving(tables, count)
    if {"and", "or"} <= words:
        return monotone(tables, count)
    if count == 1:
        return monotone(tables, count) | ("not" in words)
    ones = rows.population(tables)
    result: Mask
    if "and" in words:
        result = one_preserving(tables, count) & (ones == 1)
    elif "or" in words:
        result = zero_preserving(tables, count) & (ones == (1 << count) - 1)
    else:
        result = np.zeros(len(tables), dtype=bool)
    return result
