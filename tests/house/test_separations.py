"""Separations of every family against brute force: all experiments, in the order that the docs state."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest

import symcause
from symcause.answers import Unknown
from symcause.audits.space import Separation
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.space.space_choice import open_space
from symcause.families.dag.problem import GraphProblem
from symcause.families.linear.files.document import read_linear
from symcause.families.shapeworld.models.causal_relations import Relation
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.statements.space.statement_space import StatementSpace
from symcause.testing.coins.problem import CoinProblem
from symcause.testing.coins.space import CoinSpace
from tests.amounts import amount
from tests.boolean.brute import random_scm
from tests.cli.cases import EXAMPLES
from tests.dag import cases as graphs
from tests.evidence.facts import document
from tests.shapeworld import second as shapes
from tests.statements import cases as statements
from tests.statements import second as dags

Found = list[Separation]


def listed(space: Any, *models: Any, **options: Any) -> Found:
    """All separations; none is left undecided in these small cases."""
    found = list(space.separations(*models, **options))
    assert all(isinstance(one, Separation) for one in found)
    best = space.separate(*models) if not options else None
    assert best is None or (str(best) == str(found[0]) if found else not isinstance(best, Unknown))
    return found


# Boolean


def shown(model: BooleanSCM, done: Mapping[str, int], context: Mapping[str, int]) -> dict[str, int]:
    """All values, one mechanism after the other."""
    state: dict[str, int] = {**{v: context[v] for v in model.roots}, **done}
    while len(state) < len(model.variables):
        for name, function in model.functions.items():
            if name not in state and set(function.parents) <= set(state):
                at = sum(state[p] << j for j, p in enumerate(function.parents))
                state[name] = function.table >> at & 1
    return state


def states(model: BooleanSCM, done: Mapping[str, int]) -> set[tuple[int, ...]]:
    """Every complete state under an experiment."""
    found = set()
    for bits in product((0, 1), repeat=len(model.roots)):
        state = shown(model, done, dict(zip(model.roots, bits, strict=True)))
        found.add(tuple(state[v] for v in model.variables))
    return found


def tried(names: list[str], targets: int) -> Iterator[dict[str, int]]:
    for size in range(1, targets + 1):
        for chosen in combinations(names, size):
            for bits in product((0, 1), repeat=size):
                yield dict(zip(chosen, bits, strict=True))


def boolean_ranks(a: BooleanSCM, b: BooleanSCM, targets: int) -> list[dict[str, int]]:
    """The experiments that tell two models apart, by what is differing in all contexts."""
    names = sorted(a.variables)
    if a.roots != b.roots:
        return [done for done in tried(names, targets) if states(a, done) != states(b, done)]
    ranked = []
    for place, done in enumerate(tried(names, targets)):
        rows = cells = 0
        scored = [v for v in a.functions if v not in done]
        for bits in product((0, 1), repeat=len(a.roots)):
            context = dict(zip(a.roots, bits, strict=True))
            one, other = shown(a, done, context), shown(b, done, context)
            differing = sum(one[v] != other[v] for v in scored)
            rows, cells = rows + bool(differing), cells + differing
        if rows:
            ranked.append((-rows, -Fraction(cells, len(scored)), place, done))
    return [done for *_, done in sorted(ranked, key=lambda one: one[:3])]


@pytest.mark.parametrize("alike", [True, False])
def test_boolean_experiments(alike: bool) -> None:
    rng = random.Random(f"separations {alike}")
    posed: Any = symcause.load(EXAMPLES / "ambiguous.json")
    for _ in range(amount(12, 150)):
        names = [f"X{i}" for i in range(1, 6)]
        orders = [names, names] if alike else [rng.sample(names, 5), rng.sample(names, 5)]
        first, second = (random_scm(rng, order, 2, 2) for order in orders)
        for targets in (1, 2):
            found = listed(open_space(posed), first, second, targets=targets)
            done = [one.experiment["assignments"] for one in found]
            assert done == boolean_ranks(first, second, targets)
            for one in found:
                context = one.experiment["context"]
                told = one.experiment["assignments"]
                seen = tuple(shown(model, told, context) for model in (first, second))  # type: ignore[arg-type]
                assert seen == one.readings
                assert set(one.differing) == {v for v in names if seen[0][v] != seen[1][v]}


def test_boolean_experiments_where_a_variable_is_latent() -> None:
    """A state of the others that one model alone can be in; observing comes last."""
    rng = random.Random("latent")
    filed = document("case", "ABCDE", ["0?000"], setting="hidden-roots", root_count=2, latent=["B"])
    latent = open_space(symcause.problem(filed))  # type: ignore[arg-type]
    readable = list("ACDE")
    for _ in range(amount(10, 100)):
        first, second = (random_scm(rng, rng.sample(list("ABCDE"), 5), 2, 2) for _ in "ab")

        def seen(model: BooleanSCM, done: Mapping[str, int]) -> set[tuple[int, ...]]:
            keep = [model.variables.index(v) for v in readable]
            return {tuple(state[i] for i in keep) for state in states(model, done)}

        expected = [
            done for done in (*tried(readable, 1), {}) if seen(first, done) != seen(second, done)
        ]
        found = listed(latent, first, second)
        assert [one.experiment["assignments"] for one in found] == expected
        for one, done in zip(found, expected, strict=True):
            state = tuple(one.experiment["state"].values())  # type: ignore[attr-defined]
            possible = [{"possible": state in seen(model, done)} for model in (first, second)]
            assert list(one.readings) == possible


# linear


def linear_problem(values: Mapping[str, int]) -> Any:
    return read_linear(
        {
            "format": "symcause.linear/1",
            "id": "small",
            "variables": ["a", "b", "c", "f"],
            "target": "f",
            "controllable": ["a", "b", "c"],
            "semantics": "do",
            "coefficients": {"domain": "integer", "min": -2, "max": 2},
            "chain": [{"values": dict(values)}],
        }
    )


def moved(model: Any, values: Mapping[str, Fraction], name: str, to: int) -> dict[str, Fraction]:
    """What is read after an intervention: changes run along the edges, bases stay."""
    change = {name: Fraction(to) - values[name]}
    while len(change) < len(values):
        for child in values:
            parents = model.equations[child].effects
            if child not in change and all(p in change for p, _ in parents):
                change[child] = sum(
                    (effect.linear * change[p] for p, effect in parents), Fraction()
                )
    return {v: values[v] + change[v] for v in values}


def test_linear_interventions() -> None:
    rng = random.Random("linear")
    for _ in range(amount(4, 40)):
        values = {v: Fraction(rng.choice((0, 1, 50, 10))) for v in "abcf"}
        problem = linear_problem({v: int(x) for v, x in values.items()})
        space = symcause.space(problem)
        for seed in range(6):
            first, second = space.random(2, seed=seed)
            ranked = []
            for place, name in enumerate("abc"):
                for value in (50, 10):
                    reads = [moved(model, values, name, value) for model in (first, second)]
                    differing = [v for v in values if reads[0][v] != reads[1][v]]
                    if differing:
                        ranked.append((-len(differing), place, {name: value}, reads))
                        break
            ranked.sort(key=lambda one: one[:2])
            found = listed(space, first, second)
            assert [one.experiment for one in found] == [done for *_, done, _ in ranked]
            assert [list(map(dict, one.readings)) for one in found] == [r for *_, r in ranked]


# ShapeWorld


def test_shapeworld_actions() -> None:
    """Every action that parts two worlds in a state they can share, by the shortest way there."""
    names, rng = ("circle", "square", "star", "moon"), random.Random("shapes")
    worlds = shapes.worlds(4)
    posed = ShapeWorldProblem("case", names, "circle", "star", names, ())
    space = symcause.space(posed)
    everything = frozenset(range(4))
    for _ in range(amount(12, 200)):
        one, other = rng.sample(worlds, 2)
        distance, todo, expected = {everything: 0}, [everything], set[tuple[Any, ...]]()
        for here in todo:  # breadth first: it grows while it is walked
            for act in shapes.acts(4, here):
                after = shapes.after(one, here, act), shapes.after(other, here, act)
                if after[0] != after[1]:
                    expected.add((here, act, distance[here] + 1))
                elif after[0] not in distance:
                    distance[after[0]] = distance[here] + 1
                    todo.append(after[0])
        first, second = (
            Relation(
                names,
                tuple(sum(1 << y for y in range(4) if (x, y) in w.causes) for x in range(4)),
            )
            for w in (one, other)
        )
        found, met, lengths = listed(space, first, second), set(), []
        for separation in found:
            actions: Any = separation.experiment["actions"]
            here = everything
            for act in actions[:-1]:
                here = shapes.after(one, here, (act["action"], names.index(act["shape"])))
            last = (actions[-1]["action"], names.index(actions[-1]["shape"]))
            met.add((here, last, len(actions)))
            lengths.append(len(actions))
            states = [shapes.after(world, here, last) for world in (one, other)]
            assert [set(r["moving"]) for r in separation.readings] == [  # type: ignore[call-overload]
                {names[x] for x in state} for state in states
            ]
            assert separation.minimal == (len(actions) == lengths[0])
        assert met == expected and len(found) == len(expected)
        assert lengths == sorted(lengths)


def test_shapeworld_worlds_that_were_seen_apart() -> None:
    problem: Any = symcause.load(EXAMPLES / "shapes.json")
    space: Any = symcause.space(problem)
    member = space.pick()
    outsider = Relation(problem.shapes, (0,) * len(problem.shapes))
    assert outsider not in space
    (found,) = listed(space, member, outsider)
    assert found.already is not None and "rules the second world out" in found.already
    assert found.experiment == {"actions": []} and found.minimal
    told: Any = symcause.separate(problem, member, outsider, limit=4).to_dict()
    (part,) = told["separations"]
    assert part["already"] == told["reason"] and told["complete"] is True


# statements, graphs, tables, coins


def test_triples_and_interventions() -> None:
    rng = random.Random("statements")
    space = StatementSpace(statements.problem(4, ()))
    every = dags.all_dags(4)
    for _ in range(amount(25, 400)):
        one, other = rng.choice(every), rng.choice(every)
        ordered = sorted(dags.triples(4), key=lambda t: (t[0], t[1], sum(1 << v for v in t[2])))
        looked = [
            ["ABCD"[x], "ABCD"[y], ["ABCD"[v] for v in sorted(z)]]
            for x, y, z in ordered
            if dags.separated(one, x, y, z) != dags.separated(other, x, y, z)
        ]
        done = [
            "ABCD"[v]
            for v in range(4)
            if {a for a, b in one if b == v} != {a for a, b in other if b == v}
        ]
        first, second = (
            symcause.DAG.of([("ABCD"[a], "ABCD"[b]) for a, b in edges], nodes="ABCD")
            for edges in (one, other)
        )
        found = [dict(f.experiment) for f in listed(space, first, second)]
        assert found == [{"observe": t} for t in looked] + [{"do": v} for v in done]


def test_targets_of_graphs() -> None:
    rng = random.Random("graphs")
    for _ in range(amount(20, 200)):
        skeleton = rng.choice(list(graphs.skeletons(4))[10:])
        drawn = graphs.dag(4, rng.choice(graphs.acyclic_orientations(4, skeleton)))
        space = symcause.space(GraphProblem("case", drawn))
        members = list(space)
        first, second = (rng.choice(members) for _ in "ab")
        one, other = (graphs.edges_of(member) for member in (first, second))  # type: ignore[arg-type]
        ranks = [
            (-sum(v in edge for edge in one - other), v)
            for v in range(4)
            if any(v in edge for edge in one - other)
        ]
        expected = [{"targets": ["ABCD"[v]]} for _, v in sorted(ranks)]
        assert [dict(f.experiment) for f in listed(space, first, second)] == expected


def test_coins_in_their_order() -> None:
    space = CoinSpace(CoinProblem("coins", ("a", "b", "c"), {}, None))
    first, second = {"a": True, "b": True, "c": False}, {"a": True, "b": False, "c": True}
    assert [f.experiment for f in listed(space, first, second)] == [{"look": "b"}, {"look": "c"}]
    every = list(space.separations())
    assert [f.experiment for f in every] == [{"look": name} for name in "cba"]  # type: ignore[union-attr]


# against all members


def test_what_tells_any_two_members_apart() -> None:
    """Each experiment that tells any two members apart is there once, with two that show it."""
    for name in ("ambiguous", "shapes", "statements"):
        space: Any = symcause.space(symcause.load(EXAMPLES / f"{name}.json"))
        members = list(space)[: amount(25, 200)]
        pairs = [f for a, b in combinations(members, 2) for f in space.separations(a, b)]
        told = {json.dumps(_known_by(f.experiment)) for f in pairs}
        found = [f for f in space.separations() if isinstance(f, Separation)]
        names = [json.dumps(_known_by(f.experiment)) for f in found]
        assert len(set(names)) == len(names) and told <= set(names)
        assert all(f.first in space and f.second in space for f in found)


def _known_by(experiment: Mapping[str, Any]) -> object:
    return experiment.get("assignments", experiment)


# the document


def test_documents_list_what_the_space_lists() -> None:
    posed = symcause.load(EXAMPLES / "ambiguous.json")
    space = symcause.space(posed)
    first, second = space[:2]
    every = listed(space, first, second)
    alone = symcause.separate(posed, first, second)
    assert "separations" not in alone.to_dict() and "complete" not in alone.to_dict()
    for limit in (2, len(every), len(every) + 1):
        found: Any = symcause.separate(posed, first, second, limit=limit).to_dict()
        assert len(found["separations"]) == min(limit, len(every))
        assert found["complete"] is (limit >= len(every))
        assert {k: v for k, v in found.items() if k in alone.to_dict()} == alone.to_dict()
        for part, one in zip(found["separations"], every, strict=False):
            assert part["experiment"] == one.experiment
            assert part["differing"] == list(one.differing)
    same = symcause.separate(posed, first, first, limit=3).to_dict()
    assert same["separations"] == [] and same["complete"] is True


def test_a_wrong_separation_is_never_shown() -> None:
    """What a search claims is executed before anybody sees it."""

    class Liar(CoinSpace):
        def pair_separations(self, first: Any, second: Any) -> Iterator[Separation]:
            yield Separation({"look": "a"}, first, second, ({"heads": True}, {"heads": False}))

    space = Liar(CoinProblem("coins", ("a", "b"), {}, None))
    same = {"a": True, "b": True}
    with pytest.raises(AssertionError, match="do not show this"):
        list(space.separations(same, same))
