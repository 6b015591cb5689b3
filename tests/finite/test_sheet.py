"""The sheet of a finite problem: values from lists, worlds of every kind, queries; what an edit means."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from symcause.errors import ProblemError
from symcause.families.finite.files.document import read_finite
from symcause.families.finite.files.document_writer import write_finite
from symcause.families.finite.files.sheet import edited, sheet_of
from symcause.formats.sheets import Sheet
from tests.finite.wide_cases import SHAPES

DEMO = {
    "format": "symcause.finite/1",
    "id": "demo",
    "variables": [
        {"name": "A", "values": [0, 1, 2]},
        {"name": "of", "values": ["low", "high"]},
        {"name": "L", "values": ["off", "on"]},
    ],
    "setting": "hidden-order",
    "roots": ["A", "of"],
    "class": {"max_parents": 2, "functions": "any"},
    "worlds": [
        {"id": "queries", "rows": [[0, "low", "off"], [2, None, "on"]], "units": ["u", "v"]},
        {"id": "both", "do": {"A": 2}, "assigned": ["of"], "rows": [[2, "low", "off"]]},
        {"id": "kept", "split": "heldout", "do": {"L": "on"}, "rows": [[1, "high", "on"]]},
    ],
    "queries": [
        {"id": "q", "do": {"A": 1}, "given": {"of": "low"}, "of": "L", "gold": "off"},
        {"id": "e", "edge": "A->L", "gold": "undetermined"},
        {"id": "n", "of": "A", "gold": 2},
    ],
}


def plain_sheet(document: Any) -> Any:
    return json.loads(msgspec.json.encode(sheet_of(document)))


def written(document: Any, sheet: Any) -> Any:
    return write_finite(read_finite(edited(document, msgspec.convert(sheet, Sheet))))


DOCUMENT: Any = write_finite(read_finite(DEMO))


def test_a_sheet_that_nobody_edits_changes_nothing() -> None:
    assert written(DOCUMENT, plain_sheet(DOCUMENT)) == DOCUMENT


@pytest.mark.parametrize("shape", SHAPES)
def test_problems_of_every_shape_come_back(shape: str) -> None:
    document: Any = write_finite(read_finite(SHAPES[shape](Random(shape))))
    assert written(document, plain_sheet(document)) == document


def test_values_are_chosen_from_lists() -> None:
    sheet = plain_sheet(DOCUMENT)
    world, queries = sheet["groups"][0], sheet["groups"][-1]
    assert [list(column["choices"]) for column in world["columns"]] == [
        ["0", "1", "2", "?"],
        ["low", "high", "?"],
        ["off", "on", "?"],
    ]
    asked, first, *_, label = queries["columns"]
    assert list(asked["choices"][:4]) == ["A", "of", "L", "A->of"]
    assert "set to 2" in first["choices"] and "seen as 0" in first["choices"]
    assert {"on", "2", "undetermined", "yes"} < set(label["choices"])
    world["rows"][0]["cells"] = ["1", "?", "on"]
    queries["rows"][0]["cells"] = ["A", "", "set to high", "seen as on", "2"]
    queries["rows"].append({"cells": ["of->L", "", "", "", ""]})
    after = written(DOCUMENT, sheet)
    assert after["worlds"][0]["rows"][0] == [1, None, "on"]
    assert after["queries"][0] == {
        **{"id": "q", "do": {"of": "high"}, "given": {"L": "on"}},
        **{"of": "A", "gold": 2},
    }
    assert after["queries"][-1] == {"id": "query_03", "edge": "of->L"}


def test_what_is_set_is_a_constant_or_set_row_by_row() -> None:
    sheet = plain_sheet(DOCUMENT)
    both = sheet["groups"][1]
    both["fields"][1]["value"] = ""
    assert written(DOCUMENT, sheet)["worlds"][1]["do"] == {"A": 2, "of": "low"}
    both["rows"].append({"cells": ["2", "high", "on"]})
    with pytest.raises(ProblemError, match="set to a constant, and its cells differ"):
        written(DOCUMENT, sheet)
    both["fields"][1]["value"] = "of"
    after = written(DOCUMENT, sheet)["worlds"][1]
    assert (after["do"], after["assigned"]) == ({"A": 2}, ["of"])


def test_what_is_switched_off_and_what_is_no_value() -> None:
    sheet = plain_sheet(DOCUMENT)
    sheet["groups"][-1]["on"] = False
    assert "queries" not in written(DOCUMENT, sheet)
    sheet["groups"][0]["rows"][0]["cells"][0] = "3"
    with pytest.raises(ProblemError, match="A has no such value"):
        written(DOCUMENT, sheet)
    sheet["groups"][0]["rows"][0]["cells"] = ["0"]
    with pytest.raises(ProblemError, match="not a cell for every variable"):
        written(DOCUMENT, sheet)


def test_less_may_be_disclosed() -> None:
    sheet = plain_sheet(DOCUMENT)
    sheet["fields"][0]["value"], sheet["fields"][-1]["value"] = "hidden-roots", ""
    after = written(DOCUMENT, sheet)
    assert (after["setting"], after["root_count"], "roots" in after) == ("hidden-roots", 2, False)
    assert after["class"] == {"functions": ["any"]}


def test_an_example_is_laid_out() -> None:
    path = Path(__file__).resolve().parents[2] / "examples" / "finite" / "lock.json"
    document: Any = write_finite(read_finite(json.loads(path.read_text()), str(path)))
    assert [group["title"] for group in plain_sheet(document)["groups"]] == ["watched", "queries"]
