"""Answers in the nouns of a prompt: scored by what the stored prompt says, or told what they are."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.cli.main import main
from symcause.errors import ProblemError, SymcauseError, UsageError
from symcause.renderings.family_words import wording_of

ROOT = Path(__file__).resolve().parents[2]
POOL = ROOT / "examples" / "pool.jsonl"
CAREFUL = [
    row
    for row in map(json.loads, (ROOT / "examples/predictions.jsonl").open())
    if row["model"] == "careful"
]


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, list[Any], str]:
    with pytest.raises(SystemExit) as ended:
        main([*map(str, arguments), "--json"])
    told = capsys.readouterr()
    return (
        int(ended.value.code or 0),
        [json.loads(line) for line in told.out.splitlines()],
        told.err,
    )


def put(path: Path, rows: list[Any]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


@pytest.fixture
def prompts(capsys: pytest.CaptureFixture[str]) -> list[Any]:
    code, found, err = run(capsys, "prompt", POOL, "--theme", "farm")
    assert code == 0, err
    return found


def in_nouns(prompts: list[Any]) -> list[dict[str, Any]]:
    """What a careful model would answer to these prompts."""
    variables = {row["problem"]: row["rendering"]["variables"] for row in prompts}
    rows, wording = [], wording_of("boolean")
    for row in CAREFUL:
        nouns = {name: noun for noun, name in variables[row["instanceId"]].items()}
        text = json.dumps(wording.answer(json.loads(row["response"]), nouns))
        rows.append({**row, "response": text})
    return rows


def plain(lines: list[Any]) -> list[Any]:
    lines = json.loads(json.dumps(lines))
    return [
        {k: v for k, v in line.items() if k != "symcause"} for line in lines if "problem" in line
    ]


def test_a_stored_prompt_leads_back(
    prompts: list[Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = put(tmp_path / "a.jsonl", in_nouns(prompts))
    stored = put(tmp_path / "p.jsonl", prompts)
    code, lines, err = run(capsys, "score", POOL, answers, "--prompts", stored)
    assert code == 0 and not err
    code, own, _ = run(capsys, "score", POOL, put(tmp_path / "b.jsonl", CAREFUL))
    assert plain(lines) == plain(own) and all(line["valid"] for line in plain(lines))
    found = symcause.score(list(symcause.load_pool(POOL)), in_nouns(prompts), prompts=stored)
    assert plain(list(found.lines)) == plain(own)  # type: ignore[arg-type]
    given = symcause.score(list(symcause.load_pool(POOL)), in_nouns(prompts), prompts=prompts)
    assert given.lines == found.lines


def test_a_row_may_bring_its_prompt_along(
    prompts: list[Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    by_problem = {row["instanceId"]: row["response"] for row in in_nouns(prompts)}
    rows = [{**row, "model": "careful", "response": by_problem[row["problem"]]} for row in prompts]
    code, lines, err = run(capsys, "score", POOL, put(tmp_path / "a.jsonl", rows))
    assert code == 0 and not err
    assert all(line["valid"] for line in plain(lines))
    found = symcause.score(list(symcause.load_pool(POOL)), rows)
    assert all(line["valid"] for line in found.lines)


def test_without_it_the_reason_says_what_they_are(
    prompts: list[Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = put(tmp_path / "a.jsonl", in_nouns(prompts))
    code, lines, err = run(capsys, "score", POOL, answers)
    assert code == 0
    for line in plain(lines):
        assert not line["valid"]
        assert "these are nouns of farm: score against the rendering" in line["reason"]
        assert "--prompts" in line["reason"] and "prompts=" in line["reason"]
    assert "nouns of farm" in err  # one reason for all
    problem = symcause.load(POOL, id="ordered")
    told = symcause.score_text(problem, in_nouns(prompts)[0]["response"])
    assert "nouns of farm" in str(told["reason"])
    bad = symcause.score_text(problem, '{"mechanisms": {"X1": "(not rain)", "goose": "X2"}}')
    assert "nouns" not in str(bad["reason"])  # its own names are there, too


def test_some_answers_in_nouns_are_remarked(
    prompts: list[Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One answer in the names of its problem does not silence what is said of the others."""
    worded = in_nouns(prompts)
    own = next(row for row in CAREFUL if row["instanceId"] == worded[0]["instanceId"])
    mixed = [{**row, "model": "mine"} for row in (own, *worded[1:])]
    file = put(tmp_path / "a.jsonl", mixed)
    code, _, err = run(capsys, "score", POOL, file)
    assert code == 0 and err.count("nouns of farm") == 1
    assert f"mine: {len(worded) - 1} answers invalid" in err and "--prompts FILE" in err


def test_a_prompt_of_another_problem_is_refused(
    prompts: list[Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = prompts[0], next(row for row in prompts if row["problem"] == "hidden-order")
    wrong = {**second, "problem": first["problem"]}
    answers = [row for row in in_nouns(prompts) if row["instanceId"] == first["problem"]]
    file = put(tmp_path / "a.jsonl", answers)
    stored = put(tmp_path / "p.jsonl", [wrong])
    code, lines, _ = run(capsys, "score", POOL, file, "--prompts", stored)
    assert code == 2 and "no rendering of this problem" in lines[0]["error"]


@pytest.mark.parametrize(
    ("row", "kind"),
    [({"problem": "ordered", "response": "x"}, ProblemError), ({"id": "x"}, ProblemError)],
)
def test_what_is_no_prompt_is_refused_before_anything_is_scored(
    row: Any, kind: type[SymcauseError], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = put(tmp_path / "p.jsonl", [row])
    code, lines, err = run(
        capsys, "score", POOL, put(tmp_path / "a.jsonl", CAREFUL), "--prompts", file
    )
    assert code == 2 and not lines and "no prompt" in err and "symcause prompt" in err
    with pytest.raises(kind):
        symcause.score(list(symcause.load_pool(POOL)), CAREFUL, prompts=file)


def test_two_renderings_of_a_problem_are_told_apart_by_whoever_scores(
    prompts: list[Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, city, _ = run(capsys, "prompt", POOL, "--theme", "city")
    with pytest.raises(UsageError, match="two renderings"):
        symcause.score(list(symcause.load_pool(POOL)), CAREFUL, prompts=[*prompts, *city])


def test_nouns_as_a_sentence_begins_them(
    prompts: list[Any], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A model that writes Rain for rain was wrong everywhere."""
    nouns = {noun for row in prompts for noun in row["rendering"]["variables"]}
    assert all(noun[0].islower() for noun in nouns)
    written = in_nouns(prompts)
    large = [{**row, "response": _begun(row["response"], nouns)} for row in written]
    assert all(a["response"] != b["response"] for a, b in zip(written, large, strict=True))
    stored = put(tmp_path / "prompts.jsonl", prompts)
    found = [
        run(capsys, "score", POOL, put(tmp_path / f"{n}.jsonl", rows), "--prompts", stored)[1]
        for n, rows in enumerate((written, large))
    ]
    assert plain(found[0]) == plain(found[1])
    _, lines, _ = run(capsys, "score", POOL, put(tmp_path / "bare.jsonl", large))
    invalid = [line for line in lines if line.get("valid") is False]
    assert invalid and all("these are nouns of" in line["reason"] for line in invalid)


def _begun(text: str, nouns: set[str]) -> str:
    for noun in sorted(nouns, key=len, reverse=True):
        text = re.sub(rf"\b{re.escape(noun)}\b", noun[0].upper() + noun[1:], text)
    return text
