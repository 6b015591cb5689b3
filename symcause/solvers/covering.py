"""Hitting sets over a numbered pool, as bit sets: sets to hit, a greedy answer, a smallest answer.

A *demand* is a set of pool elements of which at least one must be chosen, written as an integer whose
bit *i* stands for element *i*. Choosing elements that meet every demand is the hitting-set problem;
a demand that contains another one is met with it and can be dropped.

>>> demands = [0b0011, 0b0110, 0b1110]
>>> [bin(d) for d in irredundant(demands)]
['0b11', '0b110']
>>> greedy(demands, range(4)), smallest(demands)
(2, 2)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from symcause.models.bits import bits, mask_of
from symcause.solvers.hitting import HittingSets


def irredundant(demands: Iterable[int]) -> list[int]:
    """The demands that contain no other one, smallest first."""
    kept: list[int] = []
    for demand in sorted(set(demands), key=lambda d: (d.bit_count(), d)):
        if not any(other & demand == other for other in kept):
            kept.append(demand)
    return kept


def greedy(demands: Iterable[int], preference: Sequence[int]) -> int:
    """A choice that meets every demand and needs each of its elements.

    Takes the element that meets most open demands, the first of *preference* among equals, then drops
    what has become superfluous.
    """
    wanted = list(demands)
    chosen = 0
    left = wanted
    while left:
        meets = dict.fromkeys(preference, 0)
        for demand in left:
            for element in bits(demand):
                meets[element] += 1
        best = max(preference, key=meets.__getitem__)
        chosen |= 1 << best
        left = [demand for demand in left if not demand >> best & 1]
    for element in bits(chosen):
        rest = chosen & ~(1 << element)
        if all(demand & rest for demand in wanted):
            chosen = rest
    return chosen


def smallest(demands: Iterable[int]) -> int:
    """A choice of fewest elements that meets every demand."""
    with SmallestChoice() as search:
        search.demand(demands)
        return search.smallest()


class SmallestChoice:
    """Demands that come in over time, and a smallest choice for those known so far."""

    def __init__(self) -> None:
        self._sets = HittingSets()

    def demand(self, demands: Iterable[int]) -> None:
        """More demands, none of them empty."""
        for demand in demands:
            # Elements are numbered from 1 for the solver.
            self._sets.add(element + 1 for element in bits(demand))

    def smallest(self) -> int:
        """The choice; its size is a lower bound for any further demands."""
        return mask_of(element - 1 for element in self._sets.smallest())

    def __enter__(self) -> SmallestChoice:
        return self

    def __exit__(self, *_: object) -> None:
        self._sets.__exit__()
