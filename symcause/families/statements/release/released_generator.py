"""The released generator of statements, modelled after its program: classes, relations, slips.

* ``inverse``: counts over a class look up relations under the renaming instead of under its inverse;
* ``leg``: of a confounder's two legs the second has one edge;
* ``bit``: the search for descendants tests the bit of the next variable.

A class is told by the first of its DAGs up to names; its members are the other DAGs under all names that
make them independent alike. A label is 1 if as many members show the relation as there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise, permutations

from symcause.families.statements.models.separations import Graph, conditions, pairs

RELATIONS = ("parent", "ancestor", "child", "descendant", "collider", "confounder")
SLIPS = ("inverse", "leg", "bit")

Edges = tuple[tuple[int, int], ...]
Sets = tuple[int, ...]


@cache
def avoiding(size: int) -> list[int]:
    """For every set of variables, the set of sets that share nothing with it."""
    return [sum(1 << z for z in range(1 << size) if not z & mask) for mask in range(1 << size)]


@cache
def orders(size: int) -> list[tuple[int, ...]]:
    """All renamings in lexicographic order."""
    return list(permutations(range(size)))


def orders_of(above: list[int], size: int) -> Iterator[list[int]]:
    """Every renaming under which all edges still go from low to high."""
    named = [0] * size

    def place(at: int, done: int) -> Iterator[list[int]]:
        if at == size:
            yield named
            return
        for v in range(size):
            if not done >> v & 1 and not above[v] & ~done:
                named[v] = at
                yield from place(at + 1, done | 1 << v)

    yield from place(0, 0)


def descendants(edges: Edges, size: int, slip: bool) -> list[int]:
    """Every variable with what is below it; by the slip a child is passed over if the next one is known."""
    children = [[b for a, b in edges if a == v] for v in range(size)]

    def visit(v: int, found: int) -> int:
        found |= 1 << v
        for child in children[v]:
            if not found >> (child + slip) & 1:
                found = visit(child, found)
        return found

    return [visit(v, 0) for v in range(size)]


def simple_paths(edges: Edges, size: int) -> dict[tuple[int, int], list[tuple[int, ...]]]:
    """All paths without a loop, by the pair that they join, its first one first."""
    joined: list[list[int]] = [[] for _ in range(size)]
    for a, b in edges:
        joined[a].append(b)
        joined[b].append(a)
    paths: dict[tuple[int, int], list[tuple[int, ...]]] = {pair: [] for pair in pairs(size)}

    def walk(path: tuple[int, ...]) -> None:
        for further in joined[path[-1]]:
            if further not in path:
                longer = (*path, further)
                if further > path[0]:
                    paths[path[0], further].append(longer)
                walk(longer)

    for start in range(size):
        walk((start,))
    return paths


class Listed:
    """A DAG of the generator: what it finds independent, and which relations it sees."""

    def __init__(self, edges: Edges, size: int, slips: frozenset[str]) -> None:
        self.edges, self.size = edges, size
        known, avoid = set(edges), avoiding(size)
        below = descendants(edges, size, "bit" in slips)
        everything = (1 << (1 << size)) - 1
        found, self.relations = [], dict[tuple[int, int], int]()
        paths, one_edge = simple_paths(edges, size), "leg" in slips
        for (x, y), allowed in zip(pairs(size), conditions(size), strict=True):
            active, told, back = 0, 0, 0
            for path in paths[x, y]:
                ways = tuple([step in known for step in pairwise(path)])
                others, sets = 0, everything
                for at, v in enumerate(path[1:-1]):
                    if ways[at] and not ways[at + 1]:
                        sets &= ~avoid[below[v]]
                    else:
                        others |= 1 << v
                active |= sets & avoid[others]
                there, here = both_ways(ways, one_edge)
                told |= there
                back |= here
            found.append(allowed & ~active)
            self.relations[x, y], self.relations[y, x] = told, back
        self.independent: Sets = tuple(found)

    @property
    def graph(self) -> Graph:
        return Graph.of(self.size, self.edges)


@cache
def both_ways(ways: tuple[bool, ...], one_edge: bool) -> tuple[int, int]:
    """The relation that one path shows, from its first to its last and back."""
    return seen(ways, one_edge), seen(tuple(not way for way in reversed(ways)), one_edge)


def seen(ways: tuple[bool, ...], one_edge: bool) -> int:
    """The relation that one path shows, as a bit."""
    forward, length = sum(ways), len(ways)
    if forward == length:
        return 1 << (length > 1)
    if not forward:
        return 1 << 2 + (length > 1)
    if all(ways[:forward]):
        return 1 << 4
    if not any(ways[: length - forward]) and (forward == 1 or not one_edge):
        return 1 << 5
    return 0


def renamed(stated: Sets, order: tuple[int, ...], size: int) -> Sets:
    """Independences under other names."""
    moved = _moved(size)[order]
    found = [0] * len(stated)
    place = {pair: at for at, pair in enumerate(pairs(size))}
    for (x, y), sets in zip(pairs(size), stated, strict=True):
        new = 0
        while sets:
            low = sets & -sets
            new |= 1 << moved[low.bit_length() - 1]
            sets ^= low
        a, b = sorted((order[x], order[y]))
        found[place[a, b]] = new
    return tuple(found)


@cache
def _moved(size: int) -> dict[tuple[int, ...], list[int]]:
    return {
        order: [sum(1 << order[v] for v in range(size) if z >> v & 1) for z in range(1 << size)]
        for order in orders(size)
    }


@lru_cache(maxsize=20_000)
def colours(stated: Sets, size: int) -> list[tuple[str, ...]]:
    """What one sees of a variable without its name: sizes of the sets in which it takes part."""
    ends: list[Counter[object]] = [Counter() for _ in range(size)]
    for (x, y), sets in zip(pairs(size), stated, strict=True):
        kinds: Counter[int] = Counter()
        rest = sets
        while rest:
            low = rest & -rest
            z = low.bit_length() - 1
            rest ^= low
            kinds[z.bit_count()] += 1
            for v in range(size):
                if z >> v & 1:
                    ends[v]["in", z.bit_count()] += 1
        told = tuple(sorted(kinds.items()))
        ends[x]["end", told] += 1
        ends[y]["end", told] += 1
    return [tuple(sorted(map(repr, one.items()))) for one in ends]


def matches(first: Sets, second: Sets, size: int) -> Iterator[tuple[int, ...]]:
    """The renamings that make the first what the second is, in lexicographic order."""
    mine, theirs = colours(first, size), colours(second, size)
    return (order for order in fitting(mine, theirs) if renamed(first, order, size) == second)


class Class:
    """A class as the generator has it: the DAG that stands for it, and what is counted over its members."""

    def __init__(self, first: Listed) -> None:
        self.first, self.members = first, 0
        self.counts: Counter[tuple[int, int, int]] = Counter()

    def take(self, other: Listed, slips: frozenset[str]) -> None:
        """Count all members that are the other DAG under some names."""
        for order in _firsts(other, matches(other.independent, self.first.independent, other.size)):
            self.count(other, order, slips)

    def count(self, other: Listed, order: tuple[int, ...], slips: frozenset[str]) -> None:
        """Count one member: the other DAG under these names."""
        self.members += 1
        inverse = tuple(order.index(v) for v in range(other.size))
        names = order if "inverse" in slips else inverse
        for x, y in pairs(other.size):
            relation = other.relations[names[x], names[y]]
            for bit in range(6):
                self.counts[x, y, bit] += relation >> bit & 1


def _firsts(dag: Listed, found: Iterator[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    """Of the renamings that give the same graph, the first of all, if it is among those found."""
    known = set(dag.edges)
    kinds = [
        (sum(a == v for a, _ in known), sum(b == v for _, b in known)) for v in range(dag.size)
    ]
    same = [
        order
        for order in fitting(kinds, kinds)
        if all((order[a], order[b]) in known for a, b in known)
    ]
    for order in found:
        if order == min(tuple(order[v] for v in turn) for turn in same):
            yield order


def fitting(mine: Sequence[object], theirs: Sequence[object]) -> Iterator[tuple[int, ...]]:
    """The renamings that keep colours, in lexicographic order."""
    size = len(mine)

    def place(order: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(order) == size:
            yield order
            return
        for v in range(size):
            if v not in order and mine[len(order)] == theirs[v]:
                yield from place((*order, v))

    return place(())
