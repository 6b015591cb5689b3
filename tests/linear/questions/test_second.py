"""The linear family against a second implementation that shares nothing with it."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

import symcause
from symcause.errors import UsageError
from symcause.formats.problems import read_document
from tests.amounts import amount
from tests.linear.second_answers import compare_check, compare_play
from tests.linear.second_comparing import (
    compare_certificates,
    compare_members,
    compare_next,
    compare_plan,
    compare_space,
    compare_verdict,
    drawn,
)

EXACT = {"hidden": False, "unit": Fraction(0)}
AGENTS = ("random", "greedy", "passive", "optimal")


def episode(seed: int) -> bool:
    rng = Random(seed)
    agent, tolerance = rng.choice(AGENTS), rng.choice((5, 5, 0, 1))
    try:
        return compare_play(drawn(seed, size=3, **EXACT), agent, tolerance, seed)
    except UsageError as error:
        assert "optimal does not apply" in str(error)
        return False


def check(seeds: range) -> None:
    """Every question, on cases of their own."""
    assert sum(compare_space(drawn(seed)) for seed in seeds) > len(seeds) / 2
    for seed in seeds[::3]:
        case = drawn(seed)
        compare_verdict(case)
        compare_members(case)
        compare_check(case, Random(seed))
    for seed in seeds[::4]:
        compare_next(drawn(seed, domain="integer", **EXACT))
        compare_plan(drawn(seed, semantics="set", family="linear", **EXACT))
        compare_certificates(drawn(seed, size=3, **EXACT))
        episode(seed)


@pytest.mark.few(1)
@pytest.mark.parametrize("block", range(3))
def test_random_cases(block: int) -> None:
    check(range(12 * block, 12 * block + amount(5, 12)))


@pytest.mark.exhaustive
@pytest.mark.parametrize("block", range(20))
def test_many_random_cases(block: int) -> None:
    check(range(1_000 + 50 * block, 1_050 + 50 * block))


def small(**keys: Any) -> Any:
    """Two variables, and what is stated."""
    return read_document(
        {
            "format": "symcause.linear/1",
            "id": "small",
            "variables": ["a", "f"],
            "target": "f",
            "controllable": ["a"],
            **keys,
        }
    )


def test_evidence_that_nothing_explains_may_hold_a_release() -> None:
    """What is released was held: no other semantics but do and hold is tried as an explanation."""
    states = [
        {"values": {"a": 1, "f": 1}},
        {"intervene": {"a": 5}, "values": {"a": 5, "f": 1}},
        {"intervene": {"a": None}, "values": {"a": 1, "f": 2}},
    ]
    found = symcause.audit(small(semantics="hold", chain=states))
    assert found.verdict == "inconsistent" and found.settled is False


def test_crystals_out_of_the_range_of_bases_put_gold_outside_the_class() -> None:
    """The range belongs to the class: gold is right about the evidence all the same."""
    found: Any = symcause.audit(
        small(
            bases={"min": 0},
            records=[{"id": "r0", "values": {"a": -1, "f": 3}}],
            gold={"equations": {"a": "0", "f": "4 + a"}},
        )
    )
    assert found.gold.valid and not found.gold.in_class
    assert found.verdict == "gold-outside-class"


def test_a_hypothesis_says_nothing_about_the_base_of_a_variable_nobody_controls() -> None:
    problem = small(
        variables=["a", "b", "f"], records=[{"id": "r0", "values": {"a": 1, "b": 7, "f": 2}}]
    )
    answer = {"edges": [], "freq_equation": "f = base", "coefficients": {"base": 2}}
    found: Any = symcause.check(problem, answer)
    assert found.fits and found.right


@pytest.mark.parametrize("where", ["records", "chain"])
def test_bases_have_their_range_under_a_disturbance_too(where: str) -> None:
    values = {"a": -1, "f": 2}
    record = {"id": "r0", "values": values if where == "records" else {"a": 1, "f": 2}}
    problem = small(
        bases={"min": 0},
        max_parents=0,
        semantics="do",
        hidden={"values": [0, 5], "weight": 1, "nodes": ["f"], "initial": 0},
        records=[record],
        chain=[
            {"values": values if where == "chain" else {"a": 1, "f": 2}},
            {"intervene": {"a": 3}, "values": {"a": 3, "f": 7}},
        ],
    )
    answer = {"edges": [], "freq_equation": "f = base", "coefficients": {"base": 2}}
    found: Any = symcause.check(problem, answer)
    assert found.count == 0 and found.fits is False
    assert found.misfit.place == ("records[0].a" if where == "records" else "chain[0].a")


def test_a_variable_that_was_cut_in_every_reading_has_an_unknown_base() -> None:
    """The next ``do`` releases it, and no model says what it reads then."""
    problem = small(
        variables=["a", "b", "f"],
        controllable=["a", "b"],
        semantics="do",
        coefficients={"domain": "integer", "min": 1, "max": 1},
        chain=[{"intervene": {"a": 3}, "values": {"a": 3, "b": 4, "f": 1}}],
    )
    found: Any = symcause.next_experiments(problem)
    assert found.status == "unknown" and found.reason == (
        "a was cut in every reading: its base is not known"
    )
    plan: Any = symcause.disambiguate(problem, adaptive=True)
    assert not plan.plan and plan.count_after is None
    models = [{"a": "1", "b": "4", "f": "1"}, {"a": "1 + b", "b": "4", "f": "1"}]
    parted: Any = symcause.separate(problem, *models)
    assert parted.separated is None and "base is not known" in parted.reason


@pytest.mark.parametrize("large", ["a", "b"])
def test_a_minimum_effect_is_reached_along_the_smallest_slope(large: str) -> None:
    """Coefficients that balance each other at one to a billion: a member lies a billion steps away."""
    read = {"a": 1, "b": 1, large: 10**9, "f": 0}
    problem = small(
        variables=["a", "b", "f"],
        controllable=["a", "b"],
        coefficients={"domain": "rational", "min_effect": 1},
        records=[{"id": "r0", "values": {"a": 0, "b": 0, "f": 0}}, {"id": "r1", "values": read}],
    )
    found: Any = symcause.solve(problem, everything=True)
    assert found.complete and len(found.members) == 6
    assert symcause.space(problem).draw(Random(0)) in symcause.space(problem)
