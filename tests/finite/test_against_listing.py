"""Finite worlds against a list of everything: every question about random and wide problems."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.finite.cases import answers, random_problem
from tests.finite.comparison import differences, option_differences, said
from tests.finite.second_audit import Audited
from tests.finite.second_language import Grammar
from tests.finite.wide_cases import SHAPES, wide_problem


@pytest.mark.few(20)
@pytest.mark.parametrize("seed", range(2000))
def test_random_problems(seed: int) -> None:
    second = random_problem(seed)
    assert list(differences(second, answers(second, seed))) == []


@pytest.mark.few(8)
@pytest.mark.parametrize("seed", range(5000, 6000))
def test_options(seed: int) -> None:
    second = random_problem(seed)
    assert list(option_differences(second, random.Random(seed))) == []


@pytest.mark.few(12)
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("shape", SHAPES)
def test_wide_problems(shape: str, seed: int) -> None:
    second = wide_problem(shape, seed)
    assert list(differences(second, answers(second, seed))) == []


@pytest.mark.few(20)
@pytest.mark.parametrize("seed", range(200))
def test_least_trees_are_found_one_by_one(seed: int) -> None:
    """The list keeps one tree a function; here all trees are listed."""
    rng = random.Random(seed)
    second = random_problem(seed)
    for name in second.names:
        known = second.class_of(name)
        if "grammar" in known:
            parents = rng.sample(sorted(second.pool(name)), min(1, len(second.pool(name))))
            grammar = {**known["grammar"], "max_size": min(known["grammar"]["max_size"], 5)}
            made = [
                Grammar(grammar, {p: second.domains[p] for p in parents}, target, once=once)
                for target in [second.domains[name]]
                for once in (True, False)
            ]
            first, other = (g.functions(second.domains[name]) for g in made)
            assert first == other


DEMO: dict[str, Any] = {
    "format": "symcause.finite/1",
    "id": "demo",
    "variables": [
        {"name": "A", "values": [0, 1, 2]},
        {"name": "B", "values": ["low", "high"]},
        {"name": "C", "values": [0, 1, 2]},
        {"name": "L", "values": ["off", "on"]},
    ],
    "setting": "hidden-order",
    "roots": ["A", "B"],
    "class": {
        "max_parents": 2,
        "grammar": {
            "max_size": 6,
            "constants": [0, 1, 2, "off", "on"],
            "operators": {
                "plus": {"arity": 2, "means": "(mod (add a b) 3)"},
                "eq": True,
                "if": True,
                "flip": {"arity": 1, "table": [["off", "on"], ["on", "off"]]},
            },
        },
        "variables": {"L": {"functions": "any", "candidates": ["B", "C"]}},
    },
    "knowledge": {"forbid": ["L->C"]},
    "worlds": [
        {"id": "w0", "rows": [[0, "low", 1, "off"], [2, "high", 0, "on"]]},
        {"id": "w1", "do": {"C": 2}, "rows": [[1, "low", 2, "off"]]},
        {"id": "h0", "split": "heldout", "assigned": ["A"], "rows": [[1, "high", 2, None]]},
    ],
    "queries": [{"id": "q0", "do": {"C": 1}, "given": {"B": "low"}, "of": "L", "gold": "off"}],
    "gold": {"mechanisms": {"C": "(plus A 1)", "L": "(table B off on)"}},
}


def test_the_first_example() -> None:
    """The numbers that the reference gives of its first file, F1."""
    told = said("audit", DEMO)
    keys = ("count", "verdict", "model_verdict", "separable", "variables")
    functions = {"A": 0, "B": 0, "C": 3, "L": 8}
    assert [told[key] for key in keys] == [24, "answered", "ambiguous", True, functions]
    assert [one["count"] for one in told["profile"]] == [0, 6, 24]
    assert told["queries"][0]["answer"] == "off"
    assert said("solve", DEMO)["mechanisms"]["C"] == "(eq A 0)"
    second = Audited(DEMO)
    assert list(differences(second, answers(second, 0))) == []
