"""The best experiment, found on all experiments at once, against one comparison an experiment."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from symcause.families.boolean.models.experiments import (
    _TOGETHER,
    PairSeparation,
    best_experiment,
    compare,
    experiments,
)
from symcause.families.boolean.models.functions import reduce
from symcause.families.boolean.models.scm import BooleanSCM
from tests.boolean.brute import random_scm


def one_by_one(a: BooleanSCM, b: BooleanSCM, targets: int) -> PairSeparation | None:
    """The definition: compare every experiment, keep the first of the highest rates."""
    best: PairSeparation | None = None
    for experiment in experiments(a.variables, targets):
        found = compare(a, b, experiment)
        if found.separates and (best is None or _rates(found) > _rates(best)):
            best = found
    return best


def _rates(found: PairSeparation) -> tuple[Fraction, Fraction]:
    assert found.pair_disagreement_rate is not None and found.cell_difference_rate is not None
    return found.pair_disagreement_rate, found.cell_difference_rate


@pytest.mark.few(13)
@pytest.mark.parametrize("seed", range(80))
def test_all_experiments_at_once(seed: int) -> None:
    rng = random.Random(f"at once {seed}")
    count = rng.randint(2, 8)
    order = rng.sample([f"X{i}" for i in range(1, 12)], count)
    roots = rng.randint(0, min(4, count))
    a = random_scm(rng, order, roots, 3)
    b = random_scm(rng, order, roots, 3)
    if a.functions and rng.random() < 0.5:  # mostly alike, so that rates are close
        name = rng.choice(a.endogenous)
        b = BooleanSCM(a.roots, {**a.functions, name: b.functions[name]})
    for targets in (1, 2):
        assert best_experiment(a, b, targets=targets) == one_by_one(a, b, targets)


def test_more_experiments_than_run_together() -> None:
    rng = random.Random(5)
    order = [f"X{i}" for i in range(1, 8)]
    a, b = random_scm(rng, order, 2, 2), random_scm(rng, order, 2, 2)
    assert sum(1 for _ in experiments(a.variables, 3)) > 5 * _TOGETHER
    assert best_experiment(a, b, targets=3) == one_by_one(a, b, 3)


def test_functions_of_many_parents() -> None:
    rng = random.Random(6)
    names = tuple(f"X{i}" for i in range(1, 8))
    a, b = (BooleanSCM(names, {"Y": reduce(names, rng.getrandbits(128))}) for _ in range(2))
    assert best_experiment(a, b) == one_by_one(a, b, 1)


def test_models_without_a_difference() -> None:
    model = random_scm(random.Random(7), ["X1", "X2", "X3"], 1, 2)
    assert best_experiment(model, model) is None
    assert best_experiment(model, model, targets=3) is None
