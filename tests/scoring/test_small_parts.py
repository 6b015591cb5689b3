"""Small parts of numbers and lists by themselves: bounds of p, broken generators, early abstentions."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from symcause.audits.instance_generator import made_items
from symcause.errors import KindError
from symcause.scoring.comparison.system_tables import _SMALLEST, _probability
from symcause.scoring.rendering_tables import _abstention

F = Fraction


def test_small_probabilities_are_bounds() -> None:
    smallest = F(str(_SMALLEST))
    shown = [_probability(F(_SMALLEST) * k).shown for k in (F(1, 2), 1, 2)]
    assert shown == [f"<{_SMALLEST}", "0.0001", "0.0002"] and smallest == F(1, 10_000)


def test_every_item_of_a_generator_is_a_problem() -> None:
    for listed in ([{"id": "a"}, 3], [{"id": "a"}, {}], [3]):
        generator: Any = SimpleNamespace(items=lambda index, found=listed: found)
        with pytest.raises(KindError, match="gave no problems"):
            made_items(generator, 0)


def test_all_early_abstentions_are_counted() -> None:
    words = SimpleNamespace(theme="t", style="s", names="n")
    said = [(False, True), (False, False), (True, False)]
    scores: Any = SimpleNamespace(doubts=lambda: [("m", words, said)])
    table = _abstention(scores)
    row = {head: cell.value for head, cell in zip(table.columns, table.rows[0], strict=True)}
    assert (row["Open"], row["Overclaim"], row["Settled"], row["Premature"]) == (1, 1, 2, 0.5)
