"""Classes of DAGs against a second implementation that knows nothing but separations."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any

import pytest

import symcause
from symcause.audits.question import answered, question
from symcause.families.dag.problem import GraphProblem
from tests.dag.second import Edges, Targets, dags, members

NAMES = ("A", "B", "C", "D", "E")
ENGINES = ("cliquepicking", "cliques", "recursion", "sat", "count")


def plain(document: Any) -> dict[str, Any]:
    return json.loads(json.dumps(document.to_dict()))  # type: ignore[no-any-return]


def named(edges: Edges) -> frozenset[tuple[str, str]]:
    return frozenset((NAMES[x], NAMES[y]) for x, y in edges)


def some_targets(rng: Random, size: int) -> Targets:
    """Up to three targets; empty ones and repeated ones are legal."""
    return tuple(
        frozenset(x for x in range(size) if rng.random() < 0.35)
        for _ in range(rng.choice((0, 0, 1, 1, 2, 3)))
    )


def problem_of(size: int, edges: Edges) -> GraphProblem:
    nodes = NAMES[:size]
    return GraphProblem("random", symcause.DAG.of(sorted(named(edges)), nodes=nodes))


def asked(targets: Targets) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(NAMES[x] for x in sorted(target)) for target in targets)


def compare(size: int, edges: Edges, targets: Targets, rng: Random, everywhere: bool) -> None:
    expected = members(size, edges, targets, dags(size) if everywhere else None)
    problem, given = problem_of(size, edges), asked(targets)
    for engine in ENGINES:
        counted = plain(symcause.count(problem, targets=given, engine=engine))
        assert (counted["count"], counted["status"]) == (len(expected), "exact"), engine
    compare_imec(size, edges, targets, expected)
    compare_next(size, problem, targets, expected, rng)
    compare_space(size, edges, targets, expected, rng)


def compare_imec(size: int, edges: Edges, targets: Targets, expected: frozenset[Edges]) -> None:
    problem = problem_of(size, edges)
    found = plain(
        answered(
            question("imec", problem, targets=asked(targets), best=True, members=999, sample=5),
            problem,
        )
    )
    assert found["size"] == len(expected)
    everywhere = frozenset.intersection(*expected)
    essential = found["essential"]
    assert {(x, y) for x, y in essential["directed"]} == named(everywhere)
    assert {frozenset(pair) for pair in essential["undirected"]} == {
        frozenset(pair) for pair in named(edges - everywhere)
    }
    listed = [frozenset((x, y) for x, y in member) for member in found["members"]]
    assert Counter(listed) == Counter(named(member) for member in expected)
    for sample in found["samples"]:
        assert frozenset((x, y) for x, y in sample) in listed
    values = {value["variable"]: value for value in found["next_target"]["variables"]}
    split = splits(size, targets, expected)
    assert set(values) == set(split)
    for name, sizes in split.items():
        value = values[name]
        mean = Fraction(sum(n * n for n in sizes), len(expected))
        assert (value["worst"], Fraction(value["expected"])) == (max(sizes), mean)
        assert value["outcomes"] == len(sizes)
    best = found["next_target"]["worst_case"]
    assert (best is None) == (not split)
    if best is not None:
        assert best["worst"] == min(max(sizes) for sizes in split.values())


def splits(size: int, targets: Targets, expected: frozenset[Edges]) -> dict[str, list[int]]:
    """What each variable can leave: the sizes of the classes with one more target, where they differ."""
    found = {}
    for x in range(size):
        left = set(expected)
        sizes = []
        while left:
            part = members(size, min(left, key=sorted), (*targets, frozenset({x})))
            assert part <= left
            left -= part
            sizes.append(len(part))
        if len(sizes) > 1:
            found[NAMES[x]] = sizes
    return found


def compare_next(
    size: int, problem: GraphProblem, targets: Targets, expected: frozenset[Edges], rng: Random
) -> None:
    among = tuple(rng.sample(NAMES[:size], rng.randint(1, size))) if rng.random() < 0.5 else ()
    found = plain(
        symcause.next_experiments(problem, targets=asked(targets), among=(among,) if among else ())
    )
    assert found["settled"] is (len(expected) == 1)
    assert found["count"] == len(expected)
    split = {k: v for k, v in splits(size, targets, expected).items() if not among or k in among}
    ranked = sorted(
        (max(sizes), Fraction(sum(n * n for n in sizes), len(expected))) for sizes in split.values()
    )
    assert [(one["worst"], Fraction(one["expected"])) for one in found["experiments"]] == ranked
    for one in found["experiments"]:
        (name,) = one["experiment"]["targets"]
        assert one["worst"] == max(split[name]) and one["settles"] is (one["worst"] == 1)
    assert found["shrinks"] is bool(split)


def compare_space(
    size: int, edges: Edges, targets: Targets, expected: frozenset[Edges], rng: Random
) -> None:
    space: Any = symcause.space(problem_of(size, edges), targets=asked(targets))
    for (x, y), status in space.edges().items():
        shown = {(x, y) in named(member) for member in expected}
        word = "open" if len(shown) > 1 else "always" if shown == {True} else "never"
        assert str(status) == word
    start = rng.choice(sorted(expected, key=sorted))
    others = [frozenset(other.edges) for other in space.others(problem_of(size, start).dag)]
    assert Counter(others) == Counter(named(member) for member in expected - {start})
    turned = [len(named(start) - other) for other in others]
    assert turned == sorted(turned)
    for other in islice(dags(min(size, 3)), 0, None, 5):
        model = problem_of(size, other).dag
        assert (model in space) == (other in expected)
    assert frozenset(space.draw(rng).edges) in {named(member) for member in expected}
    for other in sorted(expected, key=sorted)[:3]:
        if other != start:
            parting = space.separate(problem_of(size, start).dag, problem_of(size, other).dag)
            (name,) = parting.experiment["targets"]
            at = NAMES.index(name)
            target = (*targets, frozenset({at}))
            assert other not in members(size, start, target)


@pytest.mark.parametrize("size", [1, 2, 3])
def test_all_small_graphs(size: int) -> None:
    rng = Random(size)
    for edges in dags(size):
        for _ in range(2):
            compare(size, edges, some_targets(rng, size), rng, everywhere=True)


def test_random_graphs_of_four_and_five() -> None:
    rng = Random(45)
    for _ in range(12):
        compare(4, rng.choice(dags(4)), some_targets(rng, 4), rng, everywhere=True)
    for _ in range(4):
        order = rng.sample(range(5), 5)
        chance = rng.random()
        edges = frozenset(
            (x, y) for i, x in enumerate(order) for y in order[i + 1 :] if rng.random() < chance
        )
        compare(5, edges, some_targets(rng, 5), rng, everywhere=False)


@pytest.mark.exhaustive
def test_all_graphs_of_four() -> None:
    rng = Random(4)
    for edges in dags(4):
        for _ in range(3):
            compare(4, edges, some_targets(rng, 4), rng, everywhere=True)


@pytest.mark.exhaustive
def test_all_graphs_of_five_in_one_order() -> None:
    """Every DAG whose order is that of its names; the others are the same under other names."""
    rng = Random(5)
    for edges in dags(5):
        if all(x < y for x, y in edges):
            compare(5, edges, some_targets(rng, 5), rng, everywhere=False)
