"""Certificates by bounds: ranges hold what they must, cells agree with the engine, no lie is accepted."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb, exp
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from symcause.answers import Unknown
from symcause.families.scenario.certify.bound_certificate import Certifier, cuts, write
from symcause.families.scenario.documents.question_documents import (
    OptimumPart,
    ScenarioAudit,
    ThresholdPart,
    TrapPart,
)
from symcause.families.scenario.files.document import read_scenario
from symcause.families.scenario.files.document_writer import write_values
from symcause.families.scenario.models.term_evaluation import evaluate
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.families.scenario.value.valuer import Valuer
from symcause.families.scenario.verifier.bounds.bound_claims import Bounded
from symcause.families.scenario.verifier.bounds.event_bounds import Cells, box_of
from symcause.families.scenario.verifier.bounds.loop_formula import closed, sums
from symcause.families.scenario.verifier.bounds.range_terms import enclosed
from symcause.families.scenario.verifier.bounds.value_ranges import Range, exponential, point
from symcause.families.scenario.verifier.finite_scenario import Finite
from symcause.families.scenario.verifier.kernel import verify
from symcause.grammar.scenario.scenario_terms import Name
from symcause.grammar.scenario.term_parser import parse_term
from symcause.kernel.nodes import Node, Rejected
from symcause.kernel.work import Work
from tests.amounts import amount
from tests.scenario.cases import SLOW, published, random_scenario

ONE = Fraction(1)
SHIFT, BASE = "deployment_zone_trap_env_shift", "deployment_zone_trap_categorical_no_selection_bias"
LOCAL = "antenna_trap_local_optima"
BEST = {"engine_def": 20, "cockpit_def": 10, "wing_def": 30, "body_def": 10, "antenna_def": 0}
BEST |= {"camera_def": 10, "gun_def": 10}

TERMS = (
    "x * y - 2 * y",
    "floor(x) + floor(y / 3)",
    "min(x, y) - max(x, 2)",
    "clip(x * y, -1, 2) / (7 + y)",
    "abs(x - y) * abs(y)",
    "if(x < y, x, y * y)",
    "if(x >= 1 and not (y == 2), floor(x * x), 3)",
    "x - floor(x)",
)


@pytest.mark.parametrize("text", TERMS)
def test_ranges_hold_every_value(text: str) -> None:
    """Random ranges, open or closed, and random numbers inside of them."""
    term, rng = parse_term(text), Random(text)
    for _ in range(400):
        box, unit = {}, {}
        for name in "xy":
            low, high = sorted(Fraction(rng.randint(-6, 6), rng.choice((1, 2, 3))) for _ in "ab")
            open_ = low < high and rng.random() < 0.5
            box[name] = Range(low, high, open_, open_)
            inside = Fraction(rng.randint(1, 7), 8) if open_ else Fraction(rng.randint(0, 2), 2)
            unit[name] = low + inside * (high - low)
        found, value = enclosed(term)(box), evaluate(term, unit)
        assert isinstance(found, Range) and isinstance(value, Fraction)
        assert found.low <= value <= found.high, (box, unit)
        assert not (found.above and value == found.low), (box, unit)
        assert not (found.below and value == found.high), (box, unit)


@pytest.mark.parametrize("x", ["-7/3", "0", "1/10", "5", "-40"])
def test_exponentials_are_enclosed(x: str) -> None:
    found = exponential(point(Fraction(x)))
    near = Fraction(exp(float(Fraction(x))))
    assert found.low <= found.high <= found.low * (1 + Fraction(1, 10**15))
    assert abs(found.low - near) <= near / 10**14


@pytest.mark.parametrize("seed", range(12))
def test_the_closed_form_is_that_of_listing(seed: int) -> None:
    """Rounds one by one, in exact fractions, against both ends of the closed form."""
    rng = Random(seed)
    n, hits = rng.randint(0, 4), [Fraction(rng.randint(0, 3), 10) for _ in range(2)]
    amounts = ((1, Fraction(1, 3)), (2, Fraction(1, 2)), (5, Fraction(1, 6)))
    limits = [rng.randint(0, 6) for _ in hits]
    whole = Fraction(0)
    outcomes = [(None, 0, 1 - sum(hits, Fraction(0)))]
    outcomes += [(c, a, hit * p) for c, hit in enumerate(hits) for a, p in amounts]
    for rounds in product(outcomes, repeat=n):
        totals = [sum(a for c, a, _ in rounds if c == target) for target in range(2)]
        if all(total <= limit for total, limit in zip(totals, limits, strict=True)):
            share = ONE
            for *_, p in rounds:
                share *= p
            whole += share
    held = [[row[limit] for row in sums(amounts, limit, n, Work())] for limit in limits]
    low, high = (closed(n, hits, held, up) for up in (False, True))
    assert low <= whole <= high and high - low < Fraction(1, 10**60)


@pytest.mark.parametrize("seed", range(12))
def test_cells_agree_with_the_engine(seed: int) -> None:
    """Finite draws are listed: what is left is rounding; a box holds its designs."""
    problem = replace(read_scenario(random_scenario(Random(seed), loop=True)), outcome="alive")
    cells, valuer, event = Cells(problem, Work()), Valuer(problem), (Name("alive"),)
    every = []
    for k in range(4):
        low, high = cells.chance(box_of({"k": Fraction(k)}), event, {}, "1")
        known = valuer.value({"k": Fraction(k)})
        assert high - low < Fraction(1, 10**20)
        assert known.low <= high and low <= known.high
        every.append(low)
    if seed % 3 == 0 or seed == 4:  # where caps are not the same in the whole box
        box = {"k": Range(Fraction(0), Fraction(3))}
        low, high = cells.chance(box, event, {}, "1")
        assert low <= min(every) and max(every) <= high


def told(
    problem: ScenarioProblem, status: str, by: str | None = None, **best: Any
) -> ScenarioAudit:
    """What an audit would say."""
    design = write_values({**problem.default, **best})
    found: Any = {"design": design, "low": "0", "high": "1", "upper": "1", "exact": False}
    return ScenarioAudit(
        family="scenario",
        problem=problem.id,
        space="declared",
        stage=problem.final,
        optimum=OptimumPart(**found),
        threshold=ThresholdPart(value="0", status=status, by=by),
        traps={name: TrapPart(status="undefined") for name in problem.claims.traps},
    )


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("name", "claim"), [("weather_noise", "scenario"), (BASE, "scenario"), (SHIFT, "threshold")]
)
def test_unreachable_thresholds_are_certified(name: str, claim: str) -> None:
    problem = published(name)
    found = Certifier(problem, told(problem, "unreachable"), 30).certificate()
    assert not isinstance(found, Unknown)
    certificate = json.loads(json.dumps(found))
    assert certificate["claim"]["name"] == claim
    work = Work(10)
    checked = verify(problem, certificate, work)
    assert checked.accepted is True, checked.reason
    forged = deepcopy(certificate)
    standing = forged["claim"] if claim == "threshold" else forged["claim"]["threshold"]
    for status, by in (("sound", None), ("off", None), ("trivial", "default"), ("trivial", None)):
        standing |= {"status": status, "by": by}
        assert verify(problem, forged).accepted is not True


def test_what_bounds_do_not_carry_is_left_open() -> None:
    problem = published(LOCAL)
    asked: dict[str, Any] = {"name": "threshold", "status": "unreachable", "by": None}
    tree = {"kind": "tree", "cells": {}, "tree": {"cells": {}}}
    assert verify(problem, write(problem, asked, tree)).accepted is None
    assert isinstance(Certifier(problem, told(problem, "unreachable"), 2).certificate(), Unknown)


@SLOW
def test_a_trivial_threshold_is_certified() -> None:
    problem = published(LOCAL)
    best = {name: Fraction(value) for name, value in BEST.items()}
    found = Certifier(problem, told(problem, "trivial", "history", **best), 60).certificate()
    assert not isinstance(found, Unknown)
    assert verify(problem, json.loads(json.dumps(found)), Work(120)).accepted is True


@SLOW
def test_a_sound_threshold_is_certified_or_left_open() -> None:
    """The five of the zone model: a tree of designs bounds the optimum; never a wrong word."""
    problem = published("deployment_zone_trap_categorical")
    best: dict[str, Any] = {name: Fraction(0) for name in problem.default if name.endswith("_def")}
    best |= {"cockpit_def": Fraction(19), "wing_def": Fraction(15), "body_def": Fraction(13)}
    best |= {"shield_def": Fraction(23), "equipment": True, "enhancement_module": "signal_filter"}
    found = Certifier(problem, told(problem, "sound", **best), 300).certificate()
    if not isinstance(found, Unknown):
        assert verify(problem, json.loads(json.dumps(found)), Work(300)).accepted is True
    for status in ("off", "unreachable"):
        made = Certifier(problem, told(problem, status, **best), 60).certificate()
        assert isinstance(made, Unknown)


def test_a_threshold_that_is_off_is_certified() -> None:
    problem = published("antenna_trap")
    evidence: dict[str, Any] = {"kind": "cells", "cells": cuts(problem, 5)}
    best = {name: Fraction(value) for name, value in BEST.items()}
    evidence["design"] = write_values({**problem.default, **best})
    asked: dict[str, Any] = {"name": "threshold", "status": "off", "by": None}
    found = verify(problem, write(problem, asked, evidence), Work(60))
    assert found.accepted is True, found.reason


def test_trees_cover_the_space() -> None:
    """A leaf may be called outside only if it is; cuts are in order; numbers are within their box."""
    problem = published("weather_noise")
    asked: dict[str, Any] = {"name": "threshold", "status": "unreachable", "by": None}
    leaf: dict[str, Any] = {"cells": {}}

    def word(tree: Any, **cells: Any) -> bool | None:
        evidence = {"kind": "tree", "cells": cells, "tree": tree}
        return verify(problem, write(problem, asked, evidence)).accepted

    def split(variable: str, at: Any, first: Any = leaf, second: Any = leaf) -> dict[str, Any]:
        return {"variable": variable, "at": at, "first": first, "second": second}

    assert word(split("engine_def", 12)) is True
    assert word(split("equipment", True, split("sensor_mode", "standard"))) is True
    assert word({"outside": True}) is False
    assert word(split("engine_def", 12, {"outside": True})) is False
    for wrong in (30, -1, 1.5, "x", None):
        assert word(split("engine_def", wrong)) is False
    assert word(split("sensor_mode", "none")) is False
    assert word(split("speed", 3)) is False
    assert word(split("engine_def", 12, split("engine_def", 13))) is False
    assert word(leaf, antenna_noise=["1/2"]) is False
    high = split("engine_def", 29, leaf, split("cockpit_def", 29, leaf, split("wing_def", 29)))
    assert word(high) is True
    full = split("engine_def", 29, leaf, {"outside": True})
    assert word(full) is False  # engine 30 alone is in the space
    over = split("engine_def", 29, leaf, split("cockpit_def", 29, leaf, split("wing_def", 29)))
    over["second"]["second"]["second"] = split("body_def", 0, leaf, {"outside": True})
    assert word(over) is True  # 30 + 30 + 30 + 1 is more than 90


def _uniform() -> ScenarioProblem:
    """A unit survives with x + k/10 > 1/2 for uniform x: S = 1/2 + k/10."""
    return read_scenario(
        {
            "format": "symcause.scenario/1",
            "id": "line",
            "design": {"k": {"type": "integer", "min": 0, "max": 3, "default": 0}},
            "variables": [
                {"name": "x", "draw": {"uniform": ["0", "1"]}},
                {"name": "survived", "is": "x + k/10 > 1/2"},
            ],
            "outcome": "survived",
            "evaluate": {"fleet": 100, "threshold": "3/4"},
        }
    )


@pytest.mark.parametrize("k", [0, 3, 4, -1, Fraction(1, 2), True, "1"])
def test_designs_outside_of_the_space_are_not_allowed(k: Any) -> None:
    value = Fraction(k) if type(k) is int else k
    assert Finite(_uniform(), Work()).allowed({"k": value}) is (value in (0, 3))


def test_changed_numbers_are_accepted_only_where_they_are_true() -> None:
    """Hundreds of values, optima and thresholds of a scenario whose numbers everybody knows."""
    problem, rng, accepted = _uniform(), Random(7), 0
    grid = [str(Fraction(i, 10)) for i in range(1, 10)]
    for _ in range(amount(300, 1000)):
        k, low, high = rng.randint(0, 3), *(Fraction(rng.randint(0, 20), 20) for _ in "ab")
        true = Fraction(1, 2) + Fraction(k, 10)
        shown = {"cells": {"x": sorted(rng.sample(grid, rng.randint(0, 9)), key=Fraction)}}
        evidence: dict[str, Any] = {"kind": "tree", "tree": shown, **shown, "design": {"k": k}}
        kind = rng.choice(("value", "optimum", "threshold"))
        claim: dict[str, Any] = {"name": kind, "design": {"k": k}, "low": str(low)}
        if kind == "value":
            claim["high"], holds = str(high), low <= true <= high
        elif kind == "optimum":
            claim["upper"], holds = str(high), low <= true and Fraction(4, 5) <= high
        else:
            status = rng.choice(("sound", "unreachable", "off", "trivial"))
            by = "default" if status == "trivial" else None
            claim, holds = {"name": kind, "status": status, "by": by}, status == "sound"
        found = verify(problem, write(problem, claim, evidence)).accepted
        assert not (found and not holds), (claim, evidence)
        accepted += found is True
    assert accepted > 20


def test_binomials_are_not_forgotten() -> None:
    """One target, one amount: the closed form is a binomial tail."""
    held = [[row[3] for row in sums(((1, ONE),), 3, 9, Work())]]
    p = Fraction(2, 7)
    expected = sum(comb(9, k) * p**k * (1 - p) ** (9 - k) for k in range(4))
    assert closed(9, [p], held, up=False) <= expected <= closed(9, [p], held, up=True)


HAZY: dict[str, Any] = {
    "format": "symcause.scenario/1",
    "id": "hazy",
    "design": {"k": {"type": "integer", "min": 0, "max": 3, "default": 0}},
    "variables": [
        {"name": "x", "draw": {"uniform": ["0", "1"]}},
        {"name": "zone", "draw": {"bernoulli": "1/2"}},
        {"name": "t", "draw": {"bernoulli": "if(zone, 9/10, 1/10)"}},
        {"name": "held", "draw": {"bernoulli": "if(zone, 8/10, 2/10) - if(t, 1/10, 0)"}},
        {"name": "survived", "is": "held and x > 1/20"},
    ],
    "outcome": "survived",
    "evaluate": {"fleet": 100, "threshold": "3/4"},
    "observe": {"records": ["t", "survived"], "counts": True},
    "history": {"records": 50, "policy": [{"weight": 1, "design": {"k": k}} for k in (0, 1)]},
}
"""Of units with t 0.95 · 0.64 survive, of others 0.95 · 0.26; a cut at 1/10 leaves 0.9 to 1 of 0.95."""


@pytest.mark.parametrize(
    ("association", "effect", "held"),
    [
        (("0.316", "0.406"), ("-0.14", "-0.05"), True),
        (("0.37", "0.406"), ("-0.14", "-0.05"), None),  # it is 0.361
        (("0.3161", "0.406"), ("-0.14", "-0.05"), None),
        (("0.316", "0.4059"), ("-0.14", "-0.05"), None),
        (("0.316", "0.406"), ("-0.1399", "-0.05"), None),
        (("0.316", "0.406"), ("-0.14", "-0.0501"), None),
    ],
)
def test_rates_that_are_known_from_below_and_above(
    association: tuple[str, str], effect: tuple[str, str], held: bool | None
) -> None:
    problem = read_scenario(HAZY)
    told: dict[str, Any] = {"name": "trap", "variable": "t", "status": "proven"}
    told["pair"] = [False, True]
    told |= {
        key: {"low": low, "high": high}
        for key, (low, high) in (("association", association), ("effect", effect))
    }
    found = verify(problem, write(problem, told, {"kind": "cells", "cells": {"x": ["1/10"]}}))
    assert found.accepted is held, found.reason


@pytest.mark.parametrize("other", ["x", "y", "2*x"])
def test_what_fails_in_one_part_fails(other: str) -> None:
    """And is false where one part is, whatever the others are; or is true where one is."""
    box = {name: Range(Fraction(0), Fraction(2)) for name in "xy"}
    for text, expected in (
        (f"{other} > 5 and y < 1", {False}),
        (f"y < 1 and {other} > 5", {False}),
        (f"{other} < 5 or y < 1", {True}),
        (f"y < 1 or {other} < 5", {True}),
        (f"{other} < 5 and y < 1", {False, True}),
        (f"{other} > 5 or y < 1", {False, True}),
    ):
        assert enclosed(parse_term(text))(box) == expected, text


def test_what_makes_a_threshold_trivial_is_the_first_design_that_reaches_it() -> None:
    """Of designs with one name any; those of other names before it are shown to stay below."""
    rng, tau, accepted = Random("trivial"), Fraction(1, 2), 0
    names = ("default", "history", "history", "all-maximum")
    for _ in range(400):
        ends = [sorted(Fraction(rng.randrange(5), 4) for _ in range(2)) for _ in names]
        known = [(name, {"at": Fraction(at)}) for at, name in enumerate(names)]
        by = rng.choice(names)
        right = any(
            name == by
            and ends[at][0] >= tau
            and all(ends[i][1] < tau for i in range(at) if names[i] != by)
            for at, name in enumerate(names)
        )
        bounds: Any = SimpleNamespace(value=lambda design, ends=ends: ends[int(design["at"])])
        bounded: Any = SimpleNamespace(bounds=bounds)
        try:
            Bounded._trivial(bounded, Node(by, "claim.by"), by, known, tau)
        except Rejected:
            assert not right, (by, ends)
        else:
            assert right, (by, ends)
            accepted += 1
    assert accepted > 40
