"""Alternative-SCM answers: each part in turn, and the rates against brute force."""

from __future__ import annotations

import copy
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from symcause.families.boolean.models.experiments import (
    Difference,
    Experiment,
    Witness,
    best_experiment,
)
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.problem.mechanism_answers import AlternativeAnswer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.check.checker import check
from symcause.families.boolean.scoring.tasks.alternative_claims import judge_claims
from symcause.models.disclosure import Disclosure, Setting
from tests.scoring.cases import all_assignments, mechanisms, plain_run, random_problem

REFERENCE = {"X3": "(and X1 X2)", "X4": "(or X3 X1)"}
PROBLEM = BooleanProblem(
    "alternative",
    Disclosure(Setting.HIDDEN_ORDER, ("X1", "X2", "X3", "X4"), ("X1", "X2")),
    (
        World("train", Split.TRAIN, Mode.NONE, (), ("0000", "1001", "1111")),
        World("heldout", Split.HELDOUT, Mode.NONE, (), ("0100",)),
    ),
    gold=mechanisms(REFERENCE),
    reference=mechanisms(REFERENCE),
)
# X3 is free where X1=0, X2=1: no row shows it.
ANSWER: dict[str, Any] = {
    "alternative": {"mechanisms": {"X3": "X2", "X4": "(or X3 X1)"}},
    "experiment": {"type": "hard_do", "assignments": {"X1": 0}},
    "witness": {
        "rootAssignment": {"X1": 0, "X2": 1},
        "differences": [
            {"variable": "X3", "reference": 0, "alternative": 1},
            {"variable": "X4", "reference": 0, "alternative": 1},
        ],
    },
}


def _with(path: str, value: object) -> dict[str, Any]:
    """The good answer with another value at a path; ``...`` removes it."""
    answer = copy.deepcopy(ANSWER)
    *parents, last = path.split(".")
    part: Any = answer
    for key in parents:
        part = part[int(key)] if key.isdigit() else part[key]
    if value is ...:
        del part[last]
    else:
        part[int(last) if last.isdigit() else last] = value
    return answer


def test_a_good_answer_succeeds_in_every_part() -> None:
    document = check(PROBLEM, ANSWER).document().to_dict()
    assert document["joint_success"] is True and document["alternative_success"] is True
    assert document["experiment_valid"] is True and document["pair_separates"] is True
    assert document["pair_disagreement_rate"] == 0.5
    assert document["cell_difference_rate"] == 0.5
    assert document["optimality"] == 1.0 and document["witness_valid"] is True
    assert document["train_exact"] is True and document["heldout_exact"] is False
    assert check(PROBLEM, ANSWER).passed


def test_typed_answers_are_judged_like_documents() -> None:
    model = mechanisms(ANSWER["alternative"]["mechanisms"])
    differences = (Difference("X3", False, True), Difference("X4", False, True))
    witness = Witness((("X1", False), ("X2", True)), differences)
    answer = AlternativeAnswer(model, Experiment.do(X1=0), witness)
    typed, written = check(PROBLEM, answer), check(PROBLEM, ANSWER)
    assert typed.document() == written.document()
    assert not check(PROBLEM, AlternativeAnswer(model, None, None)).passed
    assert (
        check(PROBLEM, model).claims == check(PROBLEM, AlternativeAnswer(model, None, None)).claims
    )


NULL = ("pair_separates", "pair_disagreement_rate", "cell_difference_rate", "optimality")


@pytest.mark.parametrize(
    "mechanism",
    [
        pytest.param("(and X2 X1)", id="the same function, spelt otherwise"),
        pytest.param("(or X1 X2)", id="not exact on the training worlds"),
        pytest.param("(xor X1 X1)", id="constant"),
        pytest.param("(nand X1 X2)", id="not valid"),
    ],
)
def test_a_failed_alternative_leaves_the_rest_open(mechanism: str) -> None:
    answer = _with("alternative.mechanisms.X3", mechanism)
    document = check(PROBLEM, answer).document().to_dict()
    assert document["alternative_success"] is False and document["joint_success"] is False
    assert [document[key] for key in (*NULL, "witness_valid")] == [None] * 5
    assert document["experiment_valid"] is (None if "nand" in mechanism else True)
    assert not check(PROBLEM, answer).passed


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        ("experiment", ..., "there is no experiment"),
        ("experiment", None, "there is no experiment"),
        ("experiment", "do(X1=0)", "the experiment must be an object"),
        ("experiment.type", "soft_do", "the type of the experiment must be hard_do"),
        ("experiment.assignments", ..., "the experiment has no assignments"),
        ("experiment.assignments", {}, "the experiment must set one variable, not 0"),
        (
            "experiment.assignments",
            {"X1": 0, "X2": 1},
            "the experiment must set one variable, not 2",
        ),
        ("experiment.type", ..., "the type of the experiment must be hard_do"),
        ("experiment.type", 1, "the type of the experiment must be hard_do"),
        ("experiment.assignments.X1", 2, "the experiment must set X1 to 0 or 1"),
        ("experiment.assignments.X1", "2", "the experiment must set X1 to 0 or 1"),
        ("experiment.assignments.X1", None, "the experiment must set X1 to 0 or 1"),
    ],
)
def test_inadmissible_experiments(path: str, value: object, reason: str) -> None:
    result = check(PROBLEM, _with(path, value))
    assert result.claims is not None and result.claims.experiment_reason == reason
    document = result.document().to_dict()
    assert document["alternative_success"] is True and document["experiment_valid"] is False
    assert [document[key] for key in (*NULL, "witness_valid")] == [None] * 5
    assert document["joint_success"] is False


def test_the_type_of_the_experiment_is_stripped() -> None:
    assert check(PROBLEM, _with("experiment.type", " hard_do\n")).passed


@pytest.mark.parametrize("zero", [0, False, 0.0, "0"])
def test_bits_may_be_strings_and_truth_values(zero: object) -> None:
    """In the experiment, among the roots and in what is claimed."""
    for path in (
        "experiment.assignments.X1",
        "witness.rootAssignment.X1",
        "witness.differences.0.reference",
    ):
        assert check(PROBLEM, _with(path, zero)).passed


def test_a_variable_that_does_not_exist_is_valid_and_separates_nothing() -> None:
    result = check(PROBLEM, _with("experiment.assignments", {"X9": 0}))
    document = result.document().to_dict()
    assert document["experiment_valid"] is True and document["pair_separates"] is False
    assert document["pair_disagreement_rate"] == document["optimality"] == 0
    assert document["witness_valid"] is False and document["joint_success"] is False


def test_extra_keys_among_the_root_assignment() -> None:
    """One with a bit spoils the witness, as in the published scorer; any other is ignored."""
    for value in (2, None, "x", [], 0.5, "2"):
        assert check(PROBLEM, _with("witness.rootAssignment.note", value)).passed
    for value in (0, 1, "0", "1", True, 1.0):
        for name in ("note", "X3"):
            spoilt = check(PROBLEM, _with(f"witness.rootAssignment.{name}", value))
            assert not spoilt.passed and spoilt.claims is not None
            assert spoilt.claims.witness_reason == f"rootAssignment also has {name}"


@pytest.mark.parametrize(
    "wrong",
    [
        "X4",
        {"variable": "X9", "reference": 0, "alternative": 1},
        {"variable": "X4", "reference": 1, "alternative": 0},
        {"variable": "X4", "reference": 1, "alternative": 1},
        {"variable": "X4"},
    ],
)
def test_one_right_claim_is_enough_and_wrong_ones_do_no_harm(wrong: object) -> None:
    for path in ("witness.differences.0", "witness.differences.1"):
        assert check(PROBLEM, _with(path, wrong)).passed


def test_an_experiment_that_does_not_separate() -> None:
    document = check(PROBLEM, _with("experiment.assignments", {"X1": 1})).document().to_dict()
    assert document["experiment_valid"] is True and document["pair_separates"] is False
    assert document["pair_disagreement_rate"] == document["optimality"] == 0.0
    assert document["witness_valid"] is False and document["joint_success"] is False


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        ("witness", ..., "there is no witness"),
        ("witness", [], "the witness must be an object"),
        (
            "witness.rootAssignment",
            ...,
            "the witness must give every root 0 or 1",
        ),
        (
            "witness.rootAssignment.X2",
            ...,
            "the witness must give every root 0 or 1",
        ),
        ("witness.rootAssignment.X2", "yes", "the witness must give every root 0 or 1"),
        ("witness.differences", ..., "the witness must claim at least one difference"),
        ("witness.differences", [], "the witness must claim at least one difference"),
        ("witness.differences.0", "X4", "a claimed difference must be an object"),
        (
            "witness.differences.0.variable",
            "X9",
            "a claimed difference names no variable of the problem",
        ),
        ("witness.differences.0.reference", ..., "the claimed values of X3 must be 0 or 1"),
        ("witness.differences.0.reference", 1, "the claimed values of X3 do not differ"),
        (
            "witness.differences.0",
            {"variable": "X4", "reference": 1, "alternative": 0},
            "X4 is 0 in the reference and 1 in the alternative",
        ),
        (
            "witness.differences.0",
            {"variable": "X2", "reference": 0, "alternative": 1},
            "X2 is 1 in the reference and 1 in the alternative",
        ),
        (
            "witness.rootAssignment.X2",
            0,
            "X3 is 0 in the reference and 0 in the alternative",
        ),
    ],
)
def test_wrong_witnesses(path: str, value: object, reason: str) -> None:
    """One claim only, where it is the claim that is wrong."""
    answer = _with(path, value)
    if path.startswith("witness.differences.0"):
        answer["witness"]["differences"] = answer["witness"]["differences"][:1]
    result = check(PROBLEM, answer)
    assert result.claims is not None and result.claims.witness_reason == reason
    assert result.document().witness_valid is False
    assert result.document().pair_separates is True and not result.passed


def test_the_experiment_overrides_the_witness_on_a_root() -> None:
    assert check(PROBLEM, _with("witness.rootAssignment.X1", 1)).passed


@pytest.mark.few(10)
@pytest.mark.parametrize("seed", range(25))
def test_rates_agree_with_brute_force(seed: int) -> None:
    problem, answers = random_problem(seed)
    reference, alternative = answers[0], answers[1]
    roots = problem.disclosure.roots or ()
    task = replace(problem, reference=reference)
    rates: dict[tuple[str, bool], Fraction] = {}
    for name in problem.variables:
        for bit in (False, True):
            apart = 0
            for given in all_assignments(roots):
                given = {**given, name: bit}
                a = plain_run(reference, roots, given, [name])
                b = plain_run(alternative, roots, given, [name])
                apart += any(a[v] != b[v] for v in reference.mechanisms if v != name)
            rates[name, bit] = Fraction(apart, 2 ** len(roots))
    top = max(rates.values())
    model = problem.compiled(alternative)
    best = best_experiment(problem.compiled(reference), model)
    assert (best is None) == (top == 0)
    for (name, bit), rate in rates.items():
        answer = {"experiment": {"type": "hard_do", "assignments": {name: int(bit)}}}
        claims = judge_claims(task, model, True, answer)
        if claims.distinct:
            assert claims.pair_disagreement_rate == rate
            assert claims.optimality == (rate / top if top else 0)
            assert claims.pair_separates == (rate > 0)


def test_different_root_sets_are_told_apart_by_a_state() -> None:
    """A -> B against B -> A: only do(A) or do(B) can tell, by a state one of them cannot be in."""
    problem = BooleanProblem(
        "roots",
        Disclosure(Setting.HIDDEN_ROOTS, ("A", "B"), root_count=1),
        (World("w", Split.TRAIN, Mode.NONE, (), ("00", "11")),),
        reference=mechanisms({"B": "A"}),
    )
    answer: dict[str, Any] = {
        "alternative": {"roots": ["B"], "mechanisms": {"A": "B"}},
        "experiment": {"type": "hard_do", "assignments": {"B": 1}},
        "witness": {"state": {"A": 0, "B": 1}, "possibleIn": "reference"},
    }
    document = check(problem, answer).document().to_dict()
    assert document["pair_separates"] is True and document["joint_success"] is True
    assert document["pair_disagreement_rate"] is None and document["optimality"] is None
    for wrong in (
        {"state": {"A": 0, "B": 1}, "possibleIn": "alternative"},
        {"state": {"A": 1, "B": 1}, "possibleIn": "reference"},
        {"state": {"A": 0, "B": 0}, "possibleIn": "reference"},
        {"state": {"A": 0}, "possibleIn": "reference"},
        {"rootAssignment": {"A": 0}, "differences": []},
    ):
        assert not check(problem, {**answer, "witness": wrong}).passed


def test_with_too_many_roots_a_right_witness_is_enough() -> None:
    names = tuple(f"X{i}" for i in range(1, 20))
    problem = BooleanProblem(
        "wide",
        Disclosure(Setting.HIDDEN_ORDER, names, names[:18]),
        (World("w", Split.TRAIN, Mode.NONE, (), ("0" * 19,)),),
        reference=mechanisms({"X19": "X1"}),
    )
    answer: dict[str, Any] = {
        "alternative": {"mechanisms": {"X19": "X2"}},
        "experiment": {"type": "hard_do", "assignments": {"X1": 1}},
        "witness": {
            "rootAssignment": dict.fromkeys(names[:18], 0),
            "differences": [{"variable": "X19", "reference": 1, "alternative": 0}],
        },
    }
    document = check(problem, answer).document().to_dict()
    assert document["joint_success"] is True and document["pair_disagreement_rate"] is None
    answer["witness"]["differences"][0]["reference"] = 0
    document = check(problem, answer).document().to_dict()
    assert document["joint_success"] is False and document["pair_separates"] is None
