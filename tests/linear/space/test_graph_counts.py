"""Counts of graphs with many variables: by cases, between bounds, and what cannot be drawn."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import comb

import pytest

from symcause.answers import Unknown
from symcause.families.linear.audits.next.intervention_rank import next_intervention
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.problem.records import ChainState
from symcause.families.linear.questions.count import Count
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.families.linear.space.local.parent_tables import parent_masks
from tests.linear.cases import problem_of, random_model


def _wide(size: int, most: int) -> LinearProblem:
    """A problem with one record: any parent sets within the bound explain it."""
    problem = problem_of(random_model(random.Random(size), size))
    read = {name: Fraction(20 + i) for i, name in enumerate(problem.variables)}
    return replace(problem.with_record(read), max_parents=most)


@cache
def _dags(size: int, most: int) -> int:
    """How many DAGs there are with at most so many parents a node, by their sources (Robinson)."""
    if not size:
        return 1
    return sum(
        (-1) ** (k + 1)
        * comb(size, k)
        * sum(comb(size - k, j) for j in range(most + 1)) ** k
        * _dags(size - k, most)
        for k in range(1, size + 1)
    )


@pytest.mark.parametrize(("size", "most"), [(5, 2), (9, 1), (16, 2)])
def test_many_variables_are_counted(size: int, most: int) -> None:
    target = sum(comb(size - 1, j) for j in range(most + 1))  # whose parents are any of the others
    space = LinearSpace(_wide(size, most))
    assert space.count() == target * _dags(size - 1, most)
    assert space.bounds() is None


def test_more_variables_are_counted_between_bounds() -> None:
    document = next(Count().answers(_wide(21, 2)))
    assert document.status == "unknown" and document.count is None and document.reason is not None
    truth = sum(comb(20, j) for j in range(3)) * _dags(20, 2)
    assert isinstance(document.at_least, int) and isinstance(document.at_most, int)
    assert 1 < document.at_least <= truth <= document.at_most


def test_members_beyond_the_recursion_are_listed_but_not_drawn() -> None:
    space = LinearSpace(_wide(16, 2))
    assert isinstance(space.draw(random.Random(0)), Unknown)
    assert space.pick() in space


def test_a_bound_on_parents_bounds_the_sets_that_are_looked_at() -> None:
    """Of 40 candidates all subsets would be 2^40."""
    assert list(parent_masks(40, 1)) == [*(1 << i for i in range(40)), 0]
    for candidates in range(7):
        for most in (None, 0, 1, 3, 9):
            every = [
                m for m in range(1 << candidates) if m.bit_count() <= (9 if most is None else most)
            ]
            every.sort(key=int.bit_count, reverse=True)
            assert list(parent_masks(candidates, most)) == every


def test_next_says_what_is_beyond_reach() -> None:
    problem = _wide(16, 2)
    chain = problem.extended(ChainState({name: Fraction(30) for name in problem.variables}))
    found = next_intervention(chain)
    assert isinstance(found, Unknown) and "too many sets to count over" in found.reason


def test_forty_variables_have_members() -> None:
    space = LinearSpace(_wide(40, 1))
    assert space.pick() in space
