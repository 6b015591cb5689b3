"""Sums of amounts: how likely k amounts stay within a total."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from symcause.families.scenario.value import columns as c
from symcause.families.scenario.value.columns import Array, Floats, Ints, Numbers
from symcause.families.scenario.value.table import Table


@dataclass(frozen=True)
class Sums:
    """P(k amounts stay within t), by kind of amount, k and t (one more t for no cap): enclosed."""

    low: Array
    high: Array
    kind: Ints  # of each row


def spread(x: Array, count: int) -> Array:
    return np.broadcast_to(x, (count,)) if len(x) == 1 else x


def nothing(bound: int, rows: int) -> Sums:
    one = np.ones((1, 1, bound + 2))
    return Sums(one, one, np.zeros(rows, np.int64))


def within(
    found: tuple[Table, Numbers, Ints, Ints], rounds: int, bound: int, step: float, endless: bool
) -> Sums:
    """P(k amounts stay within t), for k up to where it is zero; *endless*: some totals have no cap."""
    inner, amount, kind, rows = found
    count = int(kind.max()) + 1
    least, largest = c.as_floats(amount)
    n = len(inner)
    floors = np.floor(spread(least, n) / step * (1 - 1e-12 * (step != 1)))
    ceilings = np.ceil(spread(largest, n) / step * (1 + 1e-12 * (step != 1)))
    little = np.minimum(floors, bound + 1).astype(np.int64)
    much = np.minimum(ceilings, bound + 1).astype(np.int64)
    high = _cumulated(little, inner.high, (kind, count), rounds, bound, endless)
    low = _cumulated(much, inner.low, (kind, count), len(high) - 1, bound, endless)
    if len(low) < len(high):
        low = np.concatenate([low, np.zeros((len(high) - len(low), *low.shape[1:]))])
    return Sums(np.clip(low, 0.0, 1.0), np.minimum(high, 1.0), rows)


def _cumulated(
    amount: Ints, weight: Floats, kinds: tuple[Ints, int], rounds: int, bound: int, endless: bool
) -> Array:
    """Cumulated distributions of the sum of k amounts on 0 .. bound, k = 0, 1, …, then 1 for no cap."""
    kind, count = kinds
    size = count * (bound + 2)
    flat = np.bincount(kind * (bound + 2) + amount, weights=weight, minlength=size)
    single = flat.reshape(count, bound + 2)
    values = [int(v) for v in np.flatnonzero(single[:, : bound + 1].any(axis=0))]
    density = np.zeros((count, bound + 1))
    density[:, 0] = 1.0
    found = []
    for k in range(rounds + 1):
        if k:
            after = np.zeros_like(density)
            for value in values:
                after[:, value:] += single[:, value, None] * density[:, : bound + 1 - value]
            density = after
        if not (endless or density.any()):
            break
        found.append(np.concatenate([np.cumsum(density, axis=1), np.ones((count, 1))], axis=1))
    return np.array(found)
