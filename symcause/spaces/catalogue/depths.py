"""Depth alone: which functions can be written within a depth, whatever the size.

For up to four variables the set D(d) of functions of depth at most d is a set of bits over all 2^16
truth tables, and one more operator on top is a closure of it:

* ``not``: the complements; ``xor``: the linear span over GF(2) (an argument may be repeated);
* ``and``: all intersections. A table f is an intersection of members iff it is the intersection of all
  members above it, which one pass over the bits of f (a superset transform) finds for all f;
* ``or``: dually;
* ``iff``: all arguments equal one of them, g, so the result is an intersection of the tables "equal
  to g": for each g an ``and`` closure of D(d) shifted by g. It is enough to take one g of each class
  under permutations and to permute the results.

Some normal forms bound the depth for any number of variables. Every function is a parity of
conjunctions and possibly 1 (Zhegalkin), and with ``iff`` the 1 is (iff x x): with all five operators
depth 3 is enough for everything.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from symcause.models.functions import projection
from symcause.spaces.catalogue import tables as rows
from symcause.spaces.catalogue.orbits import canonical, orbits
from symcause.spaces.catalogue.tables import Mask, Tables


def universal_depth(operators: tuple[str, ...], constants: bool) -> int | None:
    """A depth in which every function of any number of variables can be written, if one is known."""
    words = set(operators)
    if "xor" in words and words & {"and", "or"}:
        if constants or "iff" in words:
            return 3  # parity of conjunctions (or disjunctions) and 1
        return 4 if "not" in words else None
    if {"not", "and", "or"} <= words:
        return 4  # disjunctive normal form
    return 6 if "not" in words and words & {"and", "or"} else None


@cache
def within_depth(operators: tuple[str, ...], constants: bool, count: int, depth: int) -> Tables:
    """All functions of *count* ≤ 4 variables, all of which matter, of at most this depth."""
    if count == 0:
        return _numbers(_members(operators, constants, 1, depth)[[0, 3]])
    tables = _numbers(_members(operators, constants, count, depth))
    return tables[rows.full_support(tables, count)]


@cache
def _members(operators: tuple[str, ...], constants: bool, count: int, depth: int) -> Mask:
    """For every table over *count* variables (not all need matter): is it within the depth?"""
    number = 1 << (1 << count)
    if depth == 1:
        result = np.zeros(number, dtype=bool)
        result[[projection(variable, count) for variable in range(count)]] = True
        result[[0, -1]] = constants
        return result
    inner = _members(operators, constants, count, depth - 1)
    if depth > 2 and (inner == _members(operators, constants, count, depth - 2)).all():
        return inner
    result = inner.copy()
    for operator in operators:
        result |= _CLOSURES[operator](inner, count)
    return result


def _numbers(members: Mask) -> Tables:
    """The tables that are members."""
    return np.nonzero(members)[0].astype(np.uint64)[:, None]


def _negations(inner: Mask, count: int) -> Mask:
    return inner[::-1]


def _intersections(inner: Mask, count: int) -> Mask:
    """The intersections of one or more members."""
    number = len(inner)
    index = np.arange(number, dtype=np.uint32)
    above = np.where(inner, index, np.uint32(number - 1))
    for bit in range(1 << count):
        halves = above.reshape(-1, 2, 1 << bit)
        halves[:, 0] &= halves[:, 1]
    result: Mask = above == index
    result[-1] = inner[-1]  # the empty intersection does not count
    return result


def _unions(inner: Mask, count: int) -> Mask:
    return _intersections(inner[::-1], count)[::-1]


def _span(inner: Mask, count: int) -> Mask:
    """The linear span, by adding one independent member after the other."""
    result = np.zeros_like(inner)
    span: NDArray[np.intp] = np.zeros(1, dtype=np.intp)
    result[span] = inner.any()
    for member in np.nonzero(inner)[0]:
        if not result[member]:
            span = np.concatenate((span, span ^ member))
            result[span] = True
    return result


def _equalities(inner: Mask, count: int) -> Mask:
    """ "All arguments equal": an argument g of each class, and what equals g."""
    members = _numbers(inner)
    index = np.arange(len(inner))
    found = np.zeros_like(inner)
    for member in rows.unique(canonical(members, count)[0])[0][:, 0].tolist():
        found |= _intersections(inner[index ^ (len(inner) - 1 - member)], count)
    images = orbits(_numbers(found), count)
    found[images[:, 0].astype(np.intp)] = True
    return found


_CLOSURES = {
    "not": _negations,
    "and": _intersections,
    "or": _unions,
    "xor": _span,
    "iff": _equalities,
}
