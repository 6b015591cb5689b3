"""Root sets of acyclic choices: nodes after which all others can be placed.

Place the roots, and then, again and again, a node that has a parent set among the placed. What is left is
*stuck*: every root set from which all can be placed holds a stuck node. So the search for root sets
branches over the stuck nodes only, and each branch leaves out the nodes of the branches before it: every
root set is found once. Where nothing is stuck, any further nodes may be roots as well.

>>> Rooting((0, 1, 2), [{0b010: 1}, {0b001: 1}, {0b011: 1}], most=100).starts(1)
(1, 2)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import combinations

from symcause.budgets import StrictMeter
from symcause.models.bit_sets import bits, mask_of
from symcause.solvers.acyclic.node_placement import Placement
from symcause.solvers.acyclic.recursion_size import SCANNED


class Rooting:
    """Root sets of one component; raises LimitError where looking for them takes more than *most* steps."""

    def __init__(
        self,
        component: Sequence[int],
        masks: Sequence[Collection[int]],
        most: int,
        barred: int = 0,
    ) -> None:
        """The nodes of the set *barred* are no roots."""
        self._barred = barred
        self._full = mask_of(component)
        self._masks = masks
        self._component = component
        self._steps = StrictMeter(
            most,
            f"{len(component)} variables that may cause each other: too many root sets",
            remedy="disclose the roots",
        )

    @property
    def spent(self) -> int:
        """Steps that the search has taken."""
        return self._steps.spent

    def fewest(self, most: int) -> int | None:
        """The size of the smallest root set, None if it has more than *most* nodes."""
        return next((k for k in range(most + 1) if next(self.root_sets(k), None) is not None), None)

    def starts(self, number: int) -> tuple[int, ...]:
        """All root sets with this many nodes; without roots there is only the empty one to begin with."""
        return tuple(self.root_sets(number)) if number else (0,)

    def root_sets(self, number: int) -> Iterator[int]:
        """The root sets with this many nodes, one after the other."""
        if number > len(self._component):
            return
        yield from self._branch(0, self._closed(0, 0), self._barred, number)

    def _branch(self, chosen: int, closed: int, excluded: int, left: int) -> Iterator[int]:
        stuck = self._full & ~closed
        if not stuck:
            free = [1 << v for v in bits(self._full & ~chosen & ~excluded)]
            for more in combinations(free, left):
                self._steps.spend()
                yield chosen | sum(more)
            return
        for v in bits(stuck & ~excluded) if left else ():
            bit = 1 << v
            yield from self._branch(
                chosen | bit, self._closed(closed | bit, bit), excluded, left - 1
            )
            excluded |= bit

    def _closed(self, placed: int, new: int) -> int:
        """All nodes that can be placed after these, of which one is new."""
        return self._placement.closed(placed, new, told=self._looked)

    @cached_property
    def _placement(self) -> Placement:
        return Placement(self._component, self._masks)

    def _looked(self, nodes: int, sets: int) -> None:
        self._steps.spend(nodes + sets // SCANNED)


def least_roots(rootings: Sequence[Rooting], roots: int) -> list[int] | None:
    """The fewest roots of every component, None if they are more than there are."""
    least, left = [], roots
    for rooting in rootings:
        fewest = rooting.fewest(left)
        if fewest is None:
            return None
        least.append(fewest)
        left -= fewest
    return least
