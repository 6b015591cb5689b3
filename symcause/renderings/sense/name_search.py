"""The name search: which nouns make a gold graph agree best with common sense, exactly.

What is maximised is agree·(E+1) − contradict over all injective maps, E being the number of gold edges:
first as many edges as possible that agree, then as few as possible that contradict. The search places one
variable after the other, those first that have most edges to variables already placed. Its bound gives
every variable that is left its best noun against those that are placed, and lets every edge between two
that are left agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from symcause.bounds.renderings_bounds import NAME_STEPS
from symcause.budgets import Meter
from symcause.renderings.sense.sense_graph import Edge, SenseGraph


@dataclass(frozen=True)
class Naming:
    """The best names found, what they are worth, and what no names can exceed."""

    names: dict[str, str]
    value: int
    bound: int

    @property
    def optimal(self) -> bool:
        """Is it proved that nothing is better?"""
        return self.value == self.bound


def best_names(
    variables: Sequence[str],
    gold: Sequence[Edge],
    nouns: Sequence[str],
    sense: SenseGraph,
    budget: Meter | None = None,
) -> Naming:
    """The names that agree best; nouns that are worth the same are taken in the order given."""
    return _Search(variables, gold, nouns, sense, budget or Meter(NAME_STEPS)).run()


class _Search:
    def __init__(
        self,
        variables: Sequence[str],
        gold: Sequence[Edge],
        nouns: Sequence[str],
        sense: SenseGraph,
        budget: Meter,
    ) -> None:
        self.weight = len(gold) + 1
        self.nouns, self.budget = nouns, budget
        self.order = _placement(variables, gold)
        place = {name: i for i, name in enumerate(self.order)}
        number = {noun: i for i, noun in enumerate(nouns)}
        above = [[number[a] for a in sense.above(noun) if a in number] for noun in nouns]
        worth = [[0] * len(nouns) for _ in nouns]  # of an edge from the first noun to the second
        for effect, causes in enumerate(above):
            for cause in causes:
                worth[cause][effect], worth[effect][cause] = self.weight, -1
        turned = [list(column) for column in zip(*worth, strict=True)]
        self.later: list[list[tuple[int, list[list[int]]]]] = [[] for _ in self.order]
        for one, other in gold:
            a, b = place[one], place[other]
            self.later[min(a, b)].append((max(a, b), worth if a < b else turned))
        starts = [min(place[a], place[b]) for a, b in gold]
        # edges between two variables that are left, once so many are placed
        self.free = [sum(s >= i for s in starts) for i in range(len(self.order) + 1)]
        self.best: list[int] | None = None
        self.value = 0
        self.open = 0  # the best bound of a branch that was given up

    def run(self) -> Naming:
        gains = [[0] * len(self.nouns) for _ in self.order]
        ceiling = self.free[0] * self.weight
        self._place(0, 0, gains, [], 0)
        assert self.best is not None
        names = {name: self.nouns[k] for name, k in zip(self.order, self.best, strict=True)}
        return Naming(names, self.value, min(ceiling, max(self.value, self.open)))

    def _place(
        self, at: int, value: int, gains: list[list[int]], chosen: list[int], used: int
    ) -> None:
        if at == len(self.order):
            if self.best is None or value > self.value:
                self.best, self.value = list(chosen), value
            return
        own = gains[at]
        free = [k for k in range(len(self.nouns)) if not used >> k & 1]
        for k in sorted(free, key=lambda k: -own[k]):
            further = self._further(at, k, gains)
            mask = used | 1 << k
            bound = value + own[k] + self._ceiling(at + 1, further, mask)
            if self.best is not None and bound <= self.value:
                continue
            if self.best is not None and self.budget.over:
                self.open = max(self.open, bound)
                continue
            chosen.append(k)
            self._place(at + 1, value + own[k], further, chosen, mask)
            chosen.pop()

    def _further(self, at: int, noun: int, gains: list[list[int]]) -> list[list[int]]:
        """What every noun is worth to the variables that are left once this one has its noun."""
        if not self.later[at]:
            return gains
        found = list(gains)
        for other, worth in self.later[at]:
            found[other] = [a + b for a, b in zip(found[other], worth[noun], strict=True)]
        self.budget.spend(1 + len(self.nouns) * len(self.later[at]) // 10)
        return found

    def _ceiling(self, at: int, gains: list[list[int]], used: int) -> int:
        """What the variables that are left can add at most."""
        left = self.free[at] * self.weight
        for own in gains[at:]:
            left += max(v for k, v in enumerate(own) if not used >> k & 1)
        self.budget.spend(1 + len(self.nouns) * (len(gains) - at) // 10)
        return left


def _placement(variables: Sequence[str], gold: Sequence[Edge]) -> list[str]:
    """The variables, those first that have most edges to variables before them."""
    placed: list[str] = []
    left = list(variables)
    while left:
        degree = {v: sum(v in edge for edge in gold) for v in left}
        near = {v: sum(v in edge and bool({*edge} & {*placed}) for edge in gold) for v in left}
        chosen = max(left, key=lambda v: (near[v], degree[v]))
        placed.append(chosen)
        left.remove(chosen)
    return placed
