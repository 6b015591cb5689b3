"""A listing over unobserved cells assumes no more the longer it is: one did, and took minutes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

import pytest

from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.space.space_choice import open_space
from symcause.formats.problems import read_document
from symcause.solvers.sat.sat_engine import PysatEngine

PROBLEM: dict[str, Any] = {
    "format": "symcause.boolean/2",
    "id": "slow",
    "variables": ["X1", "X2", "X3", "X4"],
    "setting": "hidden-roots",
    "root_count": 1,
    "operators": ["and", "or", "not"],
    "constants": False,
    "errors": 1,
    "knowledge": {"forbid": ["X3->X1"]},
    "worlds": [
        {
            "id": "w0",
            "split": "train",
            "mode": "constant",
            "targets": ["X3", "X2"],
            "rows": ["1001", "1001", "?001"],
        },
        {
            "id": "w1",
            "split": "train",
            "mode": "constant",
            "targets": ["X3", "X4"],
            "rows": ["1000"],
        },
    ],
}


def test_a_listing_assumes_no_more_the_longer_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    assumed: list[int] = []
    solve = PysatEngine.solve

    def counting(self: PysatEngine, assumptions: Sequence[int] = (), *rest: Any) -> Any:
        assumed.append(len(assumptions))
        return solve(self, assumptions, *rest)

    monkeypatch.setattr(PysatEngine, "solve", counting)
    space: Any = open_space(read_document(PROBLEM))  # type: ignore[arg-type]
    found = list(islice(space.members(), 300))
    assert len(set(found)) == 300
    assert all(isinstance(member, BooleanSCM) for member in found)
    assert len(assumed) >= 300
    assert max(assumed) == min(assumed)
