"""Paired statistics on 200 random tables against scipy and statsmodels: intervals, exact p, Holm."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.comparison.pair_difference import difference
from symcause.scoring.exact_tests import clopper_pearson, holm, sign_flips
from tests.amounts import amount
from tests.scoring.test_systems import METRICS, table_of, values

TABLES = 200


def test_the_interval_of_a_difference_is_that_of_scipy() -> None:
    """Every metric; from the same numbers at random, so that the ends are the same to the last digit."""
    from scipy.stats import bootstrap

    for seed in range(amount(40, TABLES)):
        rng = random.Random(f"interval {seed}")
        scores = table_of(rng, rng.randrange(12, 120))
        for metric in METRICS:
            apart = [a - b for _, a, b in values(scores, metric.name)]
            found = difference(scores, metric, ("a", "b"), Bootstrap(300, seed))
            assert found is not None and len(set(apart)) > 1
            draws: dict[str, Any] = {"method": "percentile", "n_resamples": 300}
            draws["random_state"] = np.random.default_rng([seed, len(apart)])
            ends = bootstrap((apart,), np.mean, **draws).confidence_interval
            assert found.apart.low == pytest.approx(ends.low, abs=1e-12)
            assert found.apart.high == pytest.approx(ends.high, abs=1e-12)


def test_the_exact_interval_of_a_share_is_that_of_both() -> None:
    from scipy.stats import binomtest

    proportion_confint = pytest.importorskip("statsmodels.stats.proportion").proportion_confint

    rng = random.Random("shares")
    for _ in range(TABLES):
        cases = rng.randrange(1, 300)
        hits = rng.choice((0, cases, rng.randrange(cases + 1)))
        found = clopper_pearson(hits, cases)
        ends = binomtest(hits, cases).proportion_ci(method="exact")
        assert found == pytest.approx((ends.low, ends.high), abs=1e-9)
        if 0 < hits < cases:  # statsmodels has no number for the others
            low, high = proportion_confint(hits, cases, method="beta")
            assert found == pytest.approx((float(low), float(high)), abs=1e-9)


def test_tossed_signs_are_those_of_scipy() -> None:
    """All tosses of unequal differences, one by one, as scipy lists them."""
    from scipy.stats import permutation_test

    def far(sample: Any, axis: int) -> Any:
        return np.abs(sample.sum(axis=axis))

    statistic: Callable[..., Any] = far
    rng = random.Random("signs")
    for _ in range(TABLES):
        apart = [rng.randrange(-3, 4) for _ in range(rng.randrange(2, 10))]
        expected = permutation_test(
            (np.array(apart, dtype=float),),
            statistic,
            permutation_type="samples",
            alternative="greater",
            n_resamples=1 << 12,
        ).pvalue
        assert float(sign_flips(apart) or 0) == pytest.approx(float(expected), abs=1e-12)


def test_tossed_signs_of_one_size_are_exact_however_many() -> None:
    """They are McNemar's test: what is too much work is only that of several sizes."""
    from scipy.stats import binomtest

    for losses, wins, size in ((1250, 1250, 1), (1200, 1400, Fraction(2, 3))):
        apart = [-size] * losses + [size] * wins
        found, expected = sign_flips(apart), binomtest(losses, losses + wins).pvalue
        assert found is not None and float(found) == pytest.approx(float(expected), rel=1e-9)
        assert sign_flips([*apart, 2 * size]) is None


def test_holm_step_by_step() -> None:
    """Strike the least p off the list, times how many are left; never less than the one before."""
    rng = random.Random("Holm")
    for _ in range(TABLES):
        ps = [Fraction(rng.randrange(1, 200), 200) for _ in range(rng.randrange(1, 9))]
        expected: list[Fraction | None] = [None] * len(ps)
        left, least = list(range(len(ps))), Fraction(0)
        while left:
            place = min(left, key=lambda i: ps[i])
            least = max(least, min(Fraction(1), ps[place] * len(left)))
            expected[place] = least
            left.remove(place)
        assert holm(ps) == expected
