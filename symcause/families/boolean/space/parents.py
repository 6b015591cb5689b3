"""How many functions fit: h and g for every candidate parent set.

For a set S of candidate parents let h(S) be the number of Boolean functions on S that agree with the
rows: 2^(patterns of S never seen), or 0 if two rows agree on S and differ in V. A function on S has
some set T ⊆ S of functional parents, so h(S) = Σ_{T⊆S} g(T) where g(T) counts functions with exactly
the functional parents T, and Möbius inversion gives g(S) = Σ_{T⊆S} (−1)^{|S∖T|} h(T).

h comes from depth-first partition refinement on row bit sets: adding a parent splits every block of
rows that agree so far. A parent set is a bit mask over the positions of the problem's variables.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

from symcause.errors import LimitError
from symcause.families.boolean.space.rows import LocalRows

MAX_PARENT_SETS = 400_000
MAX_TABLE_BITS = 1 << 30


def fitting_functions(rows: LocalRows, candidates: Sequence[int], bound: int) -> dict[int, int]:
    """h(S) for every S of at most *bound* candidates (positions of variables); zeros included."""
    _check_reach(rows.variable, len(candidates), bound)
    columns = [(1 << c, rows.columns[c]) for c in candidates]
    ones, count = rows.ones, len(columns)
    found: dict[int, int] = {}

    def refine(start: int, parents: int, size: int, blocks: list[int]) -> None:
        mixed = any(block & ones and block & ~ones for block in blocks)
        found[parents] = 0 if mixed else 1 << ((1 << size) - len(blocks))
        if size == bound:
            return
        for j in range(start, count):
            bit, column = columns[j]
            split = [part for block in blocks if (part := block & column)]
            split += [part for block in blocks if (part := block & ~column)]
            refine(j + 1, parents | bit, size + 1, split)

    refine(0, 0, 0, [rows.mask] if rows.mask else [])
    return found


def exact_parents(fitting: dict[int, int], candidates: Sequence[int]) -> dict[int, int]:
    """g(S) for every S with g(S) > 0, by Möbius inversion one variable at a time."""
    exact = dict(fitting)
    for c in candidates:
        bit = 1 << c
        for parents in fitting:
            if parents & bit and fitting[parents]:
                exact[parents] -= exact[parents ^ bit]
    return {parents: count for parents, count in exact.items() if count}


def _check_reach(variable: str, candidates: int, bound: int) -> None:
    sizes = range(min(bound, candidates) + 1)
    sets = sum(comb(candidates, k) for k in sizes)
    if sets > MAX_PARENT_SETS or sum(comb(candidates, k) << k for k in sizes) > MAX_TABLE_BITS:
        raise LimitError(
            f"{variable} has {sets} candidate parent sets: too many to count over",
            remedy="bound the class with --max-parents",
        )
