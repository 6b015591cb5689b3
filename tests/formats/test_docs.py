"""Every example in the pages about files is real: problems load, answers fit, commands run, errors come."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import jsonschema
import pytest

from symcause import load
from symcause.audits.schemas import schema_of
from symcause.bounds.formats_bounds import DOCUMENT_BYTES, PREDICTION_BYTES
from symcause.cli.main import main
from symcause.errors import SymcauseError
from symcause.families.boolean.files.document import read_boolean
from symcause.families.boolean.problem.problem_validation import MAX_ROWS, MAX_VARIABLES
from symcause.families.boolean.release.files.record_reader import TASKS, VARIANTS
from symcause.formats.answer_files.predictions import Prediction, read_predictions
from symcause.formats.json_text import read_json
from symcause.formats.problems import read_document
from symcause.formats.strict_json import MAX_DECIMAL, MAX_INTEGER
from tests.formats.cases import demo

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("formats.md", "replayscm-files.md")
TEXT = "\n".join((ROOT / "docs" / name).read_text("utf-8") for name in PAGES)
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", TEXT, flags=re.DOTALL)


def blocks(kind: str) -> list[str]:
    return [text for language, text in BLOCKS if language == kind]


def test_there_are_examples_of_every_kind() -> None:
    assert {kind for kind, _ in BLOCKS} == {"python", "json", "jsonl", "yaml", "sh", "text"}


@pytest.mark.parametrize("text", blocks("json"))
def test_json(text: str) -> None:
    document = read_json(text)
    assert isinstance(document, dict)
    if "format" in document:
        assert read_document(document).id == document["id"]
    kind = "boolean" if "format" in document else "answer"
    kind = "boolean-2" if document.get("format") == "symcause.boolean/2" else kind
    kind = "alternative" if "alternative" in document else kind
    jsonschema.validate(json.loads(text), schema_of(kind))


def test_predictions_and_release(tmp_path: Path) -> None:
    (tmp_path / "p.jsonl").write_text(blocks("jsonl")[0], "utf-8")
    rows = list(read_predictions(tmp_path / "p.jsonl"))
    assert len(rows) == 2 and all(isinstance(row, Prediction) for row in rows)
    (tmp_path / "r.yaml").write_text(blocks("yaml")[0], "utf-8")
    assert load(tmp_path / "r.yaml").id == "item-1"


@pytest.mark.parametrize("line", [line for text in blocks("sh") for line in text.splitlines()])
def test_commands(
    line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    with pytest.raises(SystemExit) as stop:
        main(shlex.split(line)[1:])
    assert stop.value.code == 0
    assert capsys.readouterr().out


@pytest.mark.parametrize("text", blocks("python"))
def test_python(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for path, wanted in re.findall(r'load\("([^"]+)"(?:, id="(\w+)")?\)', text):
        assert load(path, id=wanted or None)
    for name in re.findall(r'"(\w+)"', text) if "symcause.schema(" in text else ():
        assert schema_of(name)


def test_errors() -> None:
    row, key, operator = demo(), demo(), demo()
    row["worlds"][1]["rows"] = ["001"]
    key["worlds"][1]["row"] = []
    operator["gold"]["mechanisms"]["X3"] = "(xr X1 X2)"
    expected = blocks("text")[0].splitlines()
    for document, message in zip((row, key, operator), expected, strict=True):
        with pytest.raises(SymcauseError) as caught:
            read_boolean(document, "problem.json")
        assert str(caught.value) == message


def test_tables_name_what_the_code_knows() -> None:
    for word in (*TASKS, *VARIANTS):
        assert f"`{word}`" in TEXT
    for number in (MAX_INTEGER, MAX_VARIABLES, MAX_ROWS):
        assert f"{number:,}" in TEXT
    assert f" {MAX_DECIMAL} |" in TEXT
    assert f"{DOCUMENT_BYTES >> 20} MB" in TEXT and f"{PREDICTION_BYTES >> 20} MB" in TEXT


def test_links() -> None:
    for target in re.findall(r"\]\(([^)]+)\)", TEXT):
        page = target.partition("#")[0]
        assert (ROOT / "docs" / page).exists(), target
