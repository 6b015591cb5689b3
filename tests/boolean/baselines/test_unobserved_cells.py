"""Baselines that need every cell refuse problems with unobserved ones, and say so; none of them crashes."""

from __future__ import annotations

import pytest

import symcause
from symcause.families.boolean.baselines.baseline_registry import BUNDLED

HOLE = {
    "format": "symcause.boolean/2",
    "id": "hole",
    "variables": ["S1", "S2", "L1"],
    "setting": "hidden-order",
    "roots": ["S1", "S2"],
    "operators": ["not", "and", "or", "xor", "iff"],
    "constants": False,
    "worlds": [
        {
            "id": "train_00",
            "split": "train",
            "mode": "none",
            "targets": [],
            "rows": ["0?0", "011", "101", "110"],
        }
    ],
}


@pytest.mark.parametrize("name", BUNDLED)
def test_no_baseline_crashes_on_a_hole(name: str) -> None:
    (found,) = symcause.baselines.solve([symcause.problem(HOLE)], name)
    attempt = found["attempt"]
    assert isinstance(attempt, dict)
    assert attempt["status"] in ("refused", "missing"), attempt
    if attempt["status"] == "refused":
        assert attempt["note"]
