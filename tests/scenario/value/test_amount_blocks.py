"""Sums of amounts are the same in blocks of kinds as kind by kind."""

from __future__ import annotations

import numpy as np
import pytest

from symcause.families.scenario.value.enclosure.amount_sums import BLOCK, _cumulated
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
