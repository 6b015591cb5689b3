"""Separating experiments against running both models by hand on every root assignment."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest

from symcause.errors import LimitError
from symcause.families.boolean.models.experiments import (
    Experiment,
    StateWitness,
    Witness,
    best_experiment,
    compare,
    experiments,
)
from symcause.families.boolean.models.functions import reduce
from symcause.families.boolean.models.scm import BooleanSCM
from tests.boolean.brute import random_scm


def by_hand(model: BooleanSCM, roots: dict[str, bool], do: dict[str, bool]) -> dict[str, bool]:
    state = {**roots, **do}
    for name in model.order:
        if name not in do:
            state[name] = model.functions[name](state)
    return state


def rates(a: BooleanSCM, b: BooleanSCM, experiment: Experiment) -> tuple[Fraction, Fraction]:
    do = dict(experiment.assignments)
    scored = [v for v in a.endogenous if v not in do]
    rows = cells = total = 0
    for bits in product((False, True), repeat=len(a.roots)):
        roots = dict(zip(a.roots, bits, strict=True))
        one, other = by_hand(a, roots, do), by_hand(b, roots, do)
        differing = [v for v in scored if one[v] != other[v]]
        rows += bool(differing)
        cells += len(differing)
        total += 1
    return Fraction(rows, total), Fraction(cells, total * len(scored)) if scored else Fraction(0)


@pytest.mark.few(15)
@pytest.mark.parametrize("seed", range(60))
def test_rates_and_witnesses(seed: int) -> None:
    rng = random.Random(seed)
    order = rng.sample([f"X{i}" for i in range(1, 6)], 5)
    a, b = random_scm(rng, order, 2, 2), random_scm(rng, order, 2, 2)
    for experiment in experiments(a.variables, 2):
        found = compare(a, b, experiment)
        assert (found.pair_disagreement_rate, found.cell_difference_rate) == rates(a, b, experiment)
        assert found.separates == bool(found.pair_disagreement_rate)
        if found.witness is not None:
            assert isinstance(found.witness, Witness)
            do, roots = dict(experiment.assignments), dict(found.witness.roots)
            assert all(roots[r] == do[r] for r in roots if r in do)
            one, other = by_hand(a, roots, do), by_hand(b, roots, do)
            assert found.witness.differences
            for cell in found.witness.differences:
                assert (one[cell.variable], other[cell.variable]) == (
                    cell.reference,
                    cell.alternative,
                )
                assert cell.reference != cell.alternative


@pytest.mark.few(10)
@pytest.mark.parametrize("seed", range(40))
def test_best_follows_the_tie_rule(seed: int) -> None:
    rng = random.Random(seed)
    order = ["X2", "X10", "X1", "X3"]
    a, b = random_scm(rng, order, 1, 2), random_scm(rng, order, 1, 2)
    ranked = [(*rates(a, b, e), -i) for i, e in enumerate(experiments(a.variables, 1))]
    best = best_experiment(a, b)
    top = max(ranked)
    if top[0] == 0:
        assert best is None
    else:
        assert best is not None
        assert best.experiment == list(experiments(a.variables, 1))[-top[2]]


def test_natural_order_of_experiments() -> None:
    names = [str(e) for e in experiments(["X10", "X2"], 1)]
    assert names == ["do(X2=0)", "do(X2=1)", "do(X10=0)", "do(X10=1)"]


def test_different_roots_are_compared_by_states() -> None:
    copy = reduce(("A",), 0b10)
    one = BooleanSCM(("A",), {"B": copy})
    other = BooleanSCM(("B",), {"A": reduce(("B",), 0b10)})
    best = best_experiment(one, other)
    assert best is not None
    assert str(best.experiment) == "do(A=0)"
    assert best.pair_disagreement_rate is None
    assert isinstance(best.witness, StateWitness)
    assert best.witness == StateWitness((("A", False), ("B", True)), "alternative")


def test_many_roots_are_beyond_simulation() -> None:
    roots = tuple(f"R{i}" for i in range(17))
    model = BooleanSCM(roots, {"Y": reduce((), 0)})
    with pytest.raises(LimitError, match="17 roots"):
        compare(model, model, Experiment.do(Y=1))
