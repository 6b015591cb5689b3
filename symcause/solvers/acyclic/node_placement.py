"""Node placement: which nodes of acyclic choices can be placed after some others.

A node can be placed as soon as all nodes of one of its parent sets are. Whenever a node is placed, only the
parent sets that hold it are looked at, so what is known of some nodes is kept when one more is added.

>>> placement = Placement((0, 1, 2), [{0b010: 1}, {0b001: 1}, {0b011: 1}])
>>> placement.closed(0, 0), placement.closed(0b001, 0b001)
(0, 7)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cached_property

from symcause.models.bit_lookups import summed
from symcause.models.bit_sets import bits, mask_of
from symcause.solvers.acyclic.recursion_size import least_sets, unlocked_by


class Placement:
    """Nodes, ascending, with the parent sets of each."""

    def __init__(self, nodes: Sequence[int], masks: Sequence[Collection[int]]) -> None:
        least = [least_sets(options) for options in masks]
        self._unlocked, self._ready = unlocked_by([1 << v for v in nodes], least)
        self._sets = {v: len(options) for v, options in zip(nodes, least, strict=True)}
        self.full = mask_of(nodes)

    def closed(
        self,
        placed: int,
        new: int,
        barred: int = 0,
        told: Callable[[int, int], None] | None = None,
    ) -> int:
        """All nodes that can be placed after these, but for the *barred*.

        Without the *new* ones among them, nothing could be placed that is not. Nodes are placed in rounds,
        in which each is looked at once, in ascending order; at the beginning of a round it is *told* how
        many are left, and how many parent sets they have.
        """
        taken, waiting = placed | barred, 0
        for v in bits(new):
            waiting |= self._after(v, ~placed, taken | waiting)
        waiting |= self._ready & ~taken
        left, sets = self._unplaced(placed) if told else (0, 0)
        while waiting or left:
            if told and left:
                told(left, sets)
            if not waiting:
                break
            following = 0
            while waiting:
                low = waiting & -waiting
                v = low.bit_length() - 1
                placed |= low
                taken |= low
                left, sets = left - 1, sets - self._sets[v]
                free = self._after(v, ~placed, taken | waiting | following)
                waiting = (waiting ^ low) | free & -low
                following |= free & low - 1
            waiting = following
        return placed

    def _unplaced(self, placed: int) -> tuple[int, int]:
        """How many nodes are left, and how many parent sets they have."""
        rest = self.full & ~placed
        return rest.bit_count(), self._sets_of(rest)

    @cached_property
    def _sets_of(self) -> Callable[[int], int]:
        return summed(self._sets)

    def _after(self, node: int, outside: int, taken: int) -> int:
        """The nodes with a parent set that holds this one and is placed as a whole."""
        found = 0
        for owner, masks in self._unlocked[node]:
            if not owner & taken:
                for mask in masks:
                    if not mask & outside:
                        found |= owner
                        break
        return found
