"""Identification tasks: one model or several, in released files built by hand and in our own."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from pathlib import Path

import pytest

import symcause
from symcause.errors import SymcauseError
from symcause.families.boolean.files.document import read_boolean
from symcause.families.boolean.files.document_writer import write_boolean
from symcause.families.boolean.release.files.record_reader import read_record
from symcause.families.boolean.release.scorer.canonical_form import Writings
from symcause.families.boolean.scoring.check.checker import check
from symcause.grammar import parse
from symcause.models.disclosure import Setting
from symcause.models.variable_names import WORDS
from tests.formats.replayscm_cases import TWO, again, identification, put, run


@pytest.mark.parametrize(
    "gold",
    [
        {"scm_id": {"certification": "AMBIGUOUS"}},
        {"scmId": {"certification": " ambiguous"}},
        {"certification": "Ambiguous"},
    ],
)
def test_labels(gold: dict[str, object]) -> None:
    problem = read_record(identification(**gold))
    assert problem.identify and problem.certification == "AMBIGUOUS"
    assert problem.setting is Setting.HIDDEN_ORDER
    document = write_boolean(problem)
    assert document["task"] == "identify"
    assert document["gold"]["certification"] == "AMBIGUOUS"  # type: ignore[index]
    assert read_boolean(document) == problem
    fresh = again(replace(problem, metadata={}))["problem"]
    assert fresh["task"]["taskName"] == "CIND_A_SCM_ID"
    assert fresh["goldAnswer"]["scm_id"] == {"certification": "AMBIGUOUS"}


def test_a_released_file_by_its_own_name(tmp_path: Path) -> None:
    """``sample_runtime.yaml`` with two problems, alone and in a folder; what is stored is right or not."""
    right, wrong = (identification(certification=word) for word in ("AMBIGUOUS", "UNIQUE"))
    wrong["problem"]["instanceId"] = "second"
    folder = tmp_path / "release"
    folder.mkdir()
    file = put(folder, right, wrong).rename(folder / "sample_runtime.yaml")
    for asked in (file, folder):
        errata = tmp_path / "errata.jsonl"
        done = run("audit", asked, "--errata", errata, "--json")
        assert done.exit_code == 1 and done.stdout.count("\n") == 2, done.output
        (only,) = map(json.loads, errata.read_text("utf-8").splitlines())
        assert (only["item"], only["kind"], only["stored"]) == ("second", "wrong", "UNIQUE")
        errata.unlink()


def test_no_label() -> None:
    problem = read_record(identification(certification="perhaps"))
    assert problem.identify and problem.certification is None
    result = symcause.check(problem, '{"certification": "UNIQUE"}')
    assert result.right is None and result.code == 3


def test_answers_to_identification_tasks(tmp_path: Path) -> None:
    pool = put(tmp_path, identification(certification="AMBIGUOUS"))
    answer = tmp_path / "answer.json"
    answer.write_text(json.dumps({"certification": "ambiguous", "witnesses": TWO}), "utf-8")
    done = run("check", pool, answer, "--json")
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert found["right"] and found["valid"] and found["false_certainty"] is False
    assert found["certification"] == found["gold_certification"] == "AMBIGUOUS"
    assert found["certification_true"] == "AMBIGUOUS" and found["count"] > 1
    assert found["witnesses"] == {
        "given": 2,
        "valid": 2,
        "train_exact": 2,
        "distinct_as_written": 2,
        "distinct": 2,
    }
    assert "remark" not in found or found["remark"] is None
    answer.write_text('{"certification": "UNIQUE"}', "utf-8")
    done = run("check", pool, answer, "--json")
    found = json.loads(done.stdout)
    assert done.exit_code == 1 and found["valid"] and found["false_certainty"]
    text = run("check", pool, answer)
    assert "says UNIQUE, gold says AMBIGUOUS" in text.stdout
    assert "the space itself: AMBIGUOUS" in text.stdout


def test_one_model_in_two_writings() -> None:
    problem = read_record(identification(certification="AMBIGUOUS"))
    same = copy.deepcopy(TWO)
    same[1] = {"mechanisms": {"X3": "(or (and X1 X2) (and X1 X2 X2 (or X1 X4)))", "X4": "(not X3)"}}
    same[1]["mechanisms"]["X3"] = "(or (and X1 X2) (and X2 (and X1 X2 (or X1 X2))))"
    answer = json.dumps({"certification": "AMBIGUOUS", "witnesses": same})
    found = symcause.check(problem, answer)
    assert found.right
    assert found.remark == "right by the release, yet both witnesses are the same SCM"  # type: ignore[attr-defined]


def test_a_wrong_label_is_seen(tmp_path: Path) -> None:
    pool = put(tmp_path, identification(certification="UNIQUE"))
    rows = [
        {"instanceId": "small", "model": "sure", "response": '{"certification": "UNIQUE"}'},
        {
            "instanceId": "small",
            "model": "shows",
            "extractedAnswer": {"certification": "AMBIGUOUS", "witnesses": TWO},
        },
        {"instanceId": "small", "model": "silent"},
    ]
    answers = tmp_path / "answers.jsonl"
    answers.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    done = run("score", pool, answers, "--json")
    assert done.exit_code == 0, done.output
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    scored = {line["model"]: line for line in lines if "model" in line}
    assert [scored[m]["right"] for m in ("sure", "shows", "silent")] == [True, False, False]
    assert {line["certification_true"] for line in scored.values()} == {"AMBIGUOUS"}
    assert scored["silent"]["stage"] == "extracted_json"
    shown = run("score", pool, answers).stdout
    assert "Identification: one model or several" in shown
    rows_shown = [line.split() for line in shown.splitlines() if "UNIQUE" in line]
    assert {tuple(row[-5:]) for row in rows_shown} == {
        ("1", "1.000", "1.000", "–", "1"),
        ("1", "1.000", "0.000", "–", "1"),
        ("1", "0.000", "0.000", "–", "1"),
    }


def test_pages_of_identification_tasks(tmp_path: Path) -> None:
    answers, page = tmp_path / "answers.jsonl", tmp_path / "page.html"
    row = {"instanceId": "small", "model": "m", "text": '{"certification": "UNIQUE"}'}
    answers.write_text(json.dumps(row), "utf-8")
    small = put(tmp_path, identification(certification="AMBIGUOUS"))
    assert run("score", small, answers, "--html", page).exit_code == 0
    assert "Identification: one model or several" in page.read_text("utf-8")
    assert run("audit", small, "--html", page).exit_code == 1
    assert "generationDiagnostics" not in page.read_text("utf-8")


REFUSED = {
    "no label": ({}, "schema"),
    "another word": ({"certification": "MAYBE"}, "schema"),
    "a number": ({"certification": 1}, "schema"),
    "no witnesses": ({"certification": "AMBIGUOUS"}, "schema"),
    "one witness": ({"certification": "AMBIGUOUS", "witnesses": TWO[:1]}, "schema"),
    "no map": ({"certification": "AMBIGUOUS", "witnesses": [*TWO, {}]}, "schema"),
    "twice the same": ({"certification": "AMBIGUOUS", "witnesses": [TWO[0]] * 2}, "legal"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused_certifications(name: str) -> None:
    answer, stage = REFUSED[name]
    result = check(read_record(identification(certification="AMBIGUOUS")), answer)  # type: ignore[arg-type]
    document = result.document()
    assert (document.valid, document.right, document.stage) == (False, False, stage)
    assert document.reason and document.released.message  # type: ignore[union-attr]
    assert document.train_exact is None


SAME = [
    ("(and X1 (and X2 X3))", "(and X3 X2 X1 X1)"),
    ("(or X1 (or X2 0))", "(or X2 X1)"),
    ("(xor X1 X2 X1)", "X2"),
    ("(not (not X1))", "X1"),
    ("(and X1 1)", "X1"),
    ("(and X1 0)", "0"),
    ("(iff X1 X2 X1)", "(iff X2 X1)"),
    ("(xor X1 1)", "(not X1)"),
    ("(if 1 X1 X2)", "X1"),
]
DIFFERENT = [("(or X1 (and X1 X2))", "X1"), ("(not (and X1 X2))", "(or (not X1) (not X2))")]


@pytest.mark.parametrize(("first", "second"), [*SAME, *DIFFERENT])
def test_writings(first: str, second: str) -> None:
    writings = Writings()
    one, other = (writings.form(parse(t, operators=WORDS, constants=True)) for t in (first, second))
    assert (one == other) == ((first, second) in SAME)


def test_files_of_our_own() -> None:
    document = write_boolean(replace(read_record(identification()), metadata={}))
    only = {**document, "gold": {"certification": "UNIQUE"}}
    problem = read_boolean(only)
    assert problem.gold is None and problem.certification == "UNIQUE"
    assert write_boolean(problem)["gold"] == {"certification": "UNIQUE"}
    for wrong, message in (
        ({**document, "gold": {"roots": ["X1", "X2"]}}, "mechanisms"),
        ({**only, "task": None}, "only an identification task has a certification"),
        ({**document, "reference": {"mechanisms": TWO[1]["mechanisms"]}}, "no reference"),
    ):
        with pytest.raises(SymcauseError, match=message):
            read_boolean(wrong)
