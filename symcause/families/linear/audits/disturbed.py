"""Interventions under a hidden disturbance: what they may leave.

What is read depends on the disturbance too, so an intervention has many outcomes even under one model.
More evidence never adds a graph: the graphs there are now bound the worst case from above. From below:
members, each with the run of the disturbance that it needs, and every value the disturbance may take next,
say what would be read, and the version space with that reading says how many graphs are left.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

from symcause.answers import Unknown
from symcause.families.linear.audits.bounding import Bounds
from symcause.families.linear.models.laboratory import Manipulation
from symcause.families.linear.problem.problem import ChainState, LinearProblem
from symcause.families.linear.problem.replay import disturbed_crystals
from symcause.families.linear.space.disturbed_member import DisturbedMember
from symcause.families.linear.space.hidden import HiddenSpace
from symcause.families.linear.space.local import Deadline
from symcause.families.linear.space.space import LinearSpace

MOST_MEMBERS = 6
"""Members whose outcomes are looked at."""


def members_with_runs(
    space: LinearSpace | HiddenSpace, rng: random.Random
) -> list[DisturbedMember] | Unknown:
    """Some members, each with a run of the disturbance under which it explains the evidence."""
    if isinstance(space, HiddenSpace):
        decided = space.decided
        if isinstance(decided, Unknown):
            return decided
        known = list(decided.values())
        return rng.sample(known, min(len(known), MOST_MEMBERS))
    hidden = space.problem.hidden
    assert hidden is not None
    found: list[DisturbedMember] = []
    for _ in range(MOST_MEMBERS):
        model = space.draw(rng)
        if isinstance(model, Unknown):
            return model
        nodes = (rng.choice(space.problem.variables),) if hidden.nodes is None else hidden.nodes
        found.append(DisturbedMember(model, (), nodes))
    return found


def disturbed_bounds(
    problem: LinearProblem,
    members: list[DisturbedMember],
    graphs: int,
    step: Manipulation,
    deadline: Deadline,
) -> Bounds | Unknown:
    """The worst case: at most the graphs there are, at least what some outcome leaves."""
    left: list[int] = []
    for reads in _outcomes(problem, members, step):
        if left and deadline.passed:
            break
        later = problem.extended(ChainState(reads, step))
        count = HiddenSpace(later).count()
        if isinstance(count, Unknown):
            return count
        left.append(count)
        if count == graphs:
            break
    if not left:
        return Unknown("no outcome of this intervention was found")
    return Bounds(max(left), graphs, min(left), len(left))


def _outcomes(
    problem: LinearProblem, members: list[DisturbedMember], step: Manipulation
) -> Iterator[dict[str, Fraction]]:
    """What would be read, by member and by the value that the disturbance takes next."""
    assert problem.hidden is not None
    for value in problem.hidden.values:
        for member in members:
            run = disturbed_crystals(problem, member.model, member.disturbances, member.nodes)
            *_, (lab, crystal) = run
            yield lab.measure(lab.intervene(crystal, step, value))
