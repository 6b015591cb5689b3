"""``audit POOL --duplicates``: which problems are the same up to names."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.cases import EXAMPLES, Shell


def pool(folder: Path) -> Path:
    document = json.loads((EXAMPLES / "unique.json").read_text())
    other = json.loads(json.dumps(document).replace("X", "Y")) | {"id": "renamed"}
    third = json.loads((EXAMPLES / "ambiguous.json").read_text())
    path = folder / "pool.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in (document, other, third)))
    return path


def test_problems_that_are_the_same_are_named(shell: Shell, tmp_path: Path) -> None:
    _, out, _ = shell("audit", pool(tmp_path), "--duplicates")
    assert "3 problems, 2 different up to names and order" in out
    assert "the same: unique, renamed" in out
    assert "3 true models, 1 different up to names" in out


def test_documents_have_the_digests(shell: Shell, tmp_path: Path) -> None:
    _, out, _ = shell("audit", pool(tmp_path), "--duplicates", "--json")
    found = [json.loads(line)["canonical"] for line in out.splitlines()]
    assert found[0] == found[1] and found[0]["problem"] != found[2]["problem"]
    assert "canonical" not in json.loads(shell("audit", EXAMPLES / "unique.json", "--json")[1])


def test_an_earlier_run_counts(shell: Shell, tmp_path: Path) -> None:
    path, results = pool(tmp_path), tmp_path / "out.jsonl"
    shell("audit", path, "--out", results)
    for _ in range(2):
        _, out, _ = shell("audit", path, "--duplicates", "--out", results, "--resume")
        assert "3 problems, 2 different up to names and order" in out


def test_one_problem_is_not_compared(shell: Shell) -> None:
    assert "different up to" not in shell("audit", EXAMPLES / "unique.json", "--duplicates")[1]
