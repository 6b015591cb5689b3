"""Peeling: an explanation exists iff all variables join, against every order and the exact count."""

from __future__ import annotations

from dataclasses import replace

import pytest

from symcause.families.boolean.baselines.synthesis.difference_sets import all_differences
from symcause.families.boolean.baselines.synthesis.peel_rounds import (
    peel,
    peeled,
    root_positions,
)
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.models.bit_sets import mask_of
from symcause.models.disclosure import Disclosure, Setting
from tests.boolean.baselines.synthesis_cases import exists_by_orders, problems


@pytest.mark.parametrize("bound", [1, 2, None])
def test_all_join_iff_an_explanation_exists(bound: int | None) -> None:
    empty = 0
    for problem in problems(60):
        own = replace(problem, max_parents=bound)
        differences = all_differences(own)
        found = peeled(own, differences, bound)
        assert (found is not None) == (ExactSpace.of(own).count > 0)
        empty += found is None
        for roots in root_positions(own):
            here = peel(differences, roots, bound, own.constants)
            assert (here is not None) == exists_by_orders(own, roots, bound)
    assert empty < 60 and (bound != 1 or empty)


def test_parents_are_the_smallest_that_fit_among_those_before() -> None:
    for problem in problems(40):
        differences = all_differences(problem)
        found = peeled(problem, differences, None)
        if found is None:
            continue
        known = mask_of(found.roots)
        for v, chosen in found.parents.items():
            own = differences[v]
            assert own.fits(mask_of(chosen)) and own.rows.table(chosen) is not None
            assert mask_of(chosen) & ~found.joined[v] == 0
            for u in chosen:
                assert not own.fits(mask_of(chosen) & ~(1 << u))
        assert not known & mask_of(found.parents)


def test_fitting_is_what_the_rows_say_for_every_set() -> None:
    for problem in problems(12):
        for v, own in enumerate(all_differences(problem)):
            for mask in range(1 << len(problem.variables)):
                if not mask >> v & 1:
                    parents = [u for u in range(len(problem.variables)) if mask >> u & 1]
                    assert own.fits(mask) == (own.rows.table(parents) is not None)


@pytest.mark.parametrize("constants", [False, True])
def test_a_constant_needs_something_to_mention(constants: bool) -> None:
    """Order X1, X2, X3 and the root X2: nothing that X1, always 0, could mention comes before it."""
    disclosure = Disclosure(Setting.ORDERED, ("X1", "X2", "X3"), ("X2",), order=("X1", "X2", "X3"))
    world = World("w", Split.TRAIN, Mode.NONE, (), ("000", "011"))
    problem = BooleanProblem("p", disclosure, (world,), constants=constants)
    found = peeled(problem, all_differences(problem), None)
    assert (found is not None) == constants == (ExactSpace.of(problem).count > 0)
