"""Answers that the released program does not read have a reason, in check and in score alike."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import symcause
from symcause.cli.main import cli
from symcause.families.shapeworld.bounds import SHOWN_KEYS
from symcause.families.shapeworld.problem.reply_reader import why_unread
from tests.shapeworld.cases import case
from tests.shapeworld.questions.test_questions import ask

SEEN = case("a b", "a", "b", "a b", "hold a:")
UNREAD = {
    '{"answer": "YES"}': '(got "YES")',
    '{"answer": true}': "(got true)",
    '{"Answer": "yes"}': 'no "answer" but "Answer"',
    "yes.": "the word alone",
    "Yes": "the word alone",
    "Final Answer: yes": "the word alone",
    "The answer is yes.": "the word alone",
    '{"answer": {"value": "yes"}}': "between the first { and the next }",
    'I think {so}. {"answer": "yes"}': "between the first { and the next }",
    "": "the text is empty",
    "{}": "between the first { and the next }",
}
READ = {
    "yes": "yes",
    " no\n": "no",
    '{"answer": "yes"}': "yes",
    'So:\n```json\n{"answer": "no"}\n```': "no",
    'First {"answer": "no"}. But on reflection {"answer": "yes"}': "no",
}


@pytest.mark.parametrize(("text", "reason"), UNREAD.items(), ids=UNREAD)
def test_what_is_not_counted_has_a_reason(text: str, reason: str) -> None:
    line, found = symcause.score_text(SEEN, text), ask("check", SEEN, answer=text)
    assert line["answer"] is None and line["valid"] is False and found.valid is False
    assert reason in str(line["reason"]) and line["reason"] == found.reason
    assert found.right is False


@pytest.mark.parametrize("keys", [SHOWN_KEYS - 1, SHOWN_KEYS, SHOWN_KEYS + 1, SHOWN_KEYS + 2])
def test_keys_of_an_answer_are_shown_as_far_as_the_bound(keys: int) -> None:
    reply = {f"k{at}": "yes" for at in range(keys)}
    listed = ", ".join([f'"k{at}"' for at in range(min(keys, SHOWN_KEYS))])
    more = ", …" if keys > SHOWN_KEYS else ""
    assert f'has no "answer" but {listed}{more}: give' in str(why_unread(json.dumps(reply)))


@pytest.mark.parametrize(("text", "word"), READ.items(), ids=READ)
def test_what_the_released_program_reads_is_read_alike(text: str, word: str) -> None:
    line, found = symcause.score_text(SEEN, text), ask("check", SEEN, answer=text)
    assert line["answer"] == found.answer == word
    assert "reason" not in line and "valid" not in line


def test_an_abstention_is_not_invalid() -> None:
    line = symcause.score_text(SEEN, '{"cannot_tell": true}')
    assert line["abstained"] is True and "valid" not in line


def test_logs_keep_their_marks() -> None:
    log = replace(SEEN, metadata={"source": "causallink", "mark": "invalid answer"})
    assert "reason" not in symcause.score_text(log, "")
    assert "(got 1)" in str(symcause.score_text(log, '{"answer": 1}')["reason"])


def test_a_system_none_of_whose_answers_is_read_is_named_and_one_that_abstains_is_counted() -> None:
    problems = [replace(SEEN, id=f"p{i}") for i in range(3)]
    problems += [replace(case("a b", "a", "b", "a b"), id="open")]
    said = {"loud": '{"answer": "YES"}', "shy": '{"cannot_tell": true}', "good": "yes"}
    rows = [
        {"instanceId": problem.id, "model": model, "response": text}
        for problem in problems
        for model, text in said.items()
    ]
    found = symcause.score(problems, rows)
    table = next(table for table in found.tables if table.key == "support")
    counted = {
        row[0].shown: dict(zip(table.columns[1:], (cell.value for cell in row[1:]), strict=True))
        for row in table.rows
    }
    assert counted["shy"]["abstained"] == 4 and counted["shy"]["answered"] == 0
    assert counted["shy"]["no answer"] == 0 and counted["shy"]["justified"] is None
    assert counted["loud"]["no answer"] == 4 and counted["loud"]["abstained"] == 0
    assert counted["good"]["answered"] == 4


def test_the_command_says_so(tmp_path: Path) -> None:
    pool, answers = tmp_path / "pool.jsonl", tmp_path / "answers.jsonl"
    symcause.save([replace(SEEN, id=name) for name in ("p0", "p1")], pool)
    rows = [
        {"instanceId": name, "model": "loud", "response": '{"answer": "YES"}'}
        for name in ("p0", "p1")
    ]
    answers.write_text("".join(json.dumps(row) + "\n" for row in rows))
    found = CliRunner().invoke(cli, ["score", str(pool), str(answers)])
    told = "loud: all 2 answers are invalid for one and the same reason: the answer is neither"
    assert told in found.stderr


def test_answers_to_renderings_are_scored_with_their_prompts(tmp_path: Path) -> None:
    pool, answers, prompts = (tmp_path / name for name in ("pool.jsonl", "a.jsonl", "p.jsonl"))
    symcause.save([SEEN], pool)
    told = CliRunner().invoke(cli, ["prompt", str(pool), "--theme", "farm", "--json"])
    prompts.write_text(told.stdout)
    row = {"instanceId": SEEN.id, "model": "m", "response": "yes"}
    answers.write_text(json.dumps(row) + "\n")
    line = ["score", str(pool), str(answers), "--prompts", str(prompts), "--json"]
    found = CliRunner().invoke(cli, line)
    assert found.exit_code == 0, found.output
    assert json.loads(found.stdout.splitlines()[0])["answer"] == "yes"
