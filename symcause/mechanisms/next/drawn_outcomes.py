"""Outcomes of one experiment that drawn members show, each with the exact number that show it.

The members are not listed. One is drawn uniformly, the outcome that it shows is counted once
(:mod:`.outcome_counts`), and so on until the numbers add up to all members, or enough was drawn: what is
missing then is the *rest*, the exact number of members that show something else. An outcome of many members
is met soon; one that few show among many may never be, so a small rest is not waited for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from symcause.bounds.audits_bounds import LISTED_MEMBERS
from symcause.mechanisms.bounds import (
    DRAWN_OUTCOMES,
    FRUITLESS_DRAWS,
    RARE_REST,
    WHAT_IF_LOOKS,
)
from symcause.mechanisms.local_space import F, M, S
from symcause.mechanisms.next.experiment_batch import Showing
from symcause.mechanisms.next.experiment_contexts import Experiment, Outcome
from symcause.mechanisms.next.member_outcomes import shown_by_all
from symcause.mechanisms.next.outcome_counts import Cells
from symcause.mechanisms.next.outcome_draws import DRAWN, Draws


@dataclass(frozen=True)
class DrawnOutcomes:
    """How many members show what; *rest* members show something else."""

    members: Mapping[Outcome, int]
    rest: int


def drawn_outcomes(
    cells: Cells[S, F, M], experiment: Experiment, *, looks: int = WHAT_IF_LOOKS, seed: int = 0
) -> DrawnOutcomes:
    """What members show under an experiment, those of most members most likely among them.

    Raises LimitError where the members cannot be counted.
    """
    rest = cells.space.count
    if rest <= LISTED_MEMBERS:
        showing = Showing(cells.variables, (experiment,), cells.contexts)
        return DrawnOutcomes(shown_by_all(showing, cells.branches), 0)
    draws, members = Draws(cells, (experiment,), seed), dict[Outcome, int]()
    drawn = fruitful = 0
    until, rare = cells.looks + looks, rest // RARE_REST
    while rest > rare and len(members) < DRAWN_OUTCOMES and cells.looks < until:
        if drawn - fruitful > FRUITLESS_DRAWS:
            break
        outcome = draws.outcomes(experiment, drawn + 1)[drawn]
        cells.looks += DRAWN
        drawn += 1
        if outcome not in members:
            members[outcome] = cells.count(experiment, outcome)[0]
            rest -= members[outcome]
            fruitful = drawn
    return DrawnOutcomes(members, rest)
