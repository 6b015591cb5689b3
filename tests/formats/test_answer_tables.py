"""Answers in the tables that spreadsheets write: the same scores as those of a prediction file."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

import symcause
from symcause.errors import KindError
from tests.formats.test_row_tables import Output

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
POOL = EXAMPLES / "pool.jsonl"


def rows() -> list[dict[str, str]]:
    lines = (EXAMPLES / "predictions.jsonl").read_text("utf-8").splitlines()
    return [
        {key: str(row[key]) for key in ("instanceId", "model", "response")}
        for row in map(json.loads, lines)
        if isinstance(row.get("response"), str)
    ]


def test_a_table_scores_as_the_lines_do(tmp_path: Path) -> None:
    told, table = rows(), tmp_path / "answers.csv"
    with table.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, ["instanceId", "model", "response"])
        writer.writeheader()
        writer.writerows(told)
    problems = list(symcause.load_pool(POOL))
    assert len(told) > 5
    expected = symcause.score(problems, told).lines
    assert symcause.score(problems, symcause.load_predictions(table)).lines == expected


def test_an_empty_cell_is_an_empty_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "answers.csv"
    table.write_text("problem,answer\nunique,\n", "utf-8")
    done = Output(capsys, "score", POOL, table, "--answer-key", "answer", "--json")
    line = json.loads(done.out.splitlines()[0])
    assert line["problem"] == "unique" and line["valid"] is False


def test_a_table_without_problems_is_told_what_it_lacks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "answers.csv"
    table.write_text("a,b\n1,2\n", "utf-8")
    done = Output(capsys, "score", POOL, table)
    assert done.code == 2 and "give it the columns instanceId, model and response" in done.err


def test_python_takes_a_missing_answer_as_an_empty_one() -> None:
    problems = list(symcause.load_pool(POOL))
    for missing in (None, float("nan"), ""):
        (line,) = symcause.score(
            problems, [{"instanceId": "unique", "model": "mine", "response": missing}]
        ).lines
        assert line["valid"] is False


def test_python_says_how_to_read_a_file() -> None:
    problems = list(symcause.load_pool(POOL))
    with pytest.raises(KindError, match="load_predictions"):
        symcause.score(problems, "answers.jsonl")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "head", ["instanceId,model\nunique,m\n", "problem,model,answer\nunique,m,x\n"]
)
def test_a_table_without_answers_is_told_what_it_lacks(
    head: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a column that could hold an answer its rows counted as empty answers, in silence."""
    table = tmp_path / "answers.csv"
    table.write_text(head, "utf-8")
    done = Output(capsys, "score", POOL, table)
    assert done.code == 2 and "the key 'response' of the answer is missing" in done.err
    assert "Coverage" not in done.out
