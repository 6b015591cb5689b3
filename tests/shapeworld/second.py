"""ShapeWorld a second time, from the rules alone: nothing of the project is used here.

A world is a DAG that is simulated on its edges, parent by parent. A version space is a plain list of the
worlds that show what was seen. Optima are least fixed points over positions (worlds left, state), in
exact fractions: an action that teaches nothing leads to another state of the same worlds, one that
teaches leads to fewer worlds; so positions of the same worlds are solved together, smaller ones first.

>>> len(worlds(3)), sum(world.graphs for world in worlds(3))
(19, 25)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations, product

Pair = tuple[int, int]
State = frozenset[int]
Act = tuple[str, int]


@dataclass(frozen=True)
class World:
    """What can be seen of a DAG: who has a directed path to whom; *graphs* DAGs agree in that."""

    size: int
    causes: frozenset[Pair]
    graphs: int

    @cached_property
    def edges(self) -> frozenset[Pair]:
        """The fewest edges with these paths."""
        return frozenset(
            (x, y)
            for x, y in self.causes
            if not any((x, z) in self.causes and (z, y) in self.causes for z in range(self.size))
        )


def paths(edges: frozenset[Pair]) -> frozenset[Pair]:
    """All ordered pairs with a directed path from the first to the second."""
    found = set(edges)
    while True:
        more = {(x, z) for x, y in found for w, z in found if y == w} - found
        if not more:
            return frozenset(found)
        found |= more


@cache
def worlds(size: int) -> tuple[World, ...]:
    """Every world over this many shapes, found by drawing every DAG."""
    pairs = list(combinations(range(size), 2))
    found: Counter[frozenset[Pair]] = Counter()
    for choice in product((0, 1, 2), repeat=len(pairs)):
        drawn = frozenset(
            pair if way == 1 else pair[::-1] for pair, way in zip(pairs, choice, strict=True) if way
        )
        reached = paths(drawn)
        if not any(x == y for x, y in reached):
            found[reached] += 1
    listed = sorted(found.items(), key=lambda one: (len(one[0]), sorted(one[0])))
    return tuple(World(size, causes, graphs) for causes, graphs in listed)


def world_of(size: int, edges: Sequence[Pair]) -> World:
    """The world that these edges draw."""
    causes = paths(frozenset(edges))
    return next(world for world in worlds(size) if world.causes == causes)


def in_class(world: World, name: str) -> bool:
    others = world.size - 1
    if name in ("rooted", "core"):
        return any(
            sum((x, y) in world.causes for y in range(world.size)) == others
            for x in range(world.size)
        )
    return name == "all" or all(x < y for x, y in world.causes)


def closed(world: World, state: State) -> bool:
    """Does every effect of a moving shape move?"""
    return all(y in state for x, y in world.causes if x in state)


@cache
def after(world: World, state: State, act: Act) -> State:
    """The state that an action makes, by the rules on edges."""
    action, shape = act
    moving = set(state)
    edges = world.edges
    if action == "move":
        waiting = [shape]
        while waiting:
            x = waiting.pop()
            moving.add(x)
            waiting += [y for w, y in edges if w == x and y not in moving]
        return frozenset(moving)
    if shape not in moving or any(y == shape and x in moving for x, y in edges):
        return state
    moving.discard(shape)
    below = {y for x, y in world.causes if x == shape}
    while True:
        stopping = {y for y in moving & below if not any(z == y and x in moving for x, z in edges)}
        if not stopping:
            return frozenset(moving)
        moving -= stopping


def void(state: State, act: Act) -> bool:
    return (act[0] == "move") == (act[1] in state)


def acts(size: int, state: State) -> list[Act]:
    """Every action that is not void, shapes as listed."""
    return [("hold" if x in state else "move", x) for x in range(size)]


Parts = dict[State, frozenset[World]]


def parts(left: frozenset[World], state: State, act: Act) -> Parts:
    """What an action can show, and which worlds show it."""
    found: dict[State, set[World]] = {}
    for world in left:
        found.setdefault(after(world, state, act), set()).add(world)
    return {shown: frozenset(part) for shown, part in found.items()}


class Search:
    """The fewest interventions from any position on: at worst, and on average under a prior."""

    def __init__(self, size: int, asked: Pair, prior: str | None) -> None:
        self._size, self._asked, self._prior = size, asked, prior
        self._known: dict[tuple[frozenset[World], State], Fraction] = {}

    def settled(self, left: frozenset[World]) -> bool:
        return len({self._asked in world.causes for world in left}) < 2

    def value(self, left: frozenset[World], state: State) -> Fraction:
        if self.settled(left):
            return Fraction(0)
        if (left, state) not in self._known:
            self._solve(left, state)
        return self._known[left, state]

    def after(self, found: Parts) -> Fraction:
        """Interventions after an action that shows one of these."""
        values = [(self._weight(part), self.value(part, shown)) for shown, part in found.items()]
        if self._prior is None:
            return max(value for _, value in values)
        return sum((w * v for w, v in values), Fraction(0)) / sum(w for w, _ in values)

    def _weight(self, part: frozenset[World]) -> int:
        return sum(world.graphs for world in part) if self._prior == "graphs" else len(part)

    def _solve(self, left: frozenset[World], state: State) -> None:
        """All states that are reached without learning anything, together."""
        roads: dict[State, set[State]] = {}
        best: dict[State, Fraction] = {}
        waiting = [state]
        while waiting:
            here = waiting.pop()
            if here in roads:
                continue
            roads[here] = set()
            for act in acts(self._size, here):
                found = parts(left, here, act)
                if len(found) > 1:
                    value = 1 + self.after(found)
                    best[here] = min(best.get(here, value), value)
                else:
                    (there,) = found
                    roads[here].add(there)
                    waiting.append(there)
        changed = True
        while changed:
            changed = False
            for here, there in ((h, t) for h, many in roads.items() for t in many):
                if there in best and (here not in best or best[there] + 1 < best[here]):
                    best[here] = best[there] + 1
                    changed = True
        for here, value in best.items():
            self._known[left, here] = value


def parted(
    first: World, second: World, state: State, most: int = 12
) -> tuple[int, tuple[State, State]] | None:
    """How many actions it takes until two worlds in the same state show different ones."""
    reached = {(state, state)}
    for length in range(1, most):
        following = set()
        for here in reached:
            for act in product(("move", "hold"), range(first.size)):
                one, other = after(first, here[0], act), after(second, here[1], act)
                if one != other:
                    return length, (one, other)
                following.add((one, other))
        reached = following
    return None


def proof_length(gold: World, start: State, asked: Pair, scope: str) -> int:
    """The fewest interventions after which no world of the class answers unlike gold."""
    left = frozenset(
        world for world in worlds(gold.size) if in_class(world, scope) and closed(world, start)
    )
    reached, seen, length = {(left, start)}, set[tuple[frozenset[World], State]](), 0
    while True:
        if any(len({asked in world.causes for world in left}) == 1 for left, _ in reached):
            return length
        seen |= reached
        following = set()
        for left, state in reached:
            for act in acts(gold.size, state):
                shown = after(gold, state, act)
                following.add((parts(left, state, act)[shown], shown))
        reached, length = following - seen, length + 1
