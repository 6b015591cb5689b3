"""The funnel: settings, typed answers, several texts, and the rules that audits share."""

from __future__ import annotations

import json
import random

import pytest

import symcause
from symcause.families.boolean.problem.legality import illegality
from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.families.boolean.scoring.check.checker import Scorer, check
from symcause.families.boolean.scoring.check.funnel import Stage, judge, judge_answer
from symcause.grammar import to_sexpr
from symcause.models.disclosure import Setting
from tests.scoring.cases import GOLD, VARIABLES, demo, mechanisms, random_text


@pytest.mark.parametrize("setting", list(Setting))
def test_gold_passes_in_every_setting(setting: Setting) -> None:
    problem = demo(setting)
    assert problem.gold is not None
    answer: dict[str, object] = {"mechanisms": GOLD}
    if setting is Setting.HIDDEN_ROOTS:
        answer["roots"] = ["X1", "X2"]
    for submission in (answer, json.dumps(answer), problem.gold):
        result = check(problem, submission)
        assert result.valid and result.passed
        assert result.scm == problem.gold_scm
    assert check(problem, answer).strict_json is None
    assert check(problem, json.dumps(answer)).strict_json is True


@pytest.mark.parametrize(
    ("setting", "mechanism", "stage"),
    [
        (Setting.ORDERED, "X3", Stage.VALID),
        (Setting.ORDERED, "X5", Stage.LEGAL),
        (Setting.BLOCK_ORDER, "X3", Stage.VALID),
        (Setting.BLOCK_ORDER, "X5", Stage.LEGAL),
        (Setting.HIDDEN_ORDER, "X5", Stage.ACYCLIC),
        (Setting.HIDDEN_ORDER, "X4", Stage.LEGAL),
    ],
)
def test_what_a_mechanism_may_mention(setting: Setting, mechanism: str, stage: Stage) -> None:
    answer = {"mechanisms": {**GOLD, "X4": mechanism}}
    assert check(demo(setting), answer).stage is stage


def test_acyclic_is_about_mentioned_variables() -> None:
    """X3 does not depend on X4 and yet mentions it: the evaluator calls that a cycle."""
    idle = {**GOLD, "X3": "(xor X1 X2 X4 X4)"}
    result = check(demo(), {"mechanisms": idle})
    assert result.stage is Stage.ACYCLIC
    assert result.reason == "the mechanisms form a cycle: X4 -> X3 -> X4"


def test_blocks_allow_cycles_to_be_tried_inside_a_block() -> None:
    answer = {"mechanisms": {**GOLD, "X3": "X4", "X4": "X3"}}
    assert check(demo(Setting.BLOCK_ORDER), answer).stage is Stage.ACYCLIC


def test_parse_comes_before_legal_for_the_whole_answer() -> None:
    answer = {"mechanisms": {**GOLD, "X3": "X99", "X5": "(xor X1"}}
    assert check(demo(), answer).stage is Stage.PARSE


def test_remarks_beside_the_answer_are_ignored() -> None:
    answer = {"mechanisms": GOLD, "reasoning": "…", "roots": ["nonsense"]}
    assert check(demo(), answer).passed


def test_allowed_operators_and_constants() -> None:
    narrow = demo(operators=("not", "and", "or"), gold=None)
    assert check(narrow, {"mechanisms": GOLD}).stage is Stage.PARSE
    constant = {"mechanisms": {**GOLD, "X5": "(and X1 1)"}}
    assert check(demo(), constant).stage is Stage.PARSE
    assert check(demo(constants=True), constant).valid


@pytest.mark.few(20)
@pytest.mark.parametrize("seed", range(80))
def test_agrees_with_the_rules_that_audits_use(seed: int) -> None:
    rng = random.Random(seed)
    problem = demo(rng.choice(list(Setting)))
    roots = tuple(sorted(rng.sample(VARIABLES, 2))) if problem.disclosure.roots is None else None
    named = rng.sample(VARIABLES, rng.choice((3, 3, 3, 2)))
    if rng.random() < 0.8:
        named = [v for v in VARIABLES if v not in (roots or problem.disclosure.roots or ())]
    answer = Answer(
        mechanisms({v: random_text(rng, VARIABLES, 2) for v in named}).mechanisms, roots
    )
    judged = judge_answer(problem, answer)
    assert judged.valid == (illegality(problem, answer) is None)
    if judged.valid:
        assert judged.scm == problem.compiled(answer)
        assert judged.answer == answer


def test_typed_answers_that_contradict_the_disclosed_roots_are_refused() -> None:
    answer = Answer(mechanisms(GOLD).mechanisms, ("X1", "X3"))
    assert judge_answer(demo(), answer).stage is Stage.KEYS


def test_of_several_texts_the_first_executable_one_counts() -> None:
    scorer = Scorer(demo())
    bad, worse = json.dumps({"mechanisms": {**GOLD, "X5": "X5"}}), "no answer at all"
    wrong = json.dumps({"mechanisms": {**GOLD, "X5": "X1"}})
    right = json.dumps({"mechanisms": GOLD})
    assert scorer.check_first([worse, bad, wrong, right]) == scorer.check(wrong)
    assert scorer.check_first([worse, bad]) == scorer.check(bad)
    assert scorer.check_first([worse, '{"a": 1}']) == scorer.check('{"a": 1}')
    assert scorer.check_first([]).stage is Stage.EXTRACTED_JSON


def test_documents_have_exactly_the_documented_keys() -> None:
    keys = {
        *("family", "right", "released", "details"),
        *("problem", "strict_json", "valid", "stage", "reason", "train_exact"),
        *("train_world_exact", "heldout_exact", "heldout_world_exact", "parent_f1"),
        *("parent_shd", "exact_parent_map", "local_match"),
        *("claimed", "abstained", "hedged", "open", "support", "proved"),
    }
    claims = {
        *("alternative_success", "experiment_valid", "pair_separates", "optimality"),
        *("pair_disagreement_rate", "cell_difference_rate", "witness_valid", "joint_success"),
    }
    for text in ("", json.dumps({"mechanisms": GOLD})):
        hidden = demo(Setting.HIDDEN_ROOTS)
        assert set(symcause.score_text(demo(), text)) == keys
        assert set(symcause.score_text(hidden, text)) == keys | {"root_exact"}
        task = demo(reference=mechanisms(GOLD))
        assert set(symcause.score_text(task, text)) == keys | claims


def test_the_public_names() -> None:
    problem = demo()
    text = json.dumps({"mechanisms": GOLD})
    assert symcause.check(problem, text).right
    assert symcause.score_text(problem, text)["heldout_exact"] is True


def test_judged_mechanisms_are_as_written() -> None:
    texts = {**GOLD, "X3": "( xor  X1 (X2) )"}
    judged = judge(demo(), {"mechanisms": texts})
    assert judged.answer is not None
    assert to_sexpr(judged.answer.mechanisms["X3"]) == "(xor X1 X2)"
