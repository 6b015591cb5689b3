"""Values of random scenarios against a simulation that shares nothing with the engine."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from random import Random

import pytest
import scipy

from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.families.scenario.value.unit_sampler import normal
from symcause.families.scenario.value.valuer import Valuer
from symcause.formats.problems import read_document
from tests.amounts import amount
from tests.scenario.making import Making

UNITS = 20_000
ERRORS = 5


def check(seed: int) -> bool:
    """Is the value known to two digits? In any case it holds what the simulation says."""
    made = Making(Random(seed))
    problem = read_document(made.document)
    assert isinstance(problem, ScenarioProblem)
    value = Valuer(problem).value(problem.completed(_exact(made.design)))
    assert 0 <= value.low <= value.high <= 1
    for units in (UNITS, 20 * UNITS):  # the second look settles what may have been chance
        share = made.survival(seed, units)
        error = ERRORS * sqrt(max(share * (1 - share), 1 / units) / units)
        if value.low - error <= share <= value.high + error:
            return bool(value.high - value.low < Fraction(2, 100))
    pytest.fail(f"seed {seed}: {share} is not within {float(value.low)} and {float(value.high)}")


def _exact(design: dict[str, object]) -> dict[str, Fraction | bool | str]:
    found: dict[str, Fraction | bool | str] = {}
    for name, value in design.items():
        assert isinstance(value, bool | int | str)
        found[name] = value if isinstance(value, bool | str) else Fraction(value)
    return found


@pytest.mark.few(1)
@pytest.mark.parametrize("block", range(6))
def test_random_scenarios(block: int) -> None:
    known = [check(seed) for seed in range(10 * block, 10 * block + 10)]
    assert sum(known) >= 4, "most values are known to two digits"


@pytest.mark.exhaustive
@pytest.mark.parametrize("block", range(20))
def test_many_random_scenarios(block: int) -> None:
    known = [check(seed) for seed in range(1_000 + 50 * block, 1_050 + 50 * block)]
    assert sum(known) >= 25


@pytest.mark.parametrize(
    ("mean", "low", "high"), [(0, 2, 10), (0, -1, 2), (5, -10, 0), (0, 3, 4), (3, 2, 9)]
)
def test_truncated_draws_have_their_distribution(mean: int, low: int, high: int) -> None:
    rng, ends = Random(3), [Fraction(mean), Fraction(2), Fraction(low), Fraction(high)]
    found = [float(normal(ends, rng)) for _ in range(amount(400, 1_000))]
    shape = scipy.stats.truncnorm((low - mean) / 2, (high - mean) / 2, loc=mean, scale=2)
    assert scipy.stats.kstest(found, shape.cdf).pvalue > 1e-4


class Counting(Random):
    """Says how often it was asked."""

    drawn = 0

    def random(self) -> float:
        self.drawn += 1
        return super().random()

    def getrandbits(self, k: int, /) -> int:
        self.drawn += 1
        return super().getrandbits(k)


def test_draws_far_out_are_not_searched_for() -> None:
    rng, far = Counting(3), [Fraction(0), Fraction(1), Fraction(50), Fraction(60)]
    found = [float(normal(far, rng)) for _ in range(200)]
    assert rng.drawn < 2_000
    assert min(found) >= 50 and sum(found) / 200 == pytest.approx(50.02, abs=0.01)
