"""What least squares settle in rounded data: against linear arithmetic, parent set by parent set."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

from symcause.answers import Unknown
from symcause.families.linear.generator.random_crystals import LinearOptions, draw
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.space.local.evidence_rows import rows_of
from symcause.families.linear.space.local.programme_engine import IntervalLocal
from symcause.families.linear.space.local.smt_engine import SmtLocal
from symcause.solvers.linear.error_intervals import LeastSquares
from symcause.solvers.sat.linear_arithmetic import Atom, LinearArithmetic, Optimum

F = Fraction
ONE = F(1)


Rows = Sequence[tuple[Sequence[Fraction], Fraction, int | None]]


def _spreads(
    rows: Rows, width: int, half: Fraction
) -> tuple[tuple[Fraction, Fraction], ...] | None:
    """Intervals of all unknowns; hundredths made whole."""
    scale = 2000
    squares = LeastSquares(
        [[int(scale * x) for x in features] for features, _, _ in rows],
        [int(scale * value) for _, value, _ in rows],
        [group for _, _, group in rows],
        int(scale * half),
    )
    return squares.intervals(range(width))


@pytest.mark.few(8)
@pytest.mark.parametrize("seed", range(60))
def test_intervals_hold_the_optima_of_linear_arithmetic(seed: int) -> None:
    rng = random.Random(f"spread {seed}")
    width, groups = rng.randint(1, 3), rng.randint(0, 2)
    truth = [F(rng.randint(-300, 300), 100) for _ in range(width)]
    bases = [F(rng.randint(-50, 50)) for _ in range(groups)]
    half = F(1, rng.choice([20, 200]))
    rows = []
    for _ in range(width + groups + rng.randint(0, 4)):
        features = [F(rng.randint(-9, 9)) for _ in range(width)]
        group = rng.randrange(groups) if groups and rng.random() < 0.8 else None
        clean = sum((a * b for a, b in zip(truth, features, strict=True)), F(0))
        clean += 0 if group is None else bases[group]
        rows.append((features, clean + half * F(rng.randint(-10, 10), 10), group))
    found = _spreads(rows, width, half)
    if found is None:
        return
    solver = LinearArithmetic(width + groups)
    for features, value, group in rows:
        terms = [(i, f) for i, f in enumerate(features) if f]
        terms += [] if group is None else [(width + group, ONE)]
        solver.add([Atom(tuple(terms), ">=", value - half)])
        solver.add([Atom(tuple(terms), "<=", value + half)])
    for i, (low, high) in enumerate(found):
        assert low <= truth[i] <= high
        least = solver.optimum(((i, ONE),), maximise=False)
        most = solver.optimum(((i, ONE),), maximise=True)
        assert isinstance(least, Optimum) and isinstance(most, Optimum)
        assert least.value is not None and most.value is not None  # the rows determine it
        assert low <= least.value <= most.value <= high


def test_what_the_rows_do_not_determine_has_no_interval() -> None:
    assert _spreads([([F(1), F(1)], F(2), None)] * 3, 2, F(1)) is None
    assert _spreads([([F(1)], F(2), 0)], 1, F(1)) is None  # a base takes it all
    assert _spreads([], 0, F(1)) is None


class _Plain(SmtLocal):
    """z3 for every parent set."""

    _settled = (0, 0)  # type: ignore[assignment]

    def _guessed(self, mask: int) -> None:
        return None


def case(seed: int) -> LinearProblem:
    options = LinearOptions(variables=3 + seed % 2, quadratic=seed % 3 > 0)
    drawn = draw(options, seed, 1).shortened(seed % 9)
    size = random.Random(seed).choice([F(1, 1000), F(1, 250), F(1, 2), F(2)])
    coefficients = replace(drawn.coefficients, min_effect=size)
    return replace(drawn, rounding=drawn.rounding or F(1, 100), coefficients=coefficients)


@pytest.mark.few(6)
@pytest.mark.parametrize("seed", range(120))
def test_every_parent_set_is_decided_as_by_linear_arithmetic_alone(seed: int) -> None:
    problem = case(seed)
    for name in problem.variables:
        evidence = rows_of(problem, name)
        quick = IntervalLocal(evidence, problem.coefficients)
        plain = _Plain(evidence, problem.coefficients)
        for mask in range(1 << len(evidence.candidates)):
            weight = quick.weight(mask)
            assert not isinstance(weight, Unknown) and weight == plain.weight(mask)
            witness = quick.witness(mask)
            if witness is None or isinstance(witness, Unknown):
                continue
            columns = dict(enumerate(witness.coefficients))
            same = plain.completion(mask, columns, None)  # z3 agrees that this is a member
            assert same is not None and not isinstance(same, Unknown)
            assert same.coefficients == witness.coefficients
