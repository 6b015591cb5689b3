"""Normal cells in the enclosure of scenario values: normal draws between proven quantiles."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import numpy as np

from symcause.families.scenario.bounds import NORMAL_ENDS
from symcause.families.scenario.value.enclosure import interval_arithmetic as a
from symcause.families.scenario.value.enclosure import set_columns as c
from symcause.families.scenario.value.enclosure.row_groups import grouped
from symcause.families.scenario.value.enclosure.set_columns import Floats, Ints, Numbers
from symcause.families.scenario.value.enclosure.state_table import Table
from symcause.families.scenario.value.event_clauses import Unsupported
from symcause.families.scenario.value.work_tally import QUANTILE
from symcause.solvers.ball_arithmetic import normal_bounds


def single(
    mean: Fraction, sd: Fraction, low: Fraction | None, high: Fraction | None
) -> Fraction | None:
    """The one value that a normal draw within two ends can have, None if it can have many."""
    if sd < 0:
        raise Unsupported("a normal draw with a deviation below zero")
    if low is not None and high is not None:
        if high < low:
            raise Unsupported("a truncated draw from an empty range")
        if sd == 0 and not low <= mean <= high:
            raise Unsupported("a truncated draw that never lies within its ends")
        if low == high:
            return low
    return mean if sd == 0 else None


def normal_cells(
    given: list[Numbers], position: Ints, cells: int, truncated: bool, table: Table
) -> Numbers:
    """Cells between quantiles of a normal: wide at both ends, unbounded unless truncated."""
    mean, sd = given[:2]
    if truncated:
        return _truncated(given, position, cells, table)
    table.words.tally.once(("quantiles", cells), cells * QUANTILE)
    edges_low, edges_high = _quantiles(cells)
    score = c.floats(edges_low[position], edges_high[position + 1])
    return a.add(mean, a.multiply(sd, score))


def _truncated(given: list[Numbers], position: Ints, cells: int, table: Table) -> Numbers:
    """Cells of truncated normals, row by row; the whole range in each of them where that is too much."""
    tally = table.words.tally
    columns = [x.low if len(x.low) > 1 else x.low.repeat(len(position)) for x in given]
    if all(x.point for x in given) and len(position):
        tally.count(8 * len(columns), 12 * len(columns) * table.counted)
        first, kind = grouped(columns)
        if len(first) * cells <= NORMAL_ENDS:
            lows, highs = np.empty(len(position)), np.empty(len(position))
            for number, row in enumerate(first.tolist()):
                own = kind == number
                exact = [Fraction(int(x[row]), g.den) for x, g in zip(columns, given, strict=True)]
                tally.once((*exact, cells), cells * QUANTILE)
                low, high = _edges(exact[0], exact[1], exact[2], exact[3], cells)
                lows[own], highs[own] = low[position[own]], high[position[own] + 1]
            return c.floats(lows, highs)
    (low_end, _), (_, high_end) = c.as_floats(given[2]), c.as_floats(given[3])
    size = max(len(low_end), len(high_end))
    return c.floats(np.broadcast_to(low_end, (size,)), np.broadcast_to(high_end, (size,)))


@lru_cache(maxsize=8)
def _quantiles(cells: int) -> tuple[Floats, Floats]:
    """Bounds of the i/cells quantiles of a standard normal, by bisection with proven chances."""
    low = np.full(cells + 1, -np.inf)
    high = np.full(cells + 1, np.inf)
    for i in range(1, cells):
        target = Fraction(i, cells)
        left, right = -9.0, 9.0
        for _ in range(48):
            middle = (left + right) / 2
            small, large = normal_bounds(None, Fraction(middle))
            if Fraction(large) < target:
                left = middle
            elif Fraction(small) > target:
                right = middle
            else:
                break
        low[i], high[i] = left, right
    low[cells] = np.inf
    high[0] = -np.inf
    return low, high


@lru_cache(maxsize=256)
def _edges(
    mean: Fraction, sd: Fraction, low: Fraction, high: Fraction, cells: int
) -> tuple[Floats, Floats]:
    """Bounds of the ends of cells of equal probability, of one truncated normal."""
    only = single(mean, sd, low, high)
    if only is not None:
        near = np.full(cells + 1, float(only))
        return c.down(near), c.up(near)
    whole = normal_bounds((low - mean) / sd, (high - mean) / sd)
    edges = [(float(low), float(low))]
    for i in range(1, cells):
        left, right = low, high
        for _ in range(40):
            middle = Fraction(float((left + right) / 2))
            part = normal_bounds((low - mean) / sd, (middle - mean) / sd)
            if part[1] < whole[0] * i / cells * (1 - 1e-15):
                left = middle
            elif part[0] > whole[1] * i / cells * (1 + 1e-15):
                right = middle
            else:
                break
        edges.append((float(left), float(right)))
    edges.append((float(high), float(high)))
    return (
        c.down(np.array([first for first, _ in edges])),
        c.up(np.array([last for _, last in edges])),
    )
