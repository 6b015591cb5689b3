"""Subset sums: weights of parent sets summed over subsets, for acyclic choices; few nodes counted by them.

>>> within = Within([{0b01: 2, 0b10: 3}], 0)
>>> within(0, 0b01), within(0, 0b11)
(2, 5)
>>> list(signed_products([(0b01, 2), (0b10, 3)], 1))
[(1, 1, 2), (2, 1, 3), (3, 2, -6)]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Generic, Protocol, Self, TypeVar

from symcause.bounds.solvers_bounds import SUMMED_PARENTS
from symcause.models.bit_sets import bits

_ENDLESS = 1 << 62


class Weight(Protocol):
    """An element of a commutative ring; zero is false, everything else is true."""

    def __add__(self, other: Self, /) -> Self: ...
    def __mul__(self, other: Self, /) -> Self: ...
    def __neg__(self) -> Self: ...
    def __bool__(self) -> bool: ...


W = TypeVar("W", bound=Weight)

Weighted = Sequence[Mapping[int, W]]
"""For every node, the weights of its parent sets."""


def signed_products(factors: list[tuple[int, W]], start: W) -> Iterator[tuple[int, int, W]]:
    """(set, size, (−1)^{size+1} start Π factors) for every non-empty subset of the factors."""
    partial = [(0, 0, -start)]
    for bit, weight in factors:
        partial += [(s | bit, n + 1, -p * weight) for s, n, p in partial]
    yield from partial[1:]


class Within(Generic[W]):
    """W_v(U): the weight of the choices of v that lie inside U.

    Sums are taken when asked for. Once they have cost as much as all of them together do (one variable at a
    time, from each set to the set with it), all are made, unless there are too many to keep.
    """

    def __init__(self, choices: Weighted[W], zero: W) -> None:
        self._zero = zero
        self._options = [list(options.items()) for options in choices]
        self._support = [0] * len(choices)
        for v, options in enumerate(choices):
            for mask in options:
                self._support[v] |= mask
        self._known: list[dict[int, W]] = [{} for _ in choices]
        sizes = map(int.bit_count, self._support)
        self._credit = [size << size if size <= SUMMED_PARENTS else _ENDLESS for size in sizes]

    def tables(self) -> list[tuple[int, dict[int, W]]]:
        """For every node its potential parents, and the sums within sets of these that are known by now."""
        return list(zip(self._support, self._known, strict=True))

    def __call__(self, v: int, placed: int) -> W:
        placed &= self._support[v]
        known = self._known[v]
        if placed not in known:
            self._credit[v] -= len(self._options[v])
            if self._credit[v] < 0:
                known.update(self._all(v))
            else:
                outside = ~placed
                inside = [w for mask, w in self._options[v] if not mask & outside]
                known[placed] = sum(inside, start=self._zero)
        return known[placed]

    def _all(self, v: int) -> dict[int, W]:
        sums = dict.fromkeys(_subsets(self._support[v]), self._zero)
        sums.update(self._options[v])
        for i in bits(self._support[v]):
            bit = 1 << i
            for mask in sums:
                if mask & bit:
                    sums[mask] = sums[mask] + sums[mask ^ bit]
        return sums


def _subsets(whole: int) -> Iterator[int]:
    """Every subset of a set, ascending."""
    part = 0
    yield part
    while part != whole:
        part = (part - whole) & whole
        yield part


def count_few(choices: Sequence[Mapping[int, int]]) -> int:
    """The total weight of all acyclic choices of few nodes, over the integers.

    The recursion of :mod:`.choice_weight`: of a handful of nodes it takes fewer steps than to look for
    components first and to foresee the work.

    >>> count_few([{0: 1, 0b10: 1}, {0: 1, 0b01: 1}])
    3
    """
    total, nodes = 1, list(range(len(choices)))
    while nodes:  # nodes that are nobody's parents: whatever they choose, nothing else changes
        parents = 0
        for v in nodes:
            for mask in choices[v]:
                parents |= mask
        ends = [v for v in nodes if not parents >> v & 1]
        if not ends:
            break
        for v in ends:
            total *= sum(choices[v].values())
        nodes = [v for v in nodes if parents >> v & 1]
    return total * _placed(choices, nodes) if total else 0


def _placed(choices: Sequence[Mapping[int, int]], nodes: Sequence[int]) -> int:
    """The recursion over sets of nodes that are placed, layer by layer, with signs."""
    found = {0: 1}
    for places in range((1 << len(nodes)) - 1):
        placed = sum([1 << v for i, v in enumerate(nodes) if places >> i & 1])
        weight = found.get(placed)
        if not weight:
            continue
        outside, terms = ~placed, [(placed, -weight)]
        for v in nodes:
            if placed >> v & 1:
                continue
            inside = 0
            for mask, of in choices[v].items():
                if not mask & outside:
                    inside += of
            if inside:
                bit = 1 << v
                terms += [(reached | bit, -term * inside) for reached, term in terms]
        for reached, term in terms[1:]:
            found[reached] = found.get(reached, 0) + term
    return found.get(sum([1 << v for v in nodes]), 0)
