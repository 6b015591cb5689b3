"""Folders of released runs: which files are logs, whose they are, and what all of them come to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from symcause.cli.main import main
from symcause.families.linear.release.run_folder import RunFiles, logs_below, run_files
from symcause.formats.answer_files.predictions import Logged, read_rows
from tests.linear import runs as made
from tests.reports.cases import block


def run(*arguments: object) -> int:
    with pytest.raises(SystemExit) as ended:
        main([*map(str, arguments)])
    return ended.value.code if isinstance(ended.value.code, int) else 0


def runs(tmp_path: Path) -> tuple[Path, Path]:
    """A pool of two problems, and a folder with a run of each, by two models."""
    other = {**made.CONFIG, "graph_id": "other"}
    pool, below = tmp_path / "pool.jsonl", tmp_path / "runs"
    pool.write_text(f"{json.dumps(made.CONFIG)}\n{json.dumps(other)}\n")
    made.folder(below / "two_53calls" / "seed_1", *made.whole_run(), success=True)
    late = made.whole_run()
    late[7:] = [made.step(made.reactor("{'value': 40.0}", after="Frequency set to 40.0 Hz.\n"))]
    seed = below / "other_53calls" / "seed_1"
    made.folder(seed, *late, config=None, success=False, model="somebody else")
    (seed / "raw_io.jsonl").write_text('{"step": 1, "raw_input": "", "raw_output": "none"}')
    return pool, below


def test_logs_are_told_from_companions(tmp_path: Path) -> None:
    _, below = runs(tmp_path)
    (below / "notes.jsonl").write_text('{"problem": "x", "verdict": "unique"}\n')
    plain = below / "plain" / "mine.jsonl"
    plain.parent.mkdir()
    plain.write_text('{"past_data": [], "hypothesis": {}}\n')
    (plain.parent / "tracking_simple.jsonl").write_text(json.dumps(made.step("hello")))
    found = [str(path.relative_to(below)) for path in logs_below(below)]
    name = "Reactor Lab Causal_Causal_1_tracking_simple.jsonl"
    assert found == [
        f"other_53calls/seed_1/{name}",
        "plain/mine.jsonl",
        "plain/tracking_simple.jsonl",
        f"two_53calls/seed_1/{name}",
    ]


def test_two_logs_of_one_seed_are_one_run(tmp_path: Path) -> None:
    simple = made.folder(tmp_path / "seed_1", *made.whole_run(), name="x_tracking_simple.jsonl")
    made.folder(tmp_path / "seed_1", *made.whole_run(), name="x_tracking.jsonl")
    made.folder(tmp_path / "seed_1", *made.whole_run(), name="w_tracking_simple.jsonl")
    assert list(logs_below(tmp_path)) == [simple]
    elsewhere = [
        made.folder(tmp_path / "flat", *made.whole_run(), name=name)
        for name in ("a_tracking.jsonl", "b_tracking_simple.jsonl")
    ]
    assert list(logs_below(tmp_path / "flat")) == elsewhere
    assert set(run_files(elsewhere[0]).texts) == {
        *("a_tracking.jsonl", "graph_config.json", "source_config.json"),
    }


def test_a_bundle_is_read_back(tmp_path: Path) -> None:
    files = run_files(made.folder(tmp_path / "seed_1", *made.whole_run(), success=True))
    assert RunFiles.of(files.whole_text()) == files and files.completed is True
    assert RunFiles.of('{"past_data": []}').text == '{"past_data": []}'


def test_a_folder_among_the_answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The configuration beside a log counts; without one, the pool's problem that the folder names."""
    pool, below = runs(tmp_path)
    assert [row.model for row in read_rows(below) if isinstance(row, Logged)] == [
        "somebody else",
        "somebody",
    ]
    assert run("score", pool, below, "--json") == 0
    lines: list[Any] = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["problem"], line["target_within"]) for line in lines[:2]] == [
        ("other", False),
        ("two", True),
    ]
    assert [line["final_graphs"] for line in lines[:2]] == [1, 1]
    (tmp_path / "empty").mkdir()
    assert run("score", pool, tmp_path / "empty") == 2
    assert "no log of a run" in capsys.readouterr().err


def test_a_log_by_itself_leaves_open_whether_it_was_right(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a score card and without the reactor nobody knows the true target; audit says so, too."""
    pool = tmp_path / "pool.jsonl"
    pool.write_text(json.dumps(made.CONFIG) + "\n")
    steps = made.whole_run()
    cut = [*steps[:6], made.step(steps[5]["lastActionMessage"], hypothesis=made.GOLD)]  # type: ignore[arg-type]
    alone = made.folder(tmp_path / "alone", *cut, task=None)
    assert run("score", pool, alone, "--json") == 0
    line, *_, summary = map(json.loads, capsys.readouterr().out.splitlines())
    assert (line["target_exact"], line["target_within"], line["edge_f1"]) == (None, None, 1.0)
    assert line["run"]["right"] is None
    table = next(t for t in summary["summary"]["tables"] if t["key"] == "crystals")
    cells = dict(zip(table["columns"], table["rows"][0], strict=True))
    assert (cells["Target"], cells["Target ±5"]) == (None, None)
    out = tmp_path / "audit.jsonl"
    assert run("audit", pool, "--log", tmp_path / "alone", "--out", out) == 0
    capsys.readouterr()
    assert json.loads(out.read_text().splitlines()[0])["runs"][0]["right"] is None
    for folder, success in (("yes", True), ("no", False)):  # the score card is word enough
        told = made.folder(tmp_path / folder, *cut, task=None, success=success)
        assert run("score", pool, told, "--json") == 0
        line = json.loads(capsys.readouterr().out.splitlines()[0])
        assert (line["target_exact"], line["target_within"]) == (None, success)
    whole = made.folder(tmp_path / "whole", *steps, task=None)  # the reactor tells it
    assert run("score", pool, whole, "--json") == 0
    line = json.loads(capsys.readouterr().out.splitlines()[0])
    assert (line["target_exact"], line["target_within"]) == (True, True)


def test_one_summary_over_a_pool_of_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pool, below = runs(tmp_path)
    out = tmp_path / "out.jsonl"
    assert run("audit", pool, "--log", below, "--out", out) == 0
    first = capsys.readouterr().out
    for words in ("2 logs", "somebody else", "outcome", "right", "wrong", "variables"):
        assert words in first
    assert run("audit", pool, "--log", below, "--out", out, "--resume") == 0
    assert first.split("2 logs")[1] == capsys.readouterr().out.split("2 logs")[1]
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert [(line["problem"], line["runs"][0]["right"]) for line in lines] == [
        ("two", True),
        ("other", False),
    ]
    assert [line["runs"][0]["refused"] for line in lines] == [0, 0]


def test_a_page_over_a_pool_of_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One row per run, with its course; what went to the model and came back is no run."""
    pool, below = runs(tmp_path)
    raw = next(logs_below(below)).read_bytes()
    (below / "other_raw_io.jsonl").write_bytes(raw)
    page = tmp_path / "runs.html"
    assert run("audit", pool, "--log", below, "--html", page) == 0
    index = block(page, "index")
    rows = [dict(zip(index["columns"], item, strict=True)) for item in index["items"]]
    assert (index["noun"], index["heading"]) == (
        "run",
        "1 of 2 runs end right (less than 5 off the target), all justified",
    )
    assert [(row["verdict"], row["setting"]) for row in rows] == [
        ("right", "somebody"),
        ("wrong", "somebody else"),
    ]
    assert all(row["interventions"] for row in rows)
    assert all(curve.startswith("<svg") for curve in index["curves"])


def test_a_folder_with_a_run_is_a_pool_of_its_configuration(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The log, the settings of the agent and the score card beside it used to be problems that failed."""
    seed = tmp_path / "seed_1"
    made.folder(seed, *made.whole_run(), success=True)
    (seed / "source_config.json").write_text('{"models": {}}')
    assert run("audit", seed, "--log", seed, "--json") in (0, 1)
    out, err = capsys.readouterr()
    assert not err and json.loads(out)["problem"] == made.CONFIG["graph_id"]
