"""The greedy cover: sets of few elements that give every demand as much as it needs.

A :class:`Demand` is a weight for some elements and a need; a choice (a bit set) meets it if its weights add
up to the need. Hitting sets (:mod:`.hitting_sets`) are the covers in which one element is always enough;
how many it takes is proved by :mod:`.cover_bounds`.

>>> demands = [Demand({0: 1, 1: 1, 2: 2}, 3), Demand({0: 2, 3: 1}, 2)]
>>> bin(greedy_cover(demands, range(4)))
'0b101'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from symcause.models.bit_sets import bits


@dataclass(frozen=True)
class Demand:
    """What the elements are worth, and how much of it there must be."""

    weights: Mapping[int, int]
    need: int

    def short(self, chosen: int) -> int:
        """How much a choice leaves to be wished for; 0 if it meets the demand."""
        have = sum(self.weights.get(element, 0) for element in bits(chosen))
        return max(0, self.need - have)

    @property
    def least(self) -> int:
        """How many elements it takes at least: those that are worth most.

        >>> Demand({0: 1, 1: 1, 2: 2}, 3).least
        2
        """
        heaviest = accumulate(sorted(self.weights.values(), reverse=True), initial=0)
        return next(number for number, have in enumerate(heaviest) if have >= self.need)


def greedy_cover(demands: Iterable[Demand], preference: Sequence[int]) -> int:
    """A choice that meets every demand and needs each of its elements.

    Takes the element that gives most of what is still needed, the first of *preference* among equals,
    then drops what has become superfluous.
    """
    wanted = list(demands)
    chosen = 0
    left = [(demand, demand.need) for demand in wanted]
    while left:
        gives = dict.fromkeys(preference, 0)
        for demand, short in left:
            for element, weight in demand.weights.items():
                if not chosen >> element & 1:
                    gives[element] += min(weight, short)
        best = max(preference, key=gives.__getitem__)
        chosen |= 1 << best
        after = ((demand, short - demand.weights.get(best, 0)) for demand, short in left)
        left = [(demand, short) for demand, short in after if short > 0]
    for element in bits(chosen):
        rest = chosen & ~(1 << element)
        if not any(demand.short(rest) for demand in wanted):
            chosen = rest
    return chosen
