"""Extra worlds: of those that show as many new patterns the first of the pool is taken."""

from __future__ import annotations

import symcause
from symcause.families.boolean.audits.disambiguation.boolean_pool import BooleanPool
from symcause.families.boolean.audits.disambiguation.evidence_levels import (
    FEWEST_EXTRA,
    extra_worlds,
)
from symcause.families.boolean.models.worlds import World


def test_of_worlds_that_show_as_much_the_first_is_taken() -> None:
    gold = symcause.boolean.model({"B": "A", "C": "(or A B)"})
    rows = [{"A": 0, "B": 0, "C": 0}]
    problem = symcause.boolean.problem(rows, roots=["A"], gold=gold)
    example = problem.training[0]
    alike = [
        World(f"p{number}", example.split, example.mode, example.targets, ("111",) * (number + 1))
        for number in range(6)
    ]
    found = extra_worlds(problem, gold, BooleanPool(problem.variables, alike))
    taken = [world.rows for world in found.training[1:]]
    assert taken == [world.rows for world in alike[: len(taken)]]
    assert len(taken) >= FEWEST_EXTRA
