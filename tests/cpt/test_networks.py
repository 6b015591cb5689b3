"""Probabilities of a network against a list of its worlds; back doors against all paths of the graph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from random import Random

import pytest

from symcause.errors import ProblemError
from symcause.families.cpt.files.cpt_document import read_cpt
from symcause.families.cpt.models.back_doors import back_door
from symcause.families.cpt.models.network import Network, binary
from symcause.models.dags import DAG

NAMES = ("A", "B", "C", "D")


def graph(rng: Random) -> DAG:
    """Four variables, in any order, with some of the edges that it allows."""
    order = rng.sample(NAMES, len(NAMES))
    edges = [pair for pair in combinations(order, 2) if rng.random() < 0.55]
    return DAG.of(edges, nodes=NAMES)


def network(rng: Random) -> Network:
    dag = graph(rng)
    ones = {
        name: [Fraction(rng.randint(0, 4), 4) for _ in range(2 ** mask.bit_count())]
        for name, mask in zip(dag.nodes, dag.parents, strict=True)
    }
    return binary(dag, ones)


def share(net: Network, event: dict[str, int]) -> Fraction:
    """The probability of an event, world by world."""
    total = Fraction(0)
    for values in product((0, 1), repeat=len(NAMES)):
        world = dict(zip(NAMES, values, strict=True))
        weight = Fraction(1)
        for node, name in enumerate(NAMES):
            parents = [p for p in NAMES if (p, name) in net.dag.edges]
            at = int("".join(str(world[p]) for p in parents) or "0", 2)
            weight *= net.rows[node][at][world[name]]
        total += weight * all(world[name] == value for name, value in event.items())
    return total


def test_probabilities_are_those_of_the_worlds() -> None:
    """Whatever stands in event and condition: nothing, the same variable twice, what contradicts itself."""
    rng, seen = Random(5), Counter[str]()
    for _ in range(120):
        net = network(rng)
        event = {v: rng.randint(0, 1) for v in rng.sample(NAMES, rng.randint(0, 3))}
        given = {v: rng.randint(0, 1) for v in rng.sample(NAMES, rng.randint(0, 2))}
        below, shared = share(net, given), event.keys() & given.keys()
        if not below:
            assert net.probability(event, given) is None
            continue
        against = {v for v in shared if event[v] != given[v]}
        both = Fraction(0) if against else share(net, {**event, **given})
        assert net.probability(event, given) == both / below
        seen["some against"] += bool(against) and len(against) < len(event)
        seen["no event"] += bool(given) and not event
    assert min(seen["some against"], seen["no event"]) > 5


def paths(dag: DAG, x: str, y: str) -> Iterator[list[str]]:
    """All paths between two variables, whichever way their edges point."""
    waiting = [[x]]
    while waiting:
        path = waiting.pop()
        if path[-1] == y:
            yield path
            continue
        near = [v for v in dag.nodes if {(v, path[-1]), (path[-1], v)} & {*dag.edges}]
        waiting += [[*path, v] for v in near if v not in path]


def below(dag: DAG, x: str) -> set[str]:
    """A variable and all that it causes."""
    found = {x}
    while more := {b for a, b in dag.edges if a in found} - found:
        found |= more
    return found


def is_open(dag: DAG, path: list[str], given: tuple[str, ...]) -> bool:
    """Does nothing on the path stop what is conditioned on?"""
    for before, v, after in zip(path, path[1:], path[2:], strict=False):
        if {(before, v), (after, v)} <= {*dag.edges}:
            if not below(dag, v) & {*given}:
                return False
        elif v in given:
            return False
    return True


def test_back_doors_are_those_of_the_paths() -> None:
    rng, seen = Random(6), Counter[tuple[bool, int]]()
    for _ in range(60):
        dag = graph(rng)
        x, y = rng.sample(NAMES, 2)
        others = [v for v in NAMES if v not in (x, y)]
        for size in range(len(others) + 1):
            for given in combinations(others, size):
                doors = [p for p in paths(dag, x, y) if (p[1], x) in dag.edges]
                expected = not below(dag, x) & {*given} and not any(
                    is_open(dag, path, given) for path in doors
                )
                assert back_door(dag, x, y, given) == expected
                seen[expected, size] += 1
    assert all(seen[told, size] > 3 for told in (False, True) for size in range(3)), seen


@pytest.mark.parametrize("key", ["P(U)", "P(Y|U)", "P(U=1,X=0)"])
@pytest.mark.parametrize("last", [True, False])
def test_no_number_is_about_what_nobody_saw(key: str, last: bool) -> None:
    """Wherever it stands among the numbers."""
    value = "0.5" if "=" in key or "|" not in key else ["0.5", "0.25"]
    known = {"P(X)": "0.5"}
    document = {
        "format": "symcause.cpt/1",
        "id": "seen",
        "edges": [["U", "X"], ["U", "Y"], ["X", "Y"]],
        "unobserved": ["U"],
        "given": {**known, key: value} if last else {key: value, **known},
        "query": {"type": "ate", "treatment": "X", "outcome": "Y"},
    }
    with pytest.raises(ProblemError, match="a number about an unobserved variable"):
        read_cpt(document)
