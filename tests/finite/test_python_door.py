"""Finite problems made in Python: the same as from files, with the same complaints."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause import finite
from symcause.errors import KindError, ProblemError
from symcause.families.finite.files.document import read_finite
from symcause.families.finite.problem.fingerprint import fingerprint
from symcause.families.finite.problem.problem import FiniteProblem
from tests.finite.cases import problems

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "finite"
KEPT = ("id", "roots", "order", "blocks", "root_count", "queries", "task", "gold", "knowledge")


def arguments_of(document: dict[str, Any]) -> dict[str, Any]:
    """What somebody would write in Python to get the problem of a file."""
    names = [variable["name"] for variable in document["variables"]]
    rows = []
    for world in document["worlds"]:
        done = {**world.get("do", {}), **dict.fromkeys(world.get("assigned", ()))}
        for row in world["rows"]:
            special = {"do": done, "world": world["id"], "split": world.get("split")}
            rows.append(dict(zip(names, row, strict=True)) | special)
    kept = {key: document[key] for key in KEPT if key in document}
    values = {variable["name"]: variable["values"] for variable in document["variables"]}
    return {"rows": rows, "mechanisms": document["class"], "values": values, **kept}


def same(made: FiniteProblem, problem: FiniteProblem) -> None:
    assert fingerprint(made) == fingerprint(problem)
    assert made.id == problem.id


def test_arguments_say_what_files_say() -> None:
    numbered = 0
    for second in problems(range(60)):
        document = second.document
        if any(isinstance(row, str) for world in document["worlds"] for row in world["rows"]):
            continue
        same(finite.problem(**arguments_of(document)), read_finite(document))
        numbered += 1
    assert numbered > 30


def test_class_files_and_grammars() -> None:
    lock = json.loads((EXAMPLES / "lock.json").read_text(encoding="utf-8"))
    stored = symcause.load(EXAMPLES / "lock.json")
    assert isinstance(stored, FiniteProblem)
    arguments = arguments_of(lock)
    same(finite.problem(**arguments | {"mechanisms": EXAMPLES / "dials.toml"}), stored)
    same(finite.problem(**arguments | {"mechanisms": str(EXAMPLES / "dials.toml")}), stored)
    operators = {"turn": "(mod (add a b) 3)", "eq": True, "if": True}
    constants = [0, 1, 2, "off", "on"]
    made = finite.grammar(operators, max_size=6, constants=constants, max_parents=2)
    same(finite.problem(**arguments | {"mechanisms": made}), stored)


def test_meanings_tell_how_many_arguments_there_are() -> None:
    made = finite.grammar({"f": "(if a b c)", "g": "(max ...)", "h": "1"}, max_size=3)["grammar"]
    assert {name: spec["arity"] for name, spec in made["operators"].items()} == {
        "f": 3,
        "g": "many",
        "h": 1,
    }
    assert finite.grammar(["min", "eq"], max_size=3)["grammar"] == {
        "max_size": 3,
        "operators": {"min": True, "eq": True},
    }


def test_frames_with_empty_cells() -> None:
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"A": [0, 1, None], "B": [1, 0, 1], "do": ["", "A=1", ""]})
    made = finite.problem(frame, roots=["A"], mechanisms="any")
    assert made.domain("A").values == (0, 1)
    assert [world.rows for world in made.worlds] == [((0, 1), (None, 1)), ((1, 0),)]


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"rows": []}, "there is no row"),
        ({"values": {"Z": [0, 1]}}, "values.Z"),
        ({"rows": [{"A": 0.5, "B": 1}, {"A": 1, "B": 0}]}, "0.5"),
        ({"rows": [{"A": 0, "B": 1, "do": "C=1"}]}, "row 1, column 'do'"),
        ({"mechanisms": "disjunktive"}, "disjunctive"),
        ({"mechanisms": "no.toml"}, "no.toml"),
    ],
)
def test_faults_are_named(changed: dict[str, Any], words: str) -> None:
    stated = {"rows": [{"A": 0, "B": 1}, {"A": 1, "B": 0}], "roots": ["A"], "mechanisms": "any"}
    with pytest.raises(symcause.SymcauseError, match=words):
        finite.problem(**stated | changed)


def test_a_class_is_something_that_one_can_read() -> None:
    with pytest.raises(KindError):
        finite.problem([{"A": 0, "B": 1}], roots=["A"], mechanisms=3)  # type: ignore[arg-type]
    with pytest.raises(ProblemError):
        finite.problem(
            [{"A": 0, "B": 1}, {"A": 1, "B": 0}], roots=["A"], mechanisms={"grammer": {}}
        )
