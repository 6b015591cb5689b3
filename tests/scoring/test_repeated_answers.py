"""Answers that are given again: the same result as for the first time, whoever gives them."""

from __future__ import annotations

import json
import random

import pytest

from benchmarks.problems import make_problem
from benchmarks.scoring import _texts
from symcause.families.boolean.scoring.check.checker import Scorer
from symcause.families.boolean.scoring.check.repeated_answers import key_of
from symcause.families.boolean.scoring.check.score_row import score_row
from symcause.models.disclosure import Setting
from symcause.scoring.abstention_rule import Said


@pytest.mark.parametrize("setting", [Setting.HIDDEN_ORDER, Setting.HIDDEN_ROOTS, Setting.ORDERED])
def test_an_answer_is_scored_alike_however_often_it_came(setting: Setting) -> None:
    problem, rng = make_problem(6, worlds=8, rows=8, setting=setting, seed=3), random.Random(1)
    made = make_problem(6, worlds=8, rows=8, seed=3)  # with disclosed roots: the texts need them
    objects = [json.loads(text) for text in _texts(made, 12)]
    objects += [{**found, "roots": list(made.disclosure.roots or ())} for found in objects[:6]]
    objects += [{"mechanisms": {**objects[0]["mechanisms"], "X1": value}} for value in (1, True)]
    objects += [{"mechanisms": {}}, {"mechanisms": []}, {"cannot_tell": True}]
    proses = ("", "So:\n", "I do not know.\n", "Hence the answer is\n\n")
    texts = [prose + json.dumps(found) for found in objects for prose in proses]
    known = Scorer(problem)
    for text in rng.choices(texts, k=400):
        expected = score_row(Scorer(problem), "m", text)
        assert score_row(known, "m", text) == expected


def test_numbers_and_truth_values_are_no_texts() -> None:
    said = Said(claims=True)
    assert key_of(False, {"mechanisms": {"X1": 1}}, said) is None
    assert key_of(False, {"mechanisms": {"X1": "X2"}, "roots": [True]}, said) is None
    assert key_of(False, {"mechanisms": {"X1": "X" * 5_000}}, said) is None
    plain = {"mechanisms": {"X1": "X2", "X3": "X2"}}
    other = {"mechanisms": {"X3": "X2", "X1": "X2"}}
    keys = [key_of(strict, v, said) for strict in (True, False) for v in (plain, other)]
    assert len(set(keys)) == 4
    assert key_of(True, {**plain, "roots": []}, said) not in keys
