"""z3 behind linear arithmetic: bounded by work that is the same everywhere."""

from __future__ import annotations

import gc
import random
from fractions import Fraction

import pytest

from symcause.answers import Sat, SolverAnswer, Unknown, Unsat
from symcause.budgets import OUT_OF_TIME, Meter
from symcause.solvers.sat.linear_arithmetic import Assignment, Atom, LinearArithmetic, Optimum
from symcause.solvers.sat.smt import smt_models

ONE = Fraction(1)


def pigeons(size: int, budget: Meter | None = None) -> LinearArithmetic:
    """One hole too few; with a real number beside it."""
    solver = LinearArithmetic(reals=1, booleans=size * (size - 1), budget=budget)
    for pigeon in range(size):
        solver.add([pigeon * (size - 1) + hole for hole in range(size - 1)])
    for hole in range(size - 1):
        for first in range(size):
            for second in range(first):
                solver.add([~(first * (size - 1) + hole), ~(second * (size - 1) + hole)])
    solver.add([Atom(((0, ONE),), ">=", Fraction(0))])
    return solver


def mixed(seed: int, budget: Meter | None = None) -> LinearArithmetic:
    """Some linear constraints and disjunctions at random."""
    rng = random.Random(seed)
    solver = LinearArithmetic(reals=4, booleans=3, budget=budget)
    for _ in range(9):
        terms = tuple((i, Fraction(rng.randint(-9, 9), rng.randint(1, 7))) for i in range(4))
        atom = Atom(tuple(t for t in terms if t[1]), rng.choice(("<=", ">=")), ONE)
        solver.add([atom, rng.choice((0, 1, 2, ~0, ~1, ~2))])
    return solver


def answers(seed: int, budget: Meter) -> list[SolverAnswer | Optimum]:
    solver = mixed(seed, budget)
    found: list[SolverAnswer | Optimum] = [solver.check([k, ~1]) for k in (0, ~0, 2, ~2)]
    found.append(solver.optimum(((0, ONE),), maximise=True, assumptions=[0]))
    return [*found, solver.check_with([[Atom(((1, ONE),), "!=", Fraction(0))]])]


def test_what_is_too_hard_is_unknown_with_the_steps_that_were_done() -> None:
    budget = Meter(200_000)
    assert pigeons(14, budget).check() == Unknown("no answer within 200,000 steps of work")
    assert budget.over and budget.spent < 300_000
    assert pigeons(5).check() == Unsat()


def test_nothing_is_asked_with_nothing_left() -> None:
    budget = Meter(0)
    assert pigeons(3, budget).check() == Unknown("no answer within 0 steps of work")
    late = pigeons(3, Meter(seconds=0.0))
    assert late.check() == OUT_OF_TIME


def test_a_limit_of_the_users_own_is_a_time() -> None:
    assert pigeons(14, Meter(seconds=0.2)).check() == OUT_OF_TIME


def test_a_call_may_have_a_budget_of_its_own() -> None:
    whole = Meter()
    solver = pigeons(14, whole)
    part = whole.stretch(100_000)
    assert solver.check(budget=part) == part.shortage
    assert part.over and not whole.over
    assert part.shortage == Unknown("no answer within 100,000 steps of work")


def test_work_of_one_call_is_not_charged_to_the_next() -> None:
    budget = Meter()
    solver = pigeons(8, budget)
    solver.check()
    hard = budget.spent
    easy = LinearArithmetic(reals=1, budget=Meter())
    easy.add([Atom(((0, ONE),), ">=", ONE)])
    easy.check()
    assert hard > 10_000
    assert easy._budget.spent < 5_000


@pytest.mark.few(3)
@pytest.mark.parametrize("seed", range(6))
def test_answers_and_work_are_the_same_in_any_order(seed: int) -> None:
    """Whatever was asked before, of whom, and whether its memory was given back."""
    first = Meter()
    alone = answers(seed, first)
    cycle: list[object] = []
    for other in range(3):
        cycle.append([mixed(other), cycle])  # kept alive until somebody collects it
        answers(other + 20, Meter())
    second = Meter()
    assert answers(seed, second) == alone and second.spent == first.spent
    del cycle
    gc.collect()
    third = Meter()
    assert answers(seed, third) == alone and third.spent == first.spent


@pytest.mark.parametrize("seed", range(6))
def test_less_work_changes_no_answer(seed: int) -> None:
    whole = answers(seed, Meter())
    assert any(isinstance(answer, Sat) for answer in whole)
    for steps in (3_000, 6_000, 12_000):
        for found, known in zip(answers(seed, Meter(steps)), whole, strict=True):
            assert isinstance(found, Unknown) or type(found) is type(known)
            if isinstance(found, Optimum):
                assert found == known


def test_numbers_are_read_exactly() -> None:
    solver = LinearArithmetic(reals=2, integers=[1])
    solver.add([Atom(((0, Fraction(3)),), "=", Fraction(-7, 11))])
    solver.add([Atom(((1, ONE),), "=", Fraction(-(10**30)))])
    assert solver.check() == Sat(Assignment((Fraction(-7, 33), Fraction(-(10**30))), ()))


def test_scripts_share_no_context() -> None:
    """Which model comes first does not depend on the scripts before."""
    shown = {"x": "(_ BitVec 4)", "r": "Real", "b": "Bool"}
    script = "(assert (=> b (bvugt x #b0101))) (assert (or (= r 1.0) (= r (/ 1 3))))"
    alone = list(smt_models(script, shown))
    assert len(alone) == 2 * (16 + 10)
    list(smt_models("(assert (bvult y x))", {"x": "(_ BitVec 3)", "y": "(_ BitVec 3)"}))
    assert list(smt_models(script, shown)) == alone
