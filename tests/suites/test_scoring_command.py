"""``symcause score`` with a suite: what it prints, writes and refuses."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from symcause.cli.main import main
from tests.suites.damage import lines_of, write_lines


def run(capsys: pytest.CaptureFixture[str], *args: object) -> tuple[int, str, str]:
    """Exit code, output and complaints of a command."""
    with pytest.raises(SystemExit) as ended:
        main([*map(str, args)])
    out, err = capsys.readouterr()
    code = ended.value.code
    return code if isinstance(code, int) else 0, out, err


@pytest.fixture
def answers(small: Path, tmp_path: Path) -> Path:
    """No to everything, by a row of each kind of key."""
    ids = [one["id"] for one in lines_of(small / "evaluator" / "ids.jsonl")]
    keys = ("id", "instanceId", "problem")
    rows = [{keys[at % 3]: id, "model": "mine", "response": "no"} for at, id in enumerate(ids)]
    write_lines(tmp_path / "answers.jsonl", rows)
    return tmp_path / "answers.jsonl"


def test_one_number_a_part_is_printed(
    small: Path, answers: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, "score", small, answers)
    assert code == 0 and not err
    for part in ("shapes", "queries", "abstention"):
        assert sum(line.startswith(part) for line in out.splitlines()) == 1
    manifest = json.loads((small / "manifest.json").read_text())
    assert (
        out.splitlines()[-1]
        == f"test-small 1.0.0, split test; public part {manifest['public_digest']}"
    )


def test_files_may_be_those_of_parts(
    small: Path, answers: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, whole, _ = run(capsys, "score", small, answers, "--format", "csv")
    rows = lines_of(answers)
    write_lines(tmp_path / "one.jsonl", rows[:4])
    write_lines(tmp_path / "two.jsonl", rows[4:])
    parts = (tmp_path / "one.jsonl", tmp_path / "two.jsonl")
    assert run(capsys, "score", small, *parts, "--format", "csv") == (0, whole, "")


def test_json_has_lines_and_a_summary(
    small: Path, answers: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(capsys, "score", small, answers, "--json")
    *lines, last = map(json.loads, out.splitlines())
    assert code == 0 and len(lines) == 10 and all(line["model"] == "mine" for line in lines)
    summary = last["summary"]
    assert [part["part"] for part in summary["parts"]] == ["shapes", "queries", "abstention"]
    assert summary["baselines"] == ["simplest", "constant", "association"]
    assert summary["missing"] == {} and summary["unknown"] == []
    kept = tmp_path / "lines.jsonl"
    _, out, _ = run(capsys, "score", small, answers, "--json", "--out", kept)
    assert lines_of(kept) == lines and json.loads(out)["summary"] == summary


def test_page_and_tables_are_written(
    small: Path, answers: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, folder = tmp_path / "page.html", tmp_path / "tables"
    code, _, err = run(capsys, "score", small, answers, "--html", page, "--tables", folder)
    assert code == 0 and not err
    assert "1 system beside baselines" in page.read_text() and ">mine<" in page.read_text()
    (table,) = folder.glob("*.csv")
    assert "mine" in table.read_text().splitlines()[0]


def test_what_is_wrong_with_answers_is_said(
    small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [{"id": "small-0000000000", "model": "mine", "response": "no"}]
    write_lines(tmp_path / "answers.jsonl", rows)
    code, _, err = run(capsys, "score", small, tmp_path / "answers.jsonl")
    assert code == 2 and "small-0000000000" in err and "1 id of no problem of this suite" in err
    (tmp_path / "answers.jsonl").write_text('{"id": 3}\n')
    code, _, err = run(capsys, "score", small, tmp_path / "answers.jsonl")
    assert code == 2 and "answers.jsonl" in err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--jobs", "2"), "--jobs does not apply to a suite"),
        (("--baseline", "simplest"), "--baseline does not apply to a suite"),
        (("--split", "tset"), "no such split .*did you mean 'test'"),
        (("--key", "nowhere"), "there are no true answers of a suite"),
    ],
)
def test_what_does_not_apply_is_refused(
    args: tuple[str, ...], said: str, small: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, "score", small, *args)
    assert code == 2 and not out
    assert re.search(said, err), err


def test_options_of_suites_are_for_suites(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "score", "examples/unique.json", "--split", "test")
    assert code == 2 and "--split is for suites" in err
