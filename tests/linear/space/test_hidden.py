"""A hidden disturbance: the SMT space against brute force, and against the space without one."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

import pytest

from symcause.answers import Unknown
from symcause.errors import ProblemError
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import EquationFamily, Hidden, Semantics
from symcause.families.linear.problem.evidence_replay import execute, reactor_target
from symcause.families.linear.problem.problem import ChainState, Coefficients, LinearProblem
from symcause.families.linear.space.hidden import hidden_space
from symcause.families.linear.space.hidden.graph_uniqueness import is_only
from symcause.families.linear.space.hidden.hidden_space import HiddenSpace
from symcause.families.linear.space.hidden.hidden_target import hidden_target_range
from symcause.families.linear.space.hypothesis_fit import fits
from symcause.families.linear.space.linear_space import LinearSpace, counted
from symcause.families.linear.space.membership_objections import objections_to
from symcause.families.linear.space.space_choice import open_space
from symcause.families.linear.space.target_range import TargetRange
from symcause.models.equations import Effect, Equation
from symcause.models.hypotheses import Hypothesis
from tests.amounts import amount
from tests.linear.cases import (
    RATIONAL,
    all_dags,
    episode,
    integers,
    problem_of,
    random_model,
    rank,
)

F = Fraction
VALUES = (F(-5), F(0), F(5))


def disturbed_episode(
    rng: random.Random,
    size: int,
    steps: int,
    *,
    semantics: Semantics = Semantics.SET,
    coefficients: Coefficients = RATIONAL,
    known: bool = True,
    values: tuple[Fraction, ...] = VALUES,
) -> tuple[LinearProblem, CrystalModel]:
    model = random_model(rng, size, values=[1, 2])
    node = rng.choice(model.variables)
    hidden = Hidden(values, F(1), (node,))
    empty = problem_of(model, semantics=semantics, coefficients=coefficients, hidden=hidden)
    problem = episode(rng, empty, [rng.choice(empty.controllable) for _ in range(steps)])
    return (problem if known else replace(problem, hidden=replace(hidden, nodes=None))), model


def all_models(problem: LinearProblem, values: Iterable[int]) -> list[CrystalModel]:
    """Every acyclic integer model with the base of the target that fits the first record."""
    pairs = [(v, p) for v in problem.variables for p in problem.candidates(v)]
    found = []
    for chosen in itertools.product([0, *values], repeat=len(pairs)):
        effects: dict[str, dict[str, Effect]] = {v: {} for v in problem.variables}
        for (v, p), w in zip(pairs, chosen, strict=True):
            effects[v][p] = Effect(F(w))
        try:
            model = CrystalModel.of({v: Equation.of(0, effects[v]) for v in effects})
        except ProblemError:
            continue
        base = model.bases_of(problem.records[0].values)["f"]
        found.append(
            CrystalModel.of({**model.equations, "f": model.equations["f"].with_base(base)})
        )
    return found


def is_member(problem: LinearProblem, model: CrystalModel) -> bool:
    """Try every set of affected variables and every run of the disturbance."""
    assert problem.hidden is not None
    names = problem.variables
    subsets = [
        chosen for size in range(len(names) + 1) for chosen in itertools.combinations(names, size)
    ]
    if problem.hidden.nodes is not None:
        subsets = [problem.hidden.nodes]
    steps = len(problem.interventions)
    return any(
        not execute(problem, model, run, nodes)
        for nodes in subsets
        for run in itertools.product(problem.hidden.values, repeat=steps)
    )


@pytest.mark.few(2)
@pytest.mark.parametrize("semantics", list(Semantics))
@pytest.mark.parametrize("known", [True, False])
def test_integer_space_equals_trying_everything(semantics: Semantics, known: bool) -> None:
    rng = random.Random(f"hidden{semantics}{known}")
    for steps in (1, 2) if known else (1,):
        problem, truth = disturbed_episode(
            rng, 3, steps, semantics=semantics, coefficients=integers(1, 2), known=known
        )
        members = [m for m in all_models(problem, range(1, 3)) if is_member(problem, m)]
        space = HiddenSpace(problem)
        assert space.models() == len(members)
        graphs = {frozenset(m.edges) for m in members}
        assert {frozenset(m.edges) for m in space.members()} == graphs
        assert frozenset(truth.edges) in graphs
        assert not any(objections_to(problem, m) for m in members)
        span = hidden_target_range(space)
        assert isinstance(span, TargetRange)
        predicted = [reactor_target(problem, m) for m in members]
        assert (span.low, span.high) == (min(predicted), max(predicted))


def test_as_many_graphs_as_are_decided_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    problem, _ = disturbed_episode(random.Random("so many"), 3, 1, coefficients=integers(1, 2))
    possible = counted(HiddenSpace(problem).choices)
    assert isinstance(possible, int) and possible > 1
    monkeypatch.setattr(hidden_space, "HIDDEN_GRAPHS", possible)
    assert isinstance(HiddenSpace(problem).decided, dict)
    monkeypatch.setattr(hidden_space, "HIDDEN_GRAPHS", possible - 1)
    assert HiddenSpace(problem).decided == Unknown(
        f"more than {possible - 1} graphs to decide one by one"
    )


def test_one_query_says_why_a_space_cannot_be_described() -> None:
    """Exact quadratic data under set: nothing is said of a graph either."""
    problem, truth = disturbed_episode(random.Random("alone"), 3, 1)
    space = HiddenSpace(replace(problem, family=EquationFamily.QUADRATIC, gold=None))
    told = is_only(space, space.masks_of(truth.edges))
    assert isinstance(told, Unknown) and told == space.obstacle


@pytest.mark.parametrize("semantics", list(Semantics))
def test_a_disturbance_that_is_always_zero_changes_nothing(semantics: Semantics) -> None:
    rng = random.Random(f"zero{semantics}")
    for steps in (1, 2, 3):
        problem, _ = disturbed_episode(rng, 4, steps, semantics=semantics, values=(F(0),))
        hidden = HiddenSpace(problem)
        plain = LinearSpace(replace(problem, hidden=None))
        assert isinstance(hidden.decided, dict)
        assert set(hidden.decided) == set(plain.masks())
        assert hidden.edges() == plain.edges()


@pytest.mark.parametrize("semantics", [Semantics.SHIFT, Semantics.DO])
def test_rational_space_equals_elimination_for_every_run(semantics: Semantics) -> None:
    """Without ``set`` a known run makes all rows linear: eliminate for each run."""
    rng = random.Random(f"runs{semantics}")
    for steps in range(1, amount(3, 4)):
        problem, truth = disturbed_episode(rng, 3, steps, semantics=semantics)
        wanted = set()
        for run in itertools.product(VALUES, repeat=steps):
            for masks in all_dags(3):
                if masks not in wanted and _feasible(problem, masks, run):
                    wanted.add(masks)
        space = HiddenSpace(problem)
        assert isinstance(space.decided, dict)
        assert set(space.decided) == wanted
        assert LinearSpace(replace(problem, chain=())).masks_of(truth.edges) in wanted


def _feasible(problem: LinearProblem, masks: tuple[int, ...], run: tuple[Fraction, ...]) -> bool:
    names = problem.variables
    assert problem.hidden is not None and problem.hidden.nodes is not None
    for v, mask in zip(names, masks, strict=True):
        parents = [p for i, p in enumerate(names) if mask >> i & 1]
        if not set(parents) <= set(problem.candidates(v)):
            return False
        shared = v not in problem.controllable
        rows: list[tuple[list[Fraction], object, Fraction]] = []
        for i, record in enumerate(problem.records):
            rows.append(
                ([record.values[p] for p in parents], "all" if shared else i, record.values[v])
            )
        step, base, held = 0, "all" if shared else "chain", False
        for state in problem.chain:
            hit = state.intervention
            if hit is not None:
                step += 1
                held = problem.semantics is Semantics.DO and hit.variable == v
                if problem.semantics is Semantics.SHIFT and hit.variable == v:
                    base = ("given", hit.value)
            push = run[step - 1] if step and v in problem.hidden.nodes else F(0)
            if held:
                if state.values[v] != hit.value:
                    return False
                continue
            rows.append(([state.values[p] for p in parents], base, state.values[v] - push))
        if not _solvable(rows, len(parents)):
            return False
    return True


def _solvable(rows: list[tuple[list[Fraction], object, Fraction]], width: int) -> bool:
    groups = sorted({str(b) for _, b, _ in rows if not isinstance(b, tuple)})
    matrix, right = [], []
    for features, base, value in rows:
        given = base[1] if isinstance(base, tuple) else F(0)
        matrix.append([*features, *(F(int(str(base) == g)) for g in groups)])
        right.append(value - given)
    augmented = [[*row, y] for row, y in zip(matrix, right, strict=True)]
    if rank(matrix) != rank(augmented):
        return False
    for i in range(width):
        unit = [F(int(i == j)) for j in range(width + len(groups))]
        if rank([*matrix, unit]) == rank(matrix) and rank([*augmented, [*unit, F(0)]]) == rank(
            augmented
        ):
            return False
    return True


def test_rational_space_contains_the_integer_one_and_the_truth() -> None:
    rng = random.Random(7)
    for steps, known in ((1, True), (3, False)):
        problem, truth = disturbed_episode(rng, 4, steps, known=known)
        rational = HiddenSpace(problem)
        whole = HiddenSpace(replace(problem, coefficients=integers(1, 2)))
        assert isinstance(rational.decided, dict) and isinstance(whole.decided, dict)
        assert set(whole.decided) <= set(rational.decided)
        assert not objections_to(problem, truth)
        assert frozenset(truth.edges) in {frozenset(m.edges) for m in rational.members()}
        span = hidden_target_range(rational)
        assert problem.gold is not None and problem.gold.reactor_target is not None
        if isinstance(span, TargetRange):
            assert span.low is None or span.low <= problem.gold.reactor_target
            assert span.high is None or problem.gold.reactor_target <= span.high


def test_before_any_intervention_the_spaces_are_the_same() -> None:
    rng = random.Random(8)
    problem, _ = disturbed_episode(rng, 4, 0)
    assert isinstance(open_space(problem), LinearSpace)


def test_a_hypothesis_fits_with_some_run() -> None:
    rng = random.Random(9)
    problem, truth = disturbed_episode(rng, 4, 4)
    verdict = fits(problem, Hypothesis("f", truth.edges))
    assert not isinstance(verdict, Unknown) and verdict.fits
    plain = fits(replace(problem, hidden=None), Hypothesis("f", truth.edges))
    assert not isinstance(plain, Unknown)
    nothing = fits(problem, Hypothesis("f", ()))
    assert not isinstance(nothing, Unknown)
    assert nothing.fits == any(not m.edges for m in HiddenSpace(problem).members())


def test_membership_names_readings_that_no_run_explains() -> None:
    rng = random.Random(10)
    problem, truth = disturbed_episode(rng, 4, 3)
    last = problem.chain[-1]
    broken = ChainState({**last.values, "f": last.values["f"] + 1}, last.intervention)
    wrong = objections_to(replace(problem, chain=(*problem.chain[:-1], broken)), truth)
    assert {o.place for o in wrong} == {"chain[3]"}
