"""Metrics in which systems that play scenarios are compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symcause.scoring.comparison.system_scores import flags, numbers, shares

if TYPE_CHECKING:
    from symcause.scoring.answer_groups import Row

METRICS = (
    *shares(survival="Survival"),
    *flags(win="Win", justified="Justified", lucky="Lucky", noise="Noise"),
    *numbers(normalised="Rubric"),
    *flags(over_budget="Over budget"),
    *flags(valid="Valid", in_space="In space", right="Reaches it"),
    *shares(value="Value", p_win="Chance to win"),
)
"""What becomes of runs, what a panel of judges says of them, and what designs without a run are worth."""

_OF_DRAWS = ("win", "justified", "lucky", "noise")


def compared(row: Row) -> Row:
    """The numbers of a run in which systems are compared; without a submission nothing is won."""
    if row.get("drawn") or "valid" in row:
        return row
    return {**row, **dict.fromkeys(_OF_DRAWS)}
