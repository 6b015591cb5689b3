"""Which key of a row holds the answer, and which names the problem: at both doors, and never in silence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.cli.main import main
from symcause.errors import KindError, ProblemError

ROOT = Path(__file__).resolve().parents[2]
POOL = ROOT / "examples" / "pool.jsonl"
GIVEN = [json.loads(line) for line in (ROOT / "examples/predictions.jsonl").open()]
CAREFUL = [row for row in GIVEN if row["model"] == "careful"]


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main([str(argument) for argument in arguments])
    told = capsys.readouterr()
    return int(ended.value.code or 0), told.out, told.err


def put(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def renamed(old: str, new: str, rows: list[dict[str, Any]] = CAREFUL) -> list[dict[str, Any]]:
    return [{new if key == old else key: value for key, value in row.items()} for row in rows]


def summary(out: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(out.splitlines()[-1])["summary"]
    return found


@pytest.mark.parametrize("key", ["answer", "output", "my_column"])
def test_an_answer_needs_its_key(
    key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = put(tmp_path / "a.jsonl", renamed("response", key))
    code, out, err = run(capsys, "score", POOL, file)
    assert code == 2 and "Valid" not in out
    assert f"{key!r}" in err and f"--answer-key {key}" in err and "answer_key" in err
    assert "more answers" in err  # once, not once a row

    usual = put(tmp_path / "b.jsonl", CAREFUL)
    code, mapped, err = run(capsys, "score", POOL, file, "--answer-key", key, "--json")
    assert code == 0, err
    assert mapped == run(capsys, "score", POOL, usual, "--json")[1]


def test_one_that_a_row_lacks_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = put(tmp_path / "a.jsonl", CAREFUL)
    code, _, err = run(capsys, "score", POOL, file, "--answer-key", "reply")
    assert code == 2 and "'reply'" in err and "'response'" in err


def test_files_with_keys_of_their_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = put(tmp_path / "a.jsonl", renamed("response", "answer"))
    other = put(tmp_path / "b.jsonl", [{**row, "model": "other"} for row in CAREFUL])
    code, _, err = run(capsys, "score", POOL, one, other, "--answer-key", "answer")
    assert code == 2 and "--answer-key answer --answer-key response" in err
    named = ("--answer-key", "answer", "--answer-key", "response")
    code, out, err = run(capsys, "score", POOL, one, other, *named, "--json")
    assert code == 0 and not err
    assert all(json.loads(line)["valid"] for line in out.splitlines()[:-1])
    rows = [*renamed("response", "answer"), *CAREFUL]
    found = symcause.score(
        list(symcause.load_pool(POOL)), rows[:3], answer_key=["answer", "response"]
    )
    assert all(line["valid"] for line in found.lines)


def test_convert_puts_answers_under_the_usual_key(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = put(tmp_path / "a.jsonl", renamed("response", "output"))
    code, out, err = run(capsys, "convert", file, "--predictions", "--answer-key", "output")
    assert code == 0, err
    usual = put(tmp_path / "b.jsonl", CAREFUL)
    assert out == run(capsys, "convert", usual, "--predictions")[1]
    code, out, err = run(capsys, "convert", POOL, "--answer-key", "output")
    assert code == 2 and not out and "goes with --predictions" in err


def test_an_object_is_an_answer_as_it_stands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [
        {"id": row["instanceId"], "model": "m", "answer": json.loads(row["response"])}
        for row in CAREFUL
    ]
    file = put(tmp_path / "a.jsonl", rows)
    code, out, _ = run(capsys, "score", POOL, file, "--answer-key", "answer", "--json")
    assert code == 0
    assert all(json.loads(line)["valid"] for line in out.splitlines()[:-1])


def test_python_has_the_same_rule(tmp_path: Path) -> None:
    pool = list(symcause.load_pool(POOL))
    rows = renamed("response", "output")
    usual = symcause.score(pool, CAREFUL)
    with pytest.raises(KindError, match="answer_key='output'"):
        symcause.score(pool, rows)
    assert symcause.score(pool, rows, answer_key="output").lines == usual.lines

    file = put(tmp_path / "a.jsonl", rows)
    with pytest.raises(ProblemError, match="answer_key='output'"):
        list(symcause.load_predictions(file))
    mapped = symcause.load_predictions(file, answer_key="output")
    assert symcause.score(pool, mapped).lines == usual.lines


@pytest.mark.parametrize("key", ["problem", "problemId", "id", "instanceId"])
def test_the_problem_under_each_of_its_keys(
    key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = renamed("instanceId", key)
    file = put(tmp_path / "a.jsonl", rows)
    code, out, err = run(capsys, "score", POOL, file, "--json")
    assert code == 0, err
    assert [json.loads(line)["problem"] for line in out.splitlines()[:-1]] == [
        row["instanceId"] for row in CAREFUL
    ]
    pool = list(symcause.load_pool(POOL))
    assert symcause.score(pool, rows).lines == symcause.score(pool, CAREFUL).lines


def test_a_prompt_is_no_answer_until_it_has_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = run(capsys, "prompt", POOL, "--json")
    prompts = [json.loads(line) for line in out.splitlines()]
    code, _, err = run(capsys, "score", POOL, put(tmp_path / "p.jsonl", prompts))
    assert code == 2 and "this is a result of symcause, not an answer" in err
    answers = {row["instanceId"]: row["response"] for row in CAREFUL}
    both = [{**row, "model": "m", "response": answers[row["problem"]]} for row in prompts]
    code, _, err = run(capsys, "score", POOL, put(tmp_path / "b.jsonl", both))
    assert code == 0, err


def test_one_reason_for_all_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = [{**row, "model": "mute", "response": "no idea"} for row in CAREFUL]
    file = put(tmp_path / "a.jsonl", [*CAREFUL, *bad])
    code, out, err = run(capsys, "score", POOL, file, "--json")
    assert code == 0
    said = f"mute: all {len(bad)} answers are invalid for one and the same reason: "
    assert said in err and "careful: all" not in err
    (found,) = summary(out)["invalid"]
    assert (
        found["model"] == "mute" and found["answers"] == len(bad) and found["family"] == "boolean"
    )
    assert found["reason"] in err
    scores = symcause.score(list(symcause.load_pool(POOL)), [*CAREFUL, *bad])
    assert len(scores.notes) == 1 and scores.notes[0] in err

    mixed = [*CAREFUL, *bad[1:], {**bad[0], "response": "{}"}]
    code, out, err = run(capsys, "score", POOL, put(tmp_path / "b.jsonl", mixed), "--json")
    assert "invalid for one" not in err and summary(out)["invalid"] == []


@pytest.mark.filterwarnings("ignore:.*invalid for one")
def test_python_says_which_ids_are_none(capsys: pytest.CaptureFixture[str]) -> None:
    pool = list(symcause.load_pool(POOL))
    rows = [{**row, "instanceId": "x" + str(row["instanceId"])} for row in CAREFUL[:2]]
    with pytest.warns(UserWarning, match=r"answer 1: no problem has this id .*did you mean"):
        found = symcause.score(pool, rows)
    assert len(found.notes) == 1 and "1 more answer" in found.notes[0]
    with pytest.raises(KindError, match="answer 2: the key 'instanceId' is missing"):
        symcause.score(pool, [CAREFUL[0], {"model": "m", "response": "x"}])


def test_systems_under_another_key_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows, pool = renamed("model", "system"), list(symcause.load_pool(POOL))
    file = put(tmp_path / "a.jsonl", rows)
    code, out, err = run(capsys, "score", POOL, file, "--json")
    note = f"submitted-model: {len(rows)} answers without the key 'model', but with 'system'"
    assert code == 0 and note in err
    for given in (rows, symcause.load_predictions(file)):
        with pytest.warns(UserWarning, match=note):
            found = symcause.score(pool, given)
        assert list(found.notes) == summary(out)["notes"]
        assert {line["model"] for line in found.lines} == {"submitted-model"}
    assert "without" not in run(capsys, "score", POOL, put(file, renamed("model", "seed")))[2]
