"""Exact linear programmes for rounded data: against z3's linear arithmetic, parent set by parent set."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from symcause.answers import Unknown, Unsat
from symcause.budgets import Meter
from symcause.families.linear.generator.random_crystals import LinearOptions, draw
from symcause.families.linear.problem.problem import BaseRange, LinearProblem
from symcause.families.linear.space.local.coefficient_space import Extremes
from symcause.families.linear.space.local.evidence_rows import LinearRows, rows_of
from symcause.families.linear.space.local.parent_programme import ParentProgramme
from symcause.families.linear.space.local.programme_engine import IntervalLocal
from symcause.families.linear.space.local.smt_engine import SmtLocal
from symcause.models.background_knowledge import Knowledge
from symcause.solvers.linear.dual_simplex import Boxed, BoxedOptimum, Contradiction
from symcause.solvers.sat.linear_arithmetic import Atom, LinearArithmetic, Optimum, Terms

F = Fraction
Limits = tuple[Fraction | None, Fraction | None]


def limits(rng: random.Random, at: int) -> Limits:
    """Around a value, now and then past it; two thirds have both bounds."""
    low, high = F(at - rng.randint(-2, 9), 2), F(at + rng.randint(-1, 9), 2)
    low, high = min(low, high), max(low, high)
    return rng.choice(
        [(low, high), (low, high), (low, high), (low, low), (None, high), (low, None)]
    )


@pytest.mark.few(20)
@pytest.mark.parametrize("seed", range(400))
def test_programmes_between_bounds_are_those_of_linear_arithmetic(seed: int) -> None:
    rng = random.Random(f"boxed {seed}")
    width = rng.randint(1, 5)
    point = [rng.randint(-5, 5) for _ in range(width)]
    rows = [[rng.randint(-4, 4) for _ in range(width)] for _ in range(width + rng.randint(0, 6))]
    if rng.random() < 0.3:
        rows.append([2 * x for x in rows[0]])
    bounds = [limits(rng, sum(a * b for a, b in zip(row, point, strict=True))) for row in rows]
    box = Boxed(rows, [low for low, _ in bounds], [high for _, high in bounds])
    if box.start is None:
        return
    objective = [F(rng.randint(-3, 3)) for _ in range(width)]
    changed = {rng.randrange(len(rows)): limits(rng, 0)} if rng.random() < 0.4 else {}
    changed = {i: own for i, own in changed.items() if i not in box.start}
    found = box.least(objective, box.start, changed)
    assert not isinstance(found, Unknown)
    solver = arithmetic(rows, {**dict(enumerate(bounds)), **changed})
    best = solver.optimum(terms(objective), maximise=False)
    if isinstance(found, Contradiction):
        assert isinstance(best, Unsat)
        own = {
            i: both for i, both in {**dict(enumerate(bounds)), **changed}.items() if i in found.rows
        }
        assert isinstance(arithmetic(rows, own).check(), Unsat)  # the rows that it names suffice
        return
    assert isinstance(best, Optimum) and best.value == found.value
    assert found.value == sum(a * b for a, b in zip(objective, found.point, strict=True))
    for i, row in enumerate(rows):
        low, high = changed.get(i, bounds[i])
        value = sum((a * b for a, b in zip(row, found.point, strict=True)), F(0))
        assert (low is None or low <= value) and (high is None or value <= high)


def terms(row: Sequence[Fraction | int]) -> Terms:
    return tuple((i, F(x)) for i, x in enumerate(row) if x)


def arithmetic(rows: list[list[int]], bounds: dict[int, Limits]) -> LinearArithmetic:
    solver = LinearArithmetic(len(rows[0]))
    for i, (low, high) in bounds.items():
        for relation, limit in ((">=", low), ("<=", high)):
            if limit is not None:
                solver.add([Atom(terms(rows[i]), relation, limit)])
    return solver


def test_rows_that_do_not_determine_the_point_make_no_start() -> None:
    assert Boxed([[1, 1], [2, 2]], [F(0), F(0)], [F(1), F(1)]).start is None
    assert Boxed([[1, 0], [0, 1]], [F(0), None], [F(1), F(1)]).start is None
    steep = Boxed([[10**40, 10**40 + 1], [1, 1]], [F(0), F(0)], [F(1), F(1)])  # equal to a float
    assert steep.start is not None
    found = steep.least([F(0), F(1)], steep.start)
    assert isinstance(found, BoxedOptimum) and found.value == -(10**40)


STEPS = 20_000_000
"""For z3 on one variable of a problem; what it does not know by then is not compared."""


class Plain(SmtLocal):
    """z3 for every parent set."""

    def _ruled_out(self, mask: int) -> bool:
        return False

    def _guessed(self, mask: int) -> None:
        return None


def case(seed: int) -> LinearProblem:
    """Linear and quadratic, many and few states, bounded bases, required parents."""
    rng = random.Random(f"interval {seed}")
    quadratic = seed % 3 > 0
    options = LinearOptions(variables=3 if quadratic else 4, quadratic=quadratic)
    drawn = draw(options, seed, 2).shortened(rng.randrange(9))
    size = rng.choice([F(1, 1000), F(1, 250), F(1, 2), F(2)])
    bases = rng.choice([None, None, BaseRange(F(-20), F(120)), BaseRange(F(0), F(30))])
    problem = replace(
        drawn,
        rounding=rng.choice(
            [drawn.rounding or F(1, 100), F(1, 100), F(0)] if bases else [F(1, 100)]
        ),
        coefficients=replace(drawn.coefficients, min_effect=size),
        bases=bases,
    )
    if rng.random() < 0.3:
        cause, effect = rng.sample([v for v in problem.variables if v != problem.target], 2)
        problem = replace(problem, knowledge=Knowledge(require=((cause, effect),)))
    return problem


@pytest.mark.few(8)
@pytest.mark.parametrize("seed", range(150))
def test_parent_sets_and_ranges_are_those_of_linear_arithmetic(seed: int) -> None:
    problem = case(seed)
    rng = random.Random(f"objective {seed}")
    for name in problem.variables:
        evidence = rows_of(problem, name)
        quick = IntervalLocal(evidence, problem.coefficients)
        plain = Plain(evidence, problem.coefficients, Meter(STEPS))
        objective = tuple(F(rng.randint(-9, 9), 2) for _ in range(evidence.width))
        for mask in range(1 << len(evidence.candidates)):
            witness, weight = quick.witness(mask), plain.weight(mask)
            assert not isinstance(witness, Unknown)
            if isinstance(weight, Unknown):
                continue
            assert quick.weight(mask) == weight and (witness is None) == (weight == 0)
            found, known = quick.extremes(mask, objective), plain.extremes(mask, objective)
            compare(found, known, plain, mask, objective)
            if witness is None:
                continue
            assert confirmed(plain, mask, witness.coefficients)
            other, different = quick.another(mask, witness), plain.another(mask, witness)
            if not isinstance(different, Unknown):
                assert (other is None) == (different is None)
            if other is not None and not isinstance(other, Unknown):
                assert other.coefficients != witness.coefficients
                assert confirmed(plain, mask, other.coefficients)
        whole, known = quick.extremes_of_all(objective), plain.extremes_of_all(objective)
        compare(whole, known, plain, None, objective)


def compare(
    found: Extremes | Unknown | None,
    known: Extremes | Unknown | None,
    plain: Plain,
    mask: int | None,
    objective: tuple[Fraction, ...],
) -> None:
    assert not isinstance(found, Unknown)
    if isinstance(known, Unknown):
        return
    assert (found is None) == (known is None)
    if found is None or known is None:
        return
    assert (found.low, found.high) == (known.low, known.high)
    assert (found.low_attained, found.high_attained) == (known.low_attained, known.high_attained)
    for witness, value, far in ((found.low_at, found.low, -1), (found.high_at, found.high, 1)):
        own = parents(plain.evidence, witness.coefficients) if mask is None else mask
        same = plain.completion(own, dict(enumerate(witness.coefficients)), witness.base)
        assert same is not None
        at = sum(
            (a * b for a, b in zip(objective, witness.coefficients, strict=True)), witness.base
        )
        assert at == value if value is not None else far * at >= 1000


def parents(evidence: LinearRows, coefficients: tuple[Fraction, ...]) -> int:
    return sum(1 << i for i in range(len(evidence.candidates)) if coefficients[i])


def confirmed(plain: Plain, mask: int, coefficients: tuple[Fraction, ...]) -> bool:
    """Does z3 agree that this is a member, if it comes to an end?"""
    return plain.completion(mask, dict(enumerate(coefficients)), None) is not None


def test_a_point_far_out_has_large_effects_only() -> None:
    """Every one of them, and what is asked for has changed by the value or more."""
    rng = random.Random("far")
    for _ in range(200):
        width = rng.randint(1, 4)
        mains = rng.randint(1, width)
        line = [Fraction(rng.randint(-2, 2)) for _ in range(width)]
        objective = [Fraction(rng.randint(-2, 2)) for _ in range(width)]
        change = sum(a * b for a, b in zip(line, objective, strict=True))
        point = tuple(Fraction(rng.choice((-4, -2, -1, 1, 2, 4))) for _ in range(width))
        if not change:
            continue
        value = Fraction(rng.choice((-4, -2, 1, 2)))
        programme: Any = SimpleNamespace(
            directions=[line], mains=mains, _large=lambda effect: abs(effect) >= 1
        )
        found = ParentProgramme.far(programme, point, objective, value)
        assert all(abs(effect) >= 1 for effect in found[:mains])
        moved = sum(o * (b - a) for o, a, b in zip(objective, point, found, strict=True))
        assert moved / value >= 1
