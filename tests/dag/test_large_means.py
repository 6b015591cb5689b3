"""Averages of so many members that digits no longer tell them: from a million millions on as counts are."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from symcause.families.dag.questions.imec import _next
from symcause.families.dag.questions.next import _about
from symcause.models.number_phrases import LARGE, whole
from symcause.scoring import score_table

if TYPE_CHECKING:
    from symcause.families.dag.documents import NextPart

LARGEST = [LARGE // 2, LARGE - 1, LARGE, 10 * LARGE]


@pytest.mark.parametrize("value", LARGEST)
def test_averages_are_told_as_counts_where_they_are_large(value: int) -> None:
    large = value >= LARGE
    assert (_about(str(value)) == whole(value)) is large
    target = SimpleNamespace(variable="A", worst=7, expected=str(value))
    found = SimpleNamespace(worst_case=target, expected=target)
    *_, line = _next(cast("NextPart", found))
    assert line.endswith(f"leaves {whole(value) if large else f'{value:.6g}'} expected")


@pytest.mark.parametrize("value", LARGEST)
def test_cells_of_large_counts_have_leading_digits(value: int) -> None:
    cell = score_table.whole(value)
    assert cell.value == value
    assert cell.shown == (whole(value) if value >= LARGE else str(value))
