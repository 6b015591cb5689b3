"""Effort of a Boolean episode: the fewest experiments of a worst-case plan and of a shortest proof.

*worst_case*: experiments of the best plan in its worst case, by search over all members
(:mod:`~symcause.families.boolean.episode.experiment_plans`), if that plan always ends with one member.
*shortest_proof*: the fewest experiments after which the truth is the only member, if one knows what they
will show: a smallest set that contradicts every other member at least once. Both are None where no plan or
no proof of these experiments exists, or where there are too many members; neither is ever an estimate.
"""

from __future__ import annotations

from symcause.answers import Unknown
from symcause.episodes.rules import Optimum
from symcause.families.boolean.audits.next.experiment_contexts import (
    contexts_of,
    experiments,
    model_outcome,
)
from symcause.families.boolean.bounds import EPISODE_MEMBERS
from symcause.families.boolean.episode.experiment_plans import Planner, TooMany, agrees, planner_of
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.solvers.sets.hitting_sets import smallest


def effort(truth: BooleanSCM, start: BooleanProblem, targets: int) -> Optimum:
    """What it takes at least to settle which model it is, from what is known at the start."""
    space = ExactSpace.of(start)
    if space.count > EPISODE_MEMBERS:
        return Optimum()
    members = list(space.members())
    return Optimum(
        _worst_case(start, members, targets), _shortest_proof(truth, start, members, targets)
    )


def _worst_case(start: BooleanProblem, members: list[BooleanSCM], targets: int) -> int | None:
    contexts = contexts_of(start)
    planner = planner_of(start, members, contexts, experiments(start, contexts, targets))
    if isinstance(planner, Unknown) or not _settles(planner, len(members)):
        return None
    try:
        return planner.plan()[0]
    except TooMany:
        return None


def _settles(planner: Planner, members: int) -> bool:
    """Do all experiments together leave one member, whichever possible one is the truth?"""
    if planner.everything.bit_count() != members:
        return False  # two that show the same
    rest = planner.possible
    while rest:
        one = rest & -rest
        rest ^= one
        left = planner.everything
        for outcomes in planner.outcomes:
            left &= next(keeps for shows, keeps in outcomes if shows & one)
        if left != one:
            return False
    return True


def _shortest_proof(
    truth: BooleanSCM, start: BooleanProblem, members: list[BooleanSCM], targets: int
) -> int | None:
    contexts, names = contexts_of(start), start.variables
    asked = experiments(start, contexts, targets)
    seen = [model_outcome(truth, experiment, contexts, names) for experiment in asked]
    demands: list[int] = []
    for member in members:
        against = sum(
            1 << place
            for place, (experiment, outcome) in enumerate(zip(asked, seen, strict=True))
            if not agrees(member, experiment, outcome, contexts, names)
        )
        if against:
            demands.append(against)
    if len(members) - len(demands) != 1:
        return None  # another member agrees with the truth wherever one looks
    return smallest(demands).bit_count()
