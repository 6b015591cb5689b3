"""Tasks of several kinds in one group: each is counted by the tables of its own kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.cases import Shell, write
from tests.scoring.abstention_cases import FOUR, THREE, boolean
from tests.scoring.every_table import RIGHT, said


def test_problems_of_identification_are_no_missing_models(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    asked = {**boolean(*THREE), "id": "which", "task": "identify"}
    asked["gold"] = {**asked["gold"], "certification": "AMBIGUOUS"}
    pool = write(tmp_path / "pool.jsonl", {**boolean(*FOUR), "id": "plain"}, asked)
    texts = ("plain", RIGHT), ("which", '{"certification": "UNIQUE"}')
    answers = write(tmp_path / "answers.jsonl", *(said(id, text) for id, text in texts))
    code, documents = Shell(capsys).json("score", pool, answers, "--group-by", "file")
    assert code == 0
    tables = {table["key"]: table for table in documents[-1]["summary"]["tables"]}
    for key in ("main", "identification"):
        (row,) = tables[key]["rows"]
        figures = dict(zip(tables[key]["columns"], row, strict=True))
        assert (figures["n"], figures["Valid"]) == (1, 1.0)
