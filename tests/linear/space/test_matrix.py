"""Every semantics with every class against brute force that shares no code with the engines.

Rows are written down directly from the rules. Integer classes: all models are tried. Rational classes with
a minimum effect: for every graph and every choice of signs a linear program in floating point decides, on
data that leave no narrow cases.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest
import scipy

from symcause.families.linear.models.laboratory import EquationFamily, Semantics
from symcause.families.linear.problem.problem import BaseRange, Coefficients, LinearProblem
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.models.equations import State
from tests.linear.cases import all_dags, episode, integers, problem_of, random_model

F = Fraction
Row = tuple[State, object, Fraction]
"""A reading of all variables, the base it has (a number, or a name of an unknown one), what is read."""

INTEGERS = integers(1, 2)
EFFECTS = Coefficients(min_effect=F(1, 2))
SEMANTICS, FAMILIES = list(Semantics), list(EquationFamily)


def rows(problem: LinearProblem, name: str) -> Iterator[Row | None]:
    """What the evidence says about one variable; None is a reading that nothing explains."""
    shared = name not in problem.controllable
    for i, record in enumerate(problem.records):
        yield record.values, "all" if shared else ("record", i), record.values[name]
    base: object = "all" if shared else "chain"
    held: Fraction | None = None
    for i, state in enumerate(problem.chain):
        mine, read = state.settings.get(name), state.values[name]
        if problem.semantics is Semantics.SET and mine is not None:
            base = ("set", i) if problem.rounding else ("solved", i, mine)
            if abs(read - mine) > problem.rounding:
                yield None
        elif problem.semantics is Semantics.SHIFT and mine is not None:
            base = mine
        elif (state.acted and problem.semantics is Semantics.DO) or mine is not None:
            held = mine
        if held is None:
            yield state.values, base, read
        elif abs(read - held) > problem.rounding / 2:
            yield None


def bounded(base: object) -> bool:
    """Does the range of bases apply? Not to what interventions made."""
    return base in ("all", "chain") or (isinstance(base, tuple) and base[0] == "record")


def columns(problem: LinearProblem, parents: tuple[str, ...], values: State) -> list[Fraction]:
    plain = [values[p] for p in parents]
    squares = [x * x for x in plain] if problem.family is EquationFamily.QUADRATIC else []
    return squares + plain


def integer_fits(problem: LinearProblem, name: str, parents: tuple[str, ...]) -> int:
    """How many integer coefficient vectors explain one variable."""
    squares = problem.family is EquationFamily.QUADRATIC
    values = (0, 1, 2) if squares else (1, 2)  # a term of a square may be absent, not both
    found, size = 0, len(parents)
    for chosen in itertools.product(values, repeat=size * (2 if squares else 1)):
        if not squares or all(chosen[i] or chosen[size + i] for i in range(size)):
            found += _one_fits(problem, name, parents, chosen)
    return found


def _one_fits(
    problem: LinearProblem, name: str, parents: tuple[str, ...], chosen: tuple[int, ...]
) -> bool:
    half, known = problem.rounding / 2, {}
    bases = problem.bases
    for row in rows(problem, name):
        if row is None:
            return False
        values, base, read = row
        own = read - sum(
            (w * x for w, x in zip(chosen, columns(problem, parents, values), strict=True)), F(0)
        )
        if isinstance(base, Fraction):
            known[base] = base, base
        low, high = known.get(base, (own - half, own + half))
        if bases is not None and bounded(base):
            low = low if bases.minimum is None else max(low, bases.minimum)
            high = high if bases.maximum is None else min(high, bases.maximum)
        known[base] = max(low, own - half), min(high, own + half)
        if known[base][0] > known[base][1]:
            return False
    return True


def rational_fits(problem: LinearProblem, name: str, parents: tuple[str, ...]) -> bool:
    """Is there a real coefficient vector with effects of the minimum size?"""
    found = list(rows(problem, name))
    if None in found:
        return False
    stated = [row for row in found if row is not None]
    names = list(dict.fromkeys(base for _, base, _ in stated if not isinstance(base, Fraction)))
    count = len(parents) * (2 if problem.family is EquationFamily.QUADRATIC else 1)
    half, matrix, right = float(problem.rounding / 2), [], []
    for values, base, read in stated:
        line = [float(x) for x in columns(problem, parents, values)]
        line += [float(base == other) for other in names]
        value = float(read - base) if isinstance(base, Fraction) else float(read)
        matrix += [line, [-x for x in line]]
        right += [value + half + 1e-9, half - value + 1e-9]
    limits = [(None, None)] * count
    bases = problem.bases
    for base in names:
        free = bases is None or not bounded(base)
        limits.append((None, None) if free else (bases.minimum, bases.maximum))  # type: ignore[union-attr]
    if not matrix:
        return True
    for signs in itertools.product((1, -1), repeat=len(parents)):
        for i, sign in enumerate(signs):
            limits[i] = (0.5, None) if sign > 0 else (None, -0.5)
        answer = scipy.optimize.linprog([0.0] * len(limits), A_ub=matrix, b_ub=right, bounds=limits)
        if answer.status == 0:
            return True
    return False


def cases(
    semantics: Semantics, family: EquationFamily, sink: bool, coefficients: Coefficients, unit: str
) -> Iterator[LinearProblem]:
    """Three short episodes; the last one with a range of bases, and two targets at once."""
    quadratic = family is EquationFamily.QUADRATIC
    for steps in range(3):
        rng = random.Random(f"matrix {semantics} {family} {sink} {coefficients} {unit} {steps}")
        model = random_model(rng, 3, sink=sink, values=(1, 2), quadratic=quadratic)
        empty = problem_of(
            model,
            semantics=semantics,
            family=family,
            sink=sink,
            coefficients=coefficients,
            rounding=unit,
        )
        targets = [rng.choice(empty.controllable) for _ in range(steps)]
        problem = episode(rng, empty, targets)
        yield problem
        yield replace(problem, bases=BaseRange(F(20), F(100)), gold=None)


@pytest.mark.few(4)
@pytest.mark.parametrize("unit", ["0", "1"])
@pytest.mark.parametrize("sink", [True, False])
@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("semantics", SEMANTICS)
def test_integers(semantics: Semantics, family: EquationFamily, sink: bool, unit: str) -> None:
    for problem in cases(semantics, family, sink, INTEGERS, unit):
        models = graphs = 0
        for parents in _graphs(problem):
            product = 1
            for name, chosen in parents.items():
                product *= integer_fits(problem, name, chosen)
            models, graphs = models + product, graphs + (product > 0)
        space = LinearSpace(problem)
        assert (space.count(), space.models()) == (graphs, models)


@pytest.mark.few(4)
@pytest.mark.parametrize("unit", ["0", "0.01"])
@pytest.mark.parametrize("sink", [True, False])
@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("semantics", SEMANTICS)
def test_rationals_with_a_minimum_effect(
    semantics: Semantics, family: EquationFamily, sink: bool, unit: str
) -> None:
    for problem in cases(semantics, family, sink, EFFECTS, unit):
        known: dict[tuple[str, tuple[str, ...]], bool] = {}
        graphs = 0
        for parents in _graphs(problem):
            for name, chosen in parents.items():
                if (name, chosen) not in known:
                    known[name, chosen] = rational_fits(problem, name, chosen)
            graphs += all(known[name, chosen] for name, chosen in parents.items())
        assert LinearSpace(problem).count() == graphs


def _graphs(problem: LinearProblem) -> Iterator[dict[str, tuple[str, ...]]]:
    """All graphs of the class, as parents."""
    names = problem.variables
    for masks in all_dags(len(names)):
        parents = {
            name: tuple(other for i, other in enumerate(names) if mask >> i & 1)
            for name, mask in zip(names, masks, strict=True)
        }
        if all(set(chosen) <= set(problem.candidates(name)) for name, chosen in parents.items()):
            yield parents
