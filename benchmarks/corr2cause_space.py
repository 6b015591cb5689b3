"""The space of Corr2Cause's generator, enumerated: every class of DAGs of two to six variables.

``python -m benchmarks.corr2cause_space`` lists the classes up to names, asks all six relations of every
pair, and counts verdicts, memory and time. With ``--released`` the classes and labels are those of the
released generator, modelled after its own program: which DAG stands for a class, and three slips.

* ``inverse``: counts over a class look up relations under the renaming instead of under its inverse;
* ``leg``: of a confounder's two legs the second has one edge;
* ``bit``: the search for descendants tests the bit of the next variable.

``--repair inverse,leg,bit`` takes slips away; with all three gone its counts must be ours. ``--one-edge``
takes the second slip for what is meant. ``--write FILE`` writes the items with these labels as the release
does, one JSON object a line with ``input`` and ``label``.
"""

from __future__ import annotations

import argparse
import json
import resource
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache, lru_cache
from itertools import combinations, pairwise, permutations
from pathlib import Path
from typing import Any, TextIO

from symcause.families.statements.models.relations import READINGS, relation_test
from symcause.families.statements.models.separations import Graph, conditions, pairs
from symcause.families.statements.problem.hypothesis_sentences import write_hypothesis
from symcause.families.statements.problem.premise_sentences import write_premise
from symcause.families.statements.problem.problem import (
    Hypothesis,
    Premise,
    Statement,
    StatementsProblem,
)
from symcause.families.statements.space.faithful_dags import faithful

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


def unnamed_dags(size: int) -> Iterator[Edges]:
    """DAGs up to names, each by its smallest number among those whose edges go from low to high."""
    places = list(combinations(range(size), 2))
    number = {pair: 1 << at for at, pair in enumerate(places)}
    seen = bytearray(1 << len(places))
    for code in range(1 << len(places)):
        if seen[code]:
            continue
        edges = tuple(pair for pair in places if code & number[pair])
        below = [0] * size
        for a, b in edges:
            below[b] |= 1 << a
        for order in _orders_of(below, size):
            seen[sum(number[order[a], order[b]] for a, b in edges)] = 1
        yield edges


def _orders_of(above: list[int], size: int) -> Iterator[list[int]]:
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


def simple_paths(edges: Edges, size: int, x: int, y: int) -> Iterator[list[int]]:
    joined: list[list[int]] = [[] for _ in range(size)]
    for a, b in edges:
        joined[a].append(b)
        joined[b].append(a)

    def walk(path: list[int]) -> Iterator[list[int]]:
        if path[-1] == y:
            yield path
            return
        for further in joined[path[-1]]:
            if further not in path:
                yield from walk([*path, further])

    return walk([x])


class Listed:
    """A DAG of the generator: what it finds independent, and which relations it sees."""

    def __init__(self, edges: Edges, size: int, slips: frozenset[str]) -> None:
        self.edges, self.size = edges, size
        known, avoid = set(edges), avoiding(size)
        below = descendants(edges, size, "bit" in slips)
        everything = (1 << (1 << size)) - 1
        found, self.relations = [], dict[tuple[int, int], int]()
        for (x, y), allowed in zip(pairs(size), conditions(size), strict=True):
            active, told, back = 0, 0, 0
            for path in simple_paths(edges, size, x, y):
                ways = [(a, b) in known for a, b in pairwise(path)]
                others, sets = 0, everything
                for at, v in enumerate(path[1:-1]):
                    if ways[at] and not ways[at + 1]:
                        sets &= ~avoid[below[v]]
                    else:
                        others |= 1 << v
                active |= sets & avoid[others]
                told |= seen(ways, "leg" in slips)
                back |= seen([not way for way in reversed(ways)], "leg" in slips)
            found.append(allowed & ~active)
            self.relations[x, y], self.relations[y, x] = told, back
        self.independent: Sets = tuple(found)

    @property
    def graph(self) -> Graph:
        return Graph.of(self.size, self.edges)


def seen(ways: list[bool], one_edge: bool) -> int:
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
def colours(stated: Sets, size: int) -> list[Any]:
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
        size = other.size
        for order in _firsts(other, matches(other.independent, self.first.independent, size)):
            self.members += 1
            inverse = [order.index(v) for v in range(size)]
            names = order if "inverse" in slips else inverse
            for x, y in pairs(size):
                told = other.relations[names[x], names[y]]
                for bit in range(6):
                    self.counts[x, y, bit] += told >> bit & 1


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


def fitting(mine: list[Any], theirs: list[Any]) -> Iterator[tuple[int, ...]]:
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


def classes(size: int, slips: frozenset[str], *, counting: bool) -> list[Class]:
    """The classes of a size, in the generator's order."""
    found: dict[object, list[Class]] = {}
    listed = list[Class]()
    for edges in unnamed_dags(size):
        dag = Listed(edges, size, slips)
        kind = tuple(sorted(colours(dag.independent, size)))
        own = next(
            (
                c
                for c in found.get(kind, ())
                if any(matches(dag.independent, c.first.independent, size))
            ),
            None,
        )
        if own is None:
            own = Class(dag)
            found.setdefault(kind, []).append(own)
            listed.append(own)
        if counting:
            own.take(dag, slips)
    return listed


def judged(
    size: int, found: list[Class], *, released: bool, one_edge: bool = False
) -> Counter[str]:
    """Verdicts of all hypotheses; with what is released, the labels that differ from them."""
    told: Counter[str] = Counter()
    for one in found:
        premise = Premise(size, one.first.independent, (0,) * len(one.first.independent), True)
        members = faithful(premise).members
        told["classes"] += 1
        told["classes without a DAG"] += not members
        for bit, relation in enumerate(RELATIONS):
            test = relation_test(relation)
            at = READINGS[relation].index("released" if one_edge and bit == 5 else "path")
            for x, y in pairs(size):
                told["hypotheses"] += 1
                if not members:
                    told["inconsistent"] += 1
                    continue
                true = sum(test(member, x, y)[at] for member in members)
                verdict = _verdict(true, len(members))
                told[verdict] += 1
                if released:
                    label = _verdict(one.counts[x, y, bit], one.members)
                    told["wrong in two classes"] += (label == "entailed") != (verdict == "entailed")
                    told["wrong in three classes"] += label != verdict
                    same = (one.counts[x, y, bit], one.members) == (true, len(members))
                    told["other counts"] += not same
    return told


def _verdict(true: int, count: int) -> str:
    return "entailed" if true == count else "open" if true else "impossible"


def released_items(size: int, found: list[Class]) -> Iterator[dict[str, object]]:
    """The items of classes as the release has them: ``child`` and ``descendant`` exchange the names."""
    names = tuple("ABCDEFGH"[:size])
    for number, one in enumerate(found):
        asked = Hypothesis("parent", (names[0], names[1]))
        stated = [
            Statement(names[x], names[y], tuple(names[v] for v in range(size) if z >> v & 1))
            for (x, y), sets in zip(pairs(size), one.first.independent, strict=True)
            for z in range(1 << size)
            if sets >> z & 1
        ]
        premise = write_premise(StatementsProblem(f"{size}-{number}", names, tuple(stated), asked))
        for x, y in pairs(size):
            for bit, relation in enumerate(RELATIONS):
                told = write_hypothesis(Hypothesis(relation, (names[x], names[y])))
                label = int(one.counts[x, y, bit] == one.members)
                key = f"num_nodes={size}__mec_id={number}__node_i={x}__node_j={y}"
                yield {
                    "id": f"{key}__causal_relation={relation}",
                    "input": f"Premise: {premise}\nHypothesis: {told}",
                    "label": label,
                }


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reader.add_argument("--most", type=int, default=6, help="variables at most (6)")
    reader.add_argument("--released", action="store_true", help="classes and labels as released")
    reader.add_argument("--repair", default="", help="slips that are taken away: inverse,leg,bit")
    reader.add_argument(
        "--one-edge", action="store_true", help="read confounders as the generator does"
    )
    reader.add_argument("--write", metavar="FILE", help="with --released: write the items")
    given = reader.parse_args()
    if given.write and not given.released:
        reader.error("--write needs --released")
    slips = frozenset(SLIPS) - set(given.repair.split(",")) if given.released else frozenset()
    with ExitStack() as stack:
        path = Path(given.write) if given.write else None
        file = None if path is None else stack.enter_context(path.open("w", encoding="utf-8"))
        run(given, slips, file)


def run(given: argparse.Namespace, slips: frozenset[str], file: TextIO | None) -> None:
    """Go through all sizes; print what is found, and write the items where they are wanted."""
    total: Counter[str] = Counter()
    for size in range(2, given.most + 1):
        start = time.process_time()
        found = classes(size, slips, counting=given.released)
        between = time.process_time()
        told = judged(size, found, released=given.released, one_edge=given.one_edge)
        total += told
        for item in released_items(size, found) if file is not None else ():
            print(json.dumps(item), file=file)
        seconds = round(between - start, 1), round(time.process_time() - between, 1)
        print(json.dumps({"variables": size, **told, "seconds": seconds}), flush=True)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(json.dumps({"variables": "all", **total, "megabytes": peak}))


if __name__ == "__main__":
    main()
