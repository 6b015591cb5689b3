"""``symcause check``: whatever text an answer is, it is judged; where it stands, and exit codes."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from tests.cli.cases import (
    ANSWERS,
    BOOLEAN,
    EXAMPLES,
    POOL_ANSWERS,
    Document,
    Shell,
    example,
    hard,
    write,
)

UNIQUE = EXAMPLES / "unique.json"
GOOD = {"X3": "(xor X1 X2)", "X4": "(or X1 (not X3))", "X5": "(and X3 X4)"}

STAGES = ("extracted_json", "schema", "keys", "parse", "legal", "acyclic", "valid")
KEYS = (
    *("problem", "strict_json", "valid", "stage", "reason", "train_exact", "train_world_exact"),
    *("heldout_exact", "heldout_world_exact", "parent_f1", "parent_shd", "exact_parent_map"),
    *("local_match", "in_class", "unique", "count", "class"),
)
CLAIMS = (
    *("alternative_success", "experiment_valid", "pair_separates", "pair_disagreement_rate"),
    *("cell_difference_rate", "optimality", "witness_valid", "joint_success"),
)


@pytest.mark.few(12)
@pytest.mark.parametrize("answer", POOL_ANSWERS)
def test_keys_of_the_contract(answer: Path, shell: Shell) -> None:
    name = answer.name.partition(".")[0]
    code, document = shell.one("check", EXAMPLES / f"{name}.json", answer)
    assert set(KEYS) <= set(document)
    assert document["problem"] == name
    assert document["stage"] in STAGES
    assert document["valid"] == (document["stage"] == "valid")
    assert document["valid"] or document["reason"]
    assert isinstance(document["train_exact"], bool)
    assert ("root_exact" in document) == (name == "hidden-roots")
    assert all((key in document) == (name == "alternative") for key in CLAIMS)
    if name == "alternative":
        assert document["unique"] is None
        assert code == (0 if document["joint_success"] else 1)
    else:
        exact = document["train_exact"] and document["heldout_exact"] is not False
        assert code == (0 if exact or document["support"] == "justified" else 1)
    if document["in_class"]:
        assert name == "alternative" or document["unique"] == (document["count"] == 1)
    else:
        assert document["unique"] is None
    text_code, text, err = shell("check", EXAMPLES / f"{name}.json", answer)
    assert (text_code, err) == (code, "")
    assert text.startswith(f"{name}: ")


def wrapped(text: str) -> str:
    return f"Réponse ‮ 🤖 \x1b[31m\n```json\n{text}\n```\n[bold]done[/bold] \x00"


@pytest.mark.few(7)
@pytest.mark.parametrize(
    ("text", "stage"),
    [
        (json.dumps({"mechanisms": GOOD}), "valid"),
        (json.dumps({"mechanisms": GOOD}, indent=2), "valid"),
        (wrapped(json.dumps({"mechanisms": GOOD})), "valid"),
        (json.dumps({"mechanisms": GOOD, "confidence": 0.9}), "valid"),
        ("", "extracted_json"),
        (" \n", "extracted_json"),
        ("I cannot help with that.", "extracted_json"),
        ("[]", "extracted_json"),
        ('"text"', "extracted_json"),
        ("{" * 100_000, "extracted_json"),
        ("x" * 5_000_000, "extracted_json"),
        ('{"mechanisms": 5}', "schema"),
        ('{"mechanisms": {"X3": null}}', "schema"),
        ('{"mechanisms": {}}', "keys"),
        (json.dumps({"mechanisms": {**GOOD, "X9": "X1"}}), "keys"),
        (json.dumps({"mechanisms": {**GOOD, "X3": "[bold](xor X1 X2)[/]"}}), "parse"),
        (json.dumps({"mechanisms": {**GOOD, "X3": "(xor X1 \x1b[31mX2)"}}), "parse"),
        (json.dumps({"mechanisms": {**GOOD, "X3": "(xor X1\nX2)"}}), "parse"),
        (json.dumps({"mechanisms": {**GOOD, "X3": "(not " * 50_000 + "X1"}}), "parse"),
        (json.dumps({"mechanisms": {**GOOD, "X3": "1"}}), "parse"),
        (json.dumps({"mechanisms": {**GOOD, "X3": "X3"}}), "legal"),
        (json.dumps({"mechanisms": {**GOOD, "X3": "X5"}}), "acyclic"),
    ],
)
def test_any_text_is_judged_and_never_an_error(
    text: str, stage: str, tmp_path: Path, shell: Shell
) -> None:
    answer = tmp_path / "answer.txt"
    answer.write_text(text, encoding="utf-8")
    code, document = shell.one("check", UNIQUE, answer)
    assert (code, document["stage"]) == (0 if stage == "valid" else 1, stage)
    code, printed, err = shell("check", UNIQUE, answer, "--require-unique")
    assert (code, err) == (0 if stage == "valid" else 1, "")
    assert printed.replace("\n", "").isprintable()
    assert stage == "valid" or f"(stage: {stage.replace('_', ' ')})" in printed


def test_bytes_that_are_no_text(tmp_path: Path, shell: Shell) -> None:
    answer = tmp_path / "answer.txt"
    answer.write_bytes(b"\xff\xfe\x80 " + json.dumps({"mechanisms": GOOD}).encode())
    assert shell.one("check", UNIQUE, answer)[0] == 0
    answer.write_bytes(bytes(range(256)))
    assert shell.one("check", UNIQUE, answer)[0] == 1


def test_standard_input(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    text = wrapped(json.dumps({"mechanisms": GOOD})).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert shell.one("check", UNIQUE, "-")[0] == 0
    assert "standard input is used twice" in shell.refused("check", "-", "-")


def test_what_cannot_be_checked(tmp_path: Path, shell: Shell) -> None:
    answer = ANSWERS / "unique.good.json"
    assert "no such file" in shell.refused("check", UNIQUE, tmp_path / "missing.txt")
    assert "Is a directory" in shell.refused("check", UNIQUE, tmp_path)
    assert "no such file" in shell.refused("check", tmp_path / "missing.json", answer)
    assert "pick one by its id" in shell.refused("check", EXAMPLES / "pool.jsonl", answer)
    assert "did you mean 'unique'" in shell.refused(
        "check", EXAMPLES / "pool.jsonl", answer, "--id", "uniqe"
    )
    assert "missing argument 'ANSWER'" in shell.refused("check", UNIQUE)
    assert "no number of seconds" in shell.refused("check", UNIQUE, answer, "--timeout", "nan")
    assert shell.one("check", EXAMPLES / "pool.jsonl", answer, "--id", "unique")[0] == 0


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("name", "answer", "options", "plain", "demanding"),
    [
        ("unique", "unique.good", (), 0, 0),
        ("unique", "unique.wrong", (), 1, 1),
        ("ambiguous", "ambiguous.good", (), 0, 1),
        ("replay", "replay.good", (), 0, 0),
        ("unique", "unique.good", ("--max-parents", 1), 0, 1),  # right, but outside the class
        ("ambiguous", "ambiguous.good", ("--max-ast", 1), 0, 1),
        ("ordered", "ordered.syntax", (), 1, 1),
        ("alternative", "alternative.good", (), 0, 1),  # the reference is another explanation
    ],
)
def test_require_unique(
    name: str, answer: str, options: tuple[object, ...], plain: int, demanding: int, shell: Shell
) -> None:
    paths = EXAMPLES / f"{name}.json", ANSWERS / f"{answer}.json"
    assert shell.one("check", *paths, *options)[0] == plain
    assert shell.one("check", *paths, *options, "--require-unique")[0] == demanding


def test_uniqueness_that_is_not_known(
    tmp_path: Path, shell: Shell, request: pytest.FixtureRequest
) -> None:
    problem = write(tmp_path / "p.json", hard(25, max_parents=4))
    mechanisms = shell.one("solve", problem)[1]["mechanisms"]
    answer = write(tmp_path / "a.json", {"mechanisms": mechanisms})
    request.getfixturevalue("endless")
    code, document = shell.one("check", problem, answer, "--timeout", "0.01")
    assert (code, document["train_exact"]) == (0, True)
    assert (document["in_class"], document["unique"], document["count"]) == (None, None, None)
    assert document["count_reason"] == "time limit of 0.01 s"
    code, text, _ = shell("check", problem, answer, "--timeout", "0.01", "--require-unique")
    assert code == 3
    assert "is unknown: time limit of 0.01 s" in text


def test_beyond_reach_is_not_an_error(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    from symcause.errors import LimitError
    from symcause.families.boolean.audits.answers import answer_place as standing

    def refuse(*_: object) -> None:
        raise LimitError("more than ten")

    monkeypatch.setattr(standing, "standing", refuse)
    paths = UNIQUE, ANSWERS / "unique.good.json"
    code, document = shell.one("check", *paths)
    assert (code, document["unique"], document["count_reason"]) == (0, None, "more than ten")
    assert shell.one("check", *paths, "--require-unique")[0] == 3


# What people read.
def last_lines(text: str, number: int) -> list[str]:
    return text.rstrip("\n").split("\n")[-number:]


def test_words_about_the_standing(tmp_path: Path, shell: Shell) -> None:
    good = ANSWERS / "unique.good.json"
    _, text, _ = shell("check", UNIQUE, good)
    assert last_lines(text, 1) == [
        "the only model that explains the training worlds "
        "(class: at most 2 causes each, as the problem states)"
    ]
    _, text, _ = shell("check", UNIQUE, good, "--max-parents", 1)
    assert last_lines(text, 2) == [
        "explains the training worlds but lies outside the class: at most 1 cause each, as asked",
        "no model of the class explains the training worlds",
    ]
    _, text, _ = shell("check", UNIQUE, ANSWERS / "unique.wrong.json")
    assert last_lines(text, 1) == [
        "1 model explains the training worlds (class: at most 2 causes each, as the problem states)"
    ]
    assert "X4 differs from gold at X1=0 X2=1 X3=0 (gold 1, answer 0)" in text


def test_the_answer_is_quoted_as_it_was_written(tmp_path: Path, shell: Shell) -> None:
    """An answer is compared by what it computes but shown in its own words, unless they are endless."""
    spelt = "(or (and X3 (or X4 (iff X6 X7))) (and X6 (not (or X3 X4 X7))))"
    path, answer = EXAMPLES / "corner.json", ANSWERS / "corner.submission.json"
    _, document = shell.one("check", path, answer)
    assert document["nearest_alternative"]["against"]["X5"] == spelt
    assert f"    - {spelt}\n" in shell("check", path, answer)[1]
    mechanisms: Document = json.loads(answer.read_text())["mechanisms"]
    endless = write(
        tmp_path / "a.json",
        {"mechanisms": {**mechanisms, "X5": f"(or {spelt} {spelt} {spelt} {spelt})"}},
    )
    _, document = shell.one("check", path, endless)
    assert len(document["nearest_alternative"]["against"]["X5"]) < 100


@pytest.mark.parametrize("name", [n for n in BOOLEAN if n not in ("replay", "alternative")])
def test_asked_with_less_disclosed(name: str, shell: Shell) -> None:
    """The answer must then name its roots: without them it is not valid, never an error."""
    path, answer = EXAMPLES / f"{name}.json", ANSWERS / f"{name}.good.json"
    code, document = shell.one("check", path, answer, "--setting", "hidden-roots")
    if name == "hidden-roots":
        assert code == 0
    else:
        assert (code, document["stage"]) == (1, "schema")


def test_gold_without_heldout_worlds(tmp_path: Path, shell: Shell) -> None:
    worlds = [w for w in example("unique")["worlds"] if w["split"] == "train"]
    path = write(tmp_path / "p.json", example("unique", worlds=worlds, gold=None))
    code, document = shell.one("check", path, ANSWERS / "unique.good.json")
    assert code == 0
    assert document["heldout_exact"] is document["heldout_world_exact"] is None
    assert document["parent_f1"] is document["local_match"] is None
