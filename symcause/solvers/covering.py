"""Covers: few elements of a numbered pool that give every demand as much as it needs.

A :class:`Demand` is a weight for some elements and a need; a choice (a bit set) meets it if its weights add
up to the need. Hitting sets (:mod:`.hitting`) are the covers in which one element is always enough.

>>> demands = [Demand({0: 1, 1: 1, 2: 2}, 3), Demand({0: 2, 3: 1}, 2)]
>>> with Covers(demands) as covers:
...     bin(covers.smallest())
'0b101'
>>> bin(greedy_cover(demands, range(4)))
'0b101'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Self

from symcause.models.bits import bits, mask_of


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


class Covers:
    """Demands that come in over time, and a smallest choice for those known so far (PySAT's ``RC2``)."""

    def __init__(self, demands: Iterable[Demand] = ()) -> None:
        from pysat.examples.rc2 import RC2
        from pysat.formula import WCNF

        self._solver = RC2(WCNF(), solver="g4")
        self._top = 0
        self._literals: dict[int, int] = {}
        self.add(demands)

    def add(self, demands: Iterable[Demand]) -> None:
        """More demands; all elements together meet each of them."""
        for demand in demands:
            assert sum(demand.weights.values()) >= demand.need, "nothing meets the demand"
            self._count(sorted(demand.weights.items()), demand.need)

    def smallest(self) -> int:
        """The choice; its size is a lower bound for any further demands."""
        found = set(self._solver.compute() or ()) if self._literals else set()
        return mask_of(e for e, literal in self._literals.items() if literal in found)

    def _count(self, weights: Sequence[tuple[int, int]], need: int) -> None:
        """Clauses for "these weights reach the need", element by element from the last one.

        A literal says that the first i elements reach j; it implies that the first i − 1 do, or the i-th
        is chosen, and that the first i − 1 reach j less the weight of the i-th.
        """
        known: dict[tuple[int, int], int] = {}

        def reached(count: int, least: int) -> int:
            """The literal; elements that reach nothing more have none (the caller leaves it out)."""
            if (count, least) not in known:
                known[count, least] = self._fresh()
                wanted.append((count, least))
            return known[count, least]

        wanted: list[tuple[int, int]] = []
        totals = [0]
        for _, weight in weights:
            totals.append(totals[-1] + weight)
        self._solver.add_clause([reached(len(weights), need)])
        while wanted:
            count, least = wanted.pop()
            literal, (element, weight) = known[count, least], weights[count - 1]
            taken = [self._of(element)]
            if totals[count - 1] >= least:
                taken.append(reached(count - 1, least))
            self._solver.add_clause([-literal, *taken])
            if least > weight:
                self._solver.add_clause([-literal, reached(count - 1, least - weight)])

    def _of(self, element: int) -> int:
        if element not in self._literals:
            self._literals[element] = self._fresh()
            self._solver.add_clause([-self._literals[element]], weight=1)
        return self._literals[element]

    def _fresh(self) -> int:
        self._top += 1
        return self._top

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.delete()


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
