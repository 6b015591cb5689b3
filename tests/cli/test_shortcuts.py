"""``audit POOL --shortcuts``: what rules come to that solve nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.cases import EXAMPLES, Shell


def pool(folder: Path) -> Path:
    document = json.loads((EXAMPLES / "statements.json").read_text())
    path = folder / "pool.jsonl"
    labels = ("entailed", "open", "impossible")
    lines = [document | {"id": f"s-{i}", "gold": labels[i % 3]} for i in range(30)]
    path.write_text("".join(json.dumps(each) + "\n" for each in lines))
    return path


def test_the_table_is_printed_and_nothing_is_audited(shell: Shell, tmp_path: Path) -> None:
    code, out, _ = shell("audit", pool(tmp_path), "--shortcuts")
    assert code == 0 and "place in the pool modulo 3" in out and "better" in out
    assert "s-1" not in out


def test_the_document_has_every_number(shell: Shell, tmp_path: Path) -> None:
    _, out, _ = shell("audit", pool(tmp_path), "--shortcuts", "--json")
    document = json.loads(out)
    assert document["problems"] == 30
    by_rule = {one["rule"]: one for one in document["shortcuts"]}
    assert by_rule["place in the pool modulo 3"]["right"] == 30


def test_a_pool_without_labels_is_told_so(shell: Shell) -> None:
    code, out, _ = shell("audit", EXAMPLES / "unique.json", "--shortcuts")
    assert code == 0 and "no two problems" in out


def test_what_cannot_be_read_is_said(shell: Shell, tmp_path: Path) -> None:
    path = pool(tmp_path)
    path.write_text(path.read_text() + "{}\n")
    code, out, err = shell("audit", path, "--shortcuts")
    assert code == 2 and "modulo 3" in out and "pool.jsonl:31:" in err


@pytest.mark.parametrize("other", [("--duplicates",), ("--tables", "t"), ("--out", "o.jsonl")])
def test_nothing_else_is_made(shell: Shell, tmp_path: Path, other: tuple[str, ...]) -> None:
    code, _, err = shell("audit", pool(tmp_path), "--shortcuts", *other)
    assert code == 2 and f"--shortcuts and {other[0]} do not go together" in err
