"""Names by common sense: the optimum against brute force and MaxSAT, and what comes out of it."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from symcause.budgets import Meter
from symcause.renderings.sense.name_search import best_names
from symcause.renderings.sense.sense_graph import SenseGraph
from tests.renderings.cases import lines

Edge = tuple[str, str]


def _random(rng: random.Random) -> tuple[list[str], list[Edge], list[str], SenseGraph]:
    variables = [f"X{i}" for i in range(rng.choice((3, 4)))]
    nouns = [f"n{i}" for i in range(rng.choice((5, 6)))]
    gold = [e for e in permutations(variables, 2) if e[0] < e[1] and rng.random() < 0.6]
    below = rng.sample(nouns, len(nouns))
    edges = [
        (below[i], below[j], "+")
        for i in range(len(nouns))
        for j in range(i + 1, len(nouns))
        if rng.random() < 0.3
    ]
    return variables, gold, nouns, SenseGraph(tuple(edges))


def _worth(gold: list[Edge], names: dict[str, str], sense: SenseGraph) -> int:
    agree, contradict, _ = sense.compared(gold, names)
    return agree * (len(gold) + 1) - contradict


def _brute(variables: list[str], gold: list[Edge], nouns: list[str], sense: SenseGraph) -> int:
    choices = permutations(nouns, len(variables))
    return max(_worth(gold, dict(zip(variables, chosen, strict=True)), sense) for chosen in choices)


def _maxsat(variables: list[str], gold: list[Edge], nouns: list[str], sense: SenseGraph) -> int:
    rc2 = pytest.importorskip("pysat.examples.rc2")
    formula = pytest.importorskip("pysat.formula").WCNF()
    take = {(v, n): i for i, (v, n) in enumerate(((v, n) for v in variables for n in nouns), 1)}
    top = len(take)
    for v in variables:
        formula.append([take[v, n] for n in nouns])
        for i, n in enumerate(nouns):
            for other in nouns[i + 1 :]:
                formula.append([-take[v, n], -take[v, other]])
    for n in nouns:
        for i, v in enumerate(variables):
            for other in variables[i + 1 :]:
                formula.append([-take[v, n], -take[other, n]])
    weight = len(gold) + 1
    for u, v in gold:
        agrees, contradicts = top + 1, top + 2
        top += 2
        for n in nouns:
            for m in nouns:
                if n not in sense.above(m):
                    formula.append([-agrees, -take[u, n], -take[v, m]])
                if m in sense.above(n):
                    formula.append([contradicts, -take[u, n], -take[v, m]])
        formula.append([agrees], weight=weight)
        formula.append([-contradicts], weight=1)
    with rc2.RC2(formula) as solver:
        solver.compute()
        cost = solver.cost
    return int(len(gold) * weight + len(gold) - cost - len(gold))


def test_the_search_finds_what_brute_force_and_maxsat_find() -> None:
    rng = random.Random(3)
    for _ in range(120):
        case = _random(rng)
        found = best_names(*case)
        variables, gold, _, sense = case
        assert found.optimal and found.value == _worth(gold, found.names, sense)
        assert len(set(found.names.values())) == len(variables)
        assert found.value == _brute(*case) == _maxsat(*case)


def test_the_published_optima() -> None:
    for case in lines("agreement.jsonl"):
        gold = [(a, b) for a, b in case["edges"]]
        sense = SenseGraph(tuple((a, b, "+") for a, b in case["commonsense"]))
        for alignment in ("agree", "contradict"):
            wanted = gold if alignment == "agree" else [(b, a) for a, b in gold]
            found = best_names(case["variables"], wanted, case["nouns"], sense)
            numbers = sense.compared(gold, found.names)
            assert found.optimal
            assert (
                dict(zip(("agree", "contradict", "silent"), numbers, strict=True))
                == case[alignment]
            )


def test_a_search_that_is_cut_short_says_what_it_knows() -> None:
    rng = random.Random(5)
    variables = [f"X{i}" for i in range(9)]
    nouns = [f"n{i}" for i in range(14)]
    gold = [(a, b) for a in variables for b in variables if a < b and rng.random() < 0.5]
    sense = SenseGraph(
        tuple((a, b, "+") for a in nouns for b in nouns if a < b and rng.random() < 0.12)
    )
    cut = best_names(variables, gold, nouns, sense, Meter(200))
    whole = best_names(variables, gold, nouns, sense, Meter(60_000_000))
    assert not cut.optimal and cut.value <= whole.value <= cut.bound
