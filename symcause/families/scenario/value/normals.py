"""Cells of normal draws: between quantiles that are themselves only enclosed, but proven."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from symcause.families.scenario.value import arithmetic as a
from symcause.families.scenario.value import columns as c
from symcause.families.scenario.value.columns import Floats, Ints, Numbers
from symcause.solvers.balls import normal_bounds


def normal_cells(given: list[Numbers], position: Ints, cells: int, truncated: bool) -> Numbers:
    """Cells between quantiles of a normal: wide at both ends, unbounded unless truncated."""
    edges_low, edges_high = _quantiles(cells)
    mean, sd = given[:2]
    if truncated:
        low, high = given[2:]
        if not all(x.point and len(x.low) == 1 for x in given):
            return a.extreme([a.extreme([mean, low], largest=True), high], largest=False)
        return _truncated_cells(given, position, cells)
    score = c.floats(edges_low[position], edges_high[position + 1])
    return a.add(mean, a.multiply(sd, score))


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


def _truncated_cells(given: list[Numbers], position: Ints, cells: int) -> Numbers:
    """Cells of equal probability of one truncated normal."""
    mean, sd, low, high = (Fraction(int(x.low[0]), x.den) for x in given)
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
    lows = c.down(np.array([first for first, _ in edges]))
    highs = c.up(np.array([last for _, last in edges]))
    return c.floats(lows[position], highs[position + 1])
