"""The skeleton of complete statements, with the arrows that every faithful DAG must have.

Two variables are adjacent iff no set is listed that makes them independent. In an unshielded x - c - y,
*c* is a collider iff it is in no listed set of x and y, and none iff it is in all; in some only is a
contradiction (*mixed*), and so are two colliders that turn one edge both ways (*conflict*).
"""

from __future__ import annotations

from dataclasses import dataclass

from symcause.families.statements.models.separations import Sets, pair_places, pairs, sets_with
from symcause.families.statements.problem.problem import Premise
from symcause.models.bit_sets import bits, lowest

Triple = tuple[int, int, int]
"""x, c, y: an unshielded triple with *c* in the middle."""


@dataclass(frozen=True)
class Skeleton:
    """Who is adjacent, which arrows are forced, and which edges may point either way."""

    adjacent: Sets
    parents: Sets
    free: tuple[tuple[int, int], ...]
    colliders: frozenset[Triple]

    @property
    def size(self) -> int:
        return len(self.adjacent)


@dataclass(frozen=True)
class Mixed:
    """An unshielded triple whose middle is in one listed set of the ends and not in another."""

    triple: Triple
    having: int
    lacking: int


@dataclass(frozen=True)
class Conflict:
    """Two forced colliders that turn an edge both ways: the arrow into *c* of the first is turned."""

    first: Triple
    second: Triple


def skeleton_of(premise: Premise) -> Skeleton | Mixed | Conflict:
    """What complete statements say about every faithful DAG, or why there is none."""
    size, stated = premise.size, premise.independent
    adjacent = adjacency(size, stated)
    forced: dict[tuple[int, int], Triple] = {}
    colliders: list[Triple] = []
    conflict: Conflict | None = None
    for place, (x, y) in enumerate(pairs(size)):
        listed = stated[place]
        for c in bits(adjacent[x] & adjacent[y]) if listed else ():
            having = listed & sets_with(size, c)
            if having and having != listed:
                return Mixed((x, c, y), lowest(having), lowest(listed & ~having))
            if having:
                continue
            triple = (x, c, y)
            colliders.append(triple)
            for end in (x, y):
                opposite = forced.get((c, end))
                if opposite is not None:
                    conflict = conflict or Conflict(opposite, triple)
                forced.setdefault((end, c), triple)
    if conflict is not None:
        return conflict
    parents = [0] * size
    for cause, effect in forced:
        parents[effect] |= 1 << cause
    free = tuple(
        (x, y)
        for x, y in pairs(size)
        if adjacent[x] >> y & 1 and (x, y) not in forced and (y, x) not in forced
    )
    return Skeleton(adjacent, tuple(parents), free, frozenset(colliders))


def adjacency(size: int, stated: Sets) -> Sets:
    """For every variable those that nothing makes independent of it."""
    found = [0] * size
    for (x, y), place in pair_places(size).items():
        if not stated[place]:
            found[x] |= 1 << y
    return tuple(found)
