"""Of a system's answers to a problem in one file the last one counts, whatever stood before it."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from symcause.cli.main import cli
from symcause.cli.scoring_rows import replaced
from symcause.formats.predictions import Prediction

ROOT = Path(__file__).resolve().parents[2]
POOL = ROOT / "examples" / "pool.jsonl"


def scored(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, Any]:
    with pytest.raises(SystemExit):
        cli.main(["score", *map(str, arguments), "--json"])
    lines = capsys.readouterr().out.splitlines()
    found: dict[str, Any] = json.loads(lines[-1])
    return found


def drawn(rng: random.Random) -> list[dict[str, str]]:
    """Answers of two systems, some of them given again; right, wrong and unreadable ones."""
    problems = [json.loads(line) for line in POOL.read_text().splitlines()]
    rows = []
    for _ in range(12):
        problem = rng.choice(problems)
        gold = problem.get("gold")
        text = rng.choice(["", "no idea", json.dumps(gold), json.dumps({"mechanisms": {}})])
        name = rng.choice(["one", "two"])
        rows.append({"instanceId": problem["id"], "model": name, "response": text})
    return rows


def write(path: Path, rows: list[dict[str, str]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def last_only(rows: list[dict[str, str]]) -> list[dict[str, str]]:
    latest = {(row["instanceId"], row["model"]): row for row in rows}
    return [row for row in rows if any(row is kept for kept in latest.values())]


def tables(summary: dict[str, Any]) -> list[dict[str, Any]]:
    found = summary["summary"]["tables"]
    return [{k: v for k, v in table.items() if k != "note"} for table in found]


@pytest.mark.parametrize("seed", range(6))
def test_tables_are_those_of_the_last_answers(
    seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = drawn(random.Random(seed))
    kept = last_only(rows)
    every, last = write(tmp_path / "a.jsonl", rows), write(tmp_path / "b.jsonl", kept)
    first, second = scored(capsys, POOL, every), scored(capsys, POOL, last)
    assert tables(first) == tables(second)
    assert first["summary"]["answers"] == len(rows)  # each has its line
    assert ("do not count" in json.dumps(first)) == (len(rows) > len(kept))


def test_files_are_read_each_for_itself_and_results_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = drawn(random.Random(7))
    more = [row for row in drawn(random.Random(8)) if row["model"] == "one"]
    files = write(tmp_path / "a.jsonl", rows), write(tmp_path / "b.jsonl", more)
    both = (
        write(tmp_path / "c.jsonl", last_only(rows)),
        write(tmp_path / "d.jsonl", last_only(more)),
    )
    whole = scored(capsys, POOL, *files)
    assert tables(whole) == tables(scored(capsys, POOL, *both))
    out = tmp_path / "out.jsonl"
    scored(capsys, POOL, *files, "--out", out)
    lines = out.read_text().splitlines(keepends=True)
    assert len(lines) == len(rows) + len(more)
    for cut in (0, 5, len(lines)):
        out.write_text("".join(lines[:cut]))
        assert tables(scored(capsys, POOL, *files, "--out", out, "--resume")) == tables(whole)
        assert sorted(out.read_text().splitlines(keepends=True)) == sorted(lines)


@pytest.mark.parametrize(("systems", "problems"), [(3, 5), (40, 200), (2, 1000)])
def test_which_answers_are_given_again(systems: int, problems: int) -> None:
    """Systems of many answers and of few, files one after the other; beside looking each answer up."""
    rng = random.Random(systems)
    ids = [f"p{number}" for number in range(problems)]
    files = [
        [
            Prediction(rng.choice(ids), f"m{int(rng.paretovariate(1)) % systems}", "")
            for _ in range(size)
        ]
        for size in (50, 400, 0, 900)
    ]
    found, start = replaced(map(iter, files), ids, 7), 7
    told = 0
    for file in files:
        last = {(row.instance_id, row.model): place for place, row in enumerate(file)}
        for place, row in enumerate(file):
            again = last[row.instance_id, row.model] != place
            assert (start + place in found) == again
            told += again
        start += len(file)
    assert told > 10 and not any(place in found for place in (0, 6, start, start + 100))
