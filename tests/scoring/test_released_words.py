"""What the published scorer says, to the letter: which object it reads, its message, and the cause."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from symcause.families.boolean.release.files.record_reader import read_record
from symcause.families.boolean.release.scorer.release_prompt import released_prompt
from symcause.families.boolean.scoring.check.checker import check
from symcause.scoring import answer_extraction as extraction
from tests.formats.replayscm_cases import TWO, again, identification, put, record, run

GOLD = {"X3": "(and X1 X2)", "X4": "(not X3)"}
OTHER = {"X3": "X1", "X4": "(not X3)"}
WRONG = {"X3": "(not X1)", "X4": "(not X3)"}
FAILED = "Answer extraction failed"
NO_MAP = "Expected top-level key 'mechanisms' with a JSON object value"
NO_PAIR = "Expected top-level key 'alternative' with a 'mechanisms' map"
NO_LABEL = "Expected top-level key 'certification' with value UNIQUE or AMBIGUOUS"


def alternative(key: str = "scm_alt_exp") -> dict[str, Any]:
    found = record("CIND_A_SCM_ALT_EXP")
    found["problem"]["goldAnswer"][key] = {"referenceMechanisms": GOLD, "referenceRole": "gold"}
    return found


def said(document: dict[str, Any], text: str) -> tuple[bool, object, str | None, str | None]:
    """Our own ``valid``; the release's verdict, message and cause."""
    found = check(read_record(document), text).document().to_dict()
    part = found["released"]
    return found["valid"], part["correct"], part["message"], part["parse_error"]


def mechanisms(**texts: object) -> str:
    return json.dumps({"mechanisms": {**GOLD, **texts}})


# Which object is read.

TEXT = json.dumps({"mechanisms": GOLD})


@pytest.mark.parametrize(
    ("text", "valid", "cause"),
    [
        ("", False, "Empty response"),
        (" \n", False, "Empty response"),
        ("nothing", False, "No JSON object found"),
        ("} {", False, "No JSON object found"),
        ("7", False, "Top-level JSON must be an object"),
        ("null", False, "Top-level JSON must be an object"),
        ('"text"', False, "Top-level JSON must be an object"),
        (f"[{TEXT}]", True, "Top-level JSON must be an object"),
        (
            "so {not json}",
            False,
            "Could not parse JSON object: Expecting property name enclosed in double quotes: "
            "line 1 column 2 (char 1)",
        ),
    ],
)
def test_no_object(text: str, valid: bool, cause: str) -> None:
    assert said(record(), text) == (valid, False, FAILED, cause)


def test_no_raw_line_break_is_forgiven() -> None:
    """Neither beside the map, which leaves an object inside, nor in it."""
    beside = TEXT[:-1] + ', "note": "raw\nbreak"}'
    assert said(record(), beside) == (True, False, NO_MAP, None)
    within = TEXT.replace("(not X3)", "(not\nX3)")
    at = within.index("\n")
    why = f"Invalid control character at: line 1 column {at + 1} (char {at})"
    cause = f"Could not parse JSON object: {why}"
    assert said(record(), within) == (False, False, FAILED, cause)


def test_a_map_of_mechanisms_comes_first_whatever_the_task() -> None:
    pair = json.dumps({"alternative": {"mechanisms": OTHER}, "note": 1})
    assert said(alternative(), pair)[2] == "Experiment must be a JSON object"
    assert said(alternative(), f"So: {pair}") == (True, False, NO_PAIR, None)
    label = json.dumps({"certification": "AMBIGUOUS", "witnesses": TWO})
    task = identification(certification="AMBIGUOUS")
    assert said(task, label) == (True, True, None, None)
    assert said(task, f"So: {label}") == (True, False, NO_LABEL, None)
    hidden = record("CIND_A_SCM_ROOT_UNKNOWN")
    full = json.dumps({"roots": ["X1", "X2"], "mechanisms": GOLD})
    draft = json.dumps({"mechanisms": GOLD, "a": 1, "b": 2})
    found = said(hidden, f"{draft} {full}")
    assert found == (True, False, "Expected top-level key 'roots' with a JSON array value", None)


def test_an_earlier_or_an_inner_object_wins() -> None:
    wrong, right = (mechanisms(X3=f"({word} X1 X2)") for word in ("iff", "and"))
    assert said(record(), f"First {wrong}, then {right}.")[:2] == (True, False)
    assert said(record(), f"First {right}, then {wrong}.")[:2] == (True, True)
    inner = f'{{"draft": {right}, "mechanisms": "see there"}}'
    assert said(record(), f"So {inner}")[:2] == (True, True)
    single = json.dumps({"parents": ["X1"], "mechanism": "X1", "note": 1})
    assert said(record(), f"{single} {right}")[:3] == (
        True,
        False,
        NO_MAP,
    )  # as much worth, more keys


def test_what_abstains_may_quote_an_answer() -> None:
    doubt = {"cannot_tell": True, "alternatives": [json.loads(TEXT), {"mechanisms": OTHER}]}
    text = f"So: {json.dumps(doubt)}"
    found = check(read_record(record()), text).document().to_dict()
    assert found["abstained"] and not found["valid"]
    assert found["released"]["correct"] is True


def test_beyond_our_bounds_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extraction, "OBJECT_STARTS", 3)
    assert said(record(), "so " + '{"a": 1} ' * 5) == (False, None, None, None)


# Messages.


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("(())", "Invalid symbol '('"),
        ("(()", "Invalid symbol '('"),
        ("()", "Empty list is not a valid mechanism expression"),
        ("((X1))", "Unknown operator '('"),
        ("((and X1 X2))", "Variable 'and' is not allowed"),
        (")", "Unexpected ')' in mechanism expression"),
        (") X1", "Unexpected ')' in mechanism expression"),
        ("X1)", "Trailing tokens after complete mechanism expression"),
        ("(not)", "Variable 'not' is not allowed"),
        ("(and)", "Variable 'and' is not allowed"),
        ("(foo)", "Variable 'foo' is not allowed"),
        ("(and X1)", "Operator 'and' expects at least 2 args, got 1"),
        ("(not X1 X2)", "Operator 'not' expects at most 1 args, got 2"),
        ("(foo X1)", "Unknown operator 'foo'"),
        ("(if X1 X2 X1)", "Operator 'if' is not allowed"),
        ("(", "Unexpected end of expression"),
        ("(and X1 (", "Unexpected end of expression"),
        ("(and", "Missing closing ')' in mechanism expression"),
        ("(and X1 (or", "Missing closing ')' in mechanism expression"),
        ("X1 X2", "Trailing tokens after complete mechanism expression"),
        ("(X1 X2) Q9", "Unknown operator 'X1'"),
        ("1", "Constants 0/1 are not allowed"),
        ("(0)", "Constants 0/1 are not allowed"),
        ("X1!", "Invalid symbol 'X1!'"),
        ("(2)", "Invalid symbol '2'"),
        ("X3", "Variable 'X3' is not allowed"),
        ("(and Q9", "Variable 'Q9' is not allowed"),
    ],
)
def test_expressions(text: str, cause: str) -> None:
    message = f"Mechanism parse failed for 'X3': {cause}"
    assert said(record(), mechanisms(X3=text)) == (False, False, message, cause)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"mechanisms": []}, NO_MAP),
        ({}, NO_MAP),
        ({"mechanisms": {}}, "Mechanism map is missing endogenous variables"),
        ({"mechanisms": {"X3": "X1"}}, "Mechanism map is missing endogenous variables"),
        ({"mechanisms": {"X3": "X1", "Q": "X1"}}, "Mechanism map contains unknown or non-endogenous keys"),
        ({"mechanisms": {**GOLD, "X1": "X2"}}, "Mechanism map contains unknown or non-endogenous keys"),
        ({"mechanisms": {**GOLD, "X4": None}}, "Mechanism for variable 'X4' must be a non-empty string"),
        ({"mechanisms": {**GOLD, "X4": " "}}, "Mechanism for variable 'X4' must be a non-empty string"),
        ({"mechanisms": {**GOLD, "X4": "(not\tX3)"}},
         "Mechanism for 'X4' must be single-line without tabs/newlines"),
    ],
)  # fmt: skip
def test_maps(value: dict[str, object], message: str) -> None:
    assert said(record(), json.dumps(value)) == (False, False, message, None)
    if "mechanisms" in value and value["mechanisms"] != []:
        pair = json.dumps({"alternative": value})
        assert said(alternative(), pair) == (False, False, message, None)


def test_cycles() -> None:
    answer = mechanisms(X3="(not X4)")
    told = "NTopo mechanism dependencies are cyclic; cannot derive a valid acyclic SCM order"
    assert said(record(), answer) == (False, False, told, "cyclic_ntopo_dependencies")
    blocks = record(
        scmPromptVariant="partial_order", topologicalLayers=[["X1", "X2"], ["X3", "X4"]]
    )
    told = (
        "Partial-order mechanism dependencies are cyclic or violate disclosed layers; "
        "cannot derive a valid layer-consistent SCM order"
    )
    assert said(blocks, answer) == (False, False, told, "invalid_partial_order_dependencies")


DO = {"type": "hard_do", "assignments": {"X1": 1}}
SHOWN = {
    "rootAssignment": {"X1": 0, "X2": 0},
    "differences": [{"variable": "X3", "reference": 0, "alternative": 1}],
}


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({}, NO_PAIR),
        ({"alternative": []}, NO_PAIR),
        ({"alternative": {"mechanisms": []}}, NO_PAIR),
        ({"alternative": {"mechanisms": GOLD}},
         "Alternative SCM must be semantically distinct from the presented reference mechanism"),
        ({"alternative": {"mechanisms": {**GOLD, "X3": "(and X2 X1)"}}},
         "Alternative SCM must be semantically distinct from the presented reference mechanism"),
        ({"alternative": {"mechanisms": WRONG}}, "Alternative SCM must exactly fit the training worlds"),
        ({"experiment": None}, "Experiment must be a JSON object"),
        ({"experiment": {"type": "soft"}}, "Experiment type must be 'hard_do'"),
        ({"experiment": {"type": " hard_do "}}, "Experiment assignments must contain exactly one variable"),
        ({"experiment": {**DO, "assignments": {"X1": 1, "X2": 1}}},
         "Experiment assignments must contain exactly one variable"),
        ({"experiment": {**DO, "assignments": {"X1": 2}}},
         "Experiment assignment value must be binary 0/1"),
        ({"experiment": {**DO, "assignments": {"Q": 1}}},
         "Proposed experiment is not in the admissible single-variable hard-do menu"),
        ({"experiment": {**DO, "assignments": {"X2": 1}}},
         "Proposed experiment does not separate the presented reference and returned alternative"),
        ({"experiment": DO}, "Witness does not correctly demonstrate a separating prediction difference"),
        ({"experiment": DO, "witness": SHOWN}, None),
    ],
)  # fmt: skip
def test_alternatives(value: dict[str, object], message: str | None) -> None:
    default = {"alternative": {"mechanisms": OTHER}} if "experiment" in value else {}
    _, correct, told, cause = said(alternative(), json.dumps({**default, **value}))
    assert (correct, told, cause) == (message is None, message, None)


def test_faults_of_an_alternative() -> None:
    answer = json.dumps({"alternative": {"mechanisms": {**GOLD, "X3": "(and X1"}}})
    cause = "Missing closing ')' in mechanism expression"
    told = (False, False, f"Mechanism parse failed for 'X3': {cause}", cause)
    assert said(alternative(), answer) == told
    assert said(alternative(), "no") == (False, False, FAILED, "No JSON object found")


def test_identification() -> None:
    task = identification(certification="AMBIGUOUS")
    assert said(task, "no") == (False, False, FAILED, "No JSON object found")
    assert said(task, "{}") == (False, False, NO_LABEL, None)
    unknown = identification(scm_id={}, certification="UNIQUE")  # the object counts, empty or not
    missing = "SCM_ID task is missing gold certification metadata"
    assert said(unknown, '{"certification": "UNIQUE"}') == (True, False, missing, None)


# The file.


@pytest.mark.parametrize("key", ["scm_alt_exp", "scmAltExp"])
def test_gold_of_a_pair_under_either_key(key: str, tmp_path: Path) -> None:
    document = alternative(key)
    problem = read_record(document)
    assert problem.reference is not None and problem.is_alternative_task
    assert again(problem) == document
    assert "- X3: (and X1 X2)" in released_prompt(problem)
    pool = put(tmp_path, document)
    row = {"instanceId": "small", "response": json.dumps({"alternative": {"mechanisms": OTHER}})}
    rows = tmp_path / "answers.jsonl"
    rows.write_text(json.dumps(row), "utf-8")
    done = run("score", pool, rows, "--json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout.splitlines()[0])["alternative_success"] is True


def test_an_object_comes_before_a_word_under_the_other_key() -> None:
    document = alternative("scmAltExp")
    document["problem"]["goldAnswer"]["scm_alt_exp"] = "elsewhere"
    assert read_record(document).reference is not None


def test_the_prompt_strips_the_query() -> None:
    document = record(inputVariables=[], target="X4")
    document["problem"]["task"]["query"] = "  What is it?\n "
    problem = read_record(document)
    lines = released_prompt(problem).splitlines()
    assert "- Query: What is it?" in lines
    assert "- InputVariables: X2, X3, X1" in lines
    assert again(problem) == document
