"""Finite worlds against a list of everything: every question about random and wide problems."""

from __future__ import annotations

import random

import pytest

from tests.finite.cases import answers, random_problem
from tests.finite.comparison import differences, option_differences
from tests.finite.second_language import Grammar
from tests.finite.wide_cases import SHAPES, wide_problem


@pytest.mark.few(30)
@pytest.mark.parametrize("seed", range(2000))
def test_random_problems(seed: int) -> None:
    second = random_problem(seed)
    assert list(differences(second, answers(second, seed))) == []


@pytest.mark.few(20)
@pytest.mark.parametrize("seed", range(5000, 6000))
def test_options(seed: int) -> None:
    second = random_problem(seed)
    assert list(option_differences(second, random.Random(seed))) == []


@pytest.mark.few(24)
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
