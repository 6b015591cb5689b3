"""Conditionals in the Boolean catalogue: functions written with ``if`` or another operator of fixed arity.

Functions of size 1 + a + b + c come from arguments of the sizes a, b, c. By symmetry the largest argument
is a representative on the variables 0 … j-1, and the others run through all placements that
mention the rest. For one more level of depth, whatever the size, a condition splits the truth table in
two: a result is what some member shows where the condition holds, beside what some member shows
elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import combinations, pairwise
from typing import Protocol

import numpy as np

from symcause.families.boolean.catalogue import table_arrays as rows
from symcause.families.boolean.catalogue.formula_arrays import (
    OperatorFamily,
    nothing,
    shallowest,
    union,
)
from symcause.families.boolean.catalogue.orbits import canonical
from symcause.families.boolean.catalogue.table_arrays import Indices, Mask, Tables
from symcause.models.operators.mechanism_operators import Meaning

_CHUNK = 1 << 19  # combinations formed at once


class Arguments(Protocol):
    """Where arguments come from: representatives by world and size, and all their placements."""

    def level(self, count: int, size: int) -> OperatorFamily: ...

    def placed(self, count: int, size: int) -> tuple[OperatorFamily, Tables]: ...


def conditionals(meaning: Meaning, arguments: Arguments, count: int, total: int) -> OperatorFamily:
    """The functions of exactly *count* variables that an operator over so large arguments writes.

    The constants that one variable gives belong to world 0, as in the rest of the programme.
    """
    families = [nothing(rows.words(count), total)]
    for part in _all(meaning, arguments, max(count, 1), total):
        essential = rows.full_support(part.tables, max(count, 1))
        if count:
            families.append(part.take(essential))
        else:
            constant = part.take(~essential)
            families.append(constant.over(constant.tables & np.uint64(1)))
    raw = union(families).shallowest()
    return raw.arranged(*canonical(raw.tables, count)).shallowest()


def _all(
    meaning: Meaning, arguments: Arguments, count: int, total: int
) -> Iterator[OperatorFamily]:
    for cuts in combinations(range(1, total), meaning.least - 1):
        sizes = [b - a for a, b in pairwise((0, *cuts, total))]
        long = sizes.index(max(sizes))
        others = [arguments.placed(count, size) for at, size in enumerate(sizes) if at != long]
        for support in range(count + 1):
            rest = arguments.level(support, sizes[long])
            if len(rest):
                missing = np.uint64((1 << count) - (1 << support))
                chosen = _covering([mentioned for _, mentioned in others], missing)
                families = [family for family, _ in others]
                yield from _joined(meaning, long, rest, support, families, chosen, count)


def _covering(others: Sequence[Tables], missing: np.uint64) -> tuple[Indices, ...]:
    """The arguments that together mention all variables that the long one does not."""
    mentioned = reduce(np.bitwise_or.outer, others)
    return np.nonzero((mentioned & missing) == missing)


def _joined(
    meaning: Meaning,
    long: int,
    rest: OperatorFamily,
    support: int,
    others: Sequence[OperatorFamily],
    covering: tuple[Indices, ...],
    count: int,
) -> Iterator[OperatorFamily]:
    width = len(covering[0])
    if not width:
        return
    assert meaning.value is not None
    step = max(1, _CHUNK // width)
    for start in range(0, len(rest), step):
        chosen = np.arange(start, min(start + step, len(rest)))
        parts = [
            other.take(np.tile(places, len(chosen)))
            for other, places in zip(others, covering, strict=True)
        ]
        own = rest.take(np.repeat(chosen, width))
        parts.insert(long, own.over(rows.extend(own.tables, support, count)))
        tables = meaning.value([part.tables for part in parts], rows.ones(count))
        depth = reduce(np.maximum, [part.depth for part in parts])
        best = shallowest(tables, depth)
        tokens = np.concatenate([part.tokens[best] for part in parts], axis=1)
        arity = np.full(len(best), meaning.least, dtype=np.uint8)
        yield OperatorFamily(tables[best], depth[best], arity, tokens)


def chosen(inner: Mask, count: int, wanted: Mask) -> Mask:
    """All tables that an ``if`` over members of *inner* writes.

    Everything is invariant under permutations, so one condition of each class is enough and classes are
    marked; once those of all *wanted* tables are, nothing new can come.
    """
    every = len(inner) - 1
    members = np.nonzero(inner)[0]
    index = np.arange(len(inner), dtype=np.uint64)[:, None]
    classes = canonical(index, count)[0][:, 0].astype(np.intp)
    marked = np.zeros_like(inner)
    sought = classes[wanted]
    for test in np.unique(classes[inner]).tolist():
        if marked[sought].all():
            break
        yes, no = _shown(members & test, every), _shown(members & (every ^ test), every)
        marked[classes[(yes[:, None] | no[None, :]).ravel()]] = True
    return marked[classes]


def _shown(parts: Indices, every: int) -> Indices:
    """The distinct restrictions of members."""
    seen = np.zeros(every + 1, dtype=bool)
    seen[parts] = True
    return np.nonzero(seen)[0]
