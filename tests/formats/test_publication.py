"""Publication of generated pools: what prompts offer, what is proven of them, and what is left out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import symcause
from symcause.cli.main import cli
from symcause.errors import UsageError
from symcause.formats.problems import read_document

SIBLINGS = (
    ("boolean", "--siblings", "--preset", "hs_n6_easy_calibration"),
    ("linear", "--siblings", "--question", "target"),
    ("shapeworld", "--siblings"),
    ("statements", "--siblings"),
)
ABSTAIN = "cannot_tell"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, [str(a) for a in arguments])


def made(folder: Path, *arguments: object) -> Path:
    pool = folder / "pool.jsonl"
    done = run("generate", *arguments, "--seed", "1", "--out", pool)
    assert done.exit_code == 0, done.output
    return pool


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("options", SIBLINGS, ids=lambda options: options[0])
def test_prompts_of_siblings_offer_abstention(options: tuple[str, ...], tmp_path: Path) -> None:
    folder = tmp_path / "dataset"
    done = run("convert", made(tmp_path, *options), "--dataset", folder)
    assert done.exit_code == 0, done.output
    prompts = rows(folder / "public/prompts.jsonl")
    assert len(prompts) == 2 and all(ABSTAIN in row["prompt"] for row in prompts)
    assert "metadata" not in (folder / "public/problems.jsonl").read_text("utf-8")


def test_prompts_of_other_pools_offer_it_where_that_is_asked_for(tmp_path: Path) -> None:
    pool = made(tmp_path, "statements", "--count", "3")
    run("convert", pool, "--dataset", tmp_path / "plain")
    run("convert", pool, "--dataset", tmp_path / "open", "--allow-abstain")
    symcause.publish(symcause.load_pool(pool), tmp_path / "python", allow_abstain=True)
    offered = {
        name: [ABSTAIN in row["prompt"] for row in rows(tmp_path / name / "public/prompts.jsonl")]
        for name in ("plain", "open", "python")
    }
    assert offered == {"plain": [False] * 3, "open": [True] * 3, "python": [True] * 3}
    refused = run("convert", pool, "--allow-abstain")
    assert "go with --dataset" in str(refused.exception)


@pytest.mark.parametrize(
    ("family", "said"),
    [
        (("boolean", "--preset", "hs_n6_easy_calibration"), "Each mechanism depends on at most"),
        (("linear",), "A base may be any number."),
        (("statements",), "Any directed acyclic graph over exactly these variables is possible"),
    ],
    ids=["boolean", "linear", "statements"],
)
def test_prompts_tell_the_class_where_that_is_asked_for(
    family: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    pool = made(tmp_path, *family)
    run("convert", pool, "--dataset", tmp_path / "plain")
    run("convert", pool, "--dataset", tmp_path / "told", "--tell-class")
    symcause.publish(symcause.load_pool(pool), tmp_path / "python", tell_class=True)
    told = {
        name: [said in row["prompt"] for row in rows(tmp_path / name / "public/prompts.jsonl")]
        for name in ("plain", "told", "python")
    }
    assert told == {"plain": [False], "told": [True], "python": [True]}
    refused = run("convert", pool, "--tell-class")
    assert "go with --dataset" in str(refused.exception)


def test_a_certified_shape_prompt_shows_what_settles_it(tmp_path: Path) -> None:
    pool = made(tmp_path, "shapeworld", "--level", "certified", "--count", "2")
    run("convert", pool, "--dataset", tmp_path / "dataset")
    for row in rows(tmp_path / "dataset/public/prompts.jsonl"):
        assert "Choose your next intervention" not in row["prompt"]
        assert "1. hold" in row["prompt"] or "1. move" in row["prompt"]


def test_table_problems_have_a_public_part(tmp_path: Path) -> None:
    pool = made(tmp_path, "cpt", "--count", "6")
    folder = tmp_path / "dataset"
    done = run("convert", pool, "--dataset", folder)
    assert done.exit_code == 0 and "6 problems (6 certified effect)" in done.output
    parts = (rows(folder / f"{part}/problems.jsonl") for part in ("evaluator", "public"))
    for whole, shown in zip(*parts, strict=True):
        assert {"gold", "tables", "metadata"}.isdisjoint(shown) and shown["given"] == whole["given"]
        # What everybody sees settles the answer, too.
        assert symcause.audit(read_document(shown)).answer == whole["gold"]


def test_a_family_without_a_public_part_is_left_out_of_a_mixed_pool(tmp_path: Path) -> None:
    run("generate", "scenario", "--seed", "1", "--out", tmp_path / "scenarios")
    (scenario,) = (tmp_path / "scenarios").glob("*.scenario.json")
    pool = made(tmp_path, "statements", "--count", "3")
    with pool.open("a", encoding="utf-8") as stream:
        stream.write(scenario.read_text("utf-8"))
    folder = tmp_path / "dataset"
    done = run("convert", pool, "--dataset", folder)
    assert done.exit_code == 2
    assert "left out: scenarios have no public part" in done.output
    assert len(rows(folder / "evaluator/problems.jsonl")) == 3
    alone = run("convert", scenario, "--dataset", tmp_path / "none")
    assert "scenarios have no public part" in str(alone.exception)
    assert not (tmp_path / "none").exists()
    with pytest.raises(UsageError, match="no public part"):
        symcause.publish([symcause.load(scenario)], tmp_path / "python")


def test_a_datasheet_counts_by_claim(tmp_path: Path) -> None:
    folder = tmp_path / "dataset"
    done = run("convert", made(tmp_path, "statements", "--siblings"), "--dataset", folder)
    assert "certified open" in done.output and "0 certified unique" not in done.output
    sheet = (folder / "DATASHEET.md").read_text("utf-8")
    assert "2 of 2 problems have a certificate: " in sheet and "1 certified open" in sheet
    assert "certified unique" not in sheet
