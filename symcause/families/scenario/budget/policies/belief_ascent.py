"""The ascent over a belief grid, unit by unit: what every number of units is worth at most, and at least.

The grid is refined until the best policy is known closely enough or the counted work has an end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp

import numpy as np

from symcause.families.scenario.bounds import ANY_GRID, FINER_GRID, GRID_ROOM, PRIOR_TRIES
from symcause.families.scenario.budget.policies.belief_grid import (
    Ceiling,
    Grid,
    Moves,
    Policy,
    ceiling,
    covered,
    gathered,
    log_odds_grid,
    lowered,
    policy,
    raised,
    span,
)
from symcause.families.scenario.budget.policies.count_vectors import ROUNDING, Vectors
from symcause.families.scenario.budget.policies.earlier_records import Prior, Records
from symcause.families.scenario.budget.policies.payoff_vectors import Payoff
from symcause.families.scenario.budget.policies.ratio_classes import Experiment
from symcause.families.scenario.budget.policies.single_design import weighted
from symcause.families.scenario.budget.work_bounds import GRIDS, WIDTH
from symcause.families.scenario.models.rational_intervals import Interval

NAME = "name"
"""The payoff of naming the rival."""

GOLDEN = (5**0.5 - 1) / 2
SHORT = 2**60
"""The denominator of a bound that is no exact fraction."""


@dataclass(frozen=True)
class Ascent:
    """What a grid proves: from above for every number of units, from below for all of them."""

    high: Mapping[str, list[Fraction]]
    low: Mapping[str, Fraction]
    minimax: Interval | None
    first: tuple[int, bool]


@dataclass(frozen=True)
class Climb:
    """What there is to climb with: experiments from above and from below, a history, a prior."""

    above: Sequence[Experiment]
    below: Sequence[Experiment]
    records: Records
    prior: Prior
    units: int

    @property
    def outcomes(self) -> int:
        return max(sum(map(len, side)) for side in (self.above, self.below))

    def grid(self, inner: int) -> Grid:
        """A grid of so many inner beliefs."""
        return log_odds_grid(inner, span([*self.above, *self.below], self.units))

    def ascended(
        self, payoffs: Mapping[str, Payoff], least: Mapping[str, Fraction]
    ) -> Ascent | None:
        """All bounds; None if the work is too much. *least*: what is known from below already."""
        steps = max(self.units, 1) * self.outcomes
        if GRIDS[0] * steps > ANY_GRID or GRIDS[0] * self.outcomes > GRID_ROOM:
            return None
        ascent = self._on(self.grid(GRIDS[0]), payoffs)
        for inner in GRIDS[1:]:
            widths = [ascent.high[key][-1] - max(ascent.low[key], least[key]) for key in payoffs]
            fits = inner * steps <= FINER_GRID and inner * self.outcomes <= GRID_ROOM
            if max(widths) <= Fraction(WIDTH) or not fits:
                break
            ascent = self._on(self.grid(inner), payoffs)
        return ascent

    def _on(self, grid: Grid, payoffs: Mapping[str, Payoff]) -> Ascent:
        up = Moves(grid, self.above)
        down = up if self.below is self.above else Moves(grid, self.below)
        weights = self.records.on_grid(grid, self.prior)
        beliefs = weighted(self.records.vectors, self.prior)
        cells = gathered(grid, self.records.vectors, beliefs)
        high: dict[str, list[Fraction]] = {}
        low: dict[str, Fraction] = {}
        minimax, first = None, (0, False)
        for name, payoff in payoffs.items():
            roof, floor = ceiling(grid, payoff.high), policy(grid, payoff.low)
            guide = roof if down is up else ceiling(grid, payoff.low)  # by it policies choose
            heights = [Fraction(roof.worth(weights))]
            before = (roof, floor)
            for _ in range(self.units):
                before = (roof, floor)
                roof, best = raised(up, roof)
                if down is not up:
                    guide, best = raised(down, guide)
                floor = lowered(down, floor, best)
                heights.append(Fraction(roof.worth(weights)))
            high[name] = heights
            low[name] = self._mean(floor.chances(cells))
            if name == NAME:
                minimax = _Minimax(grid, self.records, roof, floor).bounds()
                first = self._first(grid, *before)
        return Ascent(high, low, minimax, first)

    def _mean(self, chances: tuple[float, float]) -> Fraction:
        return sum((p * Fraction(c) for p, c in zip(self.prior, chances, strict=True)), Fraction(0))

    def _first(self, grid: Grid, roof: Ceiling, floor: Policy) -> tuple[int, bool]:
        """The design to begin with, and whether every other one is worse for sure."""
        lows, highs = [], []
        for own in self.below:
            chances = Vectors(np.array([[float(c) for c in law] for law in own]).T, 4 * ROUNDING)
            beliefs = weighted(chances, self.prior)
            highs.append(Fraction(roof.worth(covered(grid, beliefs))))
            lows.append(self._mean(floor.chances(gathered(grid, chances, beliefs))))
        at = lows.index(max(lows))
        return at, all(high < lows[at] for place, high in enumerate(highs) if place != at)


@dataclass(frozen=True)
class _Minimax:
    """The largest chance that a policy names both rivals with, between two ends."""

    grid: Grid
    records: Records
    roof: Ceiling
    floor: Policy

    def bounds(self) -> Interval:
        low = min(self._low(), Fraction(1))
        return Interval(low, max(low, min(self._high(), Fraction(1))))

    def _prior(self, odds: float) -> Prior:
        share = Fraction(1 / (1 + exp(-odds)))
        return share, 1 - share

    def _high(self) -> Fraction:
        """What any prior is worth bounds it; the least is looked for."""

        def worth(odds: float) -> float:
            return self.roof.worth(self.records.on_grid(self.grid, self._prior(odds)))

        return _least(worth, float(self.grid.odds[-1]))

    def _chances(self, prior: Prior) -> tuple[Fraction, Fraction]:
        beliefs = weighted(self.records.vectors, prior)
        chances = self.floor.chances(gathered(self.grid, self.records.vectors, beliefs))
        return Fraction(chances[0]), Fraction(chances[1])

    def _low(self) -> Fraction:
        """A mix of two policies that names both as often."""
        zero, one = Fraction(0), Fraction(1)
        second, first = self._chances((zero, one)), self._chances((one, zero))
        low, high = -float(self.grid.odds[-1]), float(self.grid.odds[-1])
        for _ in range(PRIOR_TRIES):
            middle = (low + high) / 2
            chances = self._chances(self._prior(middle))
            if chances[0] < chances[1]:
                low, second = middle, chances
            else:
                high, first = middle, chances
        more, less = first[0] - first[1], second[1] - second[0]
        if more <= 0 or less <= 0:
            return max(min(first), min(second))
        share = less / (more + less)
        return Fraction(int((share * first[0] + (1 - share) * second[0]) * SHORT), SHORT)


def _least(function: Callable[[float], float], reach: float) -> Fraction:
    """The least value met between both ends, by golden sections."""
    low, high = -reach, reach
    left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
    first, second = function(left), function(right)
    best = min(function(0.0), first, second)
    for _ in range(PRIOR_TRIES):
        if first < second:
            high, right, second = right, left, first
            left = high - GOLDEN * (high - low)
            first = function(left)
        else:
            low, left, first = left, right, second
            right = low + GOLDEN * (high - low)
            second = function(right)
        best = min(best, first, second)
    return Fraction(best)
