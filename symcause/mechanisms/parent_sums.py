"""Sums over parent sets: from mechanisms that read within a set to those that read exactly that set.

A mechanism on S has some set T ⊆ S of parents that matter, so h(S) = Σ_{T⊆S} g(T), and Möbius inversion
gives g(S) = Σ_{T⊆S} (−1)^{|S∖T|} h(T).
"""

from __future__ import annotations

from functools import lru_cache
from math import comb


def exact_parents(fitting: dict[int, int]) -> dict[int, int]:
    """g(S) for every S with g(S) > 0, by Möbius inversion one variable at a time."""
    exact, some = dict(fitting), 0
    for parents in fitting:
        some |= parents
    while some:
        bit = some & -some
        some ^= bit
        for parents in fitting:
            if parents & bit and (less := exact.get(parents ^ bit)):
                exact[parents] -= less
    return {parents: count for parents, count in exact.items() if count}


@lru_cache(maxsize=1024)
def subsets(of: int, most: int) -> int:
    """How many subsets have at most this many elements."""
    return sum(comb(of, k) for k in range(most + 1))


@lru_cache(maxsize=1024)
def pattern_count(sizes: tuple[int, ...], most: int) -> int:
    """How many patterns the sets of at most this many candidates have; *sizes* are numbers of values.

    >>> pattern_count((2, 3), 1), pattern_count((2, 3), 2)
    (6, 12)
    """
    of_number = [1] + [0] * most
    for size in sizes:
        for number in range(most, 0, -1):
            of_number[number] += of_number[number - 1] * size
    return sum(of_number)
