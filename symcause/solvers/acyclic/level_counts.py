"""Level counts: acyclic choices counted over arrays, one number of placed nodes after the other.

The recursion of :mod:`.choice_weight`, turned around. Let B(U) be the number of acyclic choices of the
nodes outside U once U is placed. Inclusion–exclusion over the set T of nodes whose parents lie in U gives

    B(U) = Σ_{∅≠T} (−1)^{|T|+1} B(U∪T) Π_{v∈T} W_v(U),   B(all) = 1,

over the same sets and with the same terms. First the sets are reached, level by level, each with its sums
W_v(U), which follow from those of a set with one node fewer. Then all sets of a level with equally many
free nodes are pulled from the levels above them at once, three nodes of T at a time. The numbers are held
modulo primes below 2^30, so that eight products fit into a word, and put together again (Chinese
remainders): the count is at most the product of all choices.

>>> count_in_levels([0, 1], [{0: 1, 2: 1}, {0: 1, 1: 1}])
3
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, chain
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symcause.bounds.solvers_bounds import LEVEL_CELLS, LEVEL_TERMS
from symcause.budgets import Meter, StrictMeter
from symcause.errors import LimitError
from symcause.models.bit_lookups import renumbered

Words = NDArray[np.uint64]
Sums = NDArray[np.int64]
Places = NDArray[np.intp]
Found = NDArray[Any]

_WORD = 63  # nodes whose sets are words
_LARGEST = 1 << 30  # every modulus is below it
_CHUNK = 1 << 18  # parent sets that are looked at together
_TERMS = 1 << 15  # terms that are summed together
_TERMS_A_STEP = 16  # in the time that the recursion takes for one
_RADIX = 3  # nodes of T that are summed over at once


def count_in_levels(
    component: Sequence[int],
    inside: Sequence[Mapping[int, int]],
    starts: Sequence[int] = (0,),
    most: int = LEVEL_TERMS,
    meter: Meter | None = None,
) -> int:
    """The number of acyclic choices of a component, over all *starts*: sets that are placed to begin with.

    Raises LimitError where there are more terms than *most*, too many sets, or weights beyond a word or
    below zero.
    """
    moved = renumbered(component)
    choices = [{moved(mask): weight for mask, weight in o.items() if weight} for o in inside]
    totals = [sum(options.values()) for options in choices]
    weights = chain.from_iterable(options.values() for options in choices)
    if len(component) > _WORD or max(totals) >= 1 << _WORD or min(weights, default=1) < 0:
        raise LimitError(_too_large(len(component)))
    reached = _Reached(choices, [moved(start) for start in starts], most, meter or Meter())
    bound = len(starts) * prod(max(1, total) for total in totals)
    return _combined(reached.counts(_primes_beyond(bound)))


def _too_large(nodes: int) -> str:
    return f"{nodes} variables that may cause each other: too many sets for arrays"


class _Reached:
    """The sets that are reached, by level: sums of the nodes that are free, and the sets with one more."""

    def __init__(
        self,
        choices: Sequence[Mapping[int, int]],
        starts: Sequence[int],
        most: int,
        meter: Meter,
    ) -> None:
        self._size = len(choices)
        options = _Options.of(choices)
        self._holding = [options.holding(v) for v in range(self._size)]
        self._terms, self._meter = StrictMeter(most, _too_large(self._size)), meter
        self.sums: list[Sums] = []
        self.above: list[
            NDArray[np.int32]
        ] = []  # where each set with one node more stands, from all
        self.number = 0
        sets = np.unique(np.array(starts, dtype=np.uint64))
        self.starts = len(sets)
        sums = np.zeros((len(sets), self._size), dtype=np.int64)
        options.add_within(sets, sums, np.arange(len(sets)))
        self._placed = self._reach(sets, sums)

    def _reach(self, sets: Words, sums: Sums) -> bool:
        """All levels from this one on; is the set of all nodes reached?"""
        last = 0
        while len(sets):
            last = int(sets[-1])
            self.number += len(sets)
            free = self._free(sets, sums)
            self._check(free)
            owners, nodes = free.nonzero()
            grown = sets[owners] | np.uint64(1) << nodes.astype(np.uint64)
            following, first, place = np.unique(grown, return_index=True, return_inverse=True)
            above = np.zeros(sums.shape, dtype=np.int32)
            above[owners, nodes] = place + self.number
            self.sums.append(np.where(free, sums, 0))
            self.above.append(above)
            sets, sums = following, self._grown(following, sums[owners[first]], nodes[first])
        return last == (1 << self._size) - 1

    def _free(self, sets: Words, sums: Sums) -> NDArray[np.bool_]:
        """Which nodes can come next."""
        bits = np.uint64(1) << np.arange(self._size, dtype=np.uint64)
        free: NDArray[np.bool_] = (sums > 0) & (sets[:, None] & bits == 0)
        return free

    def _check(self, free: NDArray[np.bool_]) -> None:
        """Spend the terms of a level; from one set alone there are 3^free ahead."""
        numbers = np.bincount(free.sum(axis=1))
        terms = sum(int(sets) << m for m, sets in enumerate(numbers))
        self._meter.spend(terms // _TERMS_A_STEP)
        self._terms.spend(terms)
        if (
            self._meter.over
            or 3 ** (len(numbers) - 1) > 8 * max(1, self._terms.left or 0)
            or self.number * self._size > LEVEL_CELLS
        ):
            raise self._terms.refused()

    def _grown(self, sets: Words, sums: Sums, added: Places) -> Sums:
        """The sums after a node was added to each set."""
        for v, holding in enumerate(self._holding):
            (rows,) = (added == v).nonzero()
            holding.add_within(sets, sums, rows)
        return sums

    def counts(self, primes: Sequence[int]) -> list[tuple[int, int]]:
        """The number of choices over all starts, modulo each prime."""
        counts = np.zeros((self.number, len(primes)), dtype=np.uint32)
        counts[-1] = 1
        if not self._placed:
            return [(0, p) for p in primes]  # no start lets all nodes be placed
        above = np.concatenate(self.above).reshape(-1)
        begins = [0, *accumulate(map(len, self.sums))]
        moduli = np.array(primes, dtype=np.uint64)
        for begin, sums in reversed(list(zip(begins, self.sums[:-1], strict=False))):
            self._pull(begin, sums, above, moduli, counts)
        totals = counts[: self.starts].sum(axis=0, dtype=np.uint64).tolist()
        return [(total % p, p) for total, p in zip(totals, primes, strict=True)]

    def _pull(
        self, begin: int, sums: Sums, above: Found, primes: Words, counts: NDArray[np.uint32]
    ) -> None:
        """The counts of one level from those above it."""
        free = sums > 0
        numbers = free.sum(axis=1)
        for m in np.unique(numbers[numbers > 0]).tolist():  # where nothing can follow is no choice
            (rows,) = (numbers == m).nonzero()
            nodes = free[rows].nonzero()[1].reshape(len(rows), m)
            step = max(1, _TERMS >> m)
            for at in range(0, len(rows), step):
                own, chosen = rows[at : at + step], nodes[at : at + step]
                places = own[:, None] + begin
                for j in range(m):
                    more = above[places * self._size + chosen[:, j, None]]
                    places = np.concatenate((places, more), axis=1)
                weights = sums[own[:, None], chosen].astype(np.uint64)
                counts[own + begin] = _summed(counts.take(places, axis=0), weights, primes)


def _summed(values: Found, weights: Words, primes: Words) -> Words:
    """−Σ_T values[T] Π_{v∈T} −weights[v] modulo primes; bit j of a place of *values* is node j."""
    number, left = weights.shape
    factors = primes - weights[:, :, None] % primes
    array: Words = values.astype(np.uint64)
    while left:
        taken = min(_RADIX, left)
        left -= taken
        products = np.ones((number, 1, len(primes)), dtype=np.uint64)
        for j in range(left, left + taken):
            more = products * factors[:, j, None] % primes
            products = np.concatenate((products, more), axis=1)
        parts = array.reshape(number, 1 << taken, 1 << left, len(primes))
        array = np.einsum("tabp,tap->tbp", parts, products) % primes
    return (primes - array[:, 0]) % primes


class _Options:
    """Parent sets of all nodes as words, those of one owner side by side."""

    def __init__(self, masks: Words, weights: Sums, owners: Places) -> None:
        self._masks, self._weights, self._every = masks, weights, owners
        self._begins = np.flatnonzero(np.diff(owners, prepend=-1))
        self._owners = owners[self._begins]

    @staticmethod
    def of(choices: Sequence[Mapping[int, int]]) -> _Options:
        number = sum(map(len, choices))
        masks = np.fromiter(chain.from_iterable(choices), np.uint64, number)
        weights = chain.from_iterable(options.values() for options in choices)
        owners = np.repeat(np.arange(len(choices)), [len(options) for options in choices])
        return _Options(masks, np.fromiter(weights, np.int64, number), owners)

    def holding(self, node: int) -> _Options:
        """Those that hold a node."""
        (held,) = (self._masks >> np.uint64(node) & np.uint64(1)).nonzero()
        return _Options(self._masks[held], self._weights[held], self._every[held])

    def add_within(self, sets: Words, sums: Sums, rows: Places) -> None:
        """To the sums of some sets add the weights of what lies in them."""
        if not len(self._masks):
            return
        step = max(1, _CHUNK // len(self._masks))
        for at in range(0, len(rows), step):
            part = rows[at : at + step]
            lying = self._masks & ~sets[part][:, None] == 0
            weighed = np.add.reduceat(np.where(lying, self._weights, 0), self._begins, axis=1)
            sums[part[:, None], self._owners] += weighed


def _primes_beyond(bound: int) -> list[int]:
    """Primes whose product is larger than this."""
    found, product = [], 1
    for p in _primes():
        found.append(p)
        product *= p
        if product > bound:
            break
    return found


def _primes() -> Iterator[int]:
    """Primes below 2^30, descending."""
    return (n for n in range(_LARGEST - 1, 2, -2) if _is_prime(n))


@lru_cache(maxsize=4096)
def _is_prime(n: int) -> bool:
    """Of odd numbers from 11 to 3·10^9: three strong tests decide (Jaeschke 1993: 2, 3, 5 and 7)."""
    odd = n - 1
    shift = (odd & -odd).bit_length() - 1
    odd >>= shift
    for base in (2, 3, 5, 7):
        x = pow(base, odd, n)
        if x in (1, n - 1):
            continue
        for _ in range(shift - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


def _combined(residues: Sequence[tuple[int, int]]) -> int:
    """The least number with these remainders."""
    number, product = 0, 1
    for rest, p in residues:
        number += (rest - number) * pow(product, -1, p) % p * product
        product *= p
    return number
