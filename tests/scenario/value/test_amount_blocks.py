"""Sums of amounts: in blocks of kinds as kind by kind, and enclosing all that may be true."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from symcause.families.scenario.value.enclosure.amount_sums import BLOCK, Total, _cumulated, within
from symcause.families.scenario.value.enclosure.set_columns import Numbers
from symcause.families.scenario.value.work_tally import Tally


def _plain(single: np.ndarray, rounds: int) -> list[np.ndarray]:
    """Convolutions of one kind, by two loops."""
    size = len(single)
    density, found = [1.0] + [0.0] * (size - 1), []
    for _ in range(rounds + 1):
        found.append(np.cumsum(density))
        after = [0.0] * size
        for value in range(size):
            for at in range(size - value):
                after[at + value] += single[value] * density[at]
        density = after
    return found


@pytest.mark.parametrize("least", [0, 1, 4, 10])
@pytest.mark.parametrize("endless", [True, False])
@pytest.mark.parametrize("kinds", [1, BLOCK, 2 * BLOCK + 5])
def test_blocks(kinds: int, endless: bool, least: int) -> None:
    rng, bound, rounds = np.random.default_rng(kinds), 9, 6
    each = 5
    amount = rng.integers(least, bound + 2, size=kinds * each)
    weight = rng.random(kinds * each) / each
    kind = np.repeat(np.arange(kinds), each)
    tally = Tally()
    found = _cumulated(amount, weight, (kind, kinds), rounds, bound, endless, tally)
    for number in range(kinds):
        own = kind == number
        single = np.bincount(amount[own], weights=weight[own], minlength=bound + 2)[: bound + 1]
        for k, want in enumerate(_plain(single, rounds)):
            got = found[k][number] if k < len(found) else np.zeros(bound + 1)
            assert np.array_equal(got, want)
    assert len(found) == rounds + 1 or not endless
    assert tally.steps or least > bound  # nothing is counted where no amount counts


class _Drawn:
    """What is read of a table of states: ends of the weights, and whom to tell of the work."""

    def __init__(self, low: np.ndarray, high: np.ndarray) -> None:
        self.low, self.high = low, high
        self.words = SimpleNamespace(tally=Tally())

    def __len__(self) -> int:
        return len(self.low)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("step", [1.0, 0.5])
def test_sums_enclose_those_of_any_amounts_and_weights(seed: int, step: float) -> None:
    """Larger amounts and smaller weights for the low end, the reverse for the high one."""
    rng, bound, rounds = np.random.default_rng(seed), 7, 4
    least = rng.integers(0, 4, size=4)
    largest = least + rng.integers(0, 3, size=4)
    true = rng.dirichlet(np.ones(4))
    low, high = true * rng.uniform(0.7, 1, 4), true * rng.uniform(1, 1.3, 4)
    amount = Numbers(least * step, largest * step, 0)
    kind = np.zeros(4, np.int64)
    totals = [Total(bound, True), Total(bound - 3, False)]
    made = within((_Drawn(low, high), amount, kind, kind), rounds, totals, step)
    for total, sums in zip(totals, made, strict=True):
        assert sums.low.shape == sums.high.shape
        assert (sums.low <= sums.high).all()
        for k in range(rounds + 1):
            ends = []
            for amounts, weights in (
                (largest, low),
                (true_amounts(least, largest, rng), true),
                (least, high),
            ):
                single = np.bincount(amounts, weights=weights, minlength=bound + 8)[: bound + 1]
                ends.append(np.minimum(_plain(single, rounds)[k][: total.bound + 1], 1.0))
            surely, really, hardly = ends
            if k < len(sums.high):
                if step == 1.0:  # quotients are rounded outwards, by a whole step at most
                    assert np.allclose(sums.low[k, 0, :-1], surely)
                    assert np.allclose(sums.high[k, 0, :-1], hardly)
                assert (sums.low[k, 0, :-1] <= really + 1e-12).all()
                assert (really <= sums.high[k, 0, :-1] + 1e-12).all()
                assert sums.high[k, 0, -1] == 1.0  # no cap
            else:
                assert not hardly.any()


def true_amounts(least: np.ndarray, largest: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Some amounts between the ends."""
    return rng.integers(least, largest + 1)
