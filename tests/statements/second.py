"""A second engine: all DAGs by brute force, d-separation by paths, relations by simple paths.

It shares no line with the family: a DAG is a set of edges, a path a list of names.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise, product

Edges = frozenset[tuple[int, int]]
Triple = tuple[int, int, frozenset[int]]


@cache
def triples(size: int) -> tuple[Triple, ...]:
    """Every (x, y | Z), by pair."""
    found = []
    for x, y in combinations(range(size), 2):
        rest = [v for v in range(size) if v not in (x, y)]
        found += [(x, y, frozenset(z)) for k in range(len(rest) + 1) for z in combinations(rest, k)]
    return tuple(found)


@cache
def all_dags(size: int) -> tuple[Edges, ...]:
    """Every labelled DAG."""
    pairs = list(combinations(range(size), 2))
    found = []
    for chosen in product((None, 0, 1), repeat=len(pairs)):
        edges = frozenset(
            (x, y) if way == 0 else (y, x)
            for (x, y), way in zip(pairs, chosen, strict=True)
            if way is not None
        )
        if not any(_directed(edges, v, v) for v in range(size)):
            found.append(edges)
    return tuple(found)


def _directed(edges: Edges, start: int, end: int, avoid: frozenset[int] = frozenset()) -> bool:
    """Is there a directed path of one or more edges whose inner nodes are not avoided?"""
    seen: set[int] = set()
    todo = [start]
    while todo:
        at = todo.pop()
        for a, b in edges:
            if a == at:
                if b == end:
                    return True
                if b not in seen and b not in avoid:
                    seen.add(b)
                    todo.append(b)
    return False


def paths(edges: Edges, x: int, y: int) -> Iterator[list[int]]:
    """All simple paths of the skeleton."""
    joined: dict[int, set[int]] = {}
    for a, b in edges:
        joined.setdefault(a, set()).add(b)
        joined.setdefault(b, set()).add(a)

    def walk(path: list[int]) -> Iterator[list[int]]:
        if path[-1] == y:
            yield path
            return
        for further in sorted(joined.get(path[-1], set()) - set(path)):
            yield from walk([*path, further])

    yield from walk([x])


def separated(edges: Edges, x: int, y: int, given: frozenset[int]) -> bool:
    """Is every path blocked?"""
    for path in paths(edges, x, y):
        for a, c, b in zip(path, path[1:], path[2:], strict=False):
            if (a, c) in edges and (b, c) in edges:
                if c not in given and not any(_directed(edges, c, z) for z in given):
                    break
            elif c in given:
                break
        else:
            return False
    return True


@cache
def independences(edges: Edges, size: int) -> frozenset[Triple]:
    """All d-separations of a DAG."""
    return frozenset(triple for triple in triples(size) if separated(edges, *triple))


@cache
def by_independences(size: int) -> dict[frozenset[Triple], tuple[Edges, ...]]:
    """Every class by what it says."""
    found: dict[frozenset[Triple], list[Edges]] = {}
    for edges in all_dags(size):
        found.setdefault(independences(edges, size), []).append(edges)
    return {key: tuple(members) for key, members in found.items()}


def true_in(edges: Edges, relation: str, reading: str, x: int, y: int, size: int) -> bool:
    """Is a relation true, by simple directed paths?"""
    if relation == "child":
        return true_in(edges, "parent", reading, y, x, size)
    if relation == "descendant":
        return true_in(edges, "ancestor", reading, y, x, size)
    edge = (x, y) in edges
    if relation == "parent":
        return edge
    straight = [p for p in paths(edges, x, y) if all(s in edges for s in pairwise(p))]
    if relation == "ancestor":
        long = any(len(path) > 2 for path in straight)
        return {"path": long, "strict": bool(straight) and not edge, "any": bool(straight)}[reading]
    if relation == "confounder":
        edges = frozenset((b, a) for a, b in edges)  # a collider of the graph turned round
    others = [c for c in range(size) if c not in (x, y)]
    if reading == "direct":
        return any((x, c) in edges and (y, c) in edges for c in others)
    if reading == "any":
        return any(_directed(edges, x, c) and _directed(edges, y, c) for c in others)
    if reading == "released":
        past = frozenset((y,))
        return any((y, c) in edges and _directed(edges, x, c, past) for c in others)
    return any(_bends_once(edges, path) for path in paths(edges, x, y))


def _bends_once(edges: Edges, path: list[int]) -> bool:
    """Is a path x -> … -> c <- … <- y, with a third variable in the bend?"""
    forward = [(a, b) in edges for a, b in pairwise(path)]
    turn = sum(forward)
    return 0 < turn < len(forward) and all(forward[:turn]) and not any(forward[turn:])
