"""The worst case under a hidden disturbance: no outcome leaves more, and some outcome leaves as many."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.families.linear.audits.hidden import disturbance_worst_case as disturbed_flats
from symcause.families.linear.audits.hidden.disturbance_bounds import (
    disturbed_bounds,
    members_with_runs,
)
from symcause.families.linear.audits.hidden.disturbance_forms import DisturbedForms
from symcause.families.linear.audits.hidden.disturbance_worst_case import Most, most_of
from symcause.families.linear.audits.hidden.robust_plan import Truth
from symcause.families.linear.audits.next.intervention_outcomes import begun, exact_set, fresh_value
from symcause.families.linear.audits.next.intervention_rank import (
    NextIntervention,
    next_intervention,
)
from symcause.families.linear.audits.next.outcome_forms import Flat
from symcause.families.linear.generator.random_crystals import LinearOptions, draw
from symcause.families.linear.models.laboratory import Manipulation
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.space.hidden.disturbance_replay import possible_nodes
from symcause.families.linear.space.hidden.hidden_space import HiddenSpace
from symcause.families.linear.space.space_choice import open_space
from tests.linear.audits.test_disturbed_plans import explains, most_graphs, read, truths
from tests.linear.cases import integers
from tests.linear.space.test_hidden import all_models, disturbed_episode
from tests.linear.traces import traces

F = Fraction
VALUES = ((F(0), F(5)), (F(-5), F(0), F(5)), (F(3),), (F(-1), F(2)))
MOST = 24
"""Outcomes of an intervention that are tried."""


def case(seed: int, **options: object) -> LinearProblem:
    """Three variables, what the disturbance acts on known or not, its first value zero or not."""
    rng = random.Random(f"disturbed flats {seed}")
    problem, _ = disturbed_episode(
        *(rng, 3, seed % 3),
        known=seed % 4 != 2,
        values=VALUES[seed % 4],
        **options,  # type: ignore[arg-type]
    )
    return begun(problem)


def graphs_of(problem: LinearProblem) -> list[tuple[int, ...]]:
    space = open_space(problem)
    found = space.decided if isinstance(space, HiddenSpace) else space.masks()
    assert not isinstance(found, Unknown)
    return list(found)


@pytest.mark.few(4)
@pytest.mark.parametrize("seed", range(32))
def test_no_small_model_leaves_more_and_some_outcome_leaves_as_many(seed: int) -> None:
    """Models of small integers are members of the rational space, with all their coincidences."""
    problem, rng = case(seed), random.Random(seed)
    space, graphs = open_space(problem), graphs_of(problem)
    assert problem.hidden is not None
    small = [
        Truth(model, nodes)
        for model in all_models(problem, (-1, 1, 2))
        for nodes in possible_nodes(problem)
        if explains(problem, model, nodes)
    ]
    for name in problem.controllable:
        step = Manipulation(name, fresh_value(problem, name))
        members = members_with_runs(space, rng)
        assert not isinstance(members, Unknown)
        worst = disturbed_bounds(space, members, len(graphs), step, Meter())
        assert not isinstance(worst, Unknown)
        assert worst.low == worst.high  # counted by the whole space from below, proven from above
        for truth in rng.sample(small, min(len(small), MOST)):
            later = read(problem, truth, [step], (rng.choice(problem.hidden.values),))
            left = HiddenSpace(later).count()
            assert isinstance(left, int) and 1 <= left <= worst.high


@pytest.mark.few(4)
@pytest.mark.parametrize("seed", range(32))
def test_integer_classes_do_not_leave_more_either(seed: int) -> None:
    """Every model, every run: the rational search over their graphs is a bound."""
    problem = case(seed, coefficients=integers(1, 2))
    graphs, members = graphs_of(problem), truths(problem)
    for name in problem.controllable:
        step = Manipulation(name, fresh_value(problem, name))
        most = most_of(problem, step, graphs, Meter())
        assert most is not None and most.low == most.high <= len(graphs)
        assert most_graphs(problem, members, [step]) <= most.high


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("i", "steps", "worst"), [(1, 1, [8, 8, 12]), (2, 1, [3, 4, 4]), (0, 3, [1, 2, 2])]
)
def test_states_of_four_variables_are_exact(i: int, steps: int, worst: list[int]) -> None:
    """Where what moves says nothing: 17, 5 and 2 graphs."""
    found = next_intervention(draw(LinearOptions(hidden=1), 1, i).shortened(steps))
    assert isinstance(found, NextIntervention) and found.exact
    assert [candidate.worst for candidate in found.candidates] == worst


def test_a_search_that_is_cut_short_leaves_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = draw(LinearOptions(hidden=1), 1, 1).shortened(1)
    graphs = graphs_of(problem)
    step = Manipulation("pressure", F(50))
    whole = most_of(problem, step, graphs, Meter())
    monkeypatch.setattr(disturbed_flats, "TELLING_LOOKS", 1)
    short = most_of(problem, step, graphs, Meter())
    assert whole is not None and short is not None
    assert short.low <= whole.low == whole.high == 8 < short.high
    monkeypatch.setattr(disturbed_flats, "MOST_TELLINGS", 1)
    assert most_of(problem, step, graphs, Meter()) is None


def test_a_search_keeps_to_its_budget() -> None:
    """One space of outcomes more is looked at, and no other; what it says then is a bound."""
    problem = draw(LinearOptions(hidden=1), 1, 1).shortened(1)
    graphs, step = graphs_of(problem), Manipulation("pressure", F(50))
    free, bound = Meter(), Meter(1)
    whole, short = (most_of(problem, step, graphs, budget) for budget in (free, bound))
    assert whole is not None and short is not None
    assert short.low <= whole.low == whole.high <= short.high
    assert bound.spent < free.spent


def test_outcomes_are_drawn_in_several_directions() -> None:
    """By how much a variable moves, and the disturbance with it: nothing says how they are related."""
    flat = Flat(((1, 0), (0, 1)), ((0, 1),), ((),))
    drawn = {Most(1, 1, flat, ((),)).drawn(random.Random(turn)) for turn in range(8)}
    moves = {move for found in drawn if found is not None for move in found}
    assert min(moves) < 0 < max(moves)
    assert Most(1, 0, flat, ()).drawn(random.Random(0)) is None


def test_what_all_graphs_need_is_cut_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    nodes: list[Any] = []
    searched = disturbed_flats._searched
    monkeypatch.setattr(
        disturbed_flats,
        "_searched",
        lambda node, budget: nodes.append(node) or searched(node, budget),
    )
    problem = draw(LinearOptions(hidden=1), 1, 1).shortened(1)
    most_of(problem, Manipulation("pressure", F(50)), graphs_of(problem), Meter())
    (whole,) = nodes
    needed = Counter(form for needs in whole.needs for form in needs)
    assert min(needed.values()) < max(needed.values()) == len(whole.needs)
    assert len(list(disturbed_flats._parts(whole))) == 1


def test_a_variable_without_parents_responds_as_the_disturbance_pushes_it() -> None:
    """Whatever else it is seen to do contradicts such a graph."""
    problem = case(1)
    step = Manipulation(problem.controllable[0], fresh_value(problem, problem.controllable[0]))
    forms = DisturbedForms(problem, step)
    drawn = [F(0)] * len(problem.chain)
    assert forms._coefficients(0, 0, drawn, F(1), {0: F(2)}) is None
    two = 0b110
    free = forms._coefficients(0, two, drawn, F(1), {})
    assert forms._coefficients(0, two, drawn, F(1), {0: F(2), 1: F(1)}) == free


HIDDEN = (
    *("4nodes_hidden_n2", "4nodes_hidden_vrange_pm50", "4nodes_hidden", "4nodes_hidden_n3"),
    *("4nodes_hidden_freqnode_n2", "4nodes_hidden_freqprio_n3", "4nodes_hidden_vrange_pm0p5"),
)


@pytest.mark.few(2)
@pytest.mark.parametrize("suite", HIDDEN)
def test_what_the_released_environment_read_next_leaves_no_more(suite: str) -> None:
    compared = 0
    for whole in traces(suite):
        for steps in (1, 2, 3):
            now, later = whole.shortened(steps), whole.shortened(steps + 1)
            done = later.chain[-1].intervention
            graphs = HiddenSpace(now).decided
            few = not isinstance(graphs, Unknown) and 1 < len(graphs) <= 40
            if done is None or not few or not exact_set(now) or later.chain == now.chain:
                continue
            assert not isinstance(graphs, Unknown)
            most, left = most_of(now, done, tuple(graphs), Meter()), HiddenSpace(later).count()
            if most is not None:
                assert isinstance(left, int) and 1 <= left <= most.high
                compared += 1
    assert compared
