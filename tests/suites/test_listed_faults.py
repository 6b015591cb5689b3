"""Every listed fault of benchmarks by hand has its tests; here are those that stand nowhere else."""

from __future__ import annotations

import ast
import csv
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import symcause
from symcause.cli.main import cli

TESTS = Path(__file__).resolve().parents[1]
LIST = (TESTS / "suites" / "README.md").read_text("utf-8")
NAMED = re.findall(r"`([a-z_]+/[a-z_]+\.py)(?:::(\w+))?`", LIST)


@pytest.mark.parametrize(("file", "name"), sorted(set(NAMED)))
def test_a_listed_test_is_there(file: str, name: str) -> None:
    tree = ast.parse((TESTS / file).read_text("utf-8"))
    functions = {one.name for one in tree.body if isinstance(one, ast.FunctionDef)}
    assert (name or "test_") in {*functions, *(one[:5] for one in functions)}


def test_every_row_names_a_test() -> None:
    rows = re.findall(r"(?m)^\| (?!---)(.+) \|$", LIST)
    assert [row for row in rows if "::" not in row] == [
        "step | what is there now | tests",
        "| fault | tests",
        "| leak | tests",
    ]
    marks = [row.split(" | ")[0] for row in rows]
    assert {f"F{n}" for n in range(1, 12)} | {f"L{n}" for n in range(1, 13)} <= set(marks)


def shapes(folder: Path, number: int) -> Path:
    pool = folder / "shapes.jsonl"
    made = ["shapeworld", "--level", "certified", "--problems", str(number), "--out", str(pool)]
    done = CliRunner().invoke(cli, ["generate", *made])
    assert done.exit_code == 0, done.output
    return pool


def test_the_simplest_model_answers_shapes(tmp_path: Path) -> None:
    pool = shapes(tmp_path, 4)
    done = CliRunner().invoke(cli, ["score", str(pool), "--baseline", "simplest"])
    assert done.exit_code == 0, done.output
    line = next(one for one in done.output.splitlines() if one.startswith("simplest "))
    assert line.split()[1] == "4" and line.split()[4] == "1.000"


@pytest.mark.parametrize("key", ["id", "problem", "instanceId"])
def test_answers_are_found_by_any_name_of_their_key(key: str, tmp_path: Path) -> None:
    """Files of prompts, documents of ``prompt`` and released answers have one each."""
    pool, answers = shapes(tmp_path, 2), tmp_path / "answers.jsonl"
    rows = [
        {key: problem.id, "model": "m", "response": json.dumps({"answer": gold(problem)})}
        for problem in symcause.load_pool(pool)
    ]
    answers.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    done = CliRunner().invoke(cli, ["score", str(pool), str(answers)])
    assert done.exit_code == 0, done.output
    row = next(one for one in done.output.splitlines() if one.startswith("m "))
    assert row.split()[1] == "2" and row.split()[4] == "1.000"


def gold(problem: object) -> str:
    assert isinstance(problem, symcause.shapeworld.ShapeWorldProblem)
    return "yes" if problem.right else "no"


def test_held_out_worlds_are_refused_by_the_name_of_the_family(tmp_path: Path) -> None:
    pool = shapes(tmp_path, 1)
    done = CliRunner().invoke(cli, ["convert", str(pool), "--heldout", "2", "--seed", "1"])
    assert done.exit_code == 2
    assert "--heldout does not apply to ShapeWorld problems" in done.output


def test_the_page_says_how_large_problems_of_every_part_are(every: Path) -> None:
    """Where ``score --difficulty`` measures nothing, too."""
    with (every / "public/tables/difficulty.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    parts = {one["Part"] for one in rows if int(one["Least"]) > 0}
    folders = {path.name for path in (every / "public").iterdir() if path.is_dir()}
    assert folders - parts == {"tables"}
