"""Sufficient worlds: the smallest set of given worlds with the same space as all of them.

Fewer worlds give a larger or equal space, so a subset of worlds with the same count has the same
space. Worlds whose removal changes the count are in every such subset; if they suffice, they are the
smallest one. Otherwise an implicit hitting-set search finds it, or bounds it when its budget ends.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from symcause.models.bit_sets import bits, mask_of
from symcause.solvers.sets.hitting_sets import fewest

Worlds = frozenset[int]
"""Numbers of worlds."""


class SomeWorlds(ABC):
    """Exact counts for subsets of this many worlds, remembered."""

    def __init__(self, number: int) -> None:
        self.all = frozenset(range(number))
        self._counts: dict[Worlds, int] = {}

    def count(self, chosen: Worlds) -> int:
        """How many members are left if only these worlds are evidence."""
        if chosen not in self._counts:
            self._counts[chosen] = self.counted(chosen)
        return self._counts[chosen]

    def remember(self, chosen: Worlds, count: int) -> None:
        """A count that is known already."""
        self._counts[chosen] = count

    @abstractmethod
    def counted(self, chosen: Worlds) -> int:
        """The same, counted anew."""

    def suffice(self, chosen: Iterable[int]) -> bool:
        """Is the space with these worlds that of all?"""
        return self.count(frozenset(chosen)) == self.count(self.all)


@dataclass(frozen=True)
class SufficientWorlds:
    """A set of worlds that suffice, how many it takes at least, and what each world rules out alone."""

    worlds: Worlds
    lower_bound: int
    gains: tuple[int, ...]  # members more without this world

    @property
    def optimal(self) -> bool:
        """Is no smaller set sufficient?"""
        return len(self.worlds) == self.lower_bound


def sufficient_worlds(some: SomeWorlds, most_counts: int) -> SufficientWorlds:
    """Search for the smallest sufficient set, with about this many counts where it takes a search."""
    everything, target = some.all, some.count(some.all)
    rests = [everything - {w} for w in sorted(everything)]
    gains = tuple(0 if some.suffice(rest) else some.count(rest) - target for rest in rests)
    needed = frozenset(w for w in everything if gains[w])
    if some.suffice(needed):
        return SufficientWorlds(needed, len(needed), gains)

    def learn(proposal: int) -> list[int]:
        """The worlds outside a maximal insufficient superset of a choice; none if it suffices."""
        chosen = frozenset(bits(proposal))
        if some.suffice(chosen):
            return []
        grown = set(chosen)
        for w in sorted(everything - chosen - needed) + sorted(needed - chosen):
            if not some.suffice(grown | {w}):
                grown.add(w)
        return [mask_of(everything - grown)]

    greedy = set(everything)
    for w in sorted(everything - needed, reverse=True):
        if some.suffice(greedy - {w}):
            greedy.discard(w)
    steps = max(1, most_counts // max(1, len(everything) - len(needed)))
    *_, best = islice(fewest(mask_of(greedy), (), learn), steps + 1)
    bound = max(best.lower_bound, len(needed) + 1)
    return SufficientWorlds(frozenset(bits(best.chosen)), bound, gains)
