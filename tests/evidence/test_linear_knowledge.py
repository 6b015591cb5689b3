"""Background knowledge in linear problems: worked facts, integers and rationals against listing."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest

import symcause
from symcause.errors import SymcauseError
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.problem.evidence_replay import mismatches
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.space.local.evidence_rows import rows_of
from symcause.families.linear.space.local.exact_engine import ExactLocal
from symcause.models.background_knowledge import Knowledge
from symcause.models.equations import Effect, Equation
from tests.evidence.listing import drawn_knowledge
from tests.evidence.test_formats import LINEAR


def linear(**changed: object) -> LinearProblem:
    made = symcause.problem({**LINEAR, **changed})
    assert isinstance(made, LinearProblem)
    return made


@pytest.mark.parametrize(
    ("options", "graphs", "models"),
    [
        ({}, 9, 27),
        ({"sign": ["b->freq=+"]}, 6, 18),
        ({"sign": ["b->freq=-"]}, 6, 18),
        ({"require": ["b->freq"]}, 6, 18),
        ({"forbid": ["a->freq"]}, 3, 9),
        ({"tiers": [["b"], ["a"], ["freq"]]}, 6, 15),
        ({"candidates": ["a->freq", "a->b"]}, 2, 5),
        ({"require": ["a->b", "a->freq"], "sign": {"a->b": "-"}}, 2, 4),
    ],
)
def test_worked_counts(options: dict[str, Any], graphs: int, models: int) -> None:
    told = symcause.count(linear(), **options)
    assert (told.count, told.models) == (graphs, models)
    stated = told.to_dict()["class"]
    assert (stated["knowledge"] is None) is (not options)
    assert stated["sources"] == {"errors": None, "knowledge": "option" if options else None}
    told = symcause.count(linear(knowledge=_as_key(options)))
    assert (told.count, told.models) == (graphs, models)


def _as_key(options: dict[str, Any]) -> dict[str, Any]:
    signs = options.get("sign", {})
    if isinstance(signs, list):
        signs = dict(text.split("=") for text in signs)
    return {**{k: v for k, v in options.items() if k != "sign"}, "signs": signs}


@pytest.mark.parametrize("options", [{"unate": True}, {"require": ["freq->a"]}])
def test_refused(options: dict[str, Any]) -> None:
    with pytest.raises(SymcauseError):
        symcause.count(linear(), **options)


def drawn(rng: random.Random) -> dict[str, Any]:
    """A chain of readings of a small model with integer coefficients."""
    names = ["a", "b", "freq"]
    truth = {
        "a": {},
        "b": {"a": rng.choice((0, 1, -1, 2))},
        "freq": {"a": rng.choice((0, 1, -2)), "b": rng.choice((0, 1, -1))},
    }
    bases = {"a": rng.randint(0, 5), "b": rng.randint(0, 5), "freq": rng.randint(0, 9)}
    chain: list[dict[str, Any]] = []

    def read() -> dict[str, str]:
        values: dict[str, int] = {}
        for name in names:
            values[name] = bases[name] + sum(w * values[p] for p, w in truth[name].items())
        return {name: str(value) for name, value in values.items()}

    chain.append({"values": read()})
    for _ in range(rng.randint(1, 2)):
        target = rng.choice(("a", "b"))
        value = rng.randint(-3, 9)
        now = {name: int(text) for name, text in read().items()}
        bases[target] = value - sum(w * now[p] for p, w in truth[target].items())
        chain.append({"intervene": {target: str(value)}, "values": read()})
    return {
        **LINEAR,
        "chain": chain,
        "target_may_cause": rng.random() < 0.3,
        "coefficients": {"domain": "integer", "min": rng.choice((-2, -1)), "max": 2},
    }


def equations(problem: LinearProblem, name: str, known: Knowledge) -> Iterator[tuple[str, ...]]:
    """The parents of every equation of a variable that fits its readings and respects what is known."""
    low, high = problem.coefficients.minimum, problem.coefficients.maximum
    assert low is not None and high is not None
    tier = {v: i for i, names in enumerate(known.tiers or ()) for v in names}
    others = [v for v in problem.variables if v != name]
    if not problem.target_may_cause:
        others = [v for v in others if v != problem.target]
    for size in range(len(others) + 1):
        for parents in combinations(others, size):
            if any((p, name) in known.forbid for p in parents):
                continue
            if known.candidates is not None and not {(p, name) for p in parents} <= set(
                known.candidates
            ):
                continue
            if known.tiers is not None and any(tier[p] > tier[name] for p in parents):
                continue
            if not {a for a, b in known.require if b == name} <= set(parents):
                continue
            for weights in product([w for w in range(low, high + 1) if w], repeat=size):
                signs = dict(known.signs)
                if any(
                    signs.get((p, name)) == ("-" if w > 0 else "+")
                    for p, w in zip(parents, weights, strict=True)
                ):
                    continue
                first = problem.chain[0].values
                base = first[name] - sum(
                    w * first[p] for p, w in zip(parents, weights, strict=True)
                )
                effects = {p: Effect(Fraction(w)) for p, w in zip(parents, weights, strict=True)}
                model = CrystalModel.of(
                    {v: Equation() for v in problem.variables} | {name: Equation.of(base, effects)}
                )
                if not any(wrong.variable == name for wrong in mismatches(problem, model)):
                    yield parents


def _acyclic(parents: dict[str, tuple[str, ...]]) -> bool:
    left = dict(parents)
    while left:
        ready = [v for v, found in left.items() if not set(found) & left.keys()]
        if not ready:
            return False
        for v in ready:
            del left[v]
    return True


@pytest.mark.parametrize("number", [120, pytest.param(2000, marks=pytest.mark.exhaustive)])
def test_integers_against_listing(number: int) -> None:
    rng = random.Random(8)
    seen = set()
    while number:
        document = drawn(rng)
        knowledge = drawn_knowledge(["a", "b", "freq"], rng)
        knowledge.pop("unate", None)
        try:
            made = symcause.problem({**document, "knowledge": knowledge})
        except SymcauseError:
            continue
        assert isinstance(made, LinearProblem)
        known = made.knowledge
        if known is None:
            continue
        number -= 1
        each = [list(equations(made, v, known)) for v in made.variables]
        chosen = [dict(zip(made.variables, found, strict=True)) for found in product(*each)]
        models = [found for found in chosen if _acyclic(found)]
        graphs = {tuple(sorted(found.items())) for found in models}
        told = symcause.count(made)
        assert (told.count, told.models) == (len(graphs), len(models)), (document, knowledge)
        seen.add(len(graphs))
        space = symcause.space(made)
        for (a, b), status in space.edges().items():
            having = sum(a in dict(graph)[b] for graph in graphs)
            expected = "never" if not having else "always" if having == len(graphs) else "open"
            assert str(status) == expected
        solved = symcause.solve(made)
        assert solved.status == ("solved" if graphs else "inconsistent")
        if graphs:
            member = space.pick()
            assert member in space and not space.objections(member)
    assert {0, 1} < seen


def _line(point: list[Fraction], direction: list[Fraction], signs: list[int]) -> bool:
    """Has a line a point whose entries are not zero and have these signs (0: any)?"""
    low: Fraction | None = None
    high: Fraction | None = None
    for start, slope, sign in zip(point, direction, signs, strict=True):
        if not slope:
            if not start or start * sign < 0:
                return False
        elif sign:
            at = -start / slope
            if slope * sign > 0:
                low = at if low is None else max(low, at)
            else:
                high = at if high is None else min(high, at)
    return low is None or high is None or low < high  # open and not empty: zeros leave room


def feasible(problem: LinearProblem, name: str, known: Knowledge) -> Iterator[tuple[str, ...]]:
    """The parent sets of a variable with a rational solution of the signs known, by geometry."""
    free = replace(problem, knowledge=None)
    local = ExactLocal(rows_of(free, name))
    for mask in range(1 << len(local.evidence.candidates)):
        names = [c for i, c in enumerate(local.evidence.candidates) if mask >> i & 1]
        space = local.space(mask)
        if space is None or any(not known.admits(p, name) for p in names):
            continue
        if not set(known.required(name)) <= set(names):
            continue
        signs = [{None: 0, "+": 1, "-": -1}[known.sign(p, name)] for p in names]
        point, ways = list(space.point), [list(d) for d in space.directions]
        still = ways[0] if ways else [Fraction(0)] * len(names)
        everything = len(ways) == len(names)
        if everything or (len(ways) <= 1 and _line(point, still, signs)):
            yield tuple(names)


@pytest.mark.parametrize("number", [120, pytest.param(2000, marks=pytest.mark.exhaustive)])
def test_rationals_against_geometry(number: int) -> None:
    """Two candidates a variable: solutions are a point, a line or everything."""
    rng = random.Random(9)
    sizes = set()
    while number:
        document = {**drawn(rng), "coefficients": {"domain": "rational"}}
        knowledge = drawn_knowledge(["a", "b", "freq"], rng)
        knowledge.pop("unate", None)
        try:
            made = symcause.problem({**document, "knowledge": knowledge})
        except SymcauseError:
            continue
        assert isinstance(made, LinearProblem)
        known = made.knowledge
        if known is None:
            continue
        number -= 1
        each = [list(feasible(made, v, known)) for v in made.variables]
        chosen = (dict(zip(made.variables, found, strict=True)) for found in product(*each))
        graphs = [found for found in chosen if _acyclic(found)]
        space = symcause.space(made)
        assert space.count() == len(graphs), (document, knowledge)
        sizes.add(len(graphs))
        for member in space.members():
            assert not space.objections(member)  # executed, signs and edges checked
    assert {0, 1} < sizes and max(sizes) > 5


@pytest.mark.parametrize(
    ("options", "answer", "violations"),
    [
        ({}, "b", ()),
        ({"forbid": ["b->freq"]}, "b", ("b->freq: forbidden",)),
        ({"require": ["a->freq"]}, "b", ("a->freq: required",)),
        ({"sign": ["b->freq=-"]}, "b", ("b->freq: not of sign -",)),
        ({"sign": ["b->freq=+", "a->freq=-"], "tiers": [["b"], ["a"], ["freq"]]}, "b", ()),
        (
            {"tiers": [["freq"], ["a"], ["b"]], "sign": ["b->freq=-"]},
            "b",
            ("b->freq: b is in a later tier than freq", "b->freq: not of sign -"),
        ),
    ],
)
def test_what_a_hypothesis_breaks(
    options: dict[str, Any], answer: str, violations: tuple[str, ...]
) -> None:
    told = symcause.check(linear(), {"freq": f"1 + 2*{answer}"}, **options)
    assert told.valid and told.violations == violations
    assert (told.in_class is False) >= bool(violations)


def test_no_hypothesis_breaks_nothing() -> None:
    told = symcause.check(linear(), "nothing of the kind", forbid=["b->freq"])
    assert told.valid is False and told.violations is None
