"""Files in the released form, built by hand: what is kept of them and how they are asked."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import symcause
from symcause.audits.verdicts import Verdict, judge
from symcause.errors import UsageError
from symcause.families.boolean.files.dataset_view import public
from symcause.families.boolean.files.document import read_boolean
from symcause.families.boolean.files.document_writer import write_boolean
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.release.files.record_reader import read_record
from symcause.families.boolean.release.scorer.release_prompt import released_prompt
from symcause.families.boolean.release.scorer.scorer_messages import expression_fault
from symcause.families.boolean.scoring.check.checker import check
from symcause.families.boolean.scoring.prompt.prompts import render_prompt
from symcause.grammar import parse
from symcause.models.disclosure import Setting
from symcause.models.variable_names import OPERATORS
from tests.formats.replayscm_cases import NOTE, TWO, again, identification, put, record, run


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


def test_the_operator_if_in_a_released_file() -> None:
    document = record(allowedOperators=["if", "not"])
    document["problem"]["goldAnswer"]["scm"]["mechanisms"]["X3"] = "(if X1 X2 X1)"
    problem = read_record(document)
    assert problem.operators == ("if", "not")
    good = check(problem, {"mechanisms": {"X3": "(if X1 X2 X1)", "X4": "(not X3)"}})
    assert good.train_exact and good.document().local_match == 1.0
    for text, reason in (
        ("(if X1 X2)", "Operator 'if' expects at least 3 args, got 2"),
        ("(if X1 X2 X1 X2)", "Operator 'if' expects at most 3 args, got 4"),
        ("(and X1 X2)", "Operator 'and' is not allowed"),
    ):
        bad = check(problem, {"mechanisms": {"X3": text, "X4": "(not X3)"}})
        assert (bad.stage, bad.released.parse_error) == ("parse", reason)


def test_constants_are_allowed_unless_a_file_refuses_them() -> None:
    document = record()
    del document["problem"]["task"]["parameters"]["allowConstants"]
    free, strict = read_record(document), read_record(record())
    for text in ("1", "(1)", "( 0 )"):
        answer = {"mechanisms": {"X3": text, "X4": "(not X3)"}}
        assert check(free, answer).valid
        assert check(strict, answer).stage == "parse"
    for text in ("((1))", "(2)", "(-1)"):
        assert not check(free, {"mechanisms": {"X3": text, "X4": "(not X3)"}}).valid


def test_expanded_files(tmp_path: Path) -> None:
    """Verbose worlds, and stored answers as a list."""
    document = record()
    for world in document["problem"]["worlds"]:
        rows = [
            {
                "unitId": f"u{i}",
                "values": dict(zip(("X1", "X2", "X3", "X4"), map(int, row), strict=True)),
            }
            for i, row in enumerate(world.pop("rows"))
        ]
        world["extra"] = {"split": world.pop("split"), "rows": rows}
        world["interventions"] = [world.pop("intervention")]
    assert again(read_record(document)) == document
    assert replace(read_record(document), metadata={}) == replace(
        read_record(record()), metadata={}
    )
    document["llmResults"] = [{"model": "m", "rawResponse": "", "response": json.dumps(TWO[1])}]
    path = tmp_path / "expanded.json"
    path.write_text(json.dumps(document), "utf-8")
    done = run("score", path, path, "--json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout.splitlines()[0])["train_exact"] is True


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
    "": "Empty mechanism expression",
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


def test_blocks_are_shown_in_the_kept_order() -> None:
    layers = [["X1", "X2"], ["X4", "X3"]]
    block = read_record(record(scmPromptVariant=" Partial_Order ", topologicalLayers=layers))
    assert block.setting is Setting.BLOCK_ORDER
    text = released_prompt(block)
    assert "- TopologicalLayers: {X2, X1} < {X3, X4}\n" in text
    assert "{X1, X2} < {X3, X4}" in render_prompt(block).message


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
