"""Tables by their price: how many have each cost in cells, and which have one, from tallies of patterns.

Where a pattern p of the parents was read n_v(p) times with the value v, and N(p) times in all, a table that
says v there costs N(p) − n_v(p) cells, so the tables on a parent set are weighed by cost as

    h(x) = Π_p Σ_v x^{N(p) − n_v(p)}

cut off behind x^E. The least cost is Σ_p N(p) − max_v n_v(p).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from symcause.mechanisms.noise.table_outputs import shares
from symcause.solvers.acyclic.cut_polynomials import CutRing
from symcause.solvers.acyclic.least_cost import NEVER

Counts = NDArray[np.int64]
"""[…][value][pattern]: how often they were read together."""


def most_frequent(counts: Counts) -> Counts:
    """How often the most frequent value of every pattern was read."""
    return reduce(np.maximum, [counts[..., v, :] for v in range(counts.shape[-2])])


def lead(counts: Counts) -> Counts:
    """By how much the most frequent value of every pattern leads the next one."""
    first: Counts = counts[..., 0, :]
    if counts.shape[-2] == 1:
        return np.full_like(first, NEVER)
    other = counts[..., 1, :]
    first, second = np.maximum(first, other), np.minimum(first, other)
    for v in range(2, counts.shape[-2]):
        other = counts[..., v, :]
        second = np.maximum(second, np.minimum(first, other))
        first = np.maximum(first, other)
    return first - second


def explained(counts: Counts, said: NDArray[np.int64]) -> Counts:
    """How often every pattern was read with the value that a table *said*, […][pattern]."""
    right: Counts = counts[..., 0, :]
    for value in range(1, counts.shape[-2]):
        right = np.where(said == value, counts[..., value, :], right)
    return right


def table_costs(counts: Counts, tables: tuple[int, ...]) -> Counts:
    """The costs of tables, [table][…]: that of saying 0 everywhere, and what other values cost more."""
    *lead, values, patterns = counts.shape
    if values == 1:
        return np.zeros((len(tables), *lead), dtype=np.int64)
    every = counts.reshape(-1, values, patterns)
    cost: Counts = every[:, 1:].reshape(len(every), -1).sum(axis=1)
    for value, share in enumerate(shares(tables, patterns, values), 1):
        cost = cost + share @ (every[:, 0] - every[:, value]).T
    return cost.reshape(len(tables), *lead)


def cost_products(counts: Counts, ring: CutRing) -> Iterator[tuple[int, int]]:
    """h(x) of the sets, [set][value][pattern], that have it within the degree: their places, and its value.

    The least cost as a power, a factor for every pattern that was never read, or with all values as often,
    and one factor for each of the others.
    """
    width, degree, mask, values = ring.width, ring.degree, ring.mask, counts.shape[1]
    least = counts.sum(axis=(1, 2)) - most_frequent(counts).sum(axis=1)
    (near,) = (least <= degree).nonzero()
    ascending = np.sort(counts[near], axis=1)
    further = ascending[:, -1:] - ascending[:, -2::-1]  # what another value costs more, ascending
    free = (further == 0).all(axis=1)
    paid = ~free & (further <= degree).any(axis=1)
    numbers = free.sum(axis=1).tolist()
    for line, (at, low) in enumerate(zip(near.tolist(), least[near].tolist(), strict=True)):
        value = values ** numbers[line] << width * low
        for costs in further[line][:, paid[line]].T.tolist():
            value = value + sum([value << width * c for c in costs if c <= degree]) & mask
        yield at, value & mask


class CostedTables:
    """The tables with one cost on one parent set: no branch is entered that does not hold one."""

    def __init__(self, counts: Counts, cost: int) -> None:
        """*counts* are [value][pattern]."""
        self._cost, self._values, cut = cost, len(counts), (1 << cost + 1) - 1
        # With two values, one costs as often as the other was read.
        prices = counts[::-1] if self._values == 2 else np.add.reduce(counts) - counts
        self._prices: list[list[int]] = prices.T.tolist()
        before = 1
        self._reach = [before]  # the costs of the lowest i patterns, as a set of bits
        for here in self._prices:
            after = 0
            for price in here:
                after |= before << price
            before = after & cut
            self._reach.append(before)

    def __iter__(self) -> Iterator[int]:
        """The tables, ascending."""
        reach, every, values = self._reach, self._prices, self._values

        def descend(i: int, table: int, left: int) -> Iterator[int]:
            if i == 0:
                yield table
                return
            i -= 1
            for value, price in enumerate(every[i]):
                if left >= price and reach[i] >> left - price & 1:
                    yield from descend(i, table * values + value, left - price)

        if reach[-1] >> self._cost & 1:
            yield from descend(len(every), 0, self._cost)
