"""What draws of members cost: the same for each however often it is looked at, by what is listed for it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from symcause.mechanisms.bounds import DRAWN_FUNCTIONS
from symcause.mechanisms.next.outcome_draws import DRAWN, Draws


def _charged(totals: list[list[int]], indices: list[int]) -> int:
    branches = [
        SimpleNamespace(endogenous=[SimpleNamespace(total=one) for one in own]) for own in totals
    ]
    stream = SimpleNamespace(outcomes=None)
    cells: Any = SimpleNamespace(branches=branches, looks=0, streams={((), 0): stream})
    draws: Any = Draws(cells, [], 0)
    for index in indices:
        draws.pay(index)
    return int(cells.looks)


@pytest.mark.parametrize(
    ("totals", "listed"),
    [
        ([[4, 6]], 10),
        ([[1, 1, 7]], 9),
        ([[4, 6], [2, 8]], 10),  # a member is of one of the branches: their average
        ([[4, 6], [30]], 20),
        ([[DRAWN_FUNCTIONS + 5, 3]], DRAWN_FUNCTIONS + 3),  # beyond that many none is listed
    ],
)
def test_a_draw_is_charged_once_for_what_all_variables_list(
    totals: list[list[int]], listed: int
) -> None:
    each = DRAWN + 10 * listed
    assert _charged(totals, [0]) == each
    assert _charged(totals, [0, 0, 1, 0]) == 2 * each
    assert _charged(totals, [4, 2]) == 5 * each
