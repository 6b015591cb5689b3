"""Orientations of a skeleton: all DAGs that have its edges and colliders and no other unshielded collider.

A branch is closed at its first directed cycle or new collider. How the search went can be recorded as a
*tree*, which the verifier walks without searching: at every free edge in order ``+`` turns it from the
first variable to the second, then the other way; a branch ends with ``c`` (a cycle), ``v`` (a collider) or
``m`` (a member).
"""

from __future__ import annotations

from symcause.families.statements.models.separations import Graph
from symcause.families.statements.space.skeleton import Skeleton
from symcause.models.bit_sets import bits

SPLIT, CYCLE, COLLIDER, MEMBER = "+", "c", "v", "m"


class Orientations:
    """The members of a skeleton, in the order of the search, and how it went if that is recorded."""

    def __init__(self, skeleton: Skeleton, *, record: bool = False) -> None:
        self.members: list[Graph] = []
        self._tree: list[str] | None = [] if record else None
        self._adjacent, self._free = skeleton.adjacent, skeleton.free
        size = skeleton.size
        parents, children = list(skeleton.parents), [0] * size
        below = [1 << v for v in range(size)]
        if _stray(skeleton):
            self._note(COLLIDER)
            return
        for effect, causes in enumerate(parents):
            for cause in bits(causes):
                if below[effect] >> cause & 1:
                    self._note(CYCLE)
                    return
                children[cause] |= 1 << effect
                _join(below, cause, effect)
        self._turn(0, parents, children, below)

    @property
    def tree(self) -> str:
        """How the search went."""
        assert self._tree is not None, "the search was not recorded"
        return "".join(self._tree)

    def _turn(self, at: int, parents: list[int], children: list[int], below: list[int]) -> None:
        """Turn the free edges from this one on; *below* are the descendants of each variable."""
        if at == len(self._free):
            self._note(MEMBER)
            self.members.append(Graph(tuple(parents), tuple(children)))
            return
        self._note(SPLIT)
        first, second = self._free[at]
        for cause, effect in ((first, second), (second, first)):
            if below[effect] >> cause & 1:
                self._note(CYCLE)
            elif parents[effect] & ~self._adjacent[cause]:
                self._note(COLLIDER)
            else:
                parents[effect] ^= 1 << cause
                children[cause] ^= 1 << effect
                if below[cause] >> effect & 1:
                    self._turn(at + 1, parents, children, below)
                else:
                    reached = below.copy()
                    _join(reached, cause, effect)
                    self._turn(at + 1, parents, children, reached)
                parents[effect] ^= 1 << cause
                children[cause] ^= 1 << effect

    def _note(self, mark: str) -> None:
        if self._tree is not None:
            self._tree.append(mark)


def _join(below: list[int], cause: int, effect: int) -> None:
    """One more arrow: what is below the effect is below the cause and all its ancestors."""
    more, bit = below[effect], 1 << cause
    for v, mask in enumerate(below):
        if mask & bit:
            below[v] = mask | more


def _stray(skeleton: Skeleton) -> bool:
    """Do the forced arrows alone make an unshielded collider that is none of the forced ones?"""
    for c, causes in enumerate(skeleton.parents):
        found = bits(causes)
        for place, x in enumerate(found):
            for y in found[place + 1 :]:
                if not skeleton.adjacent[x] >> y & 1 and (x, c, y) not in skeleton.colliders:
                    return True
    return False
