"""Boxes that sums tighten are those that sets tighten: the same ranges, the same steps."""

from __future__ import annotations

import random

import pytest

from symcause.families.scenario.optimum.design_boxes import Box, Feasible
from symcause.families.scenario.optimum.linear_rules import linear_rule
from symcause.families.scenario.value.work_tally import Tally
from symcause.grammar.scenario.term_parser import parse_term

NAMES = ("a", "b", "d", "e")


def _rule(rng: random.Random) -> str:
    def part() -> str:
        name, factor = rng.choice(NAMES), rng.randint(-3, 4)
        return rng.choice(
            (name, f"{factor} * {name}", f"{name} * {factor}", f"-{name}", str(factor))
        )

    def side() -> str:
        return f" {rng.choice('+-')} ".join(part() for _ in range(rng.randint(1, 4)))

    return f"{side()} {rng.choice(('<', '<=', '>', '>='))} {side()} + {rng.randint(-20, 60)}"


@pytest.mark.parametrize("seed", range(300))
def test_sums_tighten_as_sets_do(seed: int) -> None:
    rng = random.Random(seed)
    rules = tuple(parse_term(_rule(rng)) for _ in range(rng.randint(1, 3)))
    ranges = {name: (low := rng.randint(-9, 20), low + rng.choice((0, 3, 40))) for name in NAMES}
    found = []
    for quick in (True, False):
        feasible = Feasible(rules, tally := Tally())
        assert len(feasible.linear) == len(rules)
        if not quick:
            feasible.linear = []
        found.append((feasible.tightened(Box({}, ranges)), tally._entries, tally.steps))
    assert found[0] == found[1]


@pytest.mark.parametrize(
    "text", ["a * b <= 3", "a / 2 <= 3", "0.5 * a <= 3", "a == b", "min(a, b) < 3", "a < 99999999"]
)
def test_other_rules_are_left_to_sets(text: str) -> None:
    assert linear_rule(parse_term(text)) is None


@pytest.mark.parametrize("far", [(0, None), (0, 10_000), (1 << 30, (1 << 30) + 5)])
def test_far_ranges_are_left_to_sets(far: tuple[int, int | None]) -> None:
    feasible = Feasible((parse_term("a + b <= 30"),), Tally())
    assert feasible._small(Box({}, {"a": far, "b": (0, 5)})) is None
    assert feasible._small(Box({}, {"a": (0, 3), "b": (0, 5)})) == {"a": (0, 3), "b": (0, 5)}
