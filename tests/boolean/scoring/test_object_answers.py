"""Answers that are objects: whether a text is strict JSON is not known of them, and no failure."""

from __future__ import annotations

import pytest

from symcause.families.boolean.scoring.tables.answer_numbers import SHEET
from symcause.families.boolean.scoring.tables.answer_summary import Answers
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
