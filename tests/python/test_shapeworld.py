"""ShapeWorld problems made in Python: the same as from files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symcause
from symcause import DAG, shapeworld
from symcause.errors import SymcauseError
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.formats.pools.problem_writer import write_problem
from symcause.registry import family, load
from tests.python.test_linear import EXAMPLES, problems_of

FILES = list(problems_of(EXAMPLES, "shapeworld"))
SHAPES = ("circle", "square", "star")


def same(made: ShapeWorldProblem, problem: ShapeWorldProblem) -> None:
    digest = load(str(family("shapeworld").digest))
    assert digest(made) == digest(problem)
    assert write_problem(made) == write_problem(problem)


def arguments_of(document: dict[str, Any]) -> dict[str, Any]:
    kept = ("id", "shapes", "initial", "answer", "limit", "truth", "protocol", "metadata")
    found = {key: value for key, value in document.items() if key in kept}
    found["question"] = (document["question"]["cause"], document["question"]["effect"])
    found["scope"] = document.get("class")
    found["gold"] = document.get("gold")
    found["transcript"] = document.get("transcript", ())
    return found


@pytest.mark.parametrize("problem", FILES, ids=lambda problem: problem.id)
def test_steps_make_the_problem_that_the_file_holds(problem: ShapeWorldProblem) -> None:
    arguments = arguments_of(write_problem(problem))
    same(shapeworld.problem(**arguments), problem)
    steps = [(step.action, step.shape, step.moving) for step in problem.transcript]
    golden = problem.gold
    for given in (steps, problem.transcript):
        for gold in (golden, None if golden is None else golden.to_networkx()):
            same(shapeworld.problem(**{**arguments, "transcript": given, "gold": gold}), problem)


def test_there_are_examples() -> None:
    assert {problem.id for problem in FILES} >= {"shapes", "world"}


def test_steps_that_are_less_than_a_step() -> None:
    steps = [
        {"action": "hold", "shape": "star"},
        {"moving": ["circle"]},
        {"action": "push", "shape": "moon", "moving": [], "invalid": True},
    ]
    document = {
        **{"format": "symcause.shapeworld/1", "id": "odd", "shapes": list(SHAPES)},
        **{"question": {"cause": "circle", "effect": "star"}, "initial": ["circle", "star"]},
        **{"transcript": steps, "truth": "no", "protocol": True, "class": "core", "limit": 9},
    }
    problem = symcause.problem(document)
    assert isinstance(problem, ShapeWorldProblem)
    same(shapeworld.problem(**arguments_of(document)), problem)
    listed = shapeworld.problem(
        SHAPES, ("circle", "star"), problem.transcript, initial={"star", "circle"}, truth=False,
        protocol=True, scope="core", limit=9, id="odd")  # fmt: skip
    same(listed, problem)
    bare = shapeworld.problem(SHAPES, ("circle", "star"), initial=None)
    assert bare.initial is None and not bare.transcript


@pytest.mark.parametrize("kind", ["pandas", "polars"])
def test_frames(kind: str) -> None:
    library = pytest.importorskip(kind)
    columns = {"action": ["hold", "hold"], "shape": ["circle", "star"], "moving": [["star"], []]}
    steps = [("hold", "circle", ["star"]), ("hold", "star", [])]
    wanted = shapeworld.problem(SHAPES, ("circle", "star"), steps, initial=["circle", "star"])
    made = shapeworld.problem(
        SHAPES, ("circle", "star"), library.DataFrame(columns), initial=np.array(["circle", "star"])
    )
    assert made == wanted


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"transcript": [("hold", "circle", "star")]}, "row 1, column 'moving': not a list of"),
        (
            {"transcript": [("hold", "moon", [])]},
            "transcript, row 1, column 'shape': no such shape",
        ),
        ({"transcript": [("push", "star", [])]}, "transcript, row 1, column 'action': no such"),
        ({"transcript": [("hold", "star", ["moon"])]}, "row 1, column 'moving': no such shape"),
        ({"transcript": [("hold", "star", ["star", "star"])]}, "column 'moving': a shape stands"),
        ({"transcript": [("hold", "star")]}, "transcript, row 1: 2 values for 3 columns"),
        ({"transcript": [7]}, "transcript, row 1: a row is a mapping or a sequence"),
        ({"transcript": [{"acton": "hold"}]}, "transcript, row 1, column 'acton': unknown key"),
        ({"transcript": [("hold", "star", [])], "initial": None}, "a transcript needs a start"),
        ({"initial": "star"}, "initial: not a list of shapes"),
        ({"shapes": "star"}, "shapes: not a list of shapes"),
        ({"question": ("star",)}, "question: a question has a cause and an effect"),
        ({"gold": [("star", "moon")]}, "no such shape"),
        ({"gold": [("star", "circle"), ("circle", "star")]}, "gold"),
        ({"gold": [("star", "circle")], "truth": True}, "the world decides the truth"),
    ],
)
def test_mistakes_name_row_and_column(given: dict[str, Any], told: str) -> None:
    plainly: dict[str, Any] = {
        "shapes": SHAPES,
        "question": ("circle", "star"),
        "initial": SHAPES,
    }
    with pytest.raises(SymcauseError) as raised:
        shapeworld.problem(**{**plainly, **given})
    assert told in str(raised.value)


def test_problems_are_values(tmp_path: Path) -> None:
    gold = DAG.of([("circle", "star")], nodes=SHAPES)
    first = shapeworld.problem(SHAPES, ("circle", "star"), initial=SHAPES, gold=gold, answer="no")
    second = first.with_step("hold", "circle", ["square"])
    steps = [("hold", "circle", ["square"])]
    assert second == shapeworld.problem(
        SHAPES, ("circle", "star"), steps, initial=SHAPES, gold=gold
    )
    assert not first.transcript and first.answer == "no" and second.answer is None
    assert str(symcause.audit(first).verdict) == "open"
    assert str(symcause.audit(second).verdict) == "yes"
    with pytest.raises(SymcauseError, match="no such shape"):
        first.with_step("hold", "moon", [])
    symcause.save(second, tmp_path / "made.json")
    assert symcause.load(tmp_path / "made.json") == second
