"""The toy family of dials: what users ask of two to four values, mixed, against plain listing."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from math import prod
from random import Random
from typing import Any

import pytest

import symcause
from symcause import registry
from symcause.answers import Unknown
from symcause.mechanisms.next import drawn_outcomes
from symcause.mechanisms.tables.table_answers import print_tables, read_tables
from symcause.mechanisms.tables.table_models import TableModel
from symcause.testing.dials.problem import DialProblem, read_dials
from symcause.testing.dials.space import DialSpace
from tests.amounts import amount

Plain = dict[str, tuple[tuple[str, ...], dict[tuple[int, ...], int]]]
"""Parents and outputs, by the values of the parents, of every dial that is no root."""


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.FAMILIES, "dials", "symcause.testing.dials")


def drawn(seed: int) -> DialProblem:
    """A problem of three or four dials, with its gold."""
    rng, k = Random(f"dials {seed}"), (2, 3, 4)[seed % 3]
    names = ("A", "B", "C", "D")[: 4 if k == 2 else 3]
    sizes = {name: rng.choice((2, k)) if seed % 2 else k for name in names}
    most = 2 if prod(sizes.values()) <= 18 else 1
    roots, gold = rng.sample(names, 1), Plain()
    order = [*roots, *rng.sample([n for n in names if n not in roots], len(names) - 1)]
    for at, name in enumerate(order[1:], 1):
        parents = tuple(sorted(rng.sample(order[:at], min(at, rng.randint(1, most)))))
        inputs = product(*(range(sizes[p]) for p in parents))
        gold[name] = parents, {one: rng.randrange(sizes[name]) for one in inputs}
    worlds = [([], rng.randint(2, 5))]
    worlds += [(rng.sample(names, 1), rng.randint(1, 4)) for _ in range(rng.randint(1, 3))]
    shown = []
    for targets, number in worlds:
        rows = []
        for _ in range(number):
            given = {name: rng.randrange(size) for name, size in sizes.items()}
            state = run(gold, given, {t: given[t] for t in targets})
            rows.append([state[name] for name in names])
        shown.append({"rows": rows, "set": targets})
    document = {"format": "toy.dials/1", "id": f"dials {seed}", "positions": sizes}
    class_ = {"roots": roots, "most_parents": most, "worlds": shown, "gold": answer(gold)}
    return read_dials({**document, **class_})


def answer(model: Plain) -> dict[str, object]:
    """A model as an answer says it: the first parent counts up fastest."""
    return {
        name: {"parents": list(p), "outputs": [f[key] for key in sorted(f, key=lambda k: k[::-1])]}
        for name, (p, f) in model.items()
    }


def run(model: Plain, given: dict[str, int], do: dict[str, int]) -> dict[str, int]:
    state = {n: v for n, v in given.items() if n not in model and n not in do} | do
    while len(state) < len(given):
        for name, (parents, outputs) in model.items():
            if name not in state and set(parents) <= set(state):
                state[name] = outputs[tuple(state[p] for p in parents)]
    return state


def listed(problem: DialProblem) -> list[Plain]:
    """All models of the class that replay the rows."""
    evidence = problem.evidence
    sizes = dict(zip(evidence.variables, evidence.sizes, strict=True))
    free = [name for name in sizes if name not in problem.roots]
    found = []
    for chosen in product(*(list(mechanisms(problem, sizes, name)) for name in free)):
        model = dict(zip(free, chosen, strict=True))
        placed = set(problem.roots)
        while ready := {n for n in model if n not in placed and placed.issuperset(model[n][0])}:
            placed |= ready
        if len(placed) == len(sizes):
            found.append(model)
    return found


def mechanisms(
    problem: DialProblem, sizes: dict[str, int], name: str
) -> Iterator[tuple[tuple[str, ...], dict[tuple[int, ...], int]]]:
    names = problem.evidence.variables
    rows = [r for w in problem.evidence.worlds if name not in w.targets for r in w.rows]
    seen = [dict(zip(names, row, strict=True)) for row in rows]
    for k in range(problem.most_parents + 1):
        for parents in combinations([n for n in names if n != name], k):
            inputs = list(product(*(range(sizes[p]) for p in parents)))
            for outputs in product(range(sizes[name]), repeat=len(inputs)):
                table = dict(zip(inputs, outputs, strict=True))
                fits = all(table[tuple(s[p] for p in parents)] == s[name] for s in seen)
                if fits and all(matters(table, at) for at in range(k)):
                    yield parents, table


def matters(table: dict[tuple[int, ...], int], at: int) -> bool:
    others = [(key[:at] + key[at + 1 :], output) for key, output in table.items()]
    return len(dict(others)) < len(set(others))


def shown(space: DialSpace, model: Plain, experiment: dict[str, dict[str, int]]) -> str:
    names = space.over
    states = [
        run(model, dict(zip(names, r, strict=True)), experiment["do"]) for r in space.contexts
    ]
    return json.dumps({"rows": [[state[n] for n in names] for state in states]})


def far(one: Plain, two: Plain, sizes: dict[str, int]) -> tuple[int, Fraction]:
    """Changed mechanisms, then the shares of joint inputs on which they differ."""
    changed = [n for n in one if one[n] != two[n]]
    total = Fraction(0)
    for name in changed:
        joint = sorted({*one[name][0], *two[name][0]})
        inputs = [
            dict(zip(joint, v, strict=True)) for v in product(*(range(sizes[n]) for n in joint))
        ]
        sides = [[f[tuple(i[p] for p in ps)] for i in inputs] for ps, f in (one[name], two[name])]
        total += Fraction(sum(a != b for a, b in zip(*sides, strict=True)), len(inputs))
    return len(changed), total


def key(model: Plain) -> str:
    return json.dumps(answer(model), sort_keys=True)


def key_of(member: TableModel | Unknown) -> str:
    assert isinstance(member, TableModel)
    return json.dumps(json.loads(print_tables(member)), sort_keys=True)


@pytest.mark.parametrize("part", range(10))
def test_every_answer_is_that_of_a_list(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(part, amount(30, 500), 10):
        problem = drawn(seed)
        space, models = DialSpace(problem), {key(model): model for model in listed(problem)}
        assert space.count() == symcause.count(problem).count == len(models) > 0
        if len(models) > 400:
            continue
        assert sorted(map(key_of, space)) == sorted(models)
        for (parent, child), status in space.edges().items():
            held = sum(parent in m[child][0] for m in models.values() if child in m)
            assert status == {0: "never", len(models): "always"}.get(held, "open")
        gold = read_tables(problem.evidence, json.dumps(problem.gold))
        sizes = dict(zip(space.over, problem.evidence.sizes, strict=True))
        others = [models[key_of(other)] for other in space.others(gold)]
        ranks = [far(models[key_of(gold)], other, sizes) for other in others]
        assert ranks == sorted(ranks) and len({*map(key, others)}) == len(models) - 1 == len(ranks)
        asked = [dict(one) for one in space.experiments()]
        parts = [Counter(shown(space, m, one) for m in models.values()) for one in asked]
        for few in (drawn_outcomes.LISTED_MEMBERS, 0):
            monkeypatch.setattr(drawn_outcomes, "LISTED_MEMBERS", few)
            for experiment, part_ in zip(asked, parts, strict=True):
                outcomes = DialSpace(problem).what_if(experiment)
                assert not isinstance(outcomes, Unknown) and not outcomes.rest
                assert {json.dumps(one.shown): one.members for one in outcomes} == part_
        found = symcause.next_experiments(problem)
        able = {str(e): max(p.values()) for e, p in zip(asked, parts, strict=True) if len(p) > 1}
        assert {str(one.experiment): one.worst for one in found.experiments} == able
        assert found.status == "exact" and found.shrinks == bool(able)
        fewest(problem, space, [*models.values()], models[key_of(gold)], asked)


def fewest(
    problem: DialProblem, space: DialSpace, models: list[Plain], gold: Plain, asked: list[Any]
) -> None:
    """The proven least number of experiments against all sets of them."""
    seen = [shown(space, gold, one) for one in asked]
    against = [
        sum((shown(space, m, one) != seen[at]) << at for at, one in enumerate(asked))
        for m in models
    ]
    left = sum(not worlds for worlds in against)
    refuted = [worlds for worlds in against if worlds]
    sets = (sum(1 << at for at in s) for k in range(20) for s in combinations(range(len(asked)), k))
    least = next(s for s in sets if all(s & worlds for worlds in refuted)).bit_count()
    document = symcause.disambiguate(problem)
    assert (document.added, document.count_after, document.minimal) == (least, left, True)
