"""Logs of runs among the answers of ``symcause score``: scored by the answer at their end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from symcause.cli.main import main
from symcause.formats.answer_files.predictions import ONLY, Logged, log_reader, read_rows
from tests.linear.traces import causalab

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
EPISODE, LOG = EXAMPLES / "episode.json", EXAMPLES / "episode.log.jsonl"


def scored(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[list[Any], int]:
    with pytest.raises(SystemExit) as ended:
        main(["score", *map(str, arguments), "--json"])
    code = ended.value.code
    assert isinstance(code, int)
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()], code


def answered(tmp_path: Path, value: str) -> Path:
    """The bundled log with an answer at its end."""
    *lines, last = LOG.read_text().splitlines()
    record = json.loads(last)
    record["prediction"] = value
    made = tmp_path / "run.jsonl"
    made.write_text("\n".join([*lines, json.dumps(record)]))
    return made


def test_a_log_is_told_by_its_first_object(tmp_path: Path) -> None:
    (row,) = read_rows(LOG)
    assert isinstance(row, Logged)
    assert (row.instance_id, row.name) == (ONLY, "episode")
    assert log_reader(EXAMPLES / "predictions.jsonl") is None
    spread = tmp_path / "pretty.jsonl"  # as released: objects over several lines
    records = [json.loads(line) for line in LOG.read_text().splitlines()]
    spread.write_text("\n".join(json.dumps({"action": r}, indent=2) for r in records))
    (row,) = read_rows(spread)
    assert isinstance(row, Logged)


@pytest.mark.parametrize(
    ("value", "right", "support"), [("288", True, "justified"), ("200", False, "refuted")]
)
def test_the_answer_at_the_end_counts(
    value: str,
    right: bool,
    support: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (line, summary), code = scored(capsys, EPISODE, answered(tmp_path, value))
    assert code == 0
    assert (line["problem"], line["model"]) == ("episode", "run")
    assert (line["target_within"], line["support"]) == (right, support)
    assert line["edge_f1"] == pytest.approx(8 / 9)
    assert line["final_graphs"] == 6
    titles = [table["title"] for table in summary["summary"]["tables"]]
    assert titles[:2] == ["Linear and quadratic episodes", "Answers at the end of logs"]


def test_a_log_without_a_hypothesis_is_no_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "short.jsonl"
    log.write_text(json.dumps({"past_data": [], "thought": "x" * 2_000_000}))
    (line, _), code = scored(capsys, EPISODE, log)
    assert code == 0
    assert (line["valid"], line["reason"]) == (False, "the log states no hypothesis")
    assert (line["edge_f1"], line["target_within"]) == (0.0, False)


def test_which_problem_it_is_about(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The one that the file is called by; the only one; else nobody knows."""
    pool = tmp_path / "pool.jsonl"
    problems = [EPISODE, EXAMPLES / "crystal.json"]
    pool.write_text("\n".join(json.dumps(json.loads(p.read_text())) for p in problems))
    (line, _), code = scored(capsys, pool, LOG)
    assert (line["problem"], code) == ("episode", 0)
    other = tmp_path / "other.jsonl"
    other.write_text(LOG.read_text())
    (line, _), code = scored(capsys, pool, other)
    assert code == 2 and "which of several problems" in line["error"]
    (tmp_path / "graph_config.json").write_text('{"graph_id": "crystal"}')
    (line, _), code = scored(capsys, pool, other)
    assert (line["problem"], code) == ("crystal", 0)


def test_a_log_about_another_family(capsys: pytest.CaptureFixture[str]) -> None:
    (line, *_), code = scored(capsys, EXAMPLES / "unique.json", LOG)
    assert code == 2 and "something else" in line["error"]


def test_logs_among_predictions_and_in_processes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = tmp_path / "answers.jsonl"
    answers.write_text(json.dumps({"instanceId": "episode", "model": "m", "response": "no idea"}))
    files = (EPISODE, answers, answered(tmp_path, "288"))
    alone, _ = scored(capsys, *files)
    pooled, _ = scored(capsys, *files, "--jobs", 2)
    assert alone == pooled
    assert [line.get("support", "-") for line in alone[:2]] == [None, "justified"]


def test_the_released_run(capsys: pytest.CaptureFixture[str]) -> None:
    """Its notes entail 156; it answered 99.26."""
    run = causalab("run")
    (line, _), code = scored(capsys, run / "graph_config.json", run / "tracking_simple.jsonl")
    assert code == 0
    assert (line["model"], line["support"], line["target_within"]) == (
        "gpt-5-mini",
        "refuted",
        False,
    )


def test_a_session_that_names_no_scenario(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = {
        "session_id": "s1",
        "log": [
            {"type": "DEPLOYMENT", "metadata": {"design": {"hull": 3}, "count": 20, "survived": 12}}
        ],
        "final_result": {"design_tested": {"hull": 3}, "survived": 60, "fleet_size": 100},
    }
    session = tmp_path / "session.json"
    session.write_text(json.dumps(record))
    (line, _), code = scored(capsys, EXAMPLES / "boats.json", session)
    assert code == 0
    assert line["problem"] == "boats"
