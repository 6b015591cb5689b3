"""Certificates of budgets: made, checked in whole numbers, forged a thousand times."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import pytest

from symcause.answers import Unknown
from symcause.families.scenario.budget.budget_findings import budget_part
from symcause.families.scenario.budget.rival_set import rivals
from symcause.families.scenario.certify.budget_certificate import budget_certificate
from symcause.families.scenario.documents.budget_document import BudgetPart
from symcause.families.scenario.problem.fingerprint import fingerprint
from symcause.families.scenario.verifier.budget import budget_claim, integer_values
from symcause.families.scenario.verifier.budget.budget_claim import Comparison, _cuts, _grid
from symcause.families.scenario.verifier.budget.integer_values import (
    FINE,
    SCALE,
    Beliefs,
    grouped,
    least,
    vectors,
)
from symcause.families.scenario.verifier.finite_claims import read_full_design
from symcause.families.scenario.verifier.finite_scenario import Finite
from symcause.families.scenario.verifier.kernel import verify
from symcause.kernel.nodes import Node, Rejected
from symcause.kernel.work import Work
from tests.amounts import amount
from tests.scenario.budget.cases import EVEN, NAMES, against, drawn, policies

CASES = (
    ("demo-altitude", "twin", "shown", "name"),
    ("demo-survivors", "twin", "counts", "win"),
    ("demo-survivors", "no-hidden-cause", "shown", "name"),
    ("demo-assigned", "reversed", "all", "win"),
    ("demo-assigned", "no-hidden-cause", "counts", "name"),
)
UNITS = 9


@cache
def part_of(name: str, other: str, units: int) -> BudgetPart:
    return budget_part(rivals(against(name, other), units=units), "0.95")


@cache
def made(name: str, other: str, view: str, payoff: str) -> str:
    found = budget_certificate(against(name, other), part_of(name, other, UNITS), view, payoff)
    assert not isinstance(found, Unknown), found
    return json.dumps(found.document)


@pytest.mark.parametrize("case", CASES)
def test_certificates_hold(case: tuple[str, str, str, str]) -> None:
    name, other, view, payoff = case
    document = json.loads(made(*case))
    first, second = against(name, other)
    found = verify(first, document, Work(), second)
    assert found.accepted, found.reason
    worth = getattr(part_of(name, other, UNITS).views[view], payoff)
    low, high = (Fraction(document["claim"][key]) for key in ("low", "high"))
    assert low <= Fraction(worth.power.low) + Fraction(1, 10**6)
    assert high >= Fraction(worth.adaptive.high) - Fraction(1, 10**6)
    assert high - low < Fraction(1, 20)
    assert verify(second, document, Work(), first).accepted is False  # about the other way round


def forged(document: dict[str, Any], chance: Random) -> dict[str, Any]:
    """The certificate with something changed."""
    made = deepcopy(document)
    claim, evidence = made["claim"], made["evidence"]
    for _ in range(chance.choice((1, 1, 1, 2))):
        match chance.randrange(9):
            case 0:
                claim["low"] = str(
                    Fraction(claim["low"]) + Fraction(chance.randrange(1, 300), 10**4)
                )
            case 1:
                claim["high"] = str(
                    Fraction(claim["high"]) - Fraction(chance.randrange(1, 300), 10**4)
                )
            case 2:
                claim["units"] = chance.choice((0, 1, 5, 12, 40, -1, 10_001, "9", True))
            case 3:
                claim["view"] = chance.choice(("shown", "counts", "all", "none"))
            case 4:
                claim["payoff"] = chance.choice(("name", "win", "lose"))
            case 5:
                grid = evidence["grid"]
                at = chance.randrange(len(grid))
                grid[at] = chance.choice((grid[0], "0", "1", "1/3", grid[-1], "-1", 0.5, None))
            case 6:
                evidence["grid"] = evidence["grid"][:: chance.choice((2, 5, 40))]
            case 7:
                evidence["groups"] = chance.choice(([], ["1"], None, ["2", "1"], ["0"], [1], "1"))
            case _:
                key = next(iter(evidence["single"]))
                evidence["single"][key] = chance.choice((0, 1, 3, 7, 99, "3", None))
    return made


@pytest.mark.parametrize("case", CASES)
def test_no_forgery_is_accepted_falsely(case: tuple[str, str, str, str]) -> None:
    """Many forgeries, exhaustively 1,200: what is accepted is true, by the engine's narrow interval."""
    name, other, *_ = case
    pair, original = against(name, other), json.loads(made(*case))
    chance, rejected, size = Random(repr(case)), 0, amount(12, 240)
    for _ in range(size):
        document = forged(original, chance)
        found = verify(pair[0], json.loads(json.dumps(document)), Work(), pair[1])
        if not found.accepted:
            rejected += 1
            continue
        claim = document["claim"]
        worth = getattr(part_of(name, other, claim["units"]).views[claim["view"]], claim["payoff"])
        assert Fraction(claim["low"]) <= Fraction(worth.adaptive.high)
        assert Fraction(claim["high"]) >= Fraction(worth.adaptive.low)
    assert rejected > size // 2


def test_other_files_are_rejected() -> None:
    case = CASES[1]
    document, (first, second) = json.loads(made(*case)), against("demo-survivors", "twin")
    third = against("demo-survivors", "reversed")[1]
    assert verify(first, document, Work(), third).accepted is False
    unlike = against("demo-altitude", "twin")[1]
    document["claim"]["other"]["sha256"] = fingerprint(unlike)
    found = verify(first, document, Work(), unlike)
    assert found.accepted is False and "differ in design" in found.reason
    document["evidence"]["kind"] = "cells"
    assert verify(first, document, Work(), second).accepted is False


def test_whole_numbers_bound_all_policies() -> None:
    """The kernel's two ends around the value of all policy trees, on random pairs."""
    for seed in range(60):
        chance = Random(seed)
        told = [drawn(chance, 2) for _ in range(2)]
        n = chance.choice((1, 2))
        true = max(v / 2 + w / 2 for v, w in policies(told, NAMES, n))
        tables = [
            sorted(own, key=lambda c: c[0] / (c[0] + c[1]), reverse=True) for own in _shown(told)
        ]
        choices = [(0, SCALE), (SCALE, 0)]
        grid = sorted(chance.sample(range(1, SCALE), 60))
        beliefs = Beliefs(grid, choices)
        beliefs.raised(tables, n, Work())
        high = beliefs.worth([(FINE, FINE)])
        low = max(
            least(grouped([(FINE, FINE)], []), vectors(table, n, rounded_up=False), choices)
            for table in tables
        )
        alone = max(
            max(v / 2 + w / 2 for v, w in policies([own], NAMES, n)) for own in _shown(told)
        )
        assert low <= alone <= low + Fraction(1, 10**9) and alone <= true <= high
        assert EVEN[0] <= true


def _shown(told: list[Any]) -> Iterator[Any]:
    """Experiments without outcomes that never happen."""
    return (tuple(pair for pair in own if pair[0] or pair[1]) for own in told)


def test_why_there_is_no_certificate() -> None:
    pair = against("demo-survivors", "twin")
    skewed = budget_part(rivals(pair, "1/3,2/3", units=3), "0.95")
    for rivals_of, part in (
        ((*pair, pair[1]), part_of("demo-survivors", "twin", 9)),
        (pair, skewed),
    ):
        found = budget_certificate(rivals_of, part)
        assert isinstance(found, Unknown)


def test_counts_are_certified_where_nothing_can_be_said_of_records() -> None:
    """Designs that take turns, losses untold: records are not independent, but counts are."""
    first, second = (
        replace(one, history=replace(one.history, cycle=True))
        for one in against("demo-survivors", "reversed")
        if one.history is not None
    )
    part = budget_part(rivals((first, second), units=6), "0.95")
    assert part.views["shown"].name is None
    found = budget_certificate((first, second), part)
    assert not isinstance(found, Unknown) and found.document["claim"]["view"] == "counts"
    assert verify(first, found.document, Work(), second).accepted
    worth = part.views["counts"].name
    assert worth is not None and worth.adaptive is not None
    assert Fraction(worth.start.low) > Fraction(1, 2)  # the counts tell something
    forged: Any = deepcopy(found.document)
    forged["claim"]["high"] = str(Fraction(worth.adaptive.low) - Fraction(1, 10**6))
    told = verify(first, forged, Work(), second)
    assert not told.accepted and "the grid does not prove so little" in str(told.reason)


@pytest.mark.parametrize(
    ("name", "other", "cycle"),
    [
        ("demo-survivors", "twin", False),
        ("demo-survivors", "twin", True),
        ("demo-survivors", "reversed", False),
        ("demo-assigned", "no-hidden-cause", True),
    ],
)
def test_what_the_history_alone_is_worth(name: str, other: str, cycle: bool) -> None:
    """Without a unit both ends meet: histories on either side of an even chance are all that counts."""
    first, second = (
        replace(one, history=replace(one.history, cycle=cycle))
        for one in against(name, other)
        if one.history is not None
    )
    part, told = budget_part(rivals((first, second), units=1), "0.95"), 0
    sides = Finite(first, Work()), Finite(second, Work())
    for view, found in part.views.items():
        worth = found.name
        if worth is None:
            with pytest.raises(Rejected, match="records are not independent"):
                Comparison(*sides, view, "name")
            continue
        both = Comparison(*sides, view, "name")
        design = dict(both.first.designs()[0])
        low, high = both.low(design, 0, [Fraction(1)]), both.high([SCALE // 2], 0)
        assert high - Fraction(1, 10**9) < low <= high
        assert Fraction(worth.start.low) <= high and low <= Fraction(worth.start.high)
        told += low > Fraction(1, 2)
    assert told


@pytest.mark.parametrize(
    ("case", "digits"), [(CASES[0], 2), (CASES[0], 3), (CASES[0], 6), (CASES[1], 3)]
)
def test_what_is_rounded_proves_less(
    case: tuple[str, str, str, str], digits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With few digits each end gives way to its own side: all that is rounded is rounded safely."""
    name, other, view, payoff = case
    first, second = against(name, other)
    beliefs, work = [Fraction(k, 10) for k in range(1, 10)], Work()
    both = Comparison(Finite(first, work), Finite(second, work), view, payoff)
    designs = [dict(design) for design in both.first.designs()]

    def ends() -> tuple[Fraction, Fraction]:
        low = max(both.low(design, 2, []) for design in (designs[0], designs[-1]))
        return low, both.high([int(belief * budget_claim.SCALE) for belief in beliefs], 2)

    low, high = ends()
    with monkeypatch.context() as coarse:
        coarse.setattr(integer_values, "FINE", 10**digits)
        near, far = ends()
        assert near <= low and high <= far
    for module in (integer_values, budget_claim):
        monkeypatch.setattr(module, "SCALE", 10**digits)
    near, far = ends()
    assert near <= low and high <= far


def test_the_kernel_s_own_ends_are_the_last_that_it_takes() -> None:
    """Each end as the kernel has it is accepted, and the smallest step further is not."""
    name, other, view, payoff = CASES[0]
    first, second = against(name, other)
    document = json.loads(made(*CASES[0]))
    claim, evidence = document["claim"], document["evidence"]
    work = Work()
    both = Comparison(Finite(first, work), Finite(second, work), view, payoff)
    design = read_full_design(both.first, Node(evidence["single"]))
    low = both.low(design, UNITS, _cuts(Node(evidence["groups"])))
    high = both.high(_grid(Node(evidence["grid"])), UNITS)
    step = Fraction(1, 10**60)
    for ends, held in (
        ((low, high), True),
        ((low + step, high), False),
        ((low, high - step), False),
    ):
        claim["low"], claim["high"] = map(str, ends)
        found = verify(first, document, Work(), second)
        assert found.accepted is held, found.reason
