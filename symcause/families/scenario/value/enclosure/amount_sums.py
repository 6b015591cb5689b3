"""Amount sums in the enclosure of scenario values: how likely amounts stay within a total."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from symcause.families.scenario.value.enclosure import set_columns as c
from symcause.families.scenario.value.enclosure.set_columns import Array, Floats, Ints, Numbers
from symcause.families.scenario.value.enclosure.state_table import Table
from symcause.families.scenario.value.work_tally import Tally

BLOCK = 128
"""Kinds of amounts that are added up together."""


@dataclass(frozen=True)
class Sums:
    """P(k amounts stay within t), by kind of amount, k and t (one more t for no cap): enclosed."""

    low: Array
    high: Array
    kind: Ints  # of each row


@dataclass(frozen=True)
class Total:
    """The caps of one total lie on 0 .. *bound*; *endless*: some have none."""

    bound: int
    endless: bool


def spread(x: Array, count: int) -> Array:
    return np.broadcast_to(x, (count,)) if len(x) == 1 else x


def nothing(bound: int, rows: int) -> Sums:
    one = np.ones((1, 1, bound + 2))
    return Sums(one, one, np.zeros(rows, np.int64))


def within(
    found: tuple[Table, Numbers, Ints, Ints], rounds: int, totals: Sequence[Total], step: float
) -> list[Sums]:
    """P(k amounts stay within t) for each of several totals, for k up to where it is zero.

    The totals gather the same amounts: all of them read one distribution, that of the largest bound.
    """
    inner, amount, kind, rows = found
    # The weights of a table are its own: another one has others, be they equal.
    key = ("within", id(inner.low), rounds, tuple(totals), step)
    ends = inner.words.tally.recalled(
        key,
        inner.low,
        lambda: _within(inner, amount, kind, rounds, totals, step),
        lambda made: sum(low.nbytes + high.nbytes for low, high in made),
    )
    return [Sums(low, high, rows) for low, high in ends]


def _within(
    inner: Table, amount: Numbers, kind: Ints, rounds: int, totals: Sequence[Total], step: float
) -> list[tuple[Array, Array]]:
    """The same by kind of amount."""
    count = int(kind.max()) + 1
    least, largest = c.as_floats(amount)
    n = len(inner)
    floors = np.floor(spread(least, n) / step * (1 - 1e-12 * (step != 1)))
    ceilings = np.ceil(spread(largest, n) / step * (1 + 1e-12 * (step != 1)))
    bound = max((total.bound for total in totals), default=0)
    little = np.minimum(floors, bound + 1).astype(np.int64)
    much = np.minimum(ceilings, bound + 1).astype(np.int64)
    endless = any(total.endless for total in totals)
    tally = inner.words.tally
    highs = _cumulated(little, inner.high, (kind, count), rounds, bound, endless, tally)
    lows = _cumulated(much, inner.low, (kind, count), len(highs) - 1, bound, endless, tally)
    sums = []
    for total in totals:
        high = _cut(highs, total)
        low = np.zeros_like(high)
        sure = _cut(lows[: len(high)], total)
        low[: len(sure)] = sure
        sums.append((np.clip(low, 0.0, 1.0), np.minimum(high, 1.0)))
    return sums


def _cut(found: list[Array], total: Total) -> Array:
    """What there is up to the bound of one total, as long as it is not zero; then 1 for no cap."""
    end = total.bound + 1
    held = len(found)
    if not total.endless:  # the last column holds the whole weight: 0 from where nothing is left
        held = next((k for k, one in enumerate(found) if not one[:, end - 1].any()), held)
    cut = np.ones((held, *found[0].shape[:1], end + 1))
    for k in range(held):
        cut[k, :, :end] = found[k][:, :end]
    return cut


def _cumulated(
    amount: Ints,
    weight: Floats,
    kinds: tuple[Ints, int],
    rounds: int,
    bound: int,
    endless: bool,
    tally: Tally,
) -> list[Array]:
    """Cumulated distributions of the sum of k amounts on 0 .. bound, k = 0, 1, …"""
    kind, count = kinds
    size = count * (bound + 2)
    flat = np.bincount(kind * (bound + 2) + amount, weights=weight, minlength=size)
    single = flat.reshape(count, bound + 2)
    cuts = range(0, count, BLOCK)
    few = [single[start : start + BLOCK, : bound + 1] for start in cuts]
    blocks = [_powers(one, rounds, endless) for one in few]
    held = max(map(len, blocks), default=0)
    values = int(np.count_nonzero(single[:, : bound + 1].any(axis=0)))
    done = min(rounds, held)
    tally.count(values * done, 2 * values * count * (bound + 1) * done)
    return [
        np.concatenate(
            [b[k] if k < len(b) else np.zeros_like(own) for b, own in zip(blocks, few, strict=True)]
        )
        for k in range(held)
    ]


def _powers(single: Array, rounds: int, endless: bool) -> list[Array]:
    """The same for a few kinds of amounts: they stay close to the processor, and have few values.

    A sum of k amounts is at least k times the least of them: below that every density is zero and is not
    looked at, which leaves all sums as they are.
    """
    values = [int(v) for v in np.flatnonzero(single.any(axis=0))]
    size = single.shape[1]
    density = np.zeros(single.shape)
    density[:, 0] = 1.0
    powers: list[Array] = []
    product = np.empty_like(density)
    start = 0  # the least sum of the amounts so far
    for k in range(rounds + 1):
        if k == 1:
            density = single.copy()
        elif k:
            after = np.zeros_like(density)
            for value in values:
                if start + value >= size:
                    break
                moved = product[:, : size - value - start]
                np.multiply(single[:, value, None], density[:, start : size - value], out=moved)
                after[:, start + value :] += moved
            density = after
        if k:
            start = min(start + values[0], size) if values else size
        if not (endless or density.any()):
            break
        powers.append(np.cumsum(density, axis=1))
    return powers
