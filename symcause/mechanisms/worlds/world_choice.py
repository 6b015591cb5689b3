"""The choice of the fewest further worlds of a pool that leave as few models as all of them together.

More evidence only shrinks the space, so no choice from the pool C leaves fewer members than C as a whole; a
choice is *sufficient* if it leaves just as many. A choice is sufficient iff it refutes every member that C
refutes, so each such member M demands one of the worlds that refute it: an implicit hitting-set problem.

Some demands may be known from the start (:meth:`WorldChoice.flips`). The rest is learned from what a
proposal leaves over (:mod:`.survivors`), with the exact count as the judge. The first proposal that the
count accepts is smallest, and the size of every proposal is a lower bound for the pool.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Generic, TypeVar

from symcause.errors import LimitError
from symcause.mechanisms.bounds import WORLD_DEMANDS
from symcause.mechanisms.branch_space import BranchSpace
from symcause.mechanisms.local_space import F, M, S
from symcause.mechanisms.worlds.refutation import Pool, Refuting
from symcause.mechanisms.worlds.survivors import survivors
from symcause.solvers.sets.hitting_bounds import proves_fewest
from symcause.solvers.sets.hitting_sets import Fewest, fewest, greedy, irredundant

W = TypeVar("W")


class WorldChoice(ABC, Generic[W, S, F, M]):
    """The hitting-set loop over one pool, whose worlds gold shows.

    A family says which space a choice leaves and, by *refuting*, which mechanisms are hard to refute.
    """

    def __init__(
        self, gold: M, pool: Pool[W], refuting: Refuting[S, F, M], order: Sequence[int]
    ) -> None:
        self.gold, self.pool, self.refuting = gold, pool, refuting
        self.order = order
        """The worlds, those first that are rather taken than others."""

    @abstractmethod
    def space(self, chosen: int) -> BranchSpace[S, F, M]:
        """The space with these worlds of the pool as further evidence."""

    def flips(self) -> Iterator[int]:
        """Demands that are known from the start: gold with another output for one pattern."""
        return iter(())

    @cached_property
    def whole(self) -> BranchSpace[S, F, M]:
        """What all worlds of the pool together leave."""
        return self.space(self.pool.everything)

    def run(self, most_rounds: int) -> Iterator[Fewest]:
        """The first sufficient choice, then fewer worlds and better lower bounds; the last is the answer.

        With ``most_rounds=0`` there is no search for fewer worlds.
        """
        chosen, demands = self._sufficient(irredundant(self.flips()))
        last = Fewest(chosen, 0)
        yield last
        if not most_rounds or not chosen:
            return
        if proves_fewest(demands, chosen.bit_count()):
            yield Fewest(chosen, chosen.bit_count())
            return
        for found in islice(fewest(chosen, demands, self._left_over), most_rounds + 1):
            if found != last:
                last = found
                yield last

    def _sufficient(self, demands: list[int]) -> tuple[int, list[int]]:
        """A sufficient choice that needs each of its worlds, and the demands learned on the way."""
        while True:
            chosen = greedy(demands, self.order)
            learned = self._left_over(chosen)
            if not learned:
                return chosen, demands
            demands = irredundant([*demands, *learned])

    def _left_over(self, chosen: int) -> list[int]:
        """Demands that a choice does not meet; none iff it is sufficient."""
        space = self.space(chosen)
        if space.count == self.whole.count:
            return []
        learned = set()
        for survivor in survivors(space, self.whole, self.gold, self.pool, self.refuting):
            assert survivor.refuters and not survivor.refuters & chosen
            learned.add(survivor.refuters)
            if len(learned) >= WORLD_DEMANDS:
                break
        if (
            not learned
        ):  # a larger space has some, but listed mechanisms are looked at up to a bound
            raise LimitError("too many mechanisms to look for those that further worlds refute")
        return irredundant(learned)
