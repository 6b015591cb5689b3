"""Exact elimination, z3, integer enumeration and brute force agree; the truth is always a member."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, islice

import pytest

from symcause.answers import Unknown, Unsat
from symcause.audits.space import EdgeStatus, EdgeStatuses
from symcause.budgets import Meter
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import EquationFamily, Manipulation, Semantics
from symcause.families.linear.problem.evidence_replay import reactor_target
from symcause.families.linear.problem.problem import (
    BaseRange,
    ChainState,
    Coefficients,
    LinearProblem,
    Record,
)
from symcause.families.linear.space.linear_space import LinearSpace, statuses_of
from symcause.families.linear.space.member_pair import two_members
from symcause.families.linear.space.membership_objections import objections_to
from symcause.families.linear.space.model_separation import Parting, tell_apart, unsettled
from symcause.families.linear.space.row_explanation import (
    explain_at_once,
    explain_conflict,
    explain_edge,
)
from symcause.families.linear.space.target_range import TargetRange, target_range
from symcause.models.equations import Effect, Equation
from symcause.solvers.acyclic.acyclic_choices import edge_statuses
from tests.amounts import amount
from tests.linear.cases import (
    RATIONAL,
    brute_graphs,
    brute_models,
    episode,
    integers,
    problem_of,
    random_model,
)


def random_targets(rng: random.Random, problem: LinearProblem) -> list[str]:
    return [rng.choice(problem.controllable) for _ in range(rng.randint(0, len(problem.variables)))]


def masks_of(problem: LinearProblem, model: CrystalModel) -> tuple[int, ...]:
    return LinearSpace(problem).masks_of(model.edges)


@pytest.mark.few(4)
@pytest.mark.parametrize("semantics", list(Semantics))
@pytest.mark.parametrize(
    ("size", "sink", "episodes"), [(3, True, 60), (3, False, 40), (4, True, 40)]
)
def test_exact_engine_equals_brute_force(
    semantics: Semantics, size: int, sink: bool, episodes: int
) -> None:
    rng = random.Random(f"{semantics}{size}{sink}")
    for _ in range(amount(15, episodes)):
        model = random_model(rng, size, sink=sink)
        empty = problem_of(model, semantics=semantics, sink=sink)
        problem = episode(rng, empty, random_targets(rng, empty), records=rng.randint(1, 3))
        if rng.random() < 0.3:  # nobody read the crystal before the first intervention
            problem = replace(problem, chain=problem.chain[1:])
        space = LinearSpace(problem, engine="exact")
        wanted = brute_graphs(problem)
        assert set(space.masks()) == wanted
        assert space.count() == len(wanted)
        assert masks_of(problem, model) in wanted


@pytest.mark.parametrize(
    ("size", "sink", "episodes"), [(4, False, 6), (5, True, 8), (6, True, 2), (5, False, 2)]
)
def test_exact_engine_equals_brute_force_on_larger_graphs(
    size: int, sink: bool, episodes: int
) -> None:
    rng = random.Random(size)
    for i in range(amount(2, episodes)):
        model = random_model(rng, size, sink=sink)
        semantics = (Semantics.SET, Semantics.SHIFT)[i % 2]
        empty = problem_of(model, semantics=semantics, sink=sink)
        targets = rng.sample(empty.controllable, min(2 + i % 2, size - 1))
        problem = episode(rng, empty, targets)
        space = LinearSpace(problem)
        if size < 6:
            assert space.count() == len(brute_graphs(problem))
        assert space.masks_of(model.edges) in set(space.masks())


@pytest.mark.few(5)
@pytest.mark.parametrize("semantics", list(Semantics))
@pytest.mark.parametrize(("size", "episodes"), [(3, 32), (4, 16), (5, 3), (6, 1)])
def test_smt_engine_equals_exact_engine(semantics: Semantics, size: int, episodes: int) -> None:
    rng = random.Random(f"smt{semantics}{size}")
    for i in range(amount(min(episodes, 5), episodes)):
        sink = size > 4 or i % 3 > 0
        model = random_model(rng, size, sink=sink)
        empty = problem_of(model, semantics=semantics, sink=sink)
        problem = episode(rng, empty, random_targets(rng, empty))
        exact, smt = LinearSpace(problem, engine="exact"), LinearSpace(problem, engine="smt")
        assert exact.choices == smt.choices
        assert exact.count() == smt.count()
        assert exact.edges() == smt.edges()
        if size < 5 and i % 4 == 0:
            ours, theirs = target_range(exact), target_range(smt)
            assert isinstance(ours, TargetRange) and isinstance(theirs, TargetRange)
            assert (ours.low, ours.high) == (theirs.low, theirs.high)


@pytest.mark.few(4)
@pytest.mark.parametrize("semantics", list(Semantics))
@pytest.mark.parametrize(
    ("low", "high", "size", "episodes"), [(-1, 1, 3, 15), (1, 2, 3, 15), (1, 1, 4, 3)]
)
def test_integer_engine_equals_running_every_model(
    semantics: Semantics, low: int, high: int, size: int, episodes: int
) -> None:
    rng = random.Random(f"integer{semantics}{low}{high}")
    values = [w for w in range(low, high + 1) if w]
    for i in range(amount(3, episodes)):
        model = random_model(rng, size, values=values)
        empty = problem_of(model, semantics=semantics, coefficients=integers(low, high))
        problem = episode(rng, empty, random_targets(rng, empty))
        members = list(brute_models(problem))
        space = LinearSpace(problem)
        assert space.models() == len(members)
        assert set(space.masks()) == {masks_of(problem, m) for m in members}
        if i % 3 == 0:
            assert LinearSpace(problem, engine="smt").choices == space.choices
        predictions = [reactor_target(problem, m) for m in members]
        span = target_range(space)
        assert isinstance(span, TargetRange)
        assert (span.low, span.high) == (min(predictions), max(predictions))
        assert reactor_target(problem, span.low_model) == span.low
        assert reactor_target(problem, span.high_model) == span.high


def test_integer_enumeration_ways_agree() -> None:
    """Free columns, meeting in the middle and bounded search give one count."""
    from symcause.families.linear.space.local import lattice_tally as lattice
    from symcause.families.linear.space.local.interval_search import Bound, BoundedSearch
    from symcause.solvers.linear.rational_algebra import reduce_rows

    rng = random.Random(4)
    for _ in range(60):
        width = rng.randint(1, 5)
        hidden = [rng.choice([-2, -1, 1, 2]) for _ in range(width)]
        rows = [
            [Fraction(rng.randint(-3, 3)) for _ in range(width)] for _ in range(rng.randint(1, 3))
        ]
        right = [sum(a * w for a, w in zip(row, hidden, strict=True)) for row in rows]
        objective = [Fraction(rng.randint(-5, 5)) for _ in range(width)]
        domains = [(1, -1, 2, -2)] * width
        reduced = reduce_rows([[*row, Fraction(y)] for row, y in zip(rows, right, strict=True)])
        if not reduced:
            continue
        pivots = [next(j for j, entry in enumerate(row) if entry) for row in reduced]
        free = [j for j in range(width) if j not in pivots]
        ways = [
            lattice._through_free(reduced, pivots, free, domains, objective),
            lattice._meet_in_the_middle(reduced, domains, (width + 1) // 2, objective),
            BoundedSearch(
                [
                    Bound.of(Fraction(y), Fraction(y), row)
                    for row, y in zip(rows, right, strict=True)
                ],
                domains,
                objective,
                collect=False,
            ).run()[0],
        ]
        shown = {(t.count, t.low, t.high) for t in ways}
        assert len(shown) == 1


def test_one_intervention_on_each_property_leaves_one_graph() -> None:
    """Noise-free linear data, sink target, ``set``: n−1 interventions identify the graph."""
    rng = random.Random(11)
    for size in (3, 4, 5, 6, 7):
        for _ in range(6):
            model = random_model(rng, size)
            empty = problem_of(model)
            problem = episode(rng, empty, rng.sample(empty.controllable, size - 1))
            space = LinearSpace(problem)
            assert space.count() == 1
            assert next(space.members()).edges == model.edges


def test_a_no_op_intervention_reveals_nothing() -> None:
    rng = random.Random(12)
    problem = episode(rng, problem_of(random_model(rng, 4)), [])
    reading = problem.chain[0].values
    same = problem.extended(ChainState(reading, Manipulation("x0", reading["x0"])))
    assert LinearSpace(same).count() == LinearSpace(problem).count()


def test_reading_once_more_adds_nothing() -> None:
    rng = random.Random(30)
    for semantics in Semantics:
        empty = problem_of(random_model(rng, 4), semantics=semantics)
        problem = episode(rng, empty, ["x0", "x1"])
        again = problem.extended(ChainState(problem.chain[-1].values))
        assert LinearSpace(again).choices == LinearSpace(problem).choices
        assert isinstance(LinearSpace(again).pick(), CrystalModel)


def test_repeating_a_target_adds_nothing() -> None:
    rng = random.Random(13)
    for _ in range(10):
        empty = problem_of(random_model(rng, 5))
        problem = episode(rng, empty, ["x0", "x1", "x0", "x1"])
        assert LinearSpace(problem).count() == LinearSpace(problem.shortened(2)).count()


def test_more_evidence_never_enlarges_the_space() -> None:
    rng = random.Random(14)
    for semantics in Semantics:
        for _ in range(5):
            empty = problem_of(random_model(rng, 4, sink=False), semantics=semantics, sink=False)
            problem = episode(rng, empty, random_targets(rng, empty))
            before: set[tuple[int, ...]] | None = None
            for step in range(len(problem.interventions) + 1):
                now = set(LinearSpace(problem.shortened(step)).masks())
                assert before is None or now <= before
                before = now


def test_edge_status_says_what_enumeration_says() -> None:
    rng = random.Random(15)
    for _ in range(amount(8, 25)):
        empty = problem_of(random_model(rng, 4, sink=False), sink=False)
        space = LinearSpace(episode(rng, empty, random_targets(rng, empty)))
        graphs = [set(member.edges) for member in space.members()]
        for edge, status in space.edges().items():
            seen = {edge in graph for graph in graphs}
            assert status == {(True,): "always", (False,): "never"}.get(tuple(seen), "open")


@pytest.mark.parametrize("coefficients", [RATIONAL, integers(-3, 3)])
def test_members_are_members(coefficients: Coefficients) -> None:
    rng = random.Random(16)
    for semantics in Semantics:
        for _ in range(amount(3, 6)):
            empty = problem_of(random_model(rng, 4), semantics=semantics, coefficients=coefficients)
            problem = episode(rng, empty, random_targets(rng, empty))
            if rng.random() < 0.4:
                problem = replace(problem, chain=problem.chain[1:])
            space = LinearSpace(problem)
            for masks in list(space.masks())[:20]:
                model = space.member(masks)
                assert isinstance(model, CrystalModel)
                assert space.masks_of(model.edges) == masks
                assert not objections_to(problem, model)


def test_minimum_effect_excludes_small_coefficients() -> None:
    rng = random.Random(17)
    model = random_model(rng, 4, values=[1], density=1)
    problem = episode(rng, problem_of(model), ["x0", "x1", "x2"])
    for size, count in (("1", 1), ("1.01", 0)):
        bounded = replace(problem, coefficients=Coefficients(min_effect=Fraction(size)))
        assert LinearSpace(bounded).count() == LinearSpace(bounded, engine="smt").count() == count


def test_a_minimum_effect_only_binds_pinned_coefficients() -> None:
    rng = random.Random(18)
    for _ in range(10):
        problem = episode(rng, problem_of(random_model(rng, 4)), ["x0"])
        bounded = replace(problem, coefficients=Coefficients(min_effect=Fraction(2)))
        exact, smt = LinearSpace(bounded), LinearSpace(bounded, engine="smt")
        assert exact.choices == smt.choices


def test_bounded_bases() -> None:
    """z3 for rationals and bounded search for integers agree with running every model."""
    rng = random.Random(19)
    for _ in range(amount(4, 8)):
        model = random_model(rng, 3, values=[1, 2])
        empty = problem_of(model, coefficients=integers(1, 2))
        problem = episode(rng, empty, random_targets(rng, empty))
        bounded = replace(problem, bases=BaseRange(Fraction(15), Fraction(45)))
        members = [m for m in brute_models(problem) if not objections_to(bounded, m)]
        space = LinearSpace(bounded)
        assert space.models() == len(members)
        assert LinearSpace(bounded, engine="smt").choices == space.choices
        rational = LinearSpace(replace(bounded, coefficients=RATIONAL))
        assert set(space.masks()) <= set(rational.masks())
        predictions = [reactor_target(problem, m) for m in members]
        span = target_range(space)
        assert isinstance(span, TargetRange)
        assert (span.low, span.high) == (min(predictions), max(predictions))


def test_rounded_data_with_minimum_effect() -> None:
    """Rounded readings: the truth stays a member, and integer search agrees with z3."""
    rng = random.Random(20)
    for i in range(6):
        model = random_model(rng, 3, values=[Fraction(3, 7), Fraction(-5, 3), Fraction(11, 9)])
        bound = Coefficients(min_effect=Fraction("0.25"))
        empty = problem_of(model, coefficients=bound, rounding="0.01")
        problem = episode(rng, empty, ["x0", "x1", "x0"][: 1 + i % 3])
        space = LinearSpace(problem)
        assert space.masks_of(model.edges) in set(space.masks())
        assert not objections_to(problem, model)
        for masks in list(space.masks())[:4]:
            assert isinstance(space.member(masks), CrystalModel)
        span = target_range(space)
        assert isinstance(span, TargetRange) and problem.gold is not None
        truth = problem.gold.reactor_target
        assert truth is not None
        assert (span.low is None or span.low <= truth) and (span.high is None or truth <= span.high)


def test_rounded_integers() -> None:
    rng = random.Random(21)
    for _ in range(6):
        model = random_model(rng, 4, values=[1, 2, 3])
        empty = problem_of(model, coefficients=integers(1, 3), rounding="0.5")
        problem = episode(rng, empty, random_targets(rng, empty))
        space = LinearSpace(problem)
        assert LinearSpace(problem, engine="smt").choices == space.choices
        assert space.masks_of(model.edges) in set(space.masks())


def test_quadratic_exact_data() -> None:
    rng = random.Random(22)
    for _ in range(4):
        model = random_model(rng, 3, quadratic=True, values=[-2, -1, 1, 2])
        empty = problem_of(model, family=EquationFamily.QUADRATIC)
        problem = episode(rng, empty, ["x0", "x1"] * 3)
        exact, smt = LinearSpace(problem), LinearSpace(problem, engine="smt")
        assert exact.choices == smt.choices
        assert exact.masks_of(model.edges) in set(exact.masks())
        assert exact.count() == 1


def test_rounding_without_a_bound_is_refused() -> None:
    from symcause.errors import ProblemError

    with pytest.raises(ProblemError, match="hides in the rounding"):
        problem_of(random_model(random.Random(1), 3), rounding="0.01")


def test_parent_bounds() -> None:
    rng = random.Random(23)
    problem = episode(rng, problem_of(random_model(rng, 4)), ["x0"])
    everything = set(LinearSpace(problem).masks())
    for bound in range(4):
        bounded = LinearSpace(replace(problem, max_parents=bound))
        wanted = {g for g in everything if all(m.bit_count() <= bound for m in g)}
        assert set(bounded.masks()) == wanted


def test_too_many_parent_sets_is_unknown() -> None:
    names = tuple(f"x{i}" for i in range(20))
    values = dict.fromkeys(names, Fraction(1))
    problem = LinearProblem("big", names, "x19", names[:-1], records=(Record("r", values),))
    assert isinstance(LinearSpace(problem).count(), Unknown)
    assert LinearSpace(replace(problem, max_parents=0)).count() == 1


def test_wide_integer_ranges_are_decided_if_not_counted() -> None:
    rng = random.Random(29)
    model = random_model(rng, 4, values=[-1400, 517, 955])
    problem = episode(rng, problem_of(model, coefficients=integers(-2000, 2000)), [], records=1)
    space = LinearSpace(problem)
    assert isinstance(space.models(), Unknown)
    assert isinstance(space.count(), int)
    assert space.masks_of(model.edges) in set(space.masks())
    assert isinstance(space.pick(), CrystalModel)


def test_time_limit_is_unknown() -> None:
    rng = random.Random(24)
    problem = episode(rng, problem_of(random_model(rng, 6)), ["x0"])
    assert isinstance(LinearSpace(problem, engine="smt", meter=Meter(0)).count(), Unknown)


def test_two_members_are_told_apart() -> None:
    rng = random.Random(25)
    for semantics in Semantics:
        for _ in range(8):
            empty = problem_of(random_model(rng, 4), semantics=semantics)
            problem = episode(rng, empty, random_targets(rng, empty))
            space = LinearSpace(problem)
            found = two_members(space)
            if found is None:
                assert space.count() == 1
                continue
            if semantics is Semantics.HOLD and isinstance(found, Unknown):
                assert problem.held[-1]  # a release would tell them apart
                continue
            assert isinstance(found, Parting)
            assert found.differing
            for model in (found.first, found.second):
                assert not objections_to(problem, model)
            for model, reads in zip((found.first, found.second), found.readings, strict=True):
                longer = problem.extended(ChainState(reads, found.intervention))
                assert not objections_to(longer, model)
            longer = problem.extended(ChainState(found.readings[0], found.intervention))
            assert objections_to(longer, found.second)


def test_what_nobody_controls_may_be_inseparable() -> None:
    """Two uncontrolled properties that move together: no intervention tells which one acts."""
    names = ("a", "b", "c", "f")
    values = {"a": 1, "b": 2, "c": 2, "f": 7}
    states = [{k: Fraction(v) for k, v in values.items()}]
    states.append({"a": Fraction(2), "b": Fraction(4), "c": Fraction(4), "f": Fraction(9)})
    problem = LinearProblem(
        "inseparable",
        names,
        "f",
        ("a",),
        chain=(ChainState(states[0]), ChainState(states[1], Manipulation("a", Fraction(2)))),
    )
    space = LinearSpace(problem)
    assert space.count() > 1
    assert isinstance(two_members(space), Unsat)


def test_explanations_are_minimal() -> None:
    rng = random.Random(26)
    for _ in range(6):
        empty = problem_of(random_model(rng, 4))
        problem = episode(rng, empty, random_targets(rng, empty))
        space = LinearSpace(problem)
        edges = space.edges()
        assert isinstance(edges, EdgeStatuses)
        for (cause, effect), status in edges.items():
            if status is EdgeStatus.OPEN or cause == "f":
                continue
            found = explain_edge(space, cause, effect, always=status is EdgeStatus.ALWAYS)
            assert found is not None and not isinstance(found, Unknown)
            assert found.minimum
            kept = {(row.variable, row.place) for row in found.rows}
            assert _status(space, kept, cause, effect) == status
            for row in kept:
                assert _status(space, kept - {row}, cause, effect) != status


def _status(space: LinearSpace, kept: set[tuple[str, str]], cause: str, effect: str) -> EdgeStatus:
    """The status of an edge with only some of the rows."""
    tables = []
    for local in space.locals:
        evidence = local.evidence
        rows = [r for r in evidence.rows if (evidence.variable, r.place) in kept]
        tables.append(space.table(space.local_space(evidence.only(rows))))
    statuses = statuses_of(edge_statuses(tables), space.problem.variables)
    return statuses[cause, effect]


def test_a_conflict_is_named() -> None:
    rng = random.Random(27)
    problem = episode(rng, problem_of(random_model(rng, 4)), ["x0", "x1", "x2"])
    assert explain_conflict(LinearSpace(problem)) is None
    last = problem.chain[-1]
    broken = {**last.values, "x2": last.values["x2"] + 1}
    wrong = replace(problem, chain=(*problem.chain[:-1], ChainState(broken, last.intervention)))
    found = explain_conflict(LinearSpace(wrong))
    assert found is not None and not isinstance(found, Unknown)
    assert [str(row) for row in found.rows] == ["chain[3].x2"]


def test_membership_names_the_offending_rows() -> None:
    rng = random.Random(28)
    model = random_model(rng, 4, density=1)
    problem = episode(rng, problem_of(model), ["x0", "x1"])
    equation = model.equations["f"]
    wrong = {**model.equations, "f": Equation.of(equation.base, {"x0": Effect(Fraction(100))})}
    found = objections_to(problem, CrystalModel.of(wrong))
    assert found
    assert all(o.message.startswith("f reads") for o in found)
    assert {o.place for o in found} <= {
        "records[0]",
        "records[1]",
        "chain[0]",
        "chain[1]",
        "chain[2]",
    }
    outside = objections_to(replace(problem, coefficients=integers(5, 6)), model)
    assert any("out of range" in o.message for o in outside)


def test_nothing_more_separates_once_everything_moved() -> None:
    """The shortcut says what trying every intervention says."""
    rng = random.Random(77)
    for _ in range(12):
        empty = problem_of(random_model(rng, 4, sink=False), sink=False)
        problem = episode(rng, empty, ["x0", "x1", "x2"])
        assert not unsettled(problem)
        space = LinearSpace(problem)
        members = [m for m in islice(space.members(), 5) if isinstance(m, CrystalModel)]
        for first, second in combinations(members, 2):
            assert isinstance(tell_apart(problem, first, second), Unsat)
        some = replace(problem, chain=problem.chain[:3])
        assert unsettled(some) == ("x2",)
        for name in ("x0", "x1"):
            members = [
                m for m in islice(LinearSpace(some).members(), 4) if isinstance(m, CrystalModel)
            ]
            for first, second in combinations(members, 2):
                assert not isinstance(tell_apart(some, first, second, (name,)), Parting)


def test_explanations_at_once_are_explanations() -> None:
    """Rows found by linear algebra force the edge, and none of them can be left out."""
    rng = random.Random(78)
    told = 0
    for _ in range(amount(7, 15)):
        problem = episode(rng, problem_of(random_model(rng, 4)), ["x0", "x1", "x2"])
        space = LinearSpace(problem)
        edges = space.edges()
        assert not isinstance(edges, Unknown)
        for (cause, effect), status in edges.items():
            found = explain_at_once(space, cause, effect)
            if found is None:
                continue
            told += 1
            assert status is EdgeStatus.ALWAYS
            kept = {(row.variable, row.place) for row in found.rows}
            assert _status(space, kept, cause, effect) is EdgeStatus.ALWAYS
            for row in kept:
                assert _status(space, kept - {row}, cause, effect) is not EdgeStatus.ALWAYS
            smallest = explain_edge(space, cause, effect, always=True, steps=20_000_000)
            assert smallest is not None and not isinstance(smallest, Unknown)
            if found.minimum and smallest.minimum:
                assert len(found.rows) == len(smallest.rows)
    assert told > 10
