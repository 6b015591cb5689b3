"""Engines that read the space as a formula against each other, the recursion and plain listing."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from importlib.util import find_spec
from math import factorial
from pathlib import Path

import pytest

from symcause.answers import Unknown
from symcause.errors import UsageError
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.opinions.member_formula import member_formula, simple_cycles
from symcause.families.boolean.opinions.opinion_engines import (
    ENGINES,
    count_members,
    members_by_sat,
    members_by_smt,
)
from symcause.families.boolean.opinions.smt_script import member_script
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.formats.pools.problem_files import read_problems
from symcause.models.disclosure import Disclosure, Setting
from symcause.models.expressions import Operation, Variable
from symcause.solvers.sat.smt import declarations, smt_models, smt_solve
from tests.amounts import amount
from tests.boolean.brute import members, random_problem

LISTED = 250
COUNTER = find_spec("pyganak") is not None
INSTALLED = [engine for engine in ENGINES if COUNTER or engine != "counter"]


def random_case(
    rng: random.Random, setting: Setting, sizes: tuple[int, int], bounds: tuple[int | None, ...]
) -> tuple[BooleanProblem, int | None]:
    worlds, rows = rng.randint(2, 6), rng.randint(2, 8)
    problem, _ = random_problem(rng, rng.randint(*sizes), setting, worlds, rows)
    return replace(problem, constants=rng.random() < 0.3), rng.choice(bounds)


@pytest.mark.parametrize("setting", list(Setting))
def test_listing_engines_give_the_members(setting: Setting) -> None:
    rng = random.Random(f"members {setting}")
    seen = []
    for i in range(40):
        problem, bound = random_case(rng, setting, (2, 4), (0, 1, 2))
        wanted = members(problem, bound)
        if len(wanted) > LISTED:
            continue
        hypotheses = HypothesisClass(max_parents=bound)
        listed = list(members_by_sat(problem, hypotheses))
        assert len(listed) == len(wanted) and set(listed) == set(wanted)
        if i % 3 == 0:
            listed = list(members_by_smt(problem, hypotheses))
            assert len(listed) == len(wanted) and set(listed) == set(wanted)
        seen.append(len(wanted))
    assert 0 in seen and max(seen) > 5


@pytest.mark.few(1)
@pytest.mark.parametrize("setting", list(Setting))
@pytest.mark.parametrize("cap", [None, 3, 5])
def test_counts_agree(setting: Setting, cap: int | None) -> None:
    rng = random.Random(f"counts {setting} {cap}")
    agreed = dict.fromkeys(ENGINES, 0)
    for i in range(amount(12, 24)):
        problem, bound = random_case(rng, setting, (2, 5), (0, 1, 2, 3, None))
        hypotheses = HypothesisClass(max_parents=bound, max_ast=cap)
        count = ExactSpace.of(problem, hypotheses).count
        for engine in INSTALLED:
            if (engine == "smt" and i % 4) or (engine == "counter" and count > 600):
                continue
            found = count_members(problem, hypotheses, engine, limit=LISTED)
            if isinstance(found, Unknown):
                assert count > LISTED and engine != "counter"
            else:
                assert found == count, (engine, problem, hypotheses)
                agreed[engine] += 1
    assert agreed["sat"] > amount(6, 12) and agreed["smt"] > amount(1, 2)
    assert agreed["counter"] > amount(6, 12) or not COUNTER


def test_counts_agree_where_operators_are_weak() -> None:
    rng = random.Random(2)
    for _ in range(25):
        problem, bound = random_case(rng, rng.choice(list(Setting)), (2, 4), (1, 2))
        problem = replace(problem, operators=rng.choice((("and", "or"), ("not", "xor"), ("iff",))))
        hypotheses = HypothesisClass(max_parents=bound)
        count = ExactSpace.of(problem, hypotheses).count
        for engine in ("sat", "smt"):
            found = count_members(problem, hypotheses, engine, limit=LISTED)
            assert found == count or (isinstance(found, Unknown) and count > LISTED)


def wide_problem() -> BooleanProblem:
    """Nine endogenous variables, more than have a clause for each cycle, all seen to be equal."""
    variables = tuple(f"X{i}" for i in range(10))
    shown = Disclosure(Setting.HIDDEN_ORDER, variables, ("X0",))
    world = World("w", Split.TRAIN, Mode.NONE, (), ("0" * 10, "1" * 10))
    copies = {v: Operation("and", (Variable("X0"), Variable("X0"))) for v in variables[1:]}
    return BooleanProblem("wide", shown, (world,), gold=Answer(copies))


def test_an_order_replaces_cycles_in_larger_problems() -> None:
    problem, hypotheses = wide_problem(), HypothesisClass(max_parents=1)
    # Every variable copies one other: labelled trees with root X0, 10^8 by Cayley's formula.
    assert ExactSpace.of(problem, hypotheses).count == 10**8
    formula = member_formula(problem, hypotheses)
    assert len(formula.clauses) < 5_000
    first = next(members_by_sat(problem, hypotheses))
    assert first in ExactSpace.of(problem, hypotheses)
    assert count_members(problem, hypotheses, "sat", limit=20) == Unknown(
        "more than 20 members to list"
    )


def test_simple_cycles() -> None:
    for size in range(2, 7):
        cycles = list(simple_cycles([str(i) for i in range(size)]))
        wanted = sum(factorial(size) // factorial(size - k) // k for k in range(2, size + 1))
        assert len({frozenset(cycle) for cycle in cycles}) == len(cycles) == wanted


def test_limits_end_in_unknown() -> None:
    problem = wide_problem()
    unbounded = HypothesisClass()
    for engine in ("sat", "counter") if COUNTER else ("sat",):
        found = count_members(problem, unbounded, engine, seconds=0.2)
        assert isinstance(found, Unknown) and found.reason == "time limit of 0.2 s"
    found = count_members(problem, unbounded, "smt")
    assert isinstance(found, Unknown) and "too large to encode" in found.reason
    larger = replace(
        problem,
        disclosure=Disclosure(Setting.HIDDEN_ORDER, tuple(f"X{i}" for i in range(14)), ("X0",)),
        worlds=(World("w", Split.TRAIN, Mode.NONE, (), ("0" * 14,)),),
        gold=None,
    )
    found = count_members(larger, unbounded, "sat")
    assert isinstance(found, Unknown) and "too many to encode" in found.reason
    found = count_members(larger, HypothesisClass(max_ast=9), "sat")
    assert isinstance(found, Unknown) and "functions in the class" in found.reason
    with pytest.raises(UsageError, match="did you mean 'smt'"):
        count_members(problem, unbounded, "smtt")


@pytest.mark.skipif(not COUNTER, reason="the model counter is not installed")
def test_the_counter_is_silent(capfd: pytest.CaptureFixture[str]) -> None:
    problem, _ = random_problem(random.Random(1), 4, Setting.HIDDEN_ROOTS, 3, 4)
    count_members(problem, HypothesisClass(max_parents=2), "counter")
    assert capfd.readouterr() == ("", "")


def test_scripts_stand_by_themselves() -> None:
    problem, _ = random_problem(random.Random(4), 3, Setting.HIDDEN_ROOTS, 3, 4)
    script = member_script(problem, HypothesisClass(max_parents=2))
    text = declarations(script.shown) + script.text
    assert text.startswith("(declare-const |table X1| (_ BitVec 4))")
    models = list(smt_models(text.replace(declarations(script.shown), ""), script.shown))
    assert len(models) == len(members(problem, 2))
    shown = {"r": "Real", "i": "Int"}
    solved = smt_solve("(assert (= r (/ 1 3))) (assert (= i (- 4)))", shown)
    assert str(solved) == "Sat(model={'r': Fraction(1, 3), 'i': -4})"
    with pytest.raises(UsageError, match="SMT-LIB"):
        smt_solve("(assert", shown)


@pytest.mark.skipif("SYMCAUSE_DATA" not in os.environ, reason="set SYMCAUSE_DATA to the data")
def test_the_published_item_has_3936_members() -> None:
    path = Path(os.environ["SYMCAUSE_DATA"]) / "replayscm" / "sample.runtime.yaml"
    (item,) = read_problems(str(path))
    assert isinstance(item.problem, BooleanProblem)
    engine = "counter" if COUNTER else "sat"
    assert count_members(item.problem, HypothesisClass(max_parents=4), engine) == 3936
