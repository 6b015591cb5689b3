"""Plans under a hidden disturbance: against trying every run, every model and every graph."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from fractions import Fraction

import pytest

from symcause.audits.question import ask
from symcause.families.linear.audits.hidden import disturbance_plan
from symcause.families.linear.audits.hidden.disturbance_bounds import most_left
from symcause.families.linear.audits.hidden.probe_values import telling_values
from symcause.families.linear.audits.hidden.robust_plan import Truth, begun, crystal_now, sure_plan
from symcause.families.linear.audits.next.intervention_rank import (
    NextIntervention,
    next_intervention,
)
from symcause.families.linear.audits.plan.sufficient_targets import experimented, subsets_by_size
from symcause.families.linear.documents.disambiguation_document import LinearDisambiguate
from symcause.families.linear.files.document import read_linear
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import Hidden, Manipulation, Semantics
from symcause.families.linear.problem.problem import ChainState, LinearProblem
from symcause.families.linear.space.hidden.graph_uniqueness import is_only
from symcause.families.linear.space.hidden.hidden_space import HiddenSpace
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.families.linear.space.space_choice import open_space
from tests.amounts import some
from tests.linear.cases import RATIONAL, integers, rank
from tests.linear.space.test_hidden import all_models, disturbed_episode, is_member

F = Fraction
Run = tuple[Fraction, ...]


def asked(problem: LinearProblem, **options: object) -> LinearDisambiguate:
    found = ask("disambiguate", problem, **options)
    assert isinstance(found, LinearDisambiguate)
    return found


def read(
    problem: LinearProblem, truth: Truth, steps: list[Manipulation], run: Run
) -> LinearProblem:
    """The problem after these steps if the model is true and the disturbance is this."""
    problem = begun(problem)
    lab, crystal = crystal_now(problem, truth)
    for step, value in zip(steps, run, strict=True):
        crystal = lab.intervene(crystal, step, value)
        problem = problem.extended(ChainState(lab.measure(crystal), step))
    return problem


def steps_of(document: LinearDisambiguate) -> list[Manipulation]:
    return [Manipulation(v, F(x)) for step in document.plan for v, x in step.intervene.items()]


def runs(problem: LinearProblem, steps: list[Manipulation]) -> list[Run]:
    assert problem.hidden is not None
    return list(itertools.product(problem.hidden.values, repeat=len(steps)))


@pytest.mark.few(4)
@pytest.mark.parametrize("seed", range(24))
def test_one_query_decides_whether_a_graph_is_alone(seed: int) -> None:
    rng = random.Random(f"alone {seed}")
    problem, truth = disturbed_episode(
        *(rng, 3, 1 + seed % 4),
        semantics=list(Semantics)[seed % 4] if seed % 3 else Semantics.SET,
        coefficients=RATIONAL if seed % 2 else integers(1, 2),
        known=seed % 5 > 0,
    )
    problem = replace(problem, max_parents=1 if seed % 7 == 0 else None)
    space = HiddenSpace(problem)
    graphs = space.decided
    assert isinstance(graphs, dict)
    for masks in list(graphs)[:4]:
        assert is_only(HiddenSpace(problem), masks) == (len(graphs) == 1)
    absent = space.masks_of(truth.edges)
    if absent not in graphs:
        assert is_only(HiddenSpace(problem), absent) == (not graphs)


@pytest.mark.parametrize("seed", [352, 388])
def test_a_graph_with_too_many_parents_is_none_of_the_class(seed: int) -> None:
    """The evidence leaves two graphs, and the bound on parents one of them."""
    rng = random.Random(f"bound {seed}")
    problem, _ = disturbed_episode(rng, 3, 1 + seed % 2, coefficients=RATIONAL)
    problem = replace(problem, records=problem.records[:1])
    free, bounded = HiddenSpace(problem), HiddenSpace(replace(problem, max_parents=1))
    assert isinstance(free.decided, dict) and len(free.decided) == 2
    (alone,) = (g for g in free.decided if all(mask.bit_count() <= 1 for mask in g))
    assert is_only(free, alone) is False and is_only(bounded, alone) is True


@pytest.mark.few(3)
@pytest.mark.parametrize("seed", range(12))
def test_plans_for_gold_leave_one_graph_after_every_run(seed: int) -> None:
    rng = random.Random(f"gold {seed}")
    coefficients = RATIONAL if seed % 2 else integers(1, 2)
    problem, truth = disturbed_episode(rng, 3, seed % 3 // 2, coefficients=coefficients)
    assert problem.hidden is not None and problem.hidden.nodes is not None
    document = asked(problem, strengthen=True)
    assert document.count_before == open_space(problem).count()
    assert document.count_after == 1 and document.code == 0
    steps = steps_of(document)
    assert (document.lower_bound or 0) <= len(steps)
    assert document.minimal == (document.lower_bound == len(steps))
    if not steps:
        return
    for run in runs(problem, steps):
        later = HiddenSpace(read(problem, Truth(truth, problem.hidden.nodes), steps, run))
        assert later.count() == 1
    if not problem.acts:  # fewer interventions do not do if the disturbance happens to be 0
        quiet = replace(problem, hidden=None)
        for targets in subsets_by_size(problem.controllable):
            if len(targets) < (document.lower_bound or 0):
                assert LinearSpace(experimented(quiet, truth, targets)).count() != 1
    assert isinstance(document.strengthened, dict)
    assert open_space(read_linear(document.strengthened, None)).count() == 1


def most_graphs(problem: LinearProblem, members: list[Truth], steps: list[Manipulation]) -> int:
    """The most graphs that share what is read, over all models and all runs."""
    groups: dict[object, set[object]] = {}
    for truth in members:
        for run in runs(problem, steps):
            chain = read(problem, truth, steps, run).chain
            reads = tuple(tuple(state.values.items()) for state in chain)
            groups.setdefault(reads, set()).add(truth.model.edges)
    return max(map(len, groups.values()))


def explains(problem: LinearProblem, model: CrystalModel, nodes: tuple[str, ...]) -> bool:
    assert problem.hidden is not None
    return is_member(replace(problem, hidden=replace(problem.hidden, nodes=nodes)), model)


def truths(problem: LinearProblem) -> list[Truth]:
    """Every integer model with every set of affected variables that explains the evidence."""
    assert problem.hidden is not None
    sets = (
        [problem.hidden.nodes]
        if problem.hidden.nodes is not None
        else [
            nodes for size in range(4) for nodes in itertools.combinations(problem.variables, size)
        ]
    )
    return [
        Truth(model, nodes)
        for model in all_models(problem, range(1, 3))
        for nodes in sets
        if explains(problem, model, nodes)
    ]


@pytest.mark.few(3)
@pytest.mark.parametrize("seed", range(8))
def test_worst_cases_over_integers_by_brute_force(seed: int) -> None:
    rng = random.Random(f"worst {seed}")
    semantics = Semantics.SHIFT if seed % 4 == 3 else Semantics.SET
    problem, _ = disturbed_episode(
        *(rng, 3, seed % 2),
        coefficients=integers(1, 2),
        semantics=semantics,
        known=seed % 4 != 2,
        values=(F(0), F(5)),
    )
    problem = replace(problem, gold=None)
    members = truths(problem)
    document = asked(problem)
    assert document.truth == "worst-case"
    assert document.count_before == len({truth.model.edges for truth in members})
    steps = steps_of(document)
    for i, part in enumerate(document.plan, 1):
        assert part.left == most_graphs(problem, members, steps[:i])
    assert document.count_after == most_graphs(problem, members, steps)
    values = (F(3), F(41), F(97))
    for size in range(document.lower_bound or 0):  # nothing shorter does, whatever the values
        for targets in itertools.product(problem.controllable, repeat=size):
            fewer = [Manipulation(v, x) for v, x in zip(targets, values, strict=False)]
            assert most_graphs(problem, members, fewer) > (document.count_after or 0)


@pytest.mark.few(4)
@pytest.mark.parametrize("seed", range(24))
def test_what_comes_next_over_integers_by_brute_force(seed: int) -> None:
    rng = random.Random(f"next {seed}")
    problem, _ = disturbed_episode(
        *(rng, 3, 1 + seed % 2),
        coefficients=integers(1, 2),
        semantics=Semantics.SHIFT if seed % 5 == 3 else Semantics.SET,
        known=seed % 4 != 2,
        values=(F(0), F(5)),
    )
    found, members = next_intervention(problem), truths(problem)
    assert isinstance(found, NextIntervention) and found.exact
    space = open_space(problem)
    for candidate in found.candidates:
        step = candidate.intervention
        worst = most_graphs(problem, members, [step])
        assert candidate.worst == candidate.low == worst
        assert worst <= most_left(space, step, found.graphs) <= found.graphs


@pytest.mark.few(2)
@pytest.mark.parametrize("seed", range(30))
def test_no_outcome_leaves_more_than_what_moved_admits(seed: int) -> None:
    rng = random.Random(f"most {seed}")
    problem, truth = disturbed_episode(rng, 3 + seed % 2, 1 + seed % 2)
    space = HiddenSpace(problem)
    graphs = space.count()
    assert isinstance(graphs, int) and problem.hidden is not None
    assert problem.hidden.nodes is not None
    for name in problem.controllable:
        step = Manipulation(name, F(50) if problem.chain[-1].values[name] != 50 else F(10))
        most = most_left(space, step, graphs)
        for model in (truth, space.draw(rng)):
            assert isinstance(model, CrystalModel)
            for value in problem.hidden.values:
                later = read(problem, Truth(model, problem.hidden.nodes), [step], (value,))
                left = HiddenSpace(later).count()
                assert isinstance(left, int) and 1 <= left <= most <= graphs


@pytest.mark.parametrize(
    "values", [(-5, 0, 5), (0, 5), (0,), (3,), (-7, 0, 1), (-1, 0, 2, 5), (1, 2)]
)
def test_telling_values_lie_in_no_span_of_two_runs(values: tuple[int, ...]) -> None:
    drawn = [F(value) for value in values]
    for now in (None, F(17)):
        chosen = telling_values(drawn, now)
        assert chosen is not None
        readings = list(chosen) if now is None else [now, *chosen]
        firsts = drawn if now is None else [F(0)]
        all_runs = [
            [first, *rest] for first in firsts for rest in itertools.product(drawn, repeat=3)
        ]
        for one, other in some(itertools.combinations_with_replacement(all_runs, 2), 1_000):
            span = [[F(1)] * 4, one, other]
            assert rank([*span, readings]) == rank(span) + 1
    assert telling_values([F(v) for v in range(9)]) is None


@pytest.mark.few(2)
@pytest.mark.parametrize("seed", range(8))
def test_four_values_do_whatever_is_true(seed: int) -> None:
    rng = random.Random(f"sure {seed}")
    problem, _ = disturbed_episode(rng, 3, seed % 2, known=seed % 3 > 0)
    problem = replace(problem, gold=None)
    document = asked(problem)
    if document.count_before == 1:
        assert document.plan == () and document.minimal
        return
    assert document.count_after == 1 and document.code == 0 and not document.minimal
    steps = steps_of(document)
    assert tuple(steps) == sure_plan(begun(problem))
    assert problem.hidden is not None
    space = open_space(problem)
    for _ in range(3):
        truth = space.draw(rng)
        assert isinstance(truth, CrystalModel)
        nodes = problem.hidden.nodes or tuple(rng.sample(problem.variables, 2))
        run = tuple(rng.choice(problem.hidden.values) for _ in steps)
        later = HiddenSpace(read(problem, Truth(truth, nodes), steps, run))
        assert later.count() == 1


def test_no_plan_is_no_minimal_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing is tried, and no plan is known that does for whatever is true."""
    problem, _ = disturbed_episode(random.Random("none 1"), 3, 0, semantics=Semantics.SHIFT)
    assert open_space(problem).count() != 1
    monkeypatch.setattr(disturbance_plan, "GOLD_PLAN_LENGTH", 0)
    document = asked(problem)
    assert (document.plan, document.minimal, document.count_after) == ((), False, None)
    assert "no plan of at most 0" in str(document.reason)


@pytest.mark.parametrize("acts", [0, 1, 2])
def test_what_was_read_last_is_of_use_only_before_the_first_intervention(acts: int) -> None:
    """Later a disturbance may have acted on it, and nobody knows which: four values are needed again."""
    problem, _ = disturbed_episode(random.Random(f"last reading {acts}"), 3, acts)
    problem = begun(replace(problem, gold=None))
    steps = sure_plan(problem)
    assert steps is not None and problem.hidden is not None
    now, first = problem.chain[-1].values, True
    for name in problem.controllable:
        values = [step.value for step in steps if step.variable == name]
        readings = values if acts or not first else [now[name], *values]
        assert len(readings) == 4
        starts = [problem.hidden.initial] if len(values) == 3 else problem.hidden.values
        drawn = list(itertools.product(starts, *[problem.hidden.values] * 3))
        for one, other in some(itertools.combinations_with_replacement(drawn, 2), 200):
            span = [[F(1)] * 4, one, other]
            assert rank([*span, readings]) == rank(span) + 1
        first = False


def test_a_target_that_may_cause_leaves_what_it_leaves_without_a_disturbance() -> None:
    rng = random.Random(3)
    problem, truth = disturbed_episode(rng, 3, 0)
    problem = replace(problem, target_may_cause=True)
    everything = experimented(replace(problem, hidden=None), truth, problem.controllable)
    floor = LinearSpace(everything).count()
    document = asked(problem)
    assert isinstance(floor, int) and document.count_after in (floor, None)
    if floor > 1:
        assert "no further intervention" in str(document.reason)
        run = tuple(F(0) for _ in document.plan)
        assert problem.hidden is not None and problem.hidden.nodes is not None
        nodes = problem.hidden.nodes
        later = read(problem, Truth(truth, nodes), steps_of(document), run)
        assert HiddenSpace(later).count() == floor


def test_what_cannot_be_planned_says_why() -> None:
    problem, _ = disturbed_episode(random.Random(1), 3, 0, values=tuple(map(F, range(7))))
    document = asked(replace(problem, gold=None))
    assert document.code == 3 and "hidden disturbance" in str(document.reason)
    started = replace(problem, hidden=Hidden((F(5),), initial=F(5)), chain=())
    assert "has not been read" in str(asked(started).reason)
