"""Sheets of every family: laid out and gathered again a problem is the same; what is off is left out."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from symcause.errors import SymcauseError
from symcause.formats.pools.problem_files import read_problems
from symcause.formats.problems import read_document
from symcause.formats.sheets import Sheet
from symcause.registry import Family, families, family_of, load
from symcause.workbench.edit_state import State, opened, problem_of
from tests.workbench.running import EXAMPLES

FILES = (
    "pool.jsonl",
    "crystal.json",
    "episode.json",
    "shapes.json",
    "world.json",
    "flood.txt",
    "finite/lock.json",
)
PROBLEMS = [
    item.problem for name in FILES for item in read_problems(EXAMPLES / name, question="count")
]
LAID_OUT = [family for family in families() if family.sheet is not None]


def _laid_out(problem: Any) -> tuple[Family, dict[str, Any], Sheet]:
    """Family, document and sheet, which has been to a page and back."""
    family = family_of(problem)
    assert family.writer is not None and family.sheet is not None
    document = load(family.writer)(problem)
    sheet = load(family.sheet)(document)
    return family, document, msgspec.convert(msgspec.to_builtins(sheet), Sheet)


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem.id)
def test_a_sheet_that_nobody_edits_changes_nothing(problem: Any) -> None:
    family, document, sheet = _laid_out(problem)
    again = read_document(load(str(family.edited))(document, sheet), None, "", "count")
    assert load(str(family.writer))(again) == document


def test_every_family_with_tables_is_tried() -> None:
    assert {family_of(problem).name for problem in PROBLEMS} == {f.name for f in LAID_OUT}


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem.id)
def test_a_row_that_is_off_is_a_row_that_is_not_there(problem: Any) -> None:
    """Or both are refused: some families need a first reading."""
    _, document, sheet = _laid_out(problem)
    plain = json.loads(msgspec.json.encode(sheet))
    for group in plain["groups"]:
        if not group["rows"]:
            continue
        group["rows"][-1]["on"] = False
        off = _written(document, plain)
        row = group["rows"].pop()
        assert off == _written(document, plain)
        group["rows"].append({**row, "on": True})


def _written(document: dict[str, Any], sheet: dict[str, Any]) -> object:
    try:
        found = problem_of(State(document=document, sheet=sheet))
    except SymcauseError as error:
        return str(error)
    return opened(found).document


def test_what_metadata_claim_is_dropped_with_an_edit() -> None:
    document = opened(PROBLEMS[0]).document | {"metadata": {"verdict": "unique", "note": "kept"}}
    sheet = json.loads(msgspec.json.encode(_laid_out(PROBLEMS[0])[2]))
    same = opened(problem_of(State(document=document, sheet=sheet))).document
    assert same["metadata"]["verdict"] == "unique"
    sheet["groups"][0]["rows"].pop()
    assert (
        "verdict"
        not in opened(problem_of(State(document=document, sheet=sheet))).document["metadata"]
    )
