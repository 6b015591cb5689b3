"""A slide of scores, tables of audits in files of their own, and pools of which every problem is a line."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest

from symcause.reports.figures.figure import Figure
from symcause.reports.paper.paper_figure import slide
from symcause.reports.svg import drawing
from tests.cli.test_score import run

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
POOL, GIVEN = EXAMPLES / "pool.jsonl", EXAMPLES / "predictions.jsonl"


def test_a_slide_of_scores_says_what_was_found(tmp_path: Path) -> None:
    slide = tmp_path / "talk.svg"
    done = run("score", POOL, GIVEN, "--version-space", "--bootstrap", 0, "--slide", slide)
    assert done.exit_code == 0, done.stderr
    text = slide.read_text("utf-8")
    assert 'class="headline"' in text and "careful leads" in text and "pool.jsonl" in text
    assert "right by luck" in text


def test_its_name_says_the_format(tmp_path: Path) -> None:
    done = run("score", POOL, GIVEN, "--slide", tmp_path / "talk.png")
    assert "name it .svg or .pdf" in str(done.exception) and not done.stdout


def test_tables_of_audits_are_files_of_their_own(tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    done = run("audit", POOL, "--tables", folder)
    assert done.exit_code == 1 and sorted(p.name for p in folder.iterdir()) == [
        "audits.csv",
        "strata.csv",
    ]
    with (folder / "audits.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 9 and {row["Problem"]: int(row["Models"]) for row in rows}["ordered"] == 120


def test_numbers_are_numbers(tmp_path: Path) -> None:
    """A large count is words for readers and digits for programs."""
    world = {"id": "w", "split": "train", "mode": "none", "targets": [], "rows": ["000000"]}
    names = [f"X{at}" for at in range(1, 7)]
    problem = {"format": "symcause.boolean/1", "id": "wide", "variables": names, "roots": ["X1"]}
    problem |= {"setting": "hidden-order", "operators": ["and", "or", "not"], "constants": False}
    pool = tmp_path / "pool.jsonl"
    pool.write_text(json.dumps({**problem, "worlds": [world]}) + "\n", "utf-8")
    done = run("audit", pool, "--table", "csv", "--tables", tmp_path / "made")
    printed = list(csv.DictReader(done.stdout.split("\n\n")[0].splitlines()))
    with (tmp_path / "made" / "audits.csv").open(encoding="utf-8") as file:
        (written,) = csv.DictReader(file)
    assert int(printed[0]["Models"]) == int(written["Models"]) > 10**9


@pytest.mark.parametrize("options", [[], ["--quiet"]])
def test_of_a_pool_every_problem_is_a_line(options: list[str]) -> None:
    done = run("audit", POOL, *options)
    lines = done.stdout.splitlines()
    assert lines[0] == "ordered · ordered: ambiguous, 120 models" and len(lines) < 20
    assert ("9 problems" in lines) == (not options)
    full = run("audit", POOL, "--full", *options).stdout
    assert "Nearest alternative to gold" in full and len(full.splitlines()) > 100


def test_a_long_finding_is_not_cut_before_what_is_luck() -> None:
    picture = Figure("main", "title", drawing(300, 100, "a picture"), ("a",), ())
    words = (
        "alpha leads hidden-order at 1.00 [0.88, 1.00] exact, +0.86 [+0.72, +0.97] against beta; "
    )
    heads = re.findall(
        r'class="headline">([^<]*)', slide(picture, words + "right by luck: 8 of 33", "p")
    )
    assert len(heads) > 2 and "right by luck: 8 of 33" in " ".join(heads)
    endless = re.findall(r'class="headline">([^<]*)', slide(picture, words * 9, "p"))
    assert len(endless) == 4 and endless[-1].endswith(" …")
