"""Certificates that rest on the steps alone: accepted where they are true, and in no other reading."""

from __future__ import annotations

import copy
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from symcause.answers import Unknown
from symcause.families.shapeworld.certify.verdict_certificate import certify
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem, Step
from symcause.families.shapeworld.problem.world_classes import Scope, WorldClass
from symcause.families.shapeworld.space.any_start.steps_space import StepsSpace
from symcause.families.shapeworld.space.shapeworld_space import ShapeWorldSpace
from symcause.families.shapeworld.verifier.kernel import verify
from symcause.families.shapeworld.verifier.proof_export import export
from symcause.models.dags import DAG
from tests.shapeworld import second_steps as second
from tests.shapeworld.start_cases import IMPOSSIBLE, REFUTED, random_log, read, record

CLASSES = (WorldClass.ALL, WorldClass.ROOTED, WorldClass.LISTED)

NOWHERE = ShapeWorldProblem(
    "none",
    ("circle", "star"),
    "circle",
    "star",
    ("circle", "star"),
    (Step("hold", "circle", ("circle", "star")), Step("hold", "star", ("circle", "star"))),
    protocol=True,
)


def of_steps(problem: ShapeWorldProblem, scope: WorldClass = WorldClass.ALL) -> dict[str, Any]:
    found = certify(StepsSpace(problem, Scope(scope)))
    assert not isinstance(found, Unknown)
    return found.to_dict()


def of_closed(problem: ShapeWorldProblem) -> dict[str, Any]:
    found = certify(ShapeWorldSpace(problem, Scope()))
    assert not isinstance(found, Unknown)
    return found.to_dict()


@pytest.mark.few(10)
@pytest.mark.parametrize("seed", range(60))
def test_every_verdict_from_any_start_is_certified(seed: int) -> None:
    rng = Random(f"certified starts {seed}")
    document, scope = random_log(rng, rng.choice((2, 3, 4)), 0.2), rng.choice(CLASSES)
    members = second.members(document, "any", scope)
    claims = {"open": "open", "inconsistent": "inconsistent", "yes": "settled", "no": "settled"}
    problem = read(document)
    made = of_steps(problem, scope)
    assert made["start"] == "any"
    checked = verify(problem, made)
    assert (checked.accepted, checked.claim) == (True, claims[second.verdict(document, members)])
    assert checked.scope is not None and checked.scope.named["start"] == "any"


@pytest.mark.parametrize(
    ("problem", "claim"),
    [(record(REFUTED), "open"), (record(IMPOSSIBLE), "settled"), (NOWHERE, "inconsistent")],
)
def test_a_certificate_of_one_reading_is_none_of_the_other(
    problem: ShapeWorldProblem, claim: str
) -> None:
    """The steps alone as if from a closed start, and the other way round."""
    steps, closed = of_steps(problem), of_closed(problem)
    assert steps["claim"]["name"] == claim and "start" not in closed
    assert verify(problem, steps).accepted and verify(problem, closed).accepted
    bare = {key: value for key, value in steps.items() if key != "start"}
    assert verify(problem, bare).accepted is False
    assert verify(problem, {**closed, "start": "any"}).accepted is False
    for word in ("closed", "fair", "", None, ["any"]):
        assert verify(problem, {**steps, "start": word}).accepted is False


def test_worlds_are_replayed_edge_by_edge() -> None:
    """From a start that is not closed, two DAGs with the same relation do not show the same."""
    shapes = ("circle", "square", "star")
    seen = (Step("hold", "circle", ("star",)),)
    problem = ShapeWorldProblem("p", shapes, "circle", "star", ("circle", "star"), seen)
    chain = DAG.of([("circle", "square"), ("square", "star")], nodes=shapes)
    direct = DAG.of([*chain.edges, ("circle", "star")], nodes=shapes)
    space = StepsSpace(problem, Scope())
    assert chain in space and direct not in space
    made = of_steps(problem)
    assert made["claim"]["name"] == "open"
    forged = copy.deepcopy(made)
    forged["evidence"]["yes"] = [list(edge) for edge in direct.edges]
    assert verify(problem, made).accepted and verify(problem, forged).accepted is False
    forged["evidence"]["yes"] = [list(edge) for edge in chain.edges]
    assert verify(problem, forged).accepted
    assert verify(problem, {**made, "class": "rooted"}).accepted is False


def test_another_member_answer_or_log() -> None:
    problem = record(IMPOSSIBLE)
    made = of_steps(problem)
    for member in ([], [["star", "circle"]], [["circle", "star"], ["star", "circle"]]):
        forged = copy.deepcopy(made)
        forged["evidence"]["member"] = member
        assert verify(problem, forged).accepted is False
    other = copy.deepcopy(made)
    other["claim"]["answer"] = "no"
    assert verify(problem, other).accepted is False
    assert verify(problem.cut(0), made).accepted is False


def test_hidden_shapes_are_refused() -> None:
    problem = record(IMPOSSIBLE)
    assert verify(problem, {**of_steps(problem), "class": "hidden"}).accepted is False


def test_for_a_problem_with_a_closed_start_it_is_not_as_stated() -> None:
    problem = record(IMPOSSIBLE)
    own = read(
        {
            "format": "symcause.shapeworld/1",
            "id": problem.id,
            "shapes": list(problem.shapes),
            "question": {"cause": problem.cause, "effect": problem.effect},
            "initial": list(problem.initial or ()),
            "transcript": [{"action": "move", "shape": "circle", "moving": ["circle", "star"]}],
        }
    )
    assert verify(problem, of_steps(problem)).as_stated
    checked = verify(own, of_steps(own))
    assert checked.accepted and not checked.as_stated


def test_a_world_of_five_and_of_seven_shapes() -> None:
    for size in (5, 7):
        shapes = tuple(f"s{i}" for i in range(size))
        still = tuple(name for name in shapes if name != "s1")
        problem = ShapeWorldProblem(
            "p", shapes, "s0", "s1", still, (Step("move", "s0", shapes),), protocol=True
        )
        made = of_steps(problem)
        assert (made["claim"]["name"], made["claim"]["answer"]) == ("settled", "yes")
        assert verify(problem, made).accepted


def test_the_proof_is_exported_and_checked_without_a_solver(tmp_path: Path) -> None:
    problem = record(IMPOSSIBLE)
    formula, proof = export(problem, of_steps(problem), tmp_path / "proof")
    assert formula.read_text().startswith("p cnf") and proof.exists()
    code = (
        "import sys; import symcause.families.shapeworld.verifier.kernel; "
        "assert not {'pysat', 'numpy', 'z3'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_what_is_open_from_a_closed_start_is_open_from_any() -> None:
    """Two worlds in which the start is closed show the steps, too: said of any start, the claim is true."""
    problem = ShapeWorldProblem("p", ("circle", "star"), "circle", "star", (), protocol=True)
    closed = of_closed(problem)
    assert closed["claim"]["name"] == "open"
    assert verify(problem, {**closed, "start": "any"}).accepted
