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
)
"""What becomes of runs, and what a panel of judges says of them."""

_OF_DRAWS = ("win", "justified", "lucky", "noise")


def compared(row: Row) -> Row:
    """The numbers of a run in which systems are compared; without a submission nothing is won."""
    return row if row.get("drawn") else {**row, **dict.fromkeys(_OF_DRAWS)}
