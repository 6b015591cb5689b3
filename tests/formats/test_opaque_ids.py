"""Opaque ids: public files say nothing of seed and index, and answers are scored by either id."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import symcause
from symcause.cli.main import cli
from symcause.formats.datasets.opaque_ids import opaque


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, [str(a) for a in arguments])


def made(folder: Path, *arguments: object) -> Path:
    pool = folder / "pool.jsonl"
    done = run("generate", *arguments, "--seed", "1", "--out", pool)
    assert done.exit_code == 0, done.output
    return pool


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def texts(folder: Path) -> str:
    return "".join(path.read_text("utf-8") for path in sorted((folder / "public").iterdir()))


POOLS: Sequence[tuple[str, ...]] = (
    ("statements", "--count", "6"),
    ("cpt", "--count", "6"),
    ("shapeworld", "--level", "certified"),
    ("linear", "--level", "certified", "--count", "2"),
    ("boolean", "--preset", "hs_n6_easy_calibration", "--setting", "all"),
)


@pytest.mark.parametrize("options", POOLS, ids=lambda options: options[0])
def test_public_files_do_not_have_the_ids_of_generated_problems(
    options: tuple[str, ...], tmp_path: Path
) -> None:
    pool, folder = made(tmp_path, *options), tmp_path / "dataset"
    done = run("convert", pool, "--dataset", folder)
    assert done.exit_code == 0, done.output
    own = [row["id"] for row in rows(pool)]
    assert not [id for id in own if id in texts(folder)]
    names = [row["id"] for row in rows(folder / "public/problems.jsonl")]
    assert names == sorted(names) == [row["id"] for row in rows(folder / "public/prompts.jsonl")]
    ids = rows(folder / "evaluator/ids.jsonl")
    assert [row["id"] for row in ids] == names and {row["problem"] for row in ids} == set(own)
    assert {row["id"] for row in rows(folder / "evaluator/problems.jsonl")} == set(own)


def test_renderings_do_not_name_the_problem_that_they_are_of(tmp_path: Path) -> None:
    base = made(tmp_path, "boolean", "--preset", "hs_n6_easy_calibration", "--level", "certified")
    pool, folder = tmp_path / "texts.jsonl", tmp_path / "dataset"
    run("generate", "renderings", base, "--themes", "farm", "--styles", "story", "--out", pool)
    done = run("convert", pool, "--dataset", folder)
    assert done.exit_code == 0, done.output
    assert "hs_n6" not in texts(folder)
    assert (
        len({row["metadata"]["rendering"]["of"] for row in rows(folder / "public/problems.jsonl")})
        == 1
    )


def test_the_same_pool_gives_the_same_names_and_another_key_others(tmp_path: Path) -> None:
    pool = made(tmp_path, "statements", "--count", "4")
    key = tmp_path / "key"
    key.write_text("a secret of more than sixteen bytes\n")
    for name, options in (("a", ()), ("b", ()), ("c", ("--key", key)), ("d", ("--ids", "own"))):
        assert run("convert", pool, "--dataset", tmp_path / name, *options).exit_code == 0
    assert texts(tmp_path / "a") == texts(tmp_path / "b") != texts(tmp_path / "c")
    ids = rows(tmp_path / "c/evaluator/ids.jsonl")
    assert all(row["id"] == opaque(row["problem"], key.read_bytes().strip()) for row in ids)
    assert [row["id"] for row in rows(tmp_path / "d/public/problems.jsonl")] == [
        row["id"] for row in rows(pool)
    ]
    secret = sha256(key.read_bytes().strip()).hexdigest()
    assert secret not in texts(tmp_path / "c")
    symcause.publish(symcause.load_pool(pool), tmp_path / "e")
    symcause.publish(symcause.load_pool(pool), tmp_path / "f", ids="own")
    assert texts(tmp_path / "e") == texts(tmp_path / "a")
    assert texts(tmp_path / "f") == texts(tmp_path / "d")


def test_keys_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    pool, key = made(tmp_path, "statements"), tmp_path / "key"
    key.write_text("short")
    folder = tmp_path / "dataset"
    assert "at least 16" in str(run("convert", pool, "--dataset", folder, "--key", key).exception)
    wrong = run("convert", pool, "--dataset", folder, "--key", key, "--ids", "own")
    assert "--key is for opaque ids" in str(wrong.exception)
    assert "go with --dataset" in str(run("convert", pool, "--ids", "own").exception)
    assert not folder.exists()


def test_ids_that_people_chose_stay_unless_asked_for(tmp_path: Path) -> None:
    pool = Path(__file__).resolve().parents[2] / "examples/pool.jsonl"
    run("convert", pool, "--dataset", tmp_path / "own")
    run("convert", pool, "--dataset", tmp_path / "opaque", "--ids", "opaque")
    assert "unique" in {row["id"] for row in rows(tmp_path / "own/public/problems.jsonl")}
    assert not (tmp_path / "own/evaluator/ids.jsonl").exists()
    assert all(row["id"][:2] == "p-" for row in rows(tmp_path / "opaque/public/problems.jsonl"))


def test_answers_are_scored_by_either_id(tmp_path: Path) -> None:
    pool, folder = made(tmp_path, "statements", "--count", "6"), tmp_path / "dataset"
    run("convert", pool, "--dataset", folder)
    ids = rows(folder / "evaluator/ids.jsonl")
    named = [row["id" if place % 2 else "problem"] for place, row in enumerate(ids)]
    answers = [{"instanceId": name, "model": "m", "response": "Yes"} for name in named]
    file = tmp_path / "answers.jsonl"
    file.write_text("".join(f"{json.dumps(row)}\n" for row in answers), "utf-8")
    complete = folder / "evaluator/problems.jsonl"
    done = run("score", complete, file, "--out", tmp_path / "scores.jsonl")
    assert done.exit_code == 0, done.output
    lines = [row for row in rows(tmp_path / "scores.jsonl") if "right" in row]
    gold = {row["id"]: row["gold"] == "entailed" for row in rows(complete)}
    assert {line["problem"]: line["right"] for line in lines} == gold
    found = symcause.score(symcause.load_pool(complete), answers)
    assert {line["problem"]: line["right"] for line in found.lines} == gold
