"""Parts of the Boolean space by themselves: weights of a draw, refusals, what tells two members apart."""

from __future__ import annotations

from random import Random

import pytest

import symcause
from symcause.boolean import BooleanProblem
from symcause.errors import SymcauseError
from symcause.families.boolean.bounds import SAMPLED_NODES
from symcause.families.boolean.models.decision_diagrams import dependence_meter, equivalent
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.joint.joint_search import Separated
from symcause.families.boolean.space.joint.member_separation import separated
from symcause.families.boolean.space.order.size_sampler import WeightedSpace
from symcause.models.expressions import Operation, Variable

ROWS = [{"A": 0, "B": 0, "C": 0}, {"A": 1, "B": 1, "C": 1}]
"""A and B have been the same: C is one of them, or joins both."""


def _problem() -> BooleanProblem:
    found: BooleanProblem = symcause.boolean.problem(ROWS, roots=["A", "B"])
    return found


def test_a_draw_weighs_functions_by_their_size() -> None:
    """Each node more halves the weight."""
    problem = _problem()
    space = ExactSpace.of(problem, problem.default_class())
    weighted = WeightedSpace.of(space)
    ((branch, tables),) = weighted.branches
    found = {
        (own.parents(group), table): weight
        for own, options in zip(branch.spaces, tables, strict=True)
        if own is not None and options is not None
        for group, listed in options.items()
        for table, weight in listed
    }
    functions = [model.functions["C"] for model in space.members()]
    sizes = {(f.parents, f.table): space.catalogue.minimal_size(f) for f in functions}
    assert len(found) == 4
    assert found == {
        key: 1 << (SAMPLED_NODES - size) for key, size in sizes.items() if size is not None
    }
    drawn = {weighted.draw(Random(seed)).functions["C"] for seed in range(60)}
    assert drawn == set(functions)


def test_what_is_no_value_cannot_be_set() -> None:
    space = symcause.space(_problem())
    for value in (2, "x", None):
        with pytest.raises(SymcauseError):
            space.what_if({"context": {"A": 0, "B": 1}, "assignments": {"A": value}})


def test_a_member_that_an_experiment_tells_apart_is_found() -> None:
    problem = _problem()
    reference = symcause.boolean.model({"C": "A"}, roots=["A", "B"])
    assert isinstance(reference, BooleanSCM)
    found = separated(problem, problem.default_class(), reference)
    assert isinstance(found, Separated)
    assert reference in (found.reference, found.alternative)
    assert found.reference != found.alternative


def test_expressions_are_equivalent_whatever_they_mention_first() -> None:
    a, b = Variable("A"), Variable("B")
    meter = dependence_meter()
    assert equivalent(Operation("or", (a, b)), Operation("or", (b, a)), meter)
    assert not equivalent(Operation("or", (a, b)), Operation("and", (b, a)), meter)
