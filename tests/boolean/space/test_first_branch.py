"""Spaces whose first root sets have no member: what is asked of every branch goes on to the next."""

from __future__ import annotations

from typing import Any

import symcause
from symcause.boolean import BooleanProblem
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.order.simplest_model import simplest

HELD: dict[str, Any] = {
    "format": "symcause.boolean/1",
    "id": "held",
    "variables": ["A", "B", "C"],
    "setting": "hidden-roots",
    "root_count": 1,
    "operators": ["not", "and", "or"],
    "constants": False,
    "worlds": [
        {"id": "w", "split": "train", "mode": "constant", "targets": ["A"], "rows": ["000", "011"]},
        {"id": "v", "split": "train", "mode": "none", "targets": [], "rows": ["111", "000"]},
    ],
}
"""With A held, B and C vary together: one of them is the root, and A is none."""


def test_the_simplest_member_may_be_in_a_later_branch() -> None:
    problem = symcause.problem(HELD)
    assert isinstance(problem, BooleanProblem)
    space = ExactSpace.of(problem, problem.default_class())
    empty = [branch.is_empty for branch in space.branches]
    assert empty[0] and not all(empty)
    found = simplest(space)
    assert found is not None and found.total_ast == 2
    assert set(found.model.roots) <= {"B", "C"}
