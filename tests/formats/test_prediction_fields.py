"""Which field of a prediction row is the answer: as the released scorer has it, one row a rule."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

from symcause.families.boolean.files.document import read_boolean
from symcause.families.boolean.release.files.stored_answers import stored_predictions
from symcause.families.boolean.scoring.check.checker import check
from symcause.formats.answer_files.predictions import (
    BadPrediction,
    Extracted,
    Prediction,
    read_predictions,
)

ROWS: dict[str, tuple[dict[str, Any], str]] = {
    "response": ({"response": "r"}, "r"),
    "text": ({"text": "t"}, "t"),
    "raw": ({"rawResponse": "w"}, "w"),
    "raw before response": ({"response": "r", "rawResponse": "w", "text": "t"}, "w"),
    "an empty raw one counts": ({"response": "r", "rawResponse": ""}, ""),
    "a null raw one counts": ({"response": "r", "rawResponse": None}, ""),
    "response before text": ({"response": "", "text": "t"}, ""),
    "extracted before all": ({"extractedAnswer": {"a": 1}, "rawResponse": "w"}, '{"a": 1}'),
    "an empty object is extracted": ({"extractedAnswer": {}, "response": "r"}, "{}"),
    "extracted text is passed over": ({"extractedAnswer": "x", "response": "r"}, "r"),
    "an extracted list is passed over": ({"extractedAnswer": [{}], "text": "t"}, "t"),
    "null is passed over": ({"extractedAnswer": None, "text": "t"}, "t"),
    "a text that is null": ({"text": None}, ""),
    "nothing at all": ({}, ""),
    "a format that is no word": ({"format": [1], "text": "t"}, "t"),
    "a format of nobody's": ({"format": "other/1", "text": "t"}, "t"),
}


def read(tmp_path: Path, *rows: object) -> list[Prediction]:
    file = tmp_path / "rows.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    found = list(read_predictions(file))
    assert all(isinstance(row, Prediction) for row in found), found
    return [row for row in found if isinstance(row, Prediction)]


@pytest.mark.parametrize(("row", "text"), ROWS.values(), ids=ROWS)
def test_the_answer(tmp_path: Path, row: dict[str, Any], text: str) -> None:
    (found,) = read(tmp_path, {"instanceId": "p", "model": "m", **row})
    assert (found.instance_id, found.model, found.response) == ("p", "m", text)
    assert isinstance(found.response, Extracted) == isinstance(row.get("extractedAnswer"), dict)


@pytest.mark.parametrize(
    "row", [{"answer": None}, {"answer": "a"}, {"extracted": {}, "message": "m"}]
)
def test_a_row_without_an_answer_is_none(tmp_path: Path, row: dict[str, Any]) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text(json.dumps({"instanceId": "p", "model": "m", **row}) + "\n", "utf-8")
    (found,) = read_predictions(file)
    assert isinstance(found, BadPrediction)
    assert "the key 'response' of the answer is missing" in str(found.error)
    assert all(repr(key) in str(found.error) for key in row)


def test_the_names(tmp_path: Path) -> None:
    rows = (
        {"problemId": "p", "id": "q", "response": ""},
        {"id": "q", "model": None, "response": ""},
        {"instanceId": "", "problemId": "p", "model": "", "response": ""},
        {"instanceId": "i", "problemId": "p", "model": "m", "response": ""},
    )
    named = [(row.instance_id, row.model) for row in read(tmp_path, *rows)]
    unnamed = "submitted-model"
    assert named == [("p", unnamed), ("q", unnamed), ("p", unnamed), ("i", "m")]


def test_a_list_of_rows(tmp_path: Path) -> None:
    file = tmp_path / "rows.json"
    file.write_text('[{"instanceId": "p", "response": "a"}, {"id": "q", "text": "b"}]', "utf-8")
    assert [row.response for row in read_predictions(file)] == ["a", "b"]  # type: ignore[union-attr]


def test_stored_results_fall_back(tmp_path: Path) -> None:
    stored = {
        "both": {"rawResponse": "w", "extractedAnswer": {"a": 1}},
        "empty": {"rawResponse": "", "response": "r"},
        "text": {"rawResponse": None, "extractedAnswer": "x"},
    }
    record = {"problem": {"instanceId": "p"}, "modelResults": stored}
    texts = {row.model: row.response for row in stored_predictions(record)}
    assert texts == {"both": '{"a": 1}', "empty": "r", "text": ""}
    listed = [{"model": name, **result} for name, result in stored.items()]
    expanded = {"problem": {"instanceId": "p"}, "llmResults": listed}
    assert {row.model: row.response for row in stored_predictions(expanded)} == texts


def test_strictness_is_about_a_text_that_was_read() -> None:
    world = {"id": "w", "split": "train", "rows": ["00", "11"]}
    problem = read_boolean(
        {
            "format": "symcause.boolean/1",
            "id": "p",
            "variables": ["X1", "X2"],
            "setting": "hidden-order",
            "roots": ["X1"],
            "worlds": [world],
        }
    )
    text = '{"mechanisms": {"X2": "X1"}}'
    assert check(problem, text).strict_json is True
    extracted = check(problem, pickle.loads(pickle.dumps(Extracted(text))))  # as workers get it
    assert extracted.strict_json is None and extracted.valid and extracted.train_exact
    assert check(problem, "").stage == "extracted_json"
