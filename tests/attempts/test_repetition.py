"""Repetition: two runs, two orders, several processes and a resumed run differ in times only."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import symcause
from symcause.attempts.attempt_run import KEPT
from symcause.audits.document_json import TIMES
from symcause.cli.main import cli
from symcause.families.boolean.baselines.baseline_registry import entry
from symcause.solvers.synthesis.tool_versions import installed_version
from tests.boolean.baselines.synthesis_cases import pool
from tools.corpus.timeless import without_times

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SLOW = {"asp-ast": 5, "sygus": 6}
"""Up to how many variables these are asked about here."""

NAMES = ("simplest", "quine-mccluskey", "cegis", "decision-tree", "asp-edges", "asp-ast", "sygus")


def _asked(*arguments: object) -> list[dict[str, Any]]:
    done = CliRunner().invoke(cli, ["score", *map(str, arguments)])
    assert done.exit_code == 0, done.output
    return [json.loads(line) for line in done.stdout.splitlines()]


def _options() -> list[str]:
    quick = ("quine-mccluskey", "cegis", "decision-tree", "asp-edges")
    return [word for name in quick for word in ("--baseline", name)]


def _by_name(lines: list[dict[str, Any]]) -> dict[tuple[str, str], Any]:
    return {(line["problem"], line["model"]): without_times(line) for line in lines}


def test_two_runs_two_orders_and_two_processes(tmp_path: Path) -> None:
    """Documents and tables are the same but for what they took; in another order, but for the order."""
    file = EXAMPLES / "pool.jsonl"
    backwards = tmp_path / "pool.jsonl"
    texts = file.read_text().splitlines()
    backwards.write_text("\n".join(reversed(texts)) + "\n")
    *first, summary = _asked(file, *_options(), "--json")
    assert len(first) > 20 and {"cpu", "memory_mb"} <= first[0]["attempt"].keys()
    *again, same = _asked(file, *_options(), "--json", "--jobs", 2)
    assert without_times(again) == without_times(first)
    assert without_times(same) == without_times(summary)
    *other, _ = _asked(backwards, *_options(), "--json")
    assert _by_name(other) == _by_name(first)
    assert [line["problem"] for line in other] != [line["problem"] for line in first]


def test_what_is_compared_between_runs_is_no_time() -> None:
    (row,) = symcause.baselines.solve(
        [symcause.load(EXAMPLES / "unique.json")], "quine-mccluskey", repeat=2
    )
    told: Any = row["attempt"]
    assert told["deterministic"] is True and told["cpu"] is not None
    assert set(KEPT) <= told.keys() and not TIMES & set(KEPT)


@pytest.mark.parametrize("cut", [0, 1, 7, 20])
def test_a_run_that_was_cut_off_is_resumed(cut: int, tmp_path: Path) -> None:
    """After any line, or in the middle of one: what was written stays, the rest is as in one run."""
    file, out = EXAMPLES / "pool.jsonl", tmp_path / "out.jsonl"
    asked = [file, *_options()[:4], "--out", out, "--json"]
    (whole,) = _asked(*asked)
    lines = out.read_text().splitlines(keepends=True)
    kept = lines[:cut]
    out.write_text("".join(kept) + "".join(lines[cut : cut + 1])[:40])
    (summary,) = _asked(*asked, "--resume")
    found = out.read_text().splitlines(keepends=True)
    assert found[:cut] == kept
    assert [without_times(json.loads(t)) for t in found] == [
        without_times(json.loads(t)) for t in lines
    ]
    assert without_times(summary) == without_times(whole)


@pytest.mark.parametrize("name", NAMES)
def test_shared_problems_in_two_orders(name: str) -> None:
    """``repeat`` runs the pool forwards and backwards."""
    tool = entry(name).tool
    if tool is not None and installed_version(tool) is None:
        pytest.skip(f"{tool} is not installed: pip install symcause[synthesis]")
    chosen = [p for p in pool("problems.jsonl") if len(p.variables) <= SLOW.get(name, 10)]
    rows = symcause.baselines.solve(chosen, name, repeat=2)
    assert len(rows) >= 8 and all(row["attempt"]["deterministic"] for row in rows)
