"""Boolean problems said as finite ones, and back: what is kept, what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.errors import SymcauseError, UsageError
from symcause.families.boolean.files.finite_export import finite_document
from symcause.families.finite.files.boolean_export import boolean_document
from symcause.families.finite.files.document import read_finite
from symcause.families.finite.models.compiled_answers import compiled
from symcause.formats.pools.problem_writer import write_problem
from tests.cli.cases import EXAMPLES, Shell

TOLD: dict[str, Any] = {
    "format": "symcause.boolean/2",
    "id": "told",
    "variables": ["A", "B", "C", "D"],
    "setting": "block-order",
    "roots": ["A", "B"],
    "blocks": [["A", "B"], ["C", "D"]],
    "max_parents": 2,
    "knowledge": {"forbid": ["A->D"], "candidates": ["A->C", "B->C", "C->D"]},
    "worlds": [
        {"id": "w0", "split": "train", "rows": ["00?1", "1101"]},
        {"id": "w1", "split": "train", "mode": "constant", "targets": ["C"], "rows": ["0110"]},
        {
            "id": "w2",
            "split": "heldout",
            "mode": "assigned",
            "targets": ["A", "C"],
            "rows": ["1001", "0?10"],
            "units": ["x", "y"],
        },
    ],
    "gold": {"mechanisms": {"C": "(iff A B (not A))", "D": "(not C)"}},
    "metadata": {"level": 3},
}


def test_there_and_back() -> None:
    problem = symcause.problem(TOLD)
    document = finite_document(problem)  # type: ignore[arg-type]
    assert document["class"] == {"functions": "any", "max_parents": 2}
    assert document["gold"] == {"mechanisms": {"C": "(eq A B (not A))", "D": "(not C)"}}
    assert document["worlds"][1] == {  # type: ignore[index]
        "id": "w1",
        "split": "train",
        "do": {"C": 1},
        "rows": ["0110"],
    }
    again = boolean_document(read_finite(document))
    written = write_problem(problem)
    written["gold"]["roots"] = ["A", "B"]  # type: ignore[index]
    assert {**again, "operators": written["operators"]} == {**written, "constants": True}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(and A (eq B B) (xor A B))", "(and A (iff B B) (xor A B))"),
        ("(add A 0)", "A"),
        ("(max A B)", "(or (and (not A) B) (and A (not B)) (and A B))"),
        ("(eq A)", "1"),
        ("(table A B 0 0 1 0)", "(and A (not B))"),
        ("0", "0"),
    ],
)
def test_mechanisms_mean_the_same(text: str, said: str) -> None:
    document = finite_document(symcause.problem(TOLD))  # type: ignore[arg-type]
    document["gold"] = {"mechanisms": {"C": text, "D": "C"}}
    finite = read_finite(document)
    boolean = boolean_document(finite)
    assert boolean["gold"]["mechanisms"]["C"] == said  # type: ignore[index]
    assert finite.gold is not None
    document["gold"] = {"mechanisms": {"C": said.replace("iff", "eq"), "D": "C"}}
    other = read_finite(document)
    assert other.gold is not None
    assert compiled(finite, finite.gold) == compiled(other, other.gold)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"operators": ["and", "or"], "gold": None}, "'operators'"),
        ({"errors": 1}, "'errors'"),
        ({"knowledge": {"signs": {"A->C": "+"}}}, "'knowledge'"),
        ({"reference": TOLD["gold"]}, "'reference'"),
    ],
)
def test_what_finite_files_cannot_say(change: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        finite_document(symcause.problem(TOLD | change))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"class": {"functions": "monotone"}}, "'class'"),
        ({"class": {"functions": "any", "variables": {"D": {"max_parents": 1}}}}, "'class'"),
        ({"queries": [{"id": "q", "edge": "A->C"}]}, "'queries'"),
        ({"gold": {"mechanisms": {"C": "(add A B)", "D": "C"}}}, "C gives 2 for A=1, B=1"),
    ],
)
def test_what_boolean_files_cannot_say(change: dict[str, Any], said: str) -> None:
    document = finite_document(symcause.problem(TOLD)) | change  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=said):
        boolean_document(read_finite(document))


def test_the_command(tmp_path: Path, shell: Shell) -> None:
    code, out, _ = shell("convert", EXAMPLES / "hidden-order.json", "--to", "finite")
    assert (code, json.loads(out)["format"]) == (0, "symcause.finite/1")
    path = tmp_path / "one.json"
    path.write_text(out)
    code, out, _ = shell("convert", path, "--to", "boolean")
    assert (code, json.loads(out)["format"]) == (0, "symcause.boolean/1")
    pool = tmp_path / "pool.jsonl"
    pool.write_text(path.read_text() * 2)
    code, out, _ = shell("convert", pool, "--to", "boolean")
    assert (code, len(out.splitlines())) == (0, 2)
    code, _, said = shell("convert", pool, "--to", "finite")
    assert (code, "--to jsonl" in said) == (2, True)


def test_what_finite_files_refuse_is_not_written() -> None:
    """A name that is an operator there: the file could be read by nobody."""
    text = json.dumps(TOLD).replace('"D"', '"add"').replace("->D", "->add")
    named = symcause.problem(json.loads(text) | {"gold": None})
    with pytest.raises(SymcauseError, match="operator of the language"):
        finite_document(named)  # type: ignore[arg-type]
