"""Rounded and quadratic readings under a hidden disturbance: the formula against trying everything."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from symcause.answers import Unknown
from symcause.errors import LimitError, ProblemError
from symcause.families.linear.audits.verdict.gold_check import gold_part
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import EquationFamily, Hidden, Semantics
from symcause.families.linear.problem.problem import ChainState, Coefficients, LinearProblem
from symcause.families.linear.space.hidden import disturbance_replay as disturbed_replay
from symcause.families.linear.space.hidden.hidden_space import HiddenSpace
from symcause.families.linear.space.hidden.hidden_target import hidden_target_range
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.families.linear.space.membership_objections import objections_to
from symcause.families.linear.space.target_range import TargetRange
from symcause.models.equations import Effect, Equation
from tests.linear.cases import episode, integers, problem_of, random_model

F = Fraction
Run = tuple[Fraction, ...]
INTEGERS = integers(1, 2)
VALUES = (F(-5), F(0), F(5))
BOTH = list(EquationFamily)


def rounded(
    rng: random.Random,
    family: EquationFamily,
    semantics: Semantics,
    steps: int,
    *,
    known: bool = True,
    size: int = 3,
    unit: str = "1",
    values: tuple[Fraction, ...] = VALUES,
    coefficients: Coefficients = INTEGERS,
) -> tuple[LinearProblem, CrystalModel]:
    quadratic = family is EquationFamily.QUADRATIC
    model = random_model(rng, size, values=[1, 2], quadratic=quadratic)
    hidden = Hidden(values, F(1), (rng.choice(model.variables),))
    empty = problem_of(
        model,
        semantics=semantics,
        coefficients=coefficients,
        hidden=hidden,
        rounding=unit,
        family=family,
    )
    problem = episode(rng, empty, [rng.choice(empty.controllable) for _ in range(steps)])
    return (problem if known else replace(problem, hidden=replace(hidden, nodes=None))), model


def all_effects(problem: LinearProblem) -> list[dict[str, dict[str, Effect]]]:
    """Every acyclic choice of integer effects."""
    pairs = [(v, p) for v in problem.variables for p in problem.candidates(v)]
    options: list[Effect | None] = [None, *(Effect(F(w)) for w in (1, 2))]
    if problem.family is EquationFamily.QUADRATIC:
        terms = itertools.product((0, 1, 2), repeat=2)  # one of the two may be absent
        options = [None, *(Effect(F(w), F(u)) for w, u in terms if w or u)]
    found = []
    for chosen in itertools.product(options, repeat=len(pairs)):
        effects: dict[str, dict[str, Effect]] = {v: {} for v in problem.variables}
        for (v, p), effect in zip(pairs, chosen, strict=True):
            if effect is not None:
                effects[v][p] = effect
        if _acyclic(tuple((v, tuple(effects[v])) for v in effects)):
            found.append(effects)
    return found


@cache
def _acyclic(parents: tuple[tuple[str, tuple[str, ...]], ...]) -> bool:
    try:
        CrystalModel.of({v: Equation.of(0, {p: Effect(F(1)) for p in own}) for v, own in parents})
    except ProblemError:
        return False
    return True


def explains(
    problem: LinearProblem, name: str, effects: dict[str, Effect], pushes: list[Fraction]
) -> bool:
    """Does one equation fit its readings, written down directly; *pushes* is what H adds to each state."""
    half, bases = problem.rounding / 2, {}
    shared = name not in problem.controllable

    def meets(base: object, value: Fraction) -> bool:
        low, high = bases.get(base, (value - half, value + half))
        bases[base] = max(low, value - half), min(high, value + half)
        return bases[base][0] <= bases[base][1]

    def own(values: dict[str, Fraction]) -> Fraction:
        parts = (e.linear * values[p] + e.square * values[p] ** 2 for p, e in effects.items())
        return values[name] - sum(parts, F(0))

    for i, record in enumerate(problem.records):
        if not meets("all" if shared else i, own(dict(record.values))):
            return False
    base: object = "all" if shared else "chain"
    held: Fraction | None = None
    for i, state in enumerate(problem.chain):
        mine = state.settings.get(name)
        if problem.semantics is Semantics.SET and mine is not None:
            base = ("set", i)
        if problem.semantics is Semantics.SHIFT and mine is not None:
            base = ("shift", i)
            bases[base] = (mine, mine)
        if problem.semantics is Semantics.DO and state.acted:
            held = mine
        if problem.semantics is Semantics.HOLD and mine is not None:
            held = mine
        if held is not None:
            if abs(state.values[name] - held) > half:
                return False
        elif not meets(base, own(dict(state.values)) - pushes[i]):
            return False
    return True


def members(problem: LinearProblem) -> list[dict[str, dict[str, Effect]]]:
    """Every set of affected variables, every run, every choice of effects."""
    hidden = problem.hidden
    assert hidden is not None
    names = problem.variables
    subsets = [s for k in range(len(names) + 1) for s in itertools.combinations(names, k)]

    @cache  # the same equation stands in many models
    def fits(name: str, effects: tuple[tuple[str, Effect], ...], run: Run) -> bool:
        return explains(problem, name, dict(effects), _pushes(problem, run))

    found = []
    runs = list(itertools.product(hidden.values, repeat=len(problem.acts)))
    still = (F(0),) * len(problem.acts)
    for effects in all_effects(problem):
        own = {v: tuple(effects[v].items()) for v in names}
        for nodes, run in itertools.product(
            subsets if hidden.nodes is None else [hidden.nodes], runs
        ):
            if all(fits(v, own[v], run if v in nodes else still) for v in names):
                found.append(effects)
                break
    return found


def _pushes(problem: LinearProblem, run: Run) -> list[Fraction]:
    """What H adds to each state of the chain."""
    step, drawn = 0, []
    for state in problem.chain:
        step += state.acted
        drawn.append((F(0), *run)[step])
    return drawn


def edges_of(effects: dict[str, dict[str, Effect]]) -> frozenset[tuple[str, str]]:
    return frozenset((p, v) for v, causes in effects.items() for p in causes)


@pytest.mark.few(4)
@pytest.mark.parametrize("family", BOTH)
@pytest.mark.parametrize("semantics", list(Semantics))
@pytest.mark.parametrize("known", [True, False])
def test_the_space_equals_trying_everything(
    family: EquationFamily, semantics: Semantics, known: bool
) -> None:
    rng = random.Random(f"rounded{family}{semantics}{known}")
    for steps in (1, 2) if known else (1,):
        problem, truth = rounded(rng, family, semantics, steps, known=known)
        wanted = members(problem)
        space = HiddenSpace(problem)
        assert {frozenset(m.edges) for m in space.members()} == {edges_of(m) for m in wanted}
        assert frozenset(truth.edges) in {edges_of(m) for m in wanted}
        assert space.models() == len(wanted) or isinstance(space.models(), Unknown)
        assert not objections_to(problem, truth)


@pytest.mark.parametrize("family", BOTH)
@pytest.mark.parametrize("semantics", list(Semantics))
def test_a_disturbance_that_is_always_zero_changes_nothing(
    family: EquationFamily, semantics: Semantics
) -> None:
    rng = random.Random(f"still{family}{semantics}")
    problem, _ = rounded(
        rng,
        family,
        semantics,
        3,
        values=(F(0),),
        coefficients=Coefficients(min_effect=F(1, 2)),
        unit="0.01",
    )
    plain = LinearSpace(replace(problem, hidden=None))
    space = HiddenSpace(problem)
    assert isinstance(space.decided, dict)
    assert set(space.decided) == set(plain.masks())
    assert space.edges() == plain.edges()


@pytest.mark.few(1)
@pytest.mark.parametrize("family", BOTH)
def test_the_truth_survives_and_its_target_lies_in_the_range(family: EquationFamily) -> None:
    rng = random.Random(f"survives{family}")
    for known in (True, False):
        problem, truth = rounded(
            rng,
            family,
            Semantics.SET,
            4,
            known=known,
            size=4,
            unit="0.01",
            coefficients=Coefficients(min_effect=F(1, 2)),
        )
        gold = gold_part(problem)
        assert gold is not None and gold.valid and gold.in_class
        counts = []
        for step in range(1, 5):
            space = HiddenSpace(problem.shortened(step))
            assert frozenset(truth.edges) in {frozenset(m.edges) for m in space.members()}
            counts.append(space.count())
            span = hidden_target_range(space)
            assert isinstance(span, TargetRange)
            assert problem.gold is not None and problem.gold.reactor_target is not None
            assert span.low is None or span.low <= problem.gold.reactor_target
            assert span.high is None or problem.gold.reactor_target <= span.high
        assert counts == sorted(counts, key=lambda c: -c if isinstance(c, int) else 0)


def test_a_reading_that_no_run_explains_is_named() -> None:
    rng = random.Random(12)
    problem, truth = rounded(rng, EquationFamily.QUADRATIC, Semantics.SET, 3, unit="0.01")
    last = problem.chain[-1]
    broken = ChainState({**last.values, "f": last.values["f"] + 1}, last.intervention)
    wrong = objections_to(replace(problem, chain=(*problem.chain[:-1], broken)), truth)
    assert {o.place for o in wrong} == {"chain[3]"}


def test_a_search_that_would_not_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(13)
    problem, truth = rounded(rng, EquationFamily.LINEAR, Semantics.SET, 3)
    monkeypatch.setattr(disturbed_replay, "MAX_RUNS", 2)
    with pytest.raises(LimitError):
        objections_to(problem, truth)
    gold = gold_part(problem)
    assert gold is not None and gold.valid is None


def test_exact_quadratic_set_data_are_unknown() -> None:
    rng = random.Random(14)
    problem, _ = rounded(rng, EquationFamily.QUADRATIC, Semantics.SET, 1, unit="0")
    answer = HiddenSpace(problem).count()
    assert isinstance(answer, Unknown) and "quadratic" in answer.reason
    other, truth = rounded(rng, EquationFamily.QUADRATIC, Semantics.SHIFT, 1, unit="0")
    graphs = {frozenset(m.edges) for m in HiddenSpace(other).members()}
    assert frozenset(truth.edges) in graphs == {edges_of(m) for m in members(other)}
