"""The greedy plan for gold: when it goes on, and when it stops."""

from __future__ import annotations

from typing import Any
from unittest import mock

import pytest

import symcause
from symcause.answers import Unknown
from symcause.families.linear.audits.plan import greedy_plan
from symcause.families.linear.audits.plan.greedy_plan import greedy_steps
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.space.linear_space import LinearSpace
from tests.bounds.stops import bounded


def known(*rows: dict[str, int]) -> tuple[LinearSpace, CrystalModel]:
    """A parabola of one property, and what was read of it."""
    model = symcause.linear.model({"f": "x^2", "x": "3"})
    problem = symcause.linear.problem(
        chain=[{"x": 3, "f": 9, "do": ""}, *rows], target="f", family="quadratic", gold=model
    )
    return LinearSpace(problem), model


def test_it_goes_on_until_one_graph_is_left() -> None:
    space, model = known()
    assert space.count() == 2
    steps = greedy_steps(space, model)
    assert steps and {step.variable for step in steps} == {"x"}


def test_with_one_graph_nothing_is_tried() -> None:
    space, model = known({"x": 5, "f": 25, "do": "x=5"}, {"x": 7, "f": 49, "do": "x=7"})
    assert space.count() == 1
    with mock.patch.object(greedy_plan, "_best", _never):
        assert greedy_steps(space, model) == []


def test_where_nothing_can_be_done_it_ends() -> None:
    space, model = known()
    with mock.patch.object(greedy_plan, "_best", side_effect=[None]) as asked:
        assert greedy_steps(space, model) == []
    assert asked.call_count == 1


def test_graphs_that_nobody_counts_are_not_planned_for() -> None:
    space, model = known()
    with (
        mock.patch.object(LinearSpace, "count", lambda _: Unknown("too many")),
        mock.patch.object(greedy_plan, "_best", _never),
        mock.patch.object(greedy_plan, "_needed", lambda *given: given[2]),
    ):
        assert greedy_steps(space, model) == []


def test_without_work_there_is_no_plan() -> None:
    space, model = known()
    with bounded("linear.GREEDY_STEPS", 0), mock.patch.object(greedy_plan, "_best", _never):
        assert greedy_steps(space, model) == []


def _never(*_: Any) -> None:
    pytest.fail("nothing is to be tried")
