"""Depth bounds in the Boolean catalogue: which functions can be written within a depth at any size.

For up to four variables the set D(d) of functions of depth at most d is a set of bits over all 2^16
truth tables, and one more operator on top is a closure of it:

* ``not``: the complements; ``xor``: the linear span over GF(2) (an argument may be repeated);
* ``and``: all intersections. A table f is an intersection of members iff it is the intersection of all
  members above it, which one pass over the bits of f (a superset transform) finds for all f;
* ``or``: dually;
* ``if``: :func:`conditionals.chosen`;
* ``iff``: all arguments equal one of them, g, so the result is an intersection of the tables "equal
  to g": for each g an ``and`` closure of D(d) shifted by g. It is enough to take one g of each class
  under permutations and to permute the results.

Some normal forms bound the depth for any number of variables. Every function is a parity of
conjunctions and possibly 1 (Zhegalkin), and the 1 can be (iff x x) or the arguments x, (not x) of the
parity: with all five operators depth 3 is enough for everything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from operator import and_, or_, xor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symcause.families.boolean.catalogue import table_arrays as rows
from symcause.families.boolean.catalogue.conditionals import chosen
from symcause.families.boolean.catalogue.orbits import canonical
from symcause.families.boolean.catalogue.table_arrays import Mask, Tables
from symcause.families.boolean.models.functions import projection
from symcause.families.boolean.models.operator_completeness import (
    basis,
    one_preserving,
    zero_preserving,
)
from symcause.models.operators.mechanism_operators import OPERATOR, Meaning


def universal_depth(operators: tuple[str, ...], constants: bool) -> int | None:
    """A depth in which every function of any number of variables can be written, if one is known."""
    words = set(operators)
    if "xor" in words and words & {"and", "or"}:
        # Parity of conjunctions (or of disjunctions) and 1.
        return 3 if constants or words & {"iff", "not"} else None
    if "not" in words and words & {"and", "or"}:
        # Conjunctive normal form; with one of the two the clause is (not (and …)).
        return 4 if {"and", "or"} <= words else 5
    return None


def broadest(operators: tuple[str, ...], constants: bool, count: int) -> int:
    """The largest size that depth 2, an operator over leaves, needs for a function of so many variables.

    One occurrence of each variable is enough, and one constant; two, and three, where parity counts beside
    other things.
    """
    most = count + constants
    for gathers, least in (
        (OPERATOR[o].meaning.gathers, OPERATOR[o].meaning.least) for o in operators
    ):
        both = len(gathers) > 1 and xor in gathers
        most = max(most, least, 2 * count + 3 * constants if both else 0)
    return 1 + most


def within_depth(operators: tuple[str, ...], constants: bool, count: int, depth: int) -> Tables:
    """All functions of *count* ≤ 4 variables, all of which matter, of at most this depth."""
    chain = _growth(operators, constants, max(count, 1))
    while len(chain) < depth and (len(chain) == 1 or (chain[-1] != chain[-2]).any()):
        inner, outer = chain[-1], chain[-1].copy()
        for operator in operators:
            if operator in _SLOW:
                limit = _possible(operators, constants, len(outer))
                outer |= _SLOW[operator](inner, max(count, 1), limit & ~outer)
            else:
                outer |= _written(operator, inner, max(count, 1))
        chain.append(outer)
    members = chain[min(depth, len(chain)) - 1]
    if count == 0:
        return _numbers(members[[0, -1]])
    tables = _numbers(members)
    return tables[rows.full_support(tables, count)]


@cache
def _growth(operators: tuple[str, ...], constants: bool, count: int) -> list[Mask]:
    """D(1), D(2), … as far as they have been computed: for every table, is it a member?"""
    leaves = np.zeros(1 << (1 << count), dtype=bool)
    leaves[[projection(variable, count) for variable in range(count)]] = True
    leaves[[0, -1]] |= constants
    return [leaves]


def _numbers(members: Mask) -> Tables:
    """The tables that are members."""
    return np.nonzero(members)[0].astype(np.uint64)[:, None]


def _written(operator: str, inner: Mask, count: int) -> Mask:
    """The tables that an operator over members writes."""
    meaning = OPERATOR[operator].meaning
    match meaning.gathers, meaning.least:
        case (gather,), _:
            return _valued(meaning, [_GATHERED[gather](inner, count)])
        case (), 1 | 2:
            return _valued(meaning, [inner] * meaning.least)
        case _:
            raise LookupError(f"no closure of {operator}: write it, as for iff and if")


def _valued(meaning: Meaning, parts: list[Mask]) -> Mask:
    """What an operator makes of one or two members; None of its own: what is gathered."""
    if meaning.value is None:
        return parts[0]
    result = np.zeros_like(parts[0])
    every, (first, *rest) = len(result) - 1, [np.nonzero(part)[0] for part in parts]
    if not rest:
        result[meaning.value([first], every)] = True
    for member in first.tolist() if rest else ():
        result[meaning.value([member, *rest], every)] = True
    return result


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


def _equalities(inner: Mask, count: int, wanted: Mask) -> Mask:
    """ "All arguments equal": an argument g of each class, and what equals g.

    Everything is invariant under permutations, so classes are marked; once those of all *wanted*
    tables are, nothing new can come.
    """
    index = np.arange(len(inner))
    classes = canonical(index.astype(np.uint64)[:, None], count)[0][:, 0].astype(np.intp)
    marked = np.zeros_like(inner)
    sought = classes[wanted]
    for member in np.unique(classes[inner]).tolist():
        if marked[sought].all():
            break
        equal = inner[index ^ (len(inner) - 1 - member)]
        marked[classes[_intersections(equal, count)]] = True
    return marked[classes]


def _possible(operators: tuple[str, ...], constants: bool, number: int) -> Mask:
    """Which tables may come at all: those that keep all-0, or all-1, where every operator keeps it."""
    limit = np.ones(number, dtype=bool)
    found = basis(operators, constants)
    if all(one_preserving(table, arity) for table, arity in found):
        limit[: number // 2] = False
    if all(zero_preserving(table, arity) for table, arity in found):
        limit[1::2] = False
    return limit


_SLOW: Mapping[str, Callable[[Mask, int, Mask], Mask]] = {"iff": _equalities, "if": chosen}
"""Closures of their own, which can stop early, once everything that is possible has come."""

_GATHERED: Mapping[Callable[[Any, Any], Any], Callable[[Mask, int], Mask]] = {
    and_: _intersections,
    or_: _unions,
    xor: _span,
}
"""What members give if any number of them is joined."""
