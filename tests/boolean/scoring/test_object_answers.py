"""Answers that are objects: whether a text is strict JSON is not known of them, and no failure."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

import symcause
from symcause.families.boolean.scoring.check.answer_writer import answer_text
from symcause.families.boolean.scoring.system_metrics import compared
from symcause.families.boolean.scoring.tables.answer_numbers import SHEET
from symcause.families.boolean.scoring.tables.answer_summary import Answers
from symcause.families.boolean.scoring.tables.setting_grids import _by_level
from symcause.families.boolean.scoring.tables.table_columns import FUNNEL


@pytest.mark.parametrize(
    ("strict", "share"),
    [([None, None], None), ([None, True, False], 0.5), ([True, False, False, False], 0.25)],
)
def test_strict_json_is_of_answers_given_as_text(
    strict: list[bool | None], share: float | None
) -> None:
    found = Answers("ordered", "m", "ordered", False)
    for place, value in enumerate(strict):
        found.answered.add(place)
        row = dict.fromkeys((*SHEET.flags, *SHEET.numbers), 1.0)
        found.add({**row, "strict_json": value}, place)
    assert dict(FUNNEL)["Strict JSON"](found).value == share


@pytest.mark.parametrize(
    ("given", "shaped"),
    [
        ({"X3": "X1"}, {"mechanisms": {"X3": "X1"}}),
        ({"mechanisms": {"X3": "X1"}}, {"mechanisms": {"X3": "X1"}}),
        ({"certification": "none"}, {"certification": "none"}),
        ({"mechanisms": "X1"}, {"mechanisms": {"mechanisms": "X1"}}),
    ],
)
def test_mechanisms_alone_get_the_published_shape(
    given: dict[str, object], shaped: dict[str, object]
) -> None:
    problem = symcause.boolean.problem([{"X1": 0, "X2": 1, "X3": 1}], roots=["X1", "X2"])
    assert json.loads(answer_text(problem, given)) == shaped


def test_an_alternative_is_compared_by_its_success() -> None:
    row = {"alternative_success": True, "joint_success": False, "valid": True}
    member: Any = SimpleNamespace(identify=False, alternative=True)
    score: Any = None
    assert compared(row, score, member) == {"alternative_success": True, "joint_success": False}
    assert compared({}, score, member) == {"alternative_success": False, "joint_success": False}


def test_without_levels_there_are_no_columns_for_them() -> None:
    metrics = [("Valid", "valid", 2)]
    alone = [Answers("ordered", "m", "ordered", False)]
    assert [*_by_level("k", "t", metrics, alone, "").columns] == ["Setting", "Model", "n"]
    both = [*alone, Answers("ordered 2", "m", "ordered", False)]
    assert [*_by_level("k", "t", metrics, both, "").columns] == [
        *("Setting", "Model", "n", "Valid 1", "Valid 2")
    ]
