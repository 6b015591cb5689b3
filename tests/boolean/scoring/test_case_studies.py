"""The case studies of the ReplaySCM paper: functional parents, AST sizes, disagreements, separation."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from symcause.families.boolean.models.experiments import Experiment, best_experiment, compare
from symcause.families.boolean.models.functions import compile_expression
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.check.checker import check
from symcause.grammar import parse
from symcause.models.disclosure import Disclosure, Setting

GOLD_1 = "(xor X5 (and (iff X7 X8) (xor X3 X7)))"
ORDERED_1 = (
    "(or (and X5 (or (iff X3 X7) (iff X3 X8))) (and X7 X8 (not X3) (not X5)) "
    "(and X3 (not X5) (not X7) (not X8)))"
)
HIDDEN_1 = "(or (xor X1 X5 X7 X8) (and X5 X8 (not X1)))"
GOLD_2 = "(iff (and X3 X6) (or X4 X7))"
SUBMITTED_2 = "(or (and X3 (or X4 (iff X6 X7))) (and X6 (not (or X3 X4 X7))))"
GOLD_4 = "(xor X1 X4 (and X4 (xor X1 X4 X7)))"
GOLD_6 = "(xor (and X5 X7) (or X4 X6))"
SUBMITTED_6 = (
    "(or (and X7 (not (or (and X5 X4) (and X5 X6) (not (or X5 X4 X6))))) (and (not X7) (or X4 X6)))"
)


def _function(text: str) -> object:
    return compile_expression(parse(text))


def _value(text: str, **state: int) -> bool:
    return compile_expression(parse(text))({name: bool(bit) for name, bit in state.items()})


def _differences(first: str, second: str, *names: str) -> list[tuple[int, ...]]:
    return [
        bits
        for bits in product((0, 1), repeat=len(names))
        if _value(first, **dict(zip(names, bits, strict=True)))
        != _value(second, **dict(zip(names, bits, strict=True)))
    ]


@pytest.mark.parametrize(
    ("text", "size", "parents"),
    [
        (GOLD_1, 9, ("X3", "X5", "X7", "X8")),
        (ORDERED_1, 25, ("X3", "X5", "X7", "X8")),
        (HIDDEN_1, 11, ("X1", "X5", "X7", "X8")),
        (GOLD_2, 7, ("X3", "X4", "X6", "X7")),
        (SUBMITTED_2, 15, ("X3", "X4", "X6", "X7")),
        (GOLD_4, 9, ("X1", "X4", "X7")),
        ("(or X6 X7)", 3, ("X6", "X7")),
        ("(xor X2 X5)", 3, ("X2", "X5")),
        ("(or (and (not X2) X5) X6)", 6, ("X2", "X5", "X6")),
        (GOLD_6, 7, ("X4", "X5", "X6", "X7")),
        (SUBMITTED_6, 22, ("X4", "X5", "X6", "X7")),
    ],
)
def test_sizes_and_functional_parents(text: str, size: int, parents: tuple[str, ...]) -> None:
    expression = parse(text)
    assert expression.size == size
    assert compile_expression(expression).parents == parents


def test_case_1_the_long_formula_is_the_gold_function() -> None:
    assert _function(ORDERED_1) == _function(GOLD_1)


def test_case_1_the_surrogate_fails_on_the_reported_row() -> None:
    row = {"X1": 1, "X3": 1, "X5": 0, "X7": 1, "X8": 1}
    assert _value(GOLD_1, **row) is False
    assert _value(HIDDEN_1, **row) is True


@pytest.mark.parametrize("setting", [Setting.ORDERED, Setting.HIDDEN_ORDER])
def test_case_1_revealed_order_rules_the_surrogate_out(setting: Setting) -> None:
    """X1 comes after X2 in the revealed order; hidden, it is a legal input of X2."""
    names = tuple(f"X{i}" for i in range(1, 9))
    order = ("X8", "X7", "X3", "X5", "X2", "X1", "X6", "X4")
    roots = ("X8", "X7", "X3")
    shown = order if setting is Setting.ORDERED else None
    problem = BooleanProblem(
        "case-1",
        Disclosure(setting, names, roots, order=shown),
        (World("w", Split.TRAIN, Mode.NONE, (), ("0" * 8,)),),
    )
    answer = {"X5": "X3", "X2": HIDDEN_1, "X1": "X8", "X6": "X8", "X4": "X8"}
    result = check(problem, {"mechanisms": answer})
    assert result.valid == (setting is Setting.HIDDEN_ORDER)
    if setting is Setting.ORDERED:
        assert result.stage == "legal"
        assert result.reason is not None and "X1" in result.reason


def test_case_2_misses_a_corner_of_the_truth_table() -> None:
    assert (0, 0, 0, 0) in _differences(GOLD_2, SUBMITTED_2, "X3", "X4", "X6", "X7")
    assert _value(GOLD_2, X3=0, X4=0, X6=0, X7=0) is True
    assert _value(SUBMITTED_2, X3=0, X4=0, X6=0, X7=0) is False


REFERENCE_3 = {
    "X1": "(xor X3 X8)",
    "X2": "(xor X3 X8)",
    "X6": "(xor X1 X2)",
    "X7": "(xor X1 X2)",
    "X5": "(iff X4 (xor (and X1 X6) (or X2 X4)))",
}


def _model(texts: dict[str, str]) -> BooleanSCM:
    return BooleanSCM(
        ("X3", "X4", "X8"), {v: compile_expression(parse(t)) for v, t in texts.items()}
    )


def test_case_3_the_separating_experiment() -> None:
    reference, alternative = _model(REFERENCE_3), _model({**REFERENCE_3, "X6": "X7"})
    shown = compare(reference, alternative, Experiment.do(X7=1))
    assert shown.pair_disagreement_rate == 1
    assert shown.cell_difference_rate == Fraction(3, 8)
    best = best_experiment(reference, alternative)
    assert best is not None and best.experiment == Experiment.do(X7=1)


def test_case_3_the_whole_answer_succeeds() -> None:
    names = tuple(f"X{i}" for i in range(1, 9))
    from tests.scoring.cases import mechanisms, simulate

    reference = mechanisms(REFERENCE_3)
    problem = BooleanProblem(
        "case-3",
        Disclosure(Setting.HIDDEN_ORDER, names, ("X3", "X4", "X8")),
        simulate(reference, ("X3", "X4", "X8"), names, [("train", "none", ())]),
        reference=reference,
    )
    answer = {
        "alternative": {"mechanisms": {**REFERENCE_3, "X6": "X7"}},
        "experiment": {"type": "hard_do", "assignments": {"X7": 1}},
        "witness": {
            "rootAssignment": {"X4": 1, "X8": 0, "X3": 1},
            "differences": [
                {"variable": "X6", "reference": 0, "alternative": 1},
                {"variable": "X5", "reference": 1, "alternative": 0},
            ],
        },
    }
    document = check(problem, answer).document().to_dict()
    assert document["joint_success"] is True
    assert document["pair_disagreement_rate"] == 1.0
    assert document["cell_difference_rate"] == 0.375
    assert document["optimality"] == 1.0


def test_case_4_the_short_formula_fails_on_the_reported_row() -> None:
    row = {"X1": 1, "X4": 1, "X6": 1, "X7": 0}
    assert _value(GOLD_4, **row) is False
    assert _value("(or X6 X7)", **row) is True


def test_case_5_the_bloated_formula_has_a_parent_too_many() -> None:
    row = {"X2": 0, "X5": 0, "X6": 1}
    assert _value("(xor X2 X5)", **row) is False
    assert _value("(or (and (not X2) X5) X6)", **row) is True


def test_case_6_three_times_as_long_and_the_same_function() -> None:
    assert _function(SUBMITTED_6) == _function(GOLD_6)
