"""The belief grid between two rivals: values of all policies from above, of one policy from below.

A *belief* is a pair of weights (x, y); values are positively homogeneous and convex in it, and since no
payoff is negative they rise with both. *Above*: a belief that lies below a mix of two grid points is worth
at most the mix of their values. The weights of every mix are tested to cover the belief, in sums and
products of positive floats, so that rounding is bounded and no bound rests on it. *Below*: every grid
point has the vector of chances of one policy; after an outcome it goes on with a neighbour's policy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from symcause.errors import LimitError
from symcause.families.scenario.bounds import MIX_ADDITIONS
from symcause.families.scenario.budget.policies.count_vectors import (
    ROUNDING,
    Floats,
    Vectors,
    log_ratio,
)
from symcause.families.scenario.budget.policies.payoff_vectors import Vector
from symcause.families.scenario.budget.policies.ratio_classes import Experiment

LEAST_SPAN, MOST_SPAN = 4.0, 10.0
TINY = 1e-250
"""Added to what is claimed from above: more than any underflow."""

FAINT = 1e-200
"""A belief that weighs less is rounded up to this: a million of them are still below any digit."""

Places = NDArray[np.intp]

INSIDE: Final = "clip"
"""How places are looked up that are known to be inside: NumPy need not test each of them first."""


def span(experiments: Sequence[Experiment], n: int) -> float:
    """How far the log-odds of a grid reach."""
    largest = max((abs(log_ratio(law)) for own in experiments for law in own), default=0.0)
    return min(MOST_SPAN, max(LEAST_SPAN, n * largest))


@dataclass(frozen=True)
class Mix:
    """Beliefs below *left* times a grid point plus *right* times the next one."""

    at: Places
    left: Floats
    right: Floats


@dataclass(frozen=True)
class Grid:
    """Beliefs with rising odds of the first rival; the first and the last are certain."""

    x: Floats
    y: Floats
    odds: Floats  # logarithms, of the inner points

    @property
    def size(self) -> int:
        return len(self.x)

    def places(self, first: Floats, second: Floats) -> Places:
        """The neighbour before each belief."""
        with np.errstate(divide="ignore", invalid="ignore"):
            asked = np.where(second > 0, np.log(first / second), np.inf)
            asked = np.where(first > 0, asked, -np.inf)
        return np.searchsorted(self.odds, asked, side="right")

    def mix(self, first: Floats, second: Floats) -> Mix:
        """Two neighbours whose mix covers each belief; what a mix lacks to cover it is added."""
        first, second = _lifted(first, second)
        at = self.places(first, second)
        x, y, after_x, after_y = self.x[at], self.y[at], self.x[at + 1], self.y[at + 1]
        area = after_x * y - x * after_y
        left = np.maximum(after_x * second - first * after_y, 0.0) / area
        right = np.maximum(first * y - x * second, 0.0) / area
        both, wanted = left + right, 1 + 32 * ROUNDING
        added = np.full(len(both), 2.0**-48)
        for _ in range(MIX_ADDITIONS):
            one, two = left + both * added, right + both * added
            covered = (one * x + two * after_x >= first * wanted) & (
                one * y + two * after_y >= second * wanted
            )
            if np.all(covered):
                return Mix(at, one, two)
            added = np.where(covered, added, added * 16)
        raise LimitError("a belief lies too close to certainty for the grid")


def _lifted(first: Floats, second: Floats) -> tuple[Floats, Floats]:
    """Beliefs without the faintest ones, where products of floats mean nothing: they count for more."""
    both = first + second
    faint = (both > 0) & (both < FAINT)
    if not np.any(faint):
        return first, second
    return np.where(faint, FAINT, first), np.where(faint, FAINT, second)


def log_odds_grid(inner: int, reach: float) -> Grid:
    """So many inner beliefs, their log-odds even."""
    odds = np.linspace(-reach, reach, inner)
    return grid_of(1 / (1 + np.exp(-odds)), 1 / (1 + np.exp(odds)))


def grid_of(x: Floats, y: Floats) -> Grid:
    """The grid of inner beliefs given by their weights."""
    first, second = np.concatenate(([0.0], x, [1.0])), np.concatenate(([1.0], y, [0.0]))
    return Grid(first, second, np.log(x) - np.log(y))


def rounded_chances(experiment: Experiment, up: bool) -> Floats:
    """The chances of an experiment as floats, none below (up) or none above the true one."""
    array = np.array([[float(c) for c in law] for law in experiment])
    moved = np.nextafter(array, np.inf if up else 0.0)
    return np.where(array > 0, moved, 0.0)


class Moves:
    """Where the outcomes of several experiments lead from every point of a grid.

    Arrays are by outcome, experiment and grid point; short experiments end in outcomes without a chance.
    """

    def __init__(self, grid: Grid, experiments: Sequence[Experiment]) -> None:
        self.grid = grid
        self.outcomes = max(len(own) for own in experiments)
        shape = (self.outcomes, len(experiments), grid.size)
        upper, self.lower = (
            np.stack([_padded(own, self.outcomes, up) for own in experiments], axis=1)
            for up in (True, False)
        )
        mixes = grid.mix((upper[:, :, :1] * grid.x).ravel(), (upper[:, :, 1:] * grid.y).ravel())
        self.at = mixes.at.reshape(shape)
        self.left, self.right = mixes.left.reshape(shape), mixes.right.reshape(shape)
        self.next = self.at + 1
        self.towards, self.away = self.lower[:, :, :1] * grid.x, self.lower[:, :, 1:] * grid.y

    def above(self, values: Floats) -> Floats:
        """By experiment and grid point: at most what it leads to."""
        array = np.zeros(self.at.shape[1:])
        part = np.empty(self.at.shape[1:])
        for at, after, left, right in zip(self.at, self.next, self.left, self.right, strict=True):
            for places, weights in ((at, left), (after, right)):
                values.take(places, out=part, mode=INSIDE)
                array += np.multiply(weights, part, out=part)
        return array * (1 + (2 * self.outcomes + 8) * 2 * ROUNDING)

    def pushed(self, weights: Floats) -> Floats:
        """Weights on the grid, moved by an experiment: what their mixes put on it."""
        array = np.zeros(self.grid.size)
        np.add.at(array, self.at, self.left * weights)
        np.add.at(array, self.next, self.right * weights)
        return array * (1 + (2 * self.at.size + 8) * 2 * ROUNDING)

    def below(self, best: Places, firsts: Floats, seconds: Floats) -> tuple[Floats, Floats]:
        """By grid point: the chances of the best experiment, then of the better neighbour's policy."""
        here = best * self.grid.size + np.arange(self.grid.size)
        places, towards, away = (
            part.reshape(self.outcomes, -1).take(here, axis=1, mode=INSIDE)
            for part in (self.at, self.towards, self.away)
        )
        one, two = np.zeros(self.grid.size), np.zeros(self.grid.size)
        up_first, up_second = np.diff(firsts), np.diff(seconds)
        for at, chances, first, second in zip(places, self.lower, towards, away, strict=True):
            rising, falling = (up.take(at, mode=INSIDE) for up in (up_first, up_second))
            chosen = at + (first * rising + second * falling > 0)
            one += chances[:, 0].take(best, mode=INSIDE) * firsts.take(chosen, mode=INSIDE)
            two += chances[:, 1].take(best, mode=INSIDE) * seconds.take(chosen, mode=INSIDE)
        shrunk = 1 - (self.outcomes + 4) * 2 * ROUNDING
        return one * shrunk, two * shrunk


def _padded(experiment: Experiment, size: int, up: bool) -> Floats:
    array = rounded_chances(experiment, up)
    return np.concatenate([array, np.zeros((size - len(array), 2))])


@dataclass(frozen=True)
class Cells:
    """Histories gathered by the neighbours of their beliefs: one policy goes on for all of a cell."""

    at: Places
    history: Vectors  # chances under each rival
    beliefs: Vectors  # the same times the prior


def gathered(grid: Grid, history: Vectors, beliefs: Vectors) -> Cells:
    """The cells of all histories."""
    at = grid.places(*beliefs.chances)
    slack = history.slack + 2 * history.size * ROUNDING
    both = []
    for part in (history, beliefs):
        sums = [np.bincount(at, weights=own, minlength=grid.size - 1) for own in part.chances]
        both.append(Vectors(np.array(sums), max(slack, part.slack)))
    return Cells(np.arange(grid.size - 1), *both)


def covered(grid: Grid, beliefs: Vectors) -> Floats:
    """Weights on the grid that are worth at least as much as all the beliefs together."""
    raised_by = 1 + beliefs.slack + 8 * ROUNDING
    mix = grid.mix(beliefs.chances[0] * raised_by, beliefs.chances[1] * raised_by)
    array = np.zeros(grid.size)
    array[:-1] += np.bincount(mix.at, weights=mix.left, minlength=grid.size - 1)
    array[1:] += np.bincount(mix.at, weights=mix.right, minlength=grid.size - 1)
    return array * (1 + (beliefs.size + 8) * 4 * ROUNDING)


@dataclass(frozen=True)
class Ceiling:
    """At most what every belief of a grid is worth with so many units left."""

    grid: Grid
    values: Floats

    def worth(self, weights: Floats) -> float:
        """At most what weights on the grid are worth."""
        return float((weights * self.values).sum()) * (1 + (len(weights) + 8) * 2 * ROUNDING)


def ceiling(grid: Grid, choices: Sequence[Vector]) -> Ceiling:
    """No unit is left: the best choice."""
    paid = [grid.x * _up(v) + grid.y * _up(w) for v, w in choices]
    return Ceiling(grid, np.max(paid, axis=0) * (1 + 8 * ROUNDING) + TINY)


def _up(number: Fraction) -> float:
    return float(np.nextafter(float(number), np.inf)) if number else 0.0


def _down(number: Fraction) -> float:
    return float(np.nextafter(float(number), 0.0)) if number else 0.0


@dataclass(frozen=True)
class Policy:
    """What one policy for every belief of a grid wins under each rival, at least."""

    grid: Grid
    firsts: Floats
    seconds: Floats

    def better(self, at: Places, one: Floats, two: Floats) -> Places:
        """Of two neighbours the one whose policy is worth more for each belief."""
        here = one * self.firsts[at] + two * self.seconds[at]
        there = one * self.firsts[at + 1] + two * self.seconds[at + 1]
        chosen: Places = at + (there > here)
        return chosen

    def chances(self, cells: Cells) -> tuple[float, float]:
        """What goes on with a policy near its belief after every history wins under each rival."""
        chosen = self.better(cells.at, *cells.beliefs.chances)
        kept = 1 - cells.history.slack - (cells.history.size + 8) * 2 * ROUNDING
        first, second = cells.history.chances
        return (
            float((first * self.firsts[chosen]).sum()) * kept,
            float((second * self.seconds[chosen]).sum()) * kept,
        )


def policy(grid: Grid, choices: Sequence[Vector]) -> Policy:
    """No unit is left: the best choice."""
    firsts, seconds = (np.array([_down(v[i]) for v in choices]) for i in (0, 1))
    worth = firsts[:, None] * grid.x + seconds[:, None] * grid.y
    best = worth.argmax(axis=0)
    return Policy(grid, firsts[best], seconds[best])


def lowered(moves: Moves, before: Policy, best: Places) -> Policy:
    """The policies with one more unit, of the experiment that is best by the ceiling."""
    return Policy(moves.grid, *moves.below(best, before.firsts, before.seconds))


def raised(moves: Moves, before: Ceiling) -> tuple[Ceiling, Places]:
    """The ceiling with one more unit, and the experiment that reaches it at every belief."""
    worth = moves.above(before.values)
    best = worth.argmax(axis=0)
    return Ceiling(moves.grid, worth[best, np.arange(moves.grid.size)]), best
