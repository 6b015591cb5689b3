"""Proofs that no outcome leaves every parent set: each step by another engine, the whole by listing."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.families.linear.audits.next.agreement_refutation import Agreement, Predictions
from symcause.families.linear.audits.next.hill_climb import Climb
from symcause.families.linear.audits.next.intervention_outcomes import (
    after,
    begun,
    fresh_value,
    left_after,
    outcome,
)
from symcause.families.linear.audits.next.prediction_ranges import Predicting, Range, Ranges
from symcause.families.linear.generator.random_crystals import LinearOptions, draw
from symcause.families.linear.models.laboratory import Manipulation
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.families.linear.space.local.evidence_rows import LinearRows
from symcause.families.linear.space.local.programme_engine import IntervalLocal
from symcause.families.linear.space.local.sign_pieces import pieces_of
from tests.amounts import some
from tests.linear.audits.test_regions import listed, three_readings
from tests.linear.audits.test_rounded_moves import UNIT, case
from tests.linear.second_regions import Region
from tests.linear.traces import traces

ONE, ZERO = Fraction(1), Fraction(0)


def predicting(space: LinearSpace) -> list[Predicting]:
    """Every parent set that some graph has."""
    assert not isinstance(space.live, Unknown)
    found = []
    for i, local in enumerate(LinearSpace(begun(space.problem)).locals):
        assert isinstance(local, IntervalLocal)
        found += [Predicting(space, i, mask, local) for mask in sorted(space.live[i])]
    return found


def second(evidence: LinearRows, own: int, least: Fraction, signs: tuple[int, ...]) -> Region:
    """A piece once more, from the rows: coefficients, then a base for every group."""
    groups = sorted({row.group for row in evidence.rows if row.group is not None})
    columns = evidence.columns(own)
    size = len(columns) + len(groups)
    region = Region(size)
    for row in evidence.rows:
        side = [row.features[c] for c in columns] + [ONE * (row.group == g) for g in groups]
        region.bounds.append((side, row.value + evidence.half))
        region.bounds.append(([-x for x in side], evidence.half - row.value))
    for i, sign in enumerate(signs):
        unit = [ONE * (k == i) for k in range(size)]
        region.bounds.append(([-sign * x for x in unit], -least))
    return region


@pytest.mark.few(4)
@pytest.mark.parametrize("seed", range(24))
def test_pieces_are_bounded_as_by_another_simplex(seed: int) -> None:
    problem, _ = case(seed)
    rng, space = random.Random(f"pieces {seed}"), LinearSpace(problem)
    least = problem.coefficients.min_effect
    assert least is not None
    for one in rng.sample(predicting(space), 2):
        local = LinearSpace(begun(problem)).locals[one.variable]
        own = space.local_mask(local.evidence.variable, one.mask)
        groups = sorted({r.group for r in local.evidence.rows if r.group is not None})
        columns = len(one.programme.columns)
        goals = [
            one.goal(dict.fromkeys(one.parents, (2 * n * n, 2 * n)), True)
            for n in (rng.randint(-9999, 9999), 0)
        ]
        every = product((1, -1), repeat=len(one.parents))
        regions = [second(local.evidence, own, least, signs) for signs in every]
        wholes = [region for region in regions if region.highest([ZERO] * region.size) != "empty"]
        pieces = pieces_of(one.programme)
        assert pieces is not None and len(pieces) == len(wholes)
        for goal in goals:
            bases = dict(zip(one.programme.groups, goal[columns:], strict=True))
            goal2 = [*goal[:columns], *(bases.get(g, 0) for g in groups)]
            highest = [region.highest([Fraction(x) for x in goal2]) for region in wholes]
            known = [None if isinstance(x, str) else x for x in highest]
            assert sorted(map(repr, known)) == sorted(repr(piece.most(goal)) for piece in pieces)


def ranges(rng: random.Random, parents: tuple[int, ...], now: list[int]) -> dict[int, Range]:
    """A point, a few readings, many, or a ray, near the reading now or far from it."""
    found: dict[int, Range] = {}
    for j in parents:
        start = now[j] + rng.choice([0, 0, -1, 700, -3000])
        end = start + rng.choice([0, 2, 5, 900])
        found[j] = rng.choice([(start, end), (start, end), (start, None), (None, end)])
    return found


def inside(rng: random.Random, own: Range) -> int:
    a, b = own
    if a is None or b is None:
        far = rng.choice([0, 1, 17, 4000, 10**6])
        return a + far if a is not None else (b or 0) - far
    return rng.choice([a, b, rng.randint(a, b)])


@pytest.mark.few(8)
@pytest.mark.parametrize("seed", range(60))
def test_what_is_said_of_ranges_holds_at_their_readings(seed: int) -> None:
    """Intervals hold every prediction; sets that part have no reading in common, says z3."""
    problem, _ = case(seed)
    rng, space = random.Random(f"ranges {seed}"), LinearSpace(problem)
    sets = predicting(space)
    agreement = Agreement(
        Predictions(space, Meter()), Manipulation(problem.controllable[0], Fraction(50))
    )
    now = agreement._now
    for _ in range(6):
        one = rng.choice(sets)
        other = rng.choice([s for s in sets if s.variable == one.variable])
        parents = tuple(sorted({*one.parents, *other.parents}))
        box = ranges(rng, parents, now)
        corners = Ranges.of(box, rng.choice([True, False]))
        assert corners is not None
        low, high = one.admitted(corners)
        parts = one is not other and one.parts_from(other, (), corners)
        for _ in range(4):
            read = {j: inside(rng, own) for j, own in box.items()}
            mine, theirs = admitted(space, one, read), admitted(space, other, read)
            assert low is None or (mine[0] is not None and low <= mine[0])
            assert high is None or (mine[1] is not None and high >= mine[1])
            if parts:
                for value in (*mine, *theirs):
                    if value is not None:
                        assert not (
                            fits(space, one, read, value) and fits(space, other, read, value)
                        )


@pytest.mark.few(6)
@pytest.mark.parametrize("seed", range(60))
def test_sets_that_part_if_ties_are_kept(seed: int) -> None:
    """Where a parent reads what a determined set of its own admits, they have no reading in common."""
    problem, _ = case(seed)
    rng, space = random.Random(f"ties {seed}"), LinearSpace(problem)
    sets = predicting(space)
    now = Agreement(
        Predictions(space, Meter()), Manipulation(problem.controllable[0], Fraction(50))
    )._now
    tied = [one for one in sets if one.parents and not one.open and len(one.pieces) == 1]
    for tie, one, other in product(tied, sets, sets):
        if not (one.variable == other.variable and one.mask < other.mask):
            continue
        parents = {*one.parents, *other.parents}
        if tie.variable not in parents or one.variable in tie.parents:
            continue
        every = tuple(sorted({*parents, *tie.parents}))
        box = ranges(rng, every, now)
        corners = Ranges.of(box, bool(one.open or other.open))
        if corners is None or not one.parts_from(other, [tie], corners):
            continue
        for _ in range(3):
            read = {j: inside(rng, own) for j, own in box.items()}
            low, high = admitted(space, tie, read)
            assert low is not None and high is not None
            own = (max(x for x in (low, box[tie.variable][0]) if x is not None), high)
            top = box[tie.variable][1]
            if own[0] > high or (top is not None and own[0] > top):
                continue
            read[tie.variable] = own[0]
            for value in (*admitted(space, one, read), *admitted(space, other, read)):
                if value is not None:
                    assert not (fits(space, one, read, value) and fits(space, other, read, value))


def admitted(space: LinearSpace, one: Predicting, read: dict[int, int]) -> Range:
    """The hull of what a set admits at single readings, by the programmes of the version space."""
    local = LinearSpace(begun(space.problem)).locals[one.variable]
    assert isinstance(local, IntervalLocal)
    values = dict.fromkeys(space.problem.variables, ZERO)
    values |= {space.problem.variables[j]: n * UNIT for j, n in read.items()}
    own = space.local_mask(local.evidence.variable, one.mask)
    found = local.predicted(own, local.evidence.features(values), one.group)
    assert not isinstance(found, Unknown)
    low, high = found
    half = local.evidence.half
    return (
        None if low is None else -((half - low) // UNIT),
        None if high is None else (high + half) // UNIT,
    )


def fits(space: LinearSpace, one: Predicting, read: dict[int, int], value: int) -> bool:
    """Is a set left if the variable and its parents read that? By z3."""
    problem = begun(space.problem)
    reads = dict.fromkeys(problem.variables, ZERO)
    reads |= {problem.variables[j]: n * UNIT for j, n in read.items()}
    reads[problem.variables[one.variable]] = value * UNIT
    others = [v for v in problem.controllable if v != problem.variables[one.variable]]
    step = Manipulation(others[0], reads[others[0]])
    later = LinearSpace(after(problem, step, tuple(reads.values())), engine="smt")
    own = space.local_mask(problem.variables[one.variable], one.mask)
    weight = later.locals[one.variable].weight(own)
    assert isinstance(weight, int)
    return bool(weight)


@pytest.mark.few(8)
@pytest.mark.parametrize("seed", range(90))
def test_no_outcome_leaves_more_than_the_proof_says(seed: int) -> None:
    problem, model = case(seed)
    rng, space = random.Random(f"agreement {seed}"), LinearSpace(problem)
    graphs = space.count()
    assert isinstance(graphs, int)
    for name in problem.controllable:
        step = Manipulation(name, fresh_value(problem, name))
        budget = Meter()
        climb = Climb(space, step, graphs, budget)
        climb.rise(climb.still(), budget.stretch(1_000_000))
        climb.rise(outcome(problem, model, step), budget.stretch(1_000_000))
        bound = Agreement(Predictions(space, budget), step).bound(budget.stretch(2_000_000))
        if climb.done:
            assert bound is None  # some outcome leaves every set
        if bound is not None:
            assert bound < graphs
            left = [left_after(space, step, reads) for reads in listed(problem, model, step, rng)]
            assert all(isinstance(count, int) and count <= bound for count in [*left, climb.worst])


BELOW = [
    (6, 3, "pressure", 15_936),
    (6, 3, "temperatureC", 16_184),
    (6, 3, "radiation", 16_184),  # the other readings follow one that goes to infinity
    (7, 8, "temperatureC", 720),
    (7, 8, "pressure", 720),
    (8, 3, "ph", 3_628_264_676),
    (8, 8, "moisture", 1_125_300),
]


@pytest.mark.few(2)
@pytest.mark.parametrize(("size", "steps", "name", "most"), BELOW)
def test_outcomes_that_determined_sets_cannot_share(
    size: int, steps: int, name: str, most: int
) -> None:
    problem = draw(LinearOptions(variables=size, quadratic=True), 1, 0).shortened(steps)
    space = LinearSpace(problem)
    graphs, step = space.count(), Manipulation(name, fresh_value(problem, name))
    assert isinstance(graphs, int) and most < graphs
    budget = Meter(60_000_000)
    assert Agreement(Predictions(space, budget), step).bound(budget) == most


def test_a_worst_case_that_only_gaps_prove() -> None:
    """The larger set contains the smaller one, but its further effects are not as small as needed."""
    found = three_readings()
    assert found.exact
    assert {c.intervention.variable: c.worst for c in found.candidates} == {
        "moisture": 2,
        "radiation": 2,
        "quantumSize": 4,
    }


def test_what_the_released_environment_read_next_leaves_no_more() -> None:
    proved = 0
    for whole in some(traces("4nodes_quad_hard"), 5):
        for steps in range(1, len(whole.chain)):
            now, later = whole.shortened(steps), whole.shortened(steps + 1)
            done, space = later.chain[-1].intervention, LinearSpace(now)
            if done is None or space.count() == 1:
                continue
            budget = Meter(3_000_000)
            most = Agreement(Predictions(space, budget), done).bound(budget)
            if most is not None:
                left = LinearSpace(later).count()
                assert isinstance(left, int) and 1 <= left <= most
                proved += 1
    assert proved
