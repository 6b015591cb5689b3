"""Right by knowing or right by luck: the table, the page, and the space itself as the second opinion."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import symcause
from tests.cli.test_score import run

ROOT = Path(__file__).resolve().parents[2]
POOL, GIVEN = ROOT / "examples" / "pool.jsonl", ROOT / "examples" / "predictions.jsonl"


@pytest.fixture(scope="module")
def summary() -> dict[str, Any]:
    done = run("score", POOL, GIVEN, "--version-space", "--json")
    assert done.exit_code == 0
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])["summary"]
    return found


def test_the_table_says_what_the_space_says(summary: dict[str, Any]) -> None:
    (table,) = (table for table in summary["tables"] if table["key"] == "luck")
    rows = [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]
    wanted: dict[tuple[str, str], list[int]] = {}
    problems = {problem.id: problem for problem in symcause.load_pool(POOL)}
    for row in map(json.loads, GIVEN.open()):
        problem = problems[row["instanceId"]]
        assert isinstance(problem, symcause.BooleanProblem)
        if problem.is_alternative_task:
            continue
        found = symcause.check(problem, row["response"])
        numbers = wanted.setdefault((str(problem.setting), row["model"]), [0, 0, 0, 0])
        numbers[0] += 1
        if found.right is True and not found.abstained:
            many = len(list(symcause.space(problem).members())) if found.count < 300 else 2  # type: ignore[operator]
            numbers[1] += 1
            numbers[2 if many == 1 else 3] += 1
    keys = ("n", "Right", "Justified", "Lucky")
    assert {(r["Setting"], r["Model"]): [r[k] for k in keys] for r in rows} == wanted
    assert sum(numbers[3] for numbers in wanted.values()) > 3
    assert sum(numbers[2] for numbers in wanted.values()) == 2


def test_it_is_there_only_where_spaces_are_counted(summary: dict[str, Any]) -> None:
    done = run("score", POOL, GIVEN, "--json")
    plain = json.loads(done.stdout.splitlines()[-1])["summary"]["tables"]
    assert "luck" not in [table["key"] for table in plain]
    assert "luck" in [table["key"] for table in summary["tables"]]


def test_the_page_says_it(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    done = run("score", POOL, GIVEN, "--version-space", "--table", "luck", "--html", page)
    assert done.exit_code == 0 and "Lucky" in done.stdout
    text = page.read_text("utf-8")
    assert "right by luck" in text and "Right by knowing, right by luck" in text


def test_python_has_it() -> None:
    pool = list(symcause.load_pool(POOL))
    scores = symcause.score(pool, symcause.load_predictions(GIVEN), version_space=True)
    assert scores.table("luck").columns[:5] == ("Setting", "Model", "n", "Right", "Justified")
