"""Classes that are asked for: on the command line, in Python, in what convert writes."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from symcause.audits.question import question
from symcause.errors import SymcauseError
from symcause.families.linear.documents.count_document import LinearCount
from symcause.families.linear.models.laboratory import Semantics
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.space.space_choice import open_space
from tests.linear.cases import episode, integers, problem_of, published, random_model

F = Fraction


def made(seed: int = 5) -> LinearProblem:
    rng = random.Random(seed)
    return episode(rng, problem_of(random_model(rng, 4, density=0.6)), ["x0"])


def counted(problem: LinearProblem, **options: object) -> LinearCount:
    *_, document = question("count", problem, **options).answers(problem)
    assert isinstance(document, LinearCount)
    return document


@pytest.mark.parametrize(
    ("options", "same"),
    [
        ({"coefficients": "-3..3"}, {"coefficients": integers(-3, 3)}),
        ({"target_may_cause": True}, {"target_may_cause": True}),
        ({"semantics": "do"}, {"semantics": Semantics.DO}),
        ({"max_parents": 1}, {"max_parents": 1}),
    ],
)
def test_an_option_is_the_class_of_another_problem(
    options: dict[str, object], same: dict[str, object]
) -> None:
    problem = made()
    wanted = open_space(replace(problem, **same)).count()  # type: ignore[arg-type]
    document = counted(problem, **options)
    assert document.count == wanted == open_space(problem, **options).count()  # type: ignore[arg-type]
    assert document.scope.source == "problem+option"
    assert document.semantics == str(same.get("semantics", "set"))
    converted = question("convert", problem, **options).converted(problem)  # type: ignore[attr-defined]
    assert converted == replace(problem, **same)  # type: ignore[arg-type]


def test_a_minimum_effect_is_a_number_and_no_matter_of_integers() -> None:
    problem = made()
    assert counted(problem, min_effect="1/2").scope.min_effect == "0.5"
    for options in ({"min_effect": "much"}, {"min_effect": "1", "coefficients": "1..3"}):
        with pytest.raises(SymcauseError):
            counted(problem, **options)
    with pytest.raises(SymcauseError, match="no class of coefficients"):
        counted(problem, coefficients="3 to 4")
    with pytest.raises(SymcauseError, match=r"no such semantics|one of"):
        counted(problem, semantics="held")


def test_configurations_state_their_own_smallest_effect() -> None:
    smallest = set()
    for problem in published("4nodes_quad_first20.jsonl"):
        assert problem.gold is not None
        squares = [
            abs(effect.square)
            for equation in problem.gold.equations.values()
            for _, effect in equation.effects
        ]
        assert problem.coefficients.min_effect == min(squares) / 2
        smallest.add(min(squares))
        simulated = question("convert", problem, simulate=True, seed=1).converted(problem)  # type: ignore[attr-defined]
        assert question("count", simulated).frame(simulated).scope.source == "gold"
    assert F("0.001") in smallest
