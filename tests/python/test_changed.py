"""Problems are values: a changed one does not go on claiming what was true of the one it was made from."""

from __future__ import annotations

from typing import Any

import pytest

import symcause
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.linear.problem.problem import LinearProblem
from symcause.formats.pools.metadata_claims import CLAIMS
from tests.cli.cases import EXAMPLES

TOLD = {"verdict": "unique", "count": 1, "certificate": {}, "settles": {"identified": True}}


def told(name: str) -> Any:
    """An example whose metadata claim things."""
    from dataclasses import replace

    problem = symcause.load(EXAMPLES / f"{name}.json")
    return replace(problem, metadata={"seed": 7, **TOLD, "level": "certified", "proof": []})


def claims(problem: Any) -> set[str]:
    assert problem.metadata["seed"] == 7
    return set(problem.metadata) & CLAIMS


def test_boolean() -> None:
    problem: BooleanProblem = told("unique")
    assert claims(problem)
    world = problem.worlds[0]
    row = dict(zip(problem.variables, (0, 1, 1, 0, 0), strict=True))
    for changed in (
        problem.with_world([row]),
        problem.without(world.id),
        problem.in_setting("hidden-roots"),
    ):
        assert changed != problem and not claims(changed)
    assert problem.in_setting(problem.setting) is problem
    assert problem.without() is problem and problem.with_worlds(()) is problem


def test_linear() -> None:
    problem: LinearProblem = told("episode")
    state = dict.fromkeys(problem.variables, 3)
    for changed in (
        problem.with_record(state),
        problem.with_step(state),
        problem.without(last=1),
        problem.shortened(0),
    ):
        assert not claims(changed)


@pytest.mark.parametrize("name", ["shapes", "world"])
def test_shapeworld(name: str) -> None:
    problem = told(name)
    assert not claims(problem.with_step("hold", problem.shapes[0], ()))
    assert not claims(problem.cut(0))


def test_a_generated_certificate_is_about_its_own_problem_only() -> None:
    from symcause.families.boolean.generator.instance_pipeline import certified

    problem = symcause.load(EXAMPLES / "unique.json")
    assert isinstance(problem, BooleanProblem)
    made = certified(problem)
    assert symcause.verify(made, made.metadata["certificate"]).accepted
    assert "certificate" not in made.without(made.worlds[0].id).metadata
