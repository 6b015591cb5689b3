"""Passes of single designs over a belief grid: what every number of their units is worth, at least.

All designs go over the grid side by side, each with policies of its own: a vector is a rule for n units of
one design, so that a player can deploy it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from symcause.families.scenario.budget.policies.belief_grid import (
    INSIDE,
    Cells,
    Grid,
    Moves,
    Places,
    gathered,
    policy,
)
from symcause.families.scenario.budget.policies.count_vectors import ROUNDING, Floats
from symcause.families.scenario.budget.policies.earlier_records import Prior, Records
from symcause.families.scenario.budget.policies.payoff_vectors import Vector
from symcause.families.scenario.budget.policies.ratio_classes import Experiment
from symcause.families.scenario.budget.policies.single_design import weighted


def passes(
    grid: Grid,
    designs: Sequence[Experiment],
    records: Records,
    prior: Prior,
    units: int,
    choices: Sequence[Vector],
) -> Floats:
    """By number of units and design: at least what they are worth."""
    moves = Moves(grid, designs)
    cells = gathered(grid, records.vectors, weighted(records.vectors, prior))
    last = policy(grid, choices)
    firsts = np.tile(last.firsts, (len(designs), 1))
    seconds = np.tile(last.seconds, (len(designs), 1))
    array = np.empty((units + 1, len(designs)))
    array[0] = _worth(firsts, seconds, cells, prior)
    own = moves.at + np.arange(len(designs))[:, None] * grid.size
    with np.errstate(divide="ignore", invalid="ignore"):
        odds = moves.towards / moves.away
    for n in range(1, units + 1):
        firsts, seconds = _lowered(moves, own, odds, firsts, seconds)
        array[n] = _worth(firsts, seconds, cells, prior)
    return array


def _lowered(
    moves: Moves,
    own: Places,
    odds: Floats,
    firsts: Floats,
    seconds: Floats,
) -> tuple[Floats, Floats]:
    """The policies of every design with one more unit of it; the odds choose between two neighbours."""
    first, second = firsts.ravel(), seconds.ravel()
    one, two = np.zeros(firsts.shape), np.zeros(firsts.shape)
    with np.errstate(divide="ignore", invalid="ignore"):
        turn = -np.diff(second) / np.diff(first)  # between neighbours of one design
    for at, chances, here in zip(own, moves.lower, odds, strict=True):
        chosen = at + (here > turn.take(at, mode=INSIDE))
        one += chances[:, :1] * first.take(chosen, mode=INSIDE)
        two += chances[:, 1:] * second.take(chosen, mode=INSIDE)
    shrunk = 1 - (moves.outcomes + 4) * 2 * ROUNDING
    return one * shrunk, two * shrunk


def _worth(firsts: Floats, seconds: Floats, cells: Cells, prior: Prior) -> Floats:
    """What goes on after every history with the better neighbour is worth, by design."""
    one, two = cells.beliefs.chances
    gain = one * np.diff(firsts) + two * np.diff(seconds)
    better = gain > 0
    first = np.where(better, firsts[:, 1:], firsts[:, :-1])
    second = np.where(better, seconds[:, 1:], seconds[:, :-1])
    kept = 1 - cells.history.slack - (cells.history.size + 16) * 2 * ROUNDING
    chances = cells.history.chances
    shares = [float(share) for share in prior]
    whole = shares[0] * (chances[0] * first).sum(axis=1)
    whole += shares[1] * (chances[1] * second).sum(axis=1)
    array: Floats = whole * kept
    return array


def fractions(column: Floats) -> list[Fraction]:
    """Numbers as they are."""
    return [Fraction(float(number)) for number in column]
