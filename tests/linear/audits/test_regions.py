"""``next`` on rounded readings: bounds by regions of outcomes, and outcomes that reach them, by listing."""

from __future__ import annotations

import random
from functools import cache
from itertools import product
from math import ceil, floor

import pytest

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.families.linear.audits.next.hill_climb import Climb, most_covered
from symcause.families.linear.audits.next.intervention_outcomes import (
    Leaving,
    Outcome,
    after,
    current_reading,
    fresh_value,
    left_after,
    outcome,
)
from symcause.families.linear.audits.next.intervention_rank import (
    NextIntervention,
    next_intervention,
)
from symcause.families.linear.audits.next.outcome_regions import Regions
from symcause.families.linear.audits.next.worst_case_bounds import Weighing
from symcause.families.linear.generator.random_crystals import LinearOptions, draw
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import Manipulation
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.space.linear_space import LinearSpace
from tests.amounts import amount
from tests.linear.audits.test_rounded_moves import UNIT, F, case

MOST = amount(50, 150)
"""Outcomes of a case that are listed."""


def listed(
    problem: LinearProblem, model: CrystalModel, step: Manipulation, rng: random.Random
) -> list[Outcome]:
    """Readings near those before and near what gold reads, in all combinations or many of them."""
    now = current_reading(problem)
    true = dict(zip(problem.variables, outcome(problem, model, step), strict=True))
    values = []
    for name in problem.variables:
        if name == step.variable:
            values.append([step.value, step.value + UNIT, step.value - UNIT])
            continue
        far = true[name] + rng.choice([-7, 3, 40]) * UNIT
        near = [at + k * UNIT for at in (now[name], true[name]) for k in (0, 1, -1)]
        values.append(list(dict.fromkeys([*near, far])))
    every = list(product(*values))
    return every if len(every) <= MOST else rng.sample(every, MOST)


def bounded(
    space: LinearSpace, step: Manipulation, graphs: int, low: int, steps: int
) -> tuple[int, int]:
    budget = Meter(steps)
    return Regions(space, step, graphs, budget).bounded(low, budget)


@pytest.mark.few(6)
@pytest.mark.parametrize("seed", range(90))
def test_no_outcome_leaves_more_than_the_regions_say(seed: int) -> None:
    problem, model = case(seed)
    rng, space = random.Random(f"regions {seed}"), LinearSpace(problem)
    graphs = space.count()
    assert isinstance(graphs, int)
    name = rng.choice(problem.controllable)
    step = Manipulation(name, fresh_value(problem, name))
    low, high = bounded(space, step, graphs, 0, 3_000_000)
    coarse = bounded(space, step, graphs, 0, 10_000)[1]
    assert 0 <= low <= high <= coarse <= graphs  # whenever the search stops
    left = [left_after(space, step, reads) for reads in listed(problem, model, step, rng)]
    assert all(isinstance(count, int) and count <= high for count in left)
    assert any(left)  # gold's outcome is among them


@pytest.mark.few(3)
@pytest.mark.parametrize("seed", range(40))
def test_what_a_climb_finds_is_left_according_to_z3_too(seed: int) -> None:
    problem, model = case(seed)
    space = LinearSpace(problem)
    graphs = space.count()
    assert isinstance(graphs, int)
    step = Manipulation(problem.controllable[0], fresh_value(problem, problem.controllable[0]))
    budget, part = Meter(), 1_000_000
    climb = Climb(space, step, graphs, budget)
    climb.rise(climb.still(), budget.stretch(part))
    climb.rise(outcome(problem, model, step), budget.stretch(part))
    climb.mend(budget.stretch(part))
    climb.wander(random.Random(seed), budget.stretch(part))
    assert climb.worst == max(climb.left)
    assert climb.worst >= max(1, *_known(space, step, climb.still(), problem, model))
    assert climb._best is not None
    later = LinearSpace(after(problem, step, climb._best[1]), engine="smt")
    assert later.count() == climb.worst


@pytest.mark.few(3)
@pytest.mark.parametrize("seed", range(40))
def test_what_is_left_is_what_the_whole_space_says(seed: int) -> None:
    """Rows that say nothing are not solved, and what a set said before is remembered."""
    problem, model = case(seed)
    rng, space = random.Random(f"leaving {seed}"), LinearSpace(problem)
    graphs = set(space.masks())
    assert not isinstance(space.live, Unknown)
    assert [set(table) for table in space.live] == [set(c) for c in zip(*graphs, strict=True)]
    name = rng.choice(problem.controllable)
    step = Manipulation(name, fresh_value(problem, name))
    leaving = Leaving(space, step)
    for reads in rng.sample(listed(problem, model, step, rng), 8):
        later = LinearSpace(after(problem, step, reads))
        assert leaving.left(reads) == later.count()
        kept = set(later.masks())
        lost = leaving.excluded(reads)
        assert all(graph not in kept for graph in graphs for i, m in lost if graph[i] == m)


def _known(
    space: LinearSpace,
    step: Manipulation,
    still: Outcome,
    problem: LinearProblem,
    model: CrystalModel,
) -> list[int]:
    found = [left_after(space, step, reads) for reads in (still, outcome(problem, model, step))]
    return [count for count in found if not isinstance(count, Unknown)]


@pytest.mark.few(10)
@pytest.mark.parametrize("seed", range(30))
def test_the_reading_that_most_intervals_cover(seed: int) -> None:
    rng = random.Random(f"covered {seed}")
    intervals = []
    for _ in range(rng.randint(0, 6)):
        low, high = sorted(F(rng.randint(-60, 60), 7) for _ in range(2))
        intervals.append((rng.choice([low, None]), rng.choice([high, high, None])))
    near = F(rng.randint(-9, 9))
    found = most_covered(intervals, F(1), near)

    def covers(x: F) -> int:
        return sum((a is None or a <= x) and (b is None or x <= b) for a, b in intervals)

    assert found.denominator == 1
    assert covers(found) == max(covers(F(x)) for x in range(-70, 70))
    if covers(near) == covers(found):
        assert found == near
        return
    here = [(a, b) for a, b in intervals if (a is None or a <= found) and (b is None or found <= b)]
    starts = [ceil(a) for a, _ in here if a is not None]
    ends = [floor(b) for _, b in here if b is not None]
    if starts and ends:
        assert found == (max(starts) + min(ends)) // 2


@cache
def three_readings() -> NextIntervention:
    """What to do next after three readings of a drawn crystal."""
    found = next_intervention(draw(LinearOptions(quadratic=True), 1, 1).shortened(3))
    assert isinstance(found, NextIntervention)
    return found


def test_worst_cases_that_only_regions_show() -> None:
    found = three_readings()
    assert found.graphs == 4
    assert found.best.exact and found.best.worst == 2  # what moves admits all four
    (wide,) = [c for c in found.candidates if c.intervention.variable == "quantumSize"]
    assert wide.exact and wide.worst == 4  # one outcome does: three readings have to agree
    many = draw(LinearOptions(variables=6, quadratic=True), 1, 0).shortened(1)
    space = LinearSpace(many)
    name = next(v for v in many.controllable if v == "conductivity")
    step = Manipulation(name, fresh_value(many, name))
    still = Climb(space, step, 0, Meter()).still()
    graphs, left = space.count(), left_after(space, step, still)
    assert isinstance(graphs, int) and isinstance(left, int) and left < graphs
    assert bounded(space, step, graphs, left, 5_000_000) == (left, left)


def test_an_outcome_beyond_a_gap() -> None:
    """Nothing else moves: one set of the target does not admit that, and all do elsewhere."""
    many = draw(LinearOptions(variables=7, quadratic=True), 1, 0).shortened(1)
    space, step = LinearSpace(many), Manipulation("ph", fresh_value(many, "ph"))
    graphs = space.count()
    assert isinstance(graphs, int)
    budget = Meter(20_000_000)
    climb = Climb(space, step, graphs, budget)
    left = climb.look(climb.still())
    assert isinstance(left, int) and left < graphs
    climb.mend(budget)
    assert climb._best is not None and climb._best[0] == graphs
    assert LinearSpace(after(many, step, climb._best[1])).count() == graphs


def test_small_parent_sets_bound_many_graphs() -> None:
    """Two sets of a variable that stay and move: one of them is not left, whatever is read."""
    many = draw(LinearOptions(variables=8, quadratic=True), 1, 0).shortened(8)
    space = LinearSpace(many)
    graphs = space.count()
    step = Manipulation("conductivity", fresh_value(many, "conductivity"))
    budget = Meter(3_000_000)
    found = Weighing(space, 0, budget).bounds(step, budget)
    assert not isinstance(found, Unknown) and isinstance(graphs, int)
    assert found.low <= found.high < graphs


def test_members_in_general_position_begin_climbs() -> None:
    """What they would read is looked at, and where the climb went from there leaves no less."""
    problem, _ = case(1)
    space = LinearSpace(problem)
    graphs = space.count()
    assert isinstance(graphs, int)
    step = Manipulation(problem.controllable[0], fresh_value(problem, problem.controllable[0]))
    budget = Meter()
    climb = Climb(space, step, graphs, budget)
    found = next(iter(Weighing(space, 0, budget)._sampled(step, None, climb, budget)))
    assert found == climb.worst == max(climb.left)


def test_the_first_better_neighbour_is_climbed_to(monkeypatch: pytest.MonkeyPatch) -> None:
    problem, _ = case(1)
    step = Manipulation(problem.controllable[0], fresh_value(problem, problem.controllable[0]))
    climb, looked = Climb(LinearSpace(problem), step, 1_000, Meter()), []

    def look(reads: Outcome) -> int:
        (at,) = reads
        looked.append(at)
        if climb._best is None or at > climb._best[0]:
            climb._best = int(at), reads
        return int(at)

    monkeypatch.setattr(climb, "look", look)
    monkeypatch.setattr(climb, "_near", lambda reads: [(min(reads[0] + k, F(4)),) for k in (1, 0)])
    look((F(1),))
    climb._by_units(Meter())
    assert looked == [1, 2, 3, 4, 4, 4]
