"""Texts with two objects shaped like an answer: the rule stays, and lines and notes say so."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.cli.main import cli
from symcause.scoring.answer_extraction import MODEL_KEYS, extract, plain_shape

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
DRAFT = {"mechanisms": {"L1": "NOT(S1)", "L2": "S1"}, "why": "at first sight, which may be wrong"}


def gold_of(path: Path) -> dict[str, object]:
    return json.loads(path.read_text())["gold"]


def told(*objects: dict[str, object]) -> str:
    return "\nFinal answer:\n".join(json.dumps(one) for one in objects)


def test_the_longer_draft_is_read_and_said_to_be() -> None:
    final = {"mechanisms": {"L1": "S1"}}
    found = extract(told(DRAFT, final), plain_shape, MODEL_KEYS)
    assert found.found == DRAFT
    assert found.disputed is not None
    assert found.disputed.startswith(
        "2 objects in the text are shaped like an answer and disagree: number 1"
    )
    again = extract("so: " + told(final, DRAFT), plain_shape, MODEL_KEYS)
    assert again.found == DRAFT and "number 2 is read" in str(again.disputed)


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(DRAFT),
        told(DRAFT, {"mechanisms": DRAFT["mechanisms"]}),  # only a remark differs
        told(DRAFT, DRAFT),
        told(DRAFT, {"note": 1}),  # no answer
        told(
            {"mechanisms": {"L1": "S1"}, "old": DRAFT}, {"confidence": 0.5}
        ),  # one inside the other
        told({"wrapped": DRAFT}),
        "no object at all",
    ],
)
def test_no_dispute(text: str) -> None:
    assert extract(text, plain_shape, MODEL_KEYS).disputed is None


def test_raw_line_breaks_are_no_way_around() -> None:
    text = told(DRAFT, {"mechanisms": {"L1": "S1"}}).replace("at first", "at\n first")
    text = text.replace('"S1"}}', '"S1"}, "why": "\\("}')
    found = extract(text, plain_shape, MODEL_KEYS)
    assert found.disputed is not None


def test_nested_beyond_comparison() -> None:
    deep = '{"mechanisms": {"a": ' + "[" * 400 + "]" * 400 + "}}"
    assert extract(f"{deep} {deep}", plain_shape, MODEL_KEYS).found is not None


def disagreeing(path: Path) -> tuple[str, str]:
    """A text with a wrong draft and gold behind it, and gold alone."""
    gold = json.loads(path.read_text())["gold"]
    draft = {"mechanisms": dict.fromkeys(gold["mechanisms"], "1"), "why": "a guess " * 40}
    return told(draft, gold), json.dumps(gold)


def test_check_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = EXAMPLES / "unique.json"
    text, gold = disagreeing(path)
    problem = symcause.load(path)
    document = symcause.check(problem, text).to_dict()
    assert "number 1 is read" in document["disputed"]
    assert document["right"] is False
    assert "disputed" not in symcause.check(problem, gold).to_dict()
    answer = tmp_path / "answer.txt"
    answer.write_text(text)
    with pytest.raises(SystemExit):
        cli.main(["check", str(path), str(answer)])
    assert "2 objects in the text are shaped like an answer and disagree" in capsys.readouterr().out


def test_both_doors_of_score_say_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = EXAMPLES / "unique.json"
    text, gold = disagreeing(path)
    rows: list[dict[str, Any]] = [
        {"instanceId": "unique", "model": "drafting", "response": text},
        {"instanceId": "unique", "model": "plain", "response": gold},
    ]
    with pytest.warns(UserWarning, match="drafting: 1 answer of several objects"):
        scores = symcause.score([symcause.load(path)], rows)
    assert ["disputed" in line for line in scores.lines] == [True, False]
    (note,) = scores.notes
    answers = tmp_path / "answers.jsonl"
    answers.write_text("".join(json.dumps(row) + "\n" for row in rows))
    with pytest.raises(SystemExit):
        cli.main(["score", str(path), str(answers)])
    assert f"symcause: {note}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "draft", "final"),
    [
        (
            "crystal.json",
            {"hypothesis": {"edges": []}},
            {"hypothesis": {"edges": [["x1", "freq"]]}},
        ),
        ("crystal.json", {"edges": []}, {"edges": [["x1", "freq"]]}),
        ("finite/lock.json", {"predictions": {}}, {"predictions": {"a": "b"}}),
    ],
)
def test_other_families(name: str, draft: dict[str, object], final: dict[str, object]) -> None:
    problem = symcause.load(EXAMPLES / name)
    text = told({**draft, "why": "a guess " * 40}, final)
    assert "number 1 is read" in symcause.check(problem, text).to_dict()["disputed"]
    assert "number 1 is read" in str(symcause.score_text(problem, text)["disputed"])
    assert "disputed" not in symcause.score_text(problem, json.dumps(final))
