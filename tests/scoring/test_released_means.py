"""Means over worlds as the released program takes them: without invalid answers, not so in every file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.cases import Shell, example, write


def mean(shell: Shell, tmp_path: Path, name: str, metadata: dict[str, Any], *options: str) -> float:
    """TrainWorld of one right and one invalid answer."""
    gold = example("unique")["gold"]
    problems = [example("unique", id=id, metadata=metadata) for id in ("a", "b")]
    pool = write(tmp_path / f"{name}.jsonl", *(json.dumps(problem) for problem in problems))
    right = {"id": "a", "model": "m", "response": json.dumps({"mechanisms": gold["mechanisms"]})}
    wrong = {"id": "b", "model": "m", "response": "no idea"}
    answers = write(tmp_path / "answers.jsonl", json.dumps(right), json.dumps(wrong))
    _, documents = shell.json("score", pool, answers, "--table", "main", *options)
    (table,) = documents[-1]["summary"]["tables"]
    found: float = table["rows"][0][table["columns"].index("TrainWorld")]
    return found


@pytest.mark.parametrize(
    ("name", "metadata", "options", "released"),
    [
        ("pool", {}, (), 1.0),
        ("pool", {"level": "extra"}, (), 1.0),
        ("pool", {"level": "counterexample"}, (), 0.5),
        ("pool", {"level": "Counterexample Audit"}, (), 0.5),
        ("Hid-CEx", {}, ("--group-by", "file"), 0.5),
        ("Hid-Ext", {}, ("--group-by", "file"), 1.0),
    ],
)
def test_invalid_answers_count_nothing_in_the_counterexample_audit(
    name: str,
    metadata: dict[str, Any],
    options: tuple[str, ...],
    released: float,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    shell = Shell(capsys)
    assert mean(shell, tmp_path, name, metadata, *options) == 0.5
    assert mean(shell, tmp_path, name, metadata, *options, "--released-means") == released
