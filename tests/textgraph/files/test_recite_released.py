"""What the released programs of ReCITE do with an answer: rows that they scored, and the smallest ones."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from symcause.cli.main import cli
from symcause.families.textgraph.files.answer.released_reader import (
    DATABASE,
    PUBLISHED,
    released_reading,
)
from symcause.families.textgraph.questions.check import Check
from symcause.formats.pools.problem_files import read_problem
from tests.patience import PATIENCE
from tests.textgraph.cases import published
from tests.textgraph.recite_files import (
    EDGES,
    FREE,
    NAMES,
    SAMPLE,
    answer,
    database,
    lines,
    response,
)

NUMBERED = ("crops", "sun", "water")
VALUES = {
    "edge_precision": "precision",
    "edge_recall": "recall",
    "f1": "f1",
    "shd": "shd",
    "normalized_shd": "nshd",
    "node_precision": "node_precision",
    "node_recall": "node_recall",
}


def released_file(name: str) -> str:
    published(f"released/{name}" if name.endswith("l") else "released/samples.jsonl")
    return str(Path(os.environ["SYMCAUSE_DATA"]) / "recite" / "released" / name)


def scored(*arguments: str) -> tuple[list[dict[str, Any]], dict[str, list[dict[str, Any]]]]:
    """The lines of a run, and its tables by key, rows by column."""
    done = CliRunner().invoke(cli, ["score", *arguments, "--json", "--bootstrap", "0"])
    assert done.exit_code == 0, done.stderr
    *rows, last = map(json.loads, done.stdout.splitlines())
    tables = last["summary"]["tables"]
    return rows, {
        t["key"]: [dict(zip(t["columns"], row, strict=True)) for row in t["rows"]] for t in tables
    }


def compare(rows: list[dict[str, Any]], path: str) -> None:
    """Every row against what the released program said of it."""
    expected = published("released/released_responses.jsonl")
    kept = published("released/responses.jsonl")
    assert len(rows) == len(expected) == len(kept) == 101
    for row, wanted, stored in zip(rows, expected, kept, strict=True):
        there, where = wanted[path], (path, wanted["response_id"], wanted["kind"])
        assert row["released_status"] == there["status"], where
        assert (row["released"] is None) == (there["status"] != "scored"), where
        for theirs, ours in VALUES.items() if row["released"] else ():
            assert row["released"][ours] == pytest.approx(there[theirs], abs=1e-12), (where, ours)
        assert row["valid_format"] is bool(stored["valid_format"]), where


def compare_means(rows: list[dict[str, Any]], table: list[dict[str, Any]]) -> None:
    """The table has the means over the scored rows, and counts the others."""
    names = {"precision*": "precision", "recall*": "recall", "F1*": "f1", "SHD": "shd"}
    for line in table:
        mine = [r for r in rows if (r["task"], r["model"]) == (line["Task"], line["Model"])]
        done = [r["released"] for r in mine if r["released"]]
        assert line["n"] == len(done)
        for head, key in names.items():
            values = [part[key] for part in done]
            middle = sum(values) / len(values)
            assert line[head] == pytest.approx(middle)
            spread = (sum((v - middle) ** 2 for v in values) / len(values)) ** 0.5
            assert line[f"{head} ±"] == pytest.approx(spread)
        for status in ("left out", "crash"):
            assert line[status] == sum(r["released_status"] == status for r in mine)
        assert line["empty"] == sum(part["edges"] == 0 for part in done)
    assert sum(line["n"] + line["left out"] + line["crash"] for line in table) == len(rows)


def test_rows_of_the_database() -> None:
    rows, tables = scored(released_file("recast_results.db"))
    compare(rows, "db")
    compare_means(rows, tables["released"])


@pytest.mark.parametrize("kind", ["jsonl", "parquet"])
def test_published_rows(kind: str) -> None:
    if kind == "parquet":
        pytest.importorskip("pyarrow")
    rows, tables = scored(released_file("samples.jsonl"), released_file(f"responses.{kind}"))
    compare(rows, "published")
    compare_means(rows, tables["released"])


def test_many_workers_say_the_same() -> None:
    path = released_file("recast_results.db")
    asked = [sys.executable, "-m", "symcause", "score", path, "--json", "--bootstrap", "0"]
    alone, shared = (
        subprocess.run([*asked, "--jobs", jobs], capture_output=True, check=True, timeout=PATIENCE)
        for jobs in ("1", "2")
    )
    assert alone.stdout == shared.stdout


def test_a_sample_by_number(tmp_path: Path) -> None:
    """The numbers are those of the ends of gold edges: the isolated node has none."""
    pool = lines(tmp_path / "s.jsonl", SAMPLE)
    told = lines(tmp_path / "r.jsonl", response(1, answer((2, 3), (3, 1)), NAMES))
    (row,), _ = scored(pool, told)
    assert row["right"] and row["released"]["precision"] == 1
    asked = CliRunner().invoke(cli, ["prompt", pool, "--task", "names"]).stdout
    assert "1. crops\n2. sun\n3. water\n" in asked and "aaa alone" not in asked


BOTH = (PUBLISHED, DATABASE)
GOOD = ("sun", "water")
LEFT, CRASH = "left out", "crash"


def _rows() -> Iterator[tuple[str, str, str, tuple[str | None, str | None]]]:
    """(answer, free or names, path, status and an end that tells how it was read)."""

    def row(text: str, free: str | None, names: str | None, base: str | None = "") -> None:
        for path in BOTH:
            told = names if base == "" or path == PUBLISHED else base
            found.append((text, FREE, path, free))
            found.append((text, NAMES, path, told))

    found: list[Any] = []
    row("Rain causes floods.", LEFT, LEFT)
    row("", LEFT, LEFT)
    row("\u00a0[]", LEFT, LEFT)  # blank to people, no blank of JSON
    for text in ("null", '"x"', "5", "true"):
        row(text, CRASH, CRASH)
    row("{}", "scored", "scored")
    row("[]", "scored", "scored")
    row('{"relationships": null}', LEFT, LEFT)
    row('{"relationships": 5}', LEFT, LEFT)
    row('{"relationships": "ab"}', LEFT, CRASH)
    row('{"relationships": ""}', "scored", "scored")
    row('{"relationships": {}}', "scored", "scored")
    row('{"relationships": {"a": "b"}}', LEFT, CRASH)
    row('{"relationships": ["a -> b"]}', LEFT, CRASH)
    row('[["a", "b"]]', LEFT, CRASH)
    row('[null, {"source": "a", "sink": "b"}]', LEFT, CRASH)
    row('[{"sink": "b"}]', LEFT, CRASH, LEFT)
    row('[{"source": "a"}]', CRASH, CRASH)
    row('[{"source": null, "sink": "b"}]', CRASH, CRASH)
    row('[{"source": "a", "sink": ""}]', CRASH, CRASH)
    row('[{"source": "a", "sink": null, "target": null}]', CRASH, CRASH)
    row('[{"source": "a", "sink": 0}]', CRASH, CRASH, "scored")
    row('[{"source": "a", "sink": 0, "target": "b"}]', "scored", "scored")
    row('[{"source": "a", "target": "b"}]', "scored", "scored")
    row('[{"source": 1, "target": 2}]', LEFT, "scored", LEFT)
    row('[{"source": 1, "sink": 2}]', LEFT, "scored")
    row('[{"source": true, "sink": 2}]', LEFT, "scored")
    row('[{"source": 1.0, "sink": 2}]', LEFT, LEFT)
    row('[{"source": ["a"], "sink": "b"}]', LEFT, LEFT)
    row('[{"source": "1", "sink": "2"}]', "scored", "scored")
    row('[{"source": "", "sink": "b"}]', "scored", "scored")
    # several faults: the nodes are gathered before any edge is made, numbers are looked up before both
    row('[{"source": "a"}, {"sink": "b"}]', LEFT, CRASH, LEFT)
    row('[{"source": "a"}, {"source": 1.5, "sink": "b"}]', CRASH, CRASH)
    row('[{"sink": "b"}, "a -> b"]', LEFT, CRASH)
    row("\\boxed{[]}", LEFT, LEFT)
    row("x ```json\n[]\n``` y", "scored", "scored")
    row("x ```\n[]", "scored", "scored")
    row("x ```JSON\n[]\n```", LEFT, LEFT)
    return iter(found)


@pytest.mark.few(80)
@pytest.mark.parametrize(("text", "task", "path", "status"), list(_rows()))
def test_statuses(text: str, task: str, path: str, status: str | None) -> None:
    found = released_reading(text, NUMBERED, "names" if task == NAMES else "free", path)
    assert found.status == status
    assert (found.reason is None) == (status == "scored")


def test_what_cannot_be_told_is_null() -> None:
    for text in ("[" * 100_000, f'[{{"source": {"9" * 5000}, "sink": 1}}]'):
        found = released_reading(text, NUMBERED, "names")
        assert found.status is None and found.reason is not None
    unsure = released_reading('{"relationships": ["a -> b"]}', NUMBERED, None)
    assert unsure.status is None and "task" in str(unsure.reason)
    assert released_reading("null", NUMBERED, None).status == CRASH


def test_how_numbers_become_names() -> None:
    def read(text: str, path: str = PUBLISHED, names: tuple[str, ...] = NUMBERED) -> object:
        return set(chain.from_iterable(released_reading(text, names, "names", path).edges))

    assert read('[{"source": 1, "sink": 9}]') == {"crops", "9"}
    assert read('[{"source": "1", "sink": "sun"}]') == {"1", "sun"}
    assert read('[{"source": true, "sink": 2}]') == {"crops", "sun"}
    assert read('[{"source": false, "sink": 2}]') == {"False", "sun"}
    assert read('[{"source": 1, "sink": 0}]', DATABASE) == {"crops", "0"}
    assert read('[{"source": 1, "sink": 7}]', names=("7", "b")) == {"7"}  # gold after all


def test_an_empty_correction(tmp_path: Path) -> None:
    """Published, an empty text is no correction; in the database it is one, and leaves the row out."""
    good = answer(*((e["source"], e["target"]) for e in EDGES))
    rows = [response(1, good, corrected=""), response(2, "no", corrected=good), response(3, good)]
    pool, told = lines(tmp_path / "s.jsonl", SAMPLE), lines(tmp_path / "r.jsonl", *rows)
    base = database(tmp_path / "recast_results.db", rows)
    for arguments, first in (((pool, told), "scored"), ((base,), LEFT)):
        found, _ = scored(*arguments)
        assert [row["released_status"] for row in found] == [first, "scored", "scored"]
        assert all(row["right"] for row in found)
        assert [row["valid_format"] for row in found] == [True, False, True]


def test_check_says_what_the_released_scorer_does(tmp_path: Path) -> None:
    gold = lines(tmp_path / "s.jsonl", SAMPLE)
    for text, status, said in (
        (answer(GOOD), "scored", ""),
        ("sun -> water", LEFT, "leaves this answer out"),
        ("null", CRASH, "stops at this answer"),
    ):
        (found,) = Check(answer=text).answers(read_problem(gold))
        told = " ".join(Check().story(found).notes)
        assert found.released_status == status and (found.released is None) == (status != "scored")
        assert said in told
