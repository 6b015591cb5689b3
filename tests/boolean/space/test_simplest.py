"""The simplest model against sorting the whole version space by size."""

from __future__ import annotations

import random

import pytest

import symcause
from symcause.families.boolean.catalogue import catalogue
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.order.function_sizes import FunctionSizes
from symcause.families.boolean.space.order.simplest_model import simplest
from symcause.mechanisms.order.size_order import members_by_size
from symcause.models.disclosure import Setting
from tests.boolean.brute import members, random_problem

BOOK = catalogue(("not", "and", "or", "xor", "iff"), False)
CASES = [(seed, setting) for setting in Setting for seed in range(25)]


def size(model: object) -> int:
    return sum(BOOK.minimal_size(f) for f in model.functions.values())


def parents(model: object) -> int:
    return sum(len(f.parents) for f in model.functions.values())


@pytest.mark.few(20)
@pytest.mark.parametrize(("seed", "setting"), CASES)
def test_least_total_ast(seed: int, setting: Setting) -> None:
    rng = random.Random(f"simplest {seed} {setting}")
    problem, _ = random_problem(rng, rng.choice((3, 3, 4)), setting, 3, 4)
    bound = rng.choice((1, 2))
    expected = members(problem, bound)
    space = ExactSpace.of(problem, HypothesisClass(max_parents=bound))
    found, few = simplest(space), simplest(space, fewest_parents=True)
    if not expected:
        assert found is None
        assert few is None
        return
    assert found is not None
    assert few is not None
    assert found.optimal
    assert few.optimal
    assert found.model in set(expected)
    assert found.total_ast == size(found.model)
    assert (size(found.model), parents(found.model)) == min((size(m), parents(m)) for m in expected)
    assert (parents(few.model), size(few.model)) == min((parents(m), size(m)) for m in expected)
    assert simplest(space) == found
    if len(expected) > 400:
        return
    listed = list(members_by_size(space, FunctionSizes(space.catalogue)))
    assert {item.model for item in listed} == set(expected)
    assert len(listed) == len(expected)
    assert [item.total for item in listed] == sorted(size(m) for m in expected)
    assert all(item.total == size(item.model) for item in listed)


def test_bounded_classes_are_listed_whole() -> None:
    problem, _ = random_problem(random.Random(3), 3, Setting.HIDDEN_ORDER, 2, 3)
    space = ExactSpace.of(problem, HypothesisClass(max_ast=4))
    listed = list(members_by_size(space, FunctionSizes(space.catalogue)))
    assert len(listed) == space.count
    assert all(item.model in space for item in listed)


def test_a_single_parent_may_come_after_a_pair() -> None:
    """Parent sets go by their variables: those of A and B before C alone."""
    rows = [dict(zip("ABCD", bits, strict=True)) for bits in ((0, 1, 0, 0), (1, 0, 1, 1))]
    problem = symcause.boolean.problem(rows, roots=["A", "B", "C"], max_parents=2)
    space = ExactSpace.of(problem, problem.default_class())
    listed = list(members_by_size(space, FunctionSizes(space.catalogue)))
    expected = members(problem, 2)
    assert len(listed) == len(expected)
    assert [item.total for item in listed] == sorted(size(m) for m in expected)
    assert {item.model.functions["D"].parents for item in listed if item.total == 1} == {
        ("A",),
        ("C",),
    }
