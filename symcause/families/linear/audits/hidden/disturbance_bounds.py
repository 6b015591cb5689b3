"""Bounds in linear audits on what an intervention leaves under a hidden disturbance.

What is read depends on the disturbance too, so an intervention has many outcomes even under one model. In
integer classes with few models all of them are gone through. Otherwise the worst case is bounded.

*From above*: on exact linear ``set`` data with few graphs all outcomes are searched
(:mod:`~audits.hidden.disturbance_worst_case`). Elsewhere more evidence never adds a graph, and, for such
data, outcomes are sorted by the set D of variables that move. A variable that the disturbance does not act
on has moved only if one of its parents has, and stayed only if not exactly one has. The variable X that is
set reads its value plus the effect of the disturbance: it may happen to stay only where the disturbance
reaches it.

*From below*: the worst outcome of that search; members, each with the run of the disturbance that it needs,
and every value the disturbance may take next. They say what would be read, and the version space with that
reading says how many graphs are left.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.families.linear.audits.hidden.disturbance_worst_case import Most, most_of
from symcause.families.linear.audits.next.intervention_outcomes import exact_set
from symcause.families.linear.audits.next.worst_case_bounds import Bounds
from symcause.families.linear.bounds import DISTURBED_GRAPHS, DISTURBED_MEMBERS, DISTURBED_VARIABLES
from symcause.families.linear.models.laboratory import Manipulation
from symcause.families.linear.problem.evidence_replay import disturbed_crystals
from symcause.families.linear.problem.problem import ChainState, LinearProblem
from symcause.families.linear.space.hidden.hidden_member import DisturbedMember
from symcause.families.linear.space.hidden.hidden_space import HiddenSpace
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.models.bit_sets import mask_of


def members_with_runs(
    space: LinearSpace | HiddenSpace, rng: random.Random
) -> list[DisturbedMember] | Unknown:
    """Some members, each with a run of the disturbance under which it explains the evidence."""
    if isinstance(space, HiddenSpace):
        decided = space.decided
        if isinstance(decided, Unknown):
            return decided
        known = list(decided.values())
        return rng.sample(known, min(len(known), DISTURBED_MEMBERS))
    hidden = space.problem.hidden
    assert hidden is not None
    members: list[DisturbedMember] = []
    for _ in range(DISTURBED_MEMBERS):
        model = space.draw(rng)
        if isinstance(model, Unknown):
            return model
        nodes = (rng.choice(space.problem.variables),) if hidden.nodes is None else hidden.nodes
        members.append(DisturbedMember(model, (), nodes))
    return members


def disturbed_bounds(
    space: LinearSpace | HiddenSpace,
    members: list[DisturbedMember],
    graphs: int,
    step: Manipulation,
    share: Meter,
) -> Bounds | Unknown:
    """The worst case of one intervention; *graphs* are those there are."""
    problem, masks = space.problem, _graphs_of(space, graphs)
    most = most_of(problem, step, masks, share) if masks and exact_set(problem) else None
    high = most_left(space, step, graphs) if most is None else most.high
    left: list[int] = []
    for reads in _outcomes(problem, members, step, most):
        if high in left and (min(left) < graphs or len(left) > DISTURBED_MEMBERS):
            break  # the worst case; and others, to see whether it can shrink the space
        if left and share.over:
            break
        count = _left(problem.extended(ChainState(reads, step)), share)
        if isinstance(count, Unknown):
            return count
        left += [count] if count else []  # what was relaxed may admit what is no outcome
    if not left:
        return Unknown("no outcome of this intervention was found")
    return Bounds(max(left), high, min(left), len(left))


def _left(problem: LinearProblem, share: Meter) -> int | Unknown:
    return HiddenSpace(problem, meter=share.account()).count()


def _graphs_of(space: LinearSpace | HiddenSpace, graphs: int) -> tuple[tuple[int, ...], ...] | None:
    """The graphs one by one, if they are few."""
    if graphs > DISTURBED_GRAPHS:
        return None
    found = space.decided if isinstance(space, HiddenSpace) else space.masks()
    return None if isinstance(found, Unknown) else tuple(found)


def most_left(space: LinearSpace | HiddenSpace, step: Manipulation, graphs: int) -> int:
    """No outcome of an intervention leaves more, by what moves; *graphs* are those there are."""
    problem, masks = space.problem, _graphs_of(space, graphs)
    hidden = problem.hidden
    free = exact_set(problem) and hidden is not None and hidden.nodes is not None
    if not free or not masks or len(problem.variables) > DISTURBED_VARIABLES:
        return graphs
    assert hidden is not None and hidden.nodes is not None
    moving = _Moving(problem.variables, hidden.nodes, step.variable)
    return max(
        sum(moving.may_leave(graph, moved) for graph in masks)
        for moved in range(1 << len(problem.variables))
    )


class _Moving:
    """Which graphs go with the variables that moved."""

    def __init__(self, names: tuple[str, ...], nodes: tuple[str, ...], variable: str) -> None:
        self._at = names.index(variable)
        self._nodes = mask_of(names.index(node) for node in nodes)

    def may_leave(self, graph: Sequence[int], moved: int) -> bool:
        """Can a model with these parent sets explain that exactly these variables moved?"""
        for i, parents in enumerate(graph):
            if i == self._at:
                if not moved >> i & 1 and not self._reached(graph) >> i & 1:
                    return False
            elif self._nodes >> i & 1:
                continue
            elif moved >> i & 1:
                if not parents & moved:
                    return False
            elif (parents & moved).bit_count() == 1:
                return False
        return True

    def _reached(self, graph: Sequence[int]) -> int:
        """The variables that the disturbance acts on, and all that they influence."""
        reached = self._nodes
        for _ in graph:
            reached |= mask_of(i for i, parents in enumerate(graph) if parents & reached)
        return reached


def _outcomes(
    problem: LinearProblem, members: list[DisturbedMember], step: Manipulation, most: Most | None
) -> Iterator[dict[str, Fraction]]:
    """What would be read: at the worst, then by member and by the value that the disturbance takes next."""
    assert problem.hidden is not None
    moves = None if most is None else most.drawn(random.Random("general position"))
    if moves is not None:
        now = problem.chain[-1].values
        yield {v: now[v] + move for v, move in zip(problem.variables, moves, strict=True)}
    for value in problem.hidden.values:
        for member in members:
            run = disturbed_crystals(problem, member.model, member.disturbances, member.nodes)
            *_, (lab, crystal) = run
            yield lab.measure(lab.intervene(crystal, step, value))
