"""What is counted as work is what there is to compute: so many pieces, so many terms of a polynomial."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from symcause.families.scenario.files.document import read_scenario
from symcause.families.scenario.value.enclosure.probability_bounds import enclose
from symcause.families.scenario.value.summation_plan import make_plan
from symcause.families.scenario.value.work_tally import ENTRIES, PIECES, Tally
from symcause.grammar.scenario.scenario_terms import Name


def steps(variables: list[dict[str, Any]]) -> int:
    """The steps of a bound of P(s)."""
    document = {"format": "symcause.scenario/1", "id": "one", "outcome": "s"}
    design = {"k": {"type": "integer", "min": 0, "max": 9, "default": 2}}
    problem = read_scenario({**document, "design": design, "variables": variables})
    tally = Tally()
    plan = make_plan(problem.staged("1"), frozenset(problem.design), Name("s"))
    enclose(plan, [problem.default], 16, tally)
    return tally.steps


def pieces(number: int) -> list[dict[str, Any]]:
    return [
        {"name": "u", "draw": {"uniform": [0, number]}},
        {"name": "s", "is": "floor(u) >= k"},
    ]


@pytest.mark.parametrize("number", [50, 300])
def test_every_piece_of_a_draw_is_paid_for(number: int) -> None:
    more = steps(pieces(2 * number)) - steps(pieces(number))
    assert 0.9 <= more * ENTRIES / (number * PIECES) < 1.5


def fight(targets: int, rounds: int) -> list[dict[str, Any]]:
    """A loop that is over when one of some targets has lost more than it has."""
    names = [f"t{i}" for i in range(targets)]
    return [
        {
            "name": "hit",
            "repeat": {
                "times": str(rounds),
                "chance": "1/2",
                "targets": {**dict.fromkeys(names, "1"), "none": "1"},
                "draws": {"c": {"integer": ["1", "2"]}},
                "amount": "c",
            },
        },
        {"name": "s", "is": " and ".join(f"hit.{name} <= {rounds}" for name in names)},
    ]


@pytest.mark.parametrize("rounds", [20, 40])
def test_products_are_no_longer_than_there_are_rounds(rounds: int) -> None:
    """One target more is one product more of polynomials that end where the rounds do."""
    found = [steps(fight(targets, rounds)) for targets in range(2, 7)]
    more = [y - x for x, y in pairwise(found)]
    assert max(more) - min(more) <= 2 and min(more) > rounds * rounds
