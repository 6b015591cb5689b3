"""Files in the released form, built by hand: what is kept of them, how they are asked and scored."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result

import symcause
from symcause.audits.verdicts import Verdict, judge
from symcause.cli.main import cli
from symcause.errors import SymcauseError, UsageError
from symcause.families.boolean.files.document import read_boolean, write_boolean
from symcause.families.boolean.files.replayscm import read_record
from symcause.families.boolean.files.replayscm_writing import write_header, write_record
from symcause.families.boolean.files.sharing import public
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.problem.disclosure import Setting
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.canonical_writing import Writings
from symcause.families.boolean.scoring.checking import check
from symcause.families.boolean.scoring.prompts import render_prompt
from symcause.families.boolean.scoring.released import expression_fault
from symcause.families.boolean.scoring.released_prompt import released_prompt
from symcause.grammar import parse
from symcause.models.names import OPERATORS, WORDS

NOTE = {"seen": [1, {"deep": None}], "share": 0.25}


def record(task: str = "CIND_A_SCM", **parameters: object) -> dict[str, Any]:
    """X3 = X1 and X2, X4 = not X3; one training world that leaves gaps, one held out."""
    return {
        "problem": {
            "instanceId": "small",
            "schemaVersion": "v",
            "signature": {
                "variables": ["X1", "X2", "X3", "X4"],
                "domains": "binary",
                "observationStructure": "panel_same_units_across_worlds",
            },
            "backgroundAxioms": ["one model"],
            "worlds": [
                {
                    "worldId": "w0",
                    "split": "train",
                    "envProfile": {"X1": 0.5},
                    "intervention": {"type": "hard_do", "mode": "hard_constant", "targets": []},
                    "rows": ["0001", "1110"],
                },
                {
                    "worldId": "h0",
                    "split": "heldout",
                    "intervention": {
                        "type": "hard_do",
                        "mode": "hard_constant",
                        "assignments": {"X3": 1},
                        "targets": ["X3"],
                    },
                    "rows": ["0110", "1010"],
                },
            ],
            "task": {
                "taskName": task,
                "query": "What is it?",
                "taskVersion": 3,
                "parameters": {
                    "variables": ["X1", "X2", "X3", "X4"],
                    "rootVariables": ["X2", "X1"],
                    "endogenousVariables": ["X4", "X3"],
                    "topologicalOrder": ["X2", "X1", "X3", "X4"],
                    "allowedOperators": list(OPERATORS),
                    "allowConstants": False,
                    "scmPromptVariant": "no_topological_order",
                    "promptVariableOrder": ["X4", "X2", "X3", "X1"],
                    "generationDiagnostics": NOTE,
                    **parameters,
                },
            },
            "goldAnswer": {"scm": {"mechanisms": {"X3": "(and X1 X2)", "X4": "(not X3)"}}},
            "problemEncoding": "scm-panel-binary-rows-v1",
            "panelUnits": ["u0", "u1"],
        },
        "problemDescription": {"extra": {"pairedSourceInstanceId": "base", "more": NOTE}},
        "problemType": "CIND",
        "subslice": "s",
    }


def identification(**gold: object) -> dict[str, Any]:
    found = record("CIND_A_SCM_ID")
    found["problem"]["goldAnswer"] |= gold
    return found


def again(problem: BooleanProblem) -> dict[str, Any]:
    (found,) = yaml.safe_load(write_record(problem))
    assert isinstance(found, dict)
    return found


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, list(map(str, arguments)))


def put(folder: Path, *records: dict[str, Any]) -> Path:
    path = folder / "released.yaml"
    body = yaml.safe_dump(json.loads(json.dumps(records)), sort_keys=False)
    path.write_text(write_header() + body, "utf-8")
    return path


# -- what a file carries ----------------------------------------------------------------------------------


def test_a_record_is_written_as_it_was_read() -> None:
    for document in (record(), identification(certification=" ambiguous ")):
        problem = read_record(document)
        assert problem.metadata["replayscm"] == document
        assert again(problem) == document
        assert again(read_boolean(json.loads(json.dumps(write_boolean(problem))))) == document


def test_answers_of_systems_stay_behind() -> None:
    document = {**record(), "modelResults": {"m": {"rawResponse": "x"}}}
    assert again(read_record(document)) == {**record(), "modelResults": {}}


def test_only_what_changed_changes() -> None:
    problem = read_record(record())
    world = World("w1", Split.TRAIN, Mode.NONE, (), ("0101",), ("u0",))
    found = again(problem.with_worlds((world,)))
    first, second, added = found["problem"]["worlds"]
    assert [first, second] == record()["problem"]["worlds"]
    assert (added["worldId"], added["domain"]) == ("w1", ["u0"])
    assert found["problem"]["task"] == record()["problem"]["task"]
    assert read_record(found).worlds[-1] == world
    hidden = again(problem.in_setting(Setting.HIDDEN_ROOTS))
    assert hidden["problem"]["task"]["taskName"] == "CIND_A_SCM_ROOT_UNKNOWN"
    assert hidden["problem"]["task"]["parameters"]["rootCount"] == 2
    assert hidden["problem"]["task"]["parameters"]["generationDiagnostics"] == NOTE
    assert hidden["problemDescription"] == record()["problemDescription"]
    assert read_record(hidden).setting is Setting.HIDDEN_ROOTS


def test_something_else_under_that_key() -> None:
    problem = replace(read_record(record()), metadata={"replayscm": {"problem": "no"}})
    assert set(again(problem)) == {"problem"}


def test_a_problem_that_never_was_released() -> None:
    found = again(replace(read_record(record()), metadata={}))["problem"]["task"]
    names = ["X1", "X2", "X3", "X4"]
    assert found["query"]
    for key in ("variables", "inputVariables", "promptVariableOrder"):
        assert found["parameters"][key] == names
    assert found["parameters"]["PanelSemantics"] is True


def test_the_public_form_keeps_nothing_of_it() -> None:
    shown = public(read_record(identification(certification="UNIQUE")))
    assert shown.metadata == {} and shown.certification is None and shown.gold is None


@pytest.mark.parametrize("word", ["misspelt", "", "WITH_topological_order "])
def test_unknown_variants_are_ordered(word: str) -> None:
    assert read_record(record(scmPromptVariant=word)).setting is Setting.ORDERED


# -- order ------------------------------------------------------------------------------------------------


def test_the_first_mismatch_follows_the_kept_order() -> None:
    """Both mechanisms are wrong in the first row, and neither needs the other."""
    answer = {"mechanisms": {"X3": "(not X1)", "X4": "X2"}}
    kept = check(read_record(record()), answer).document().details.first_train_mismatch
    turned = record(topologicalOrder=["X2", "X1", "X4", "X3"])
    other = check(read_record(turned), answer).document().details.first_train_mismatch
    assert (kept.variable, other.variable) == ("X3", "X4")  # type: ignore[union-attr]


def test_the_reason_names_the_first_mechanism_in_the_files_order() -> None:
    answer = {"mechanisms": {"X3": "(and", "X4": "(or"}}
    result = check(read_record(record()), answer)
    assert result.stage == "parse" and str(result.reason).startswith("X4:")
    assert result.released.message == (
        "Mechanism parse failed for 'X4': Missing closing ')' in mechanism expression"
    )


FAULTS = {
    "X1": None,
    "(and X1 (not X2))": None,
    "(X2)": None,
    "": "Unexpected end of expression",
    "(": "Unexpected end of expression",
    "(and": "Missing closing ')' in mechanism expression",
    "()": "Empty list is not a valid mechanism expression",
    "(foo X1)": "Unknown operator 'foo'",
    "(foo Q)": "Variable 'Q' is not allowed",
    "(not X1 X2)": "Operator 'not' expects at most 1 args, got 2",
    "(if X1 X2 X1)": "Operator 'if' is not allowed",
    "X1 X2": "Trailing tokens after complete mechanism expression",
    "(and X1 1)": "Constants 0/1 are not allowed",
    "(and 2 X1)": "Invalid symbol '2'",
    "((X1))": "Unknown operator '('",
}


@pytest.mark.parametrize("text", FAULTS)
def test_messages(text: str) -> None:
    assert expression_fault(text, OPERATORS, False, ("X1", "X2")) == FAULTS[text]


def test_deep_texts_are_read_without_recursion() -> None:
    text = "(not " * 100_000 + "Q" + ")" * 100_000
    assert expression_fault(text, OPERATORS, False, ("X1",)) == "Variable 'Q' is not allowed"


def test_correct_asks_for_the_roots_too() -> None:
    """Train exact with other roots: not correct by the release, whatever the mechanisms do."""
    hidden = read_record(record("CIND_A_SCM_ROOT_UNKNOWN", rootCount=2))
    gold = check(hidden, {"roots": ["X1", "X2"], "mechanisms": {"X3": "X1", "X4": "(not X3)"}})
    assert gold.released.correct and gold.train_exact
    other = check(hidden, {"roots": ["X3", "X2"], "mechanisms": {"X1": "X3", "X4": "(not X3)"}})
    assert other.train_exact and not other.released.correct
    assert other.released.message == "Predicted root set does not match the true root set"


# -- identification ---------------------------------------------------------------------------------------

TWO = [
    {"mechanisms": {"X3": "(and X1 X2)", "X4": "(not X3)"}},
    {"mechanisms": {"X3": "X1", "X4": "(not X3)"}},
]


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


# -- prompts ----------------------------------------------------------------------------------------------


def test_our_prompt_asks_for_a_certification() -> None:
    message = render_prompt(read_record(identification(certification="UNIQUE"))).message
    assert '{"certification":"<UNIQUE or AMBIGUOUS>","witnesses":[' in message
    assert "What is it?" not in message


def test_the_published_prompt() -> None:
    text = released_prompt(read_record(record()))
    assert text.startswith("Task: CIND_A_SCM (A_SCM)\nTarget variable: Y\n")
    assert "- ObservedVariables: X4, X2, X3, X1\n" in text
    assert "- Query: What is it?\n- RootVariables: X2, X1\n- EndogenousVariables: X4, X3\n" in text
    assert "- u1: X4=0 X2=1 X3=1 X1=1\n" in text
    assert text.endswith("inferred from training worlds.") and "0110" not in text
    fresh = released_prompt(replace(read_record(record()), metadata={}))
    assert "- ObservedVariables: X1, X2, X3, X4\n" in fresh
    hidden = released_prompt(read_record(record("CIND_A_SCM_ROOT_UNKNOWN", rootCount=2)))
    assert "- RootCount: 2\n" in hidden and "RootVariables:" not in hidden


PANELS = [
    ({"PanelSemantics": True}, "true"),
    ({"PanelSemantics": "false"}, "true"),
    ({"PanelSemantics": False}, "false"),
    ({"PanelSemantics": None}, "true"),  # the signature says so
]


@pytest.mark.parametrize(("stated", "shown"), PANELS)
def test_what_unit_labels_mean(stated: dict[str, object], shown: str) -> None:
    assert f"- PanelSemantics: {shown}\n" in released_prompt(read_record(record(**stated)))


def test_unit_labels_that_nobody_explains() -> None:
    document = record()
    del document["problem"]["signature"]["observationStructure"]
    text = released_prompt(read_record(document))
    assert "- PanelSemantics" not in text and "Unit IDs are local row labels" in text


def test_no_such_template(tmp_path: Path) -> None:
    done = run("prompt", put(tmp_path, record()), "--template", "recorded")
    assert isinstance(done.exception, UsageError) and "--template" in str(done.exception)
    with pytest.raises(UsageError):
        symcause.render_prompt(read_record(record()), template="recorded")


# -- verdicts ---------------------------------------------------------------------------------------------


def test_the_order_of_verdicts() -> None:
    assert judge(0, gold_ok=False, gold_is_member=False) is Verdict.INVALID
    assert judge(0, gold_ok=True, gold_is_member=False) is Verdict.GOLD_OUTSIDE
    assert judge(0, gold_ok=True) is Verdict.GOLD_OUTSIDE
    assert judge(0) is Verdict.INCONSISTENT
    problem = read_record(record())
    assert problem.gold is not None
    wrong = replace(problem.gold, mechanisms={"X3": parse("X1"), "X4": parse("X3")})
    audits = (replace(problem, gold=wrong), problem, replace(problem, gold=None))
    verdicts = [symcause.audit(p, max_parents=0).verdict for p in audits]
    assert verdicts == ["invalid", "gold-outside-class", "inconsistent"]
