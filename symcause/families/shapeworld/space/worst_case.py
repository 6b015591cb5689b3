"""The worst case in a ShapeWorld space: fewest interventions that guarantee a verdict.

A *position* is a subset of the members with the state they all show. It is decided if the members agree
on the question. Iterative deepening finds the least number of actions after which every outcome is
decided; what has been shown for a position is remembered. An action that neither splits the subset nor
changes the state is left out, and of shapes that can be exchanged only the first is acted on.

Closed form, for a case that nobody has played, in the class ``all``, with k other moving shapes: 0 if
the cause moves and the effect does not (it would move too); 1 if both are still; k + 1 if both move; k
+ 2 if only the effect moves. The plan behind it holds every other moving shape once, so that no source
but the two is left. Where something was seen already, only other moving shapes count that in some
member are a source and cause the effect: the same plan then gives an upper bound, in every class.

With hidden shapes (class ``hidden``) a question is also decided where something hidden drives the effect
in all members. Then the plan ends with a hold of the effect: k + 2 wherever the effect moves at the start.
What does not stop when every shape that could cause it has been held is driven.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from symcause.families.shapeworld.models.dynamics import Action
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.problem.verdict_kinds import SETTLED, TranscriptVerdict
from symcause.families.shapeworld.space.relation_slices import Outcome, Slices
from symcause.families.shapeworld.space.relation_solver import RelationSolver
from symcause.families.shapeworld.space.shape_exchange import Classes, refined
from symcause.families.shapeworld.space.world_separation import Move, moves
from symcause.families.shapeworld.verifier.transcript_clauses import giving
from symcause.models.bit_sets import bits

Position = tuple[int, int]
"""Members and the state that they show."""


def plan_length(cause: bool, effect: bool, others: int, hidden: bool = False) -> int:
    """How long the plan is, from whether the two shapes move and how many others must be held."""
    if cause and not effect:
        return 0
    if not effect:
        return 1
    return others + 1 if cause and not hidden else others + 2


@dataclass(frozen=True)
class Plan:
    """The plan from a state on: how long it is at most, and what it may do next; nothing if decided."""

    length: int
    next: tuple[Move, ...] = ()

    @classmethod
    def of(cls, solver: RelationSolver, case: ShapeWorldProblem, state: int) -> Plan:
        """The plan for what a solver leaves of a case."""
        if sum(solver.has(*giving(case, answer)) for answer in SETTLED[: 2 + case.unseen]) < 2:
            return cls(0)
        cause, effect = case.asked
        moves = bool(state >> cause & 1), bool(state >> effect & 1)
        if not moves[1]:
            return cls(plan_length(*moves, 0), ((Action.MOVE, cause),))
        others = [z for z in bits(state) if z < case.shown and z not in case.asked]
        drivers = [
            z for z in others if solver.has(solver.literal(z, effect), *_uncaused(solver, z, state))
        ]
        last = Action.HOLD, cause if moves[0] else effect
        length = plan_length(*moves, len(drivers), bool(case.unseen))
        if case.unseen and moves[0]:
            may_start = solver.has(*_uncaused(solver, cause, state))
            may_be_driven = solver.has(*giving(case, TranscriptVerdict.UNDECIDABLE))
            length -= 2 - may_start - may_be_driven
            last = last if may_start else (Action.HOLD, effect)
        return cls(length, tuple((Action.HOLD, z) for z in drivers) or (last,))


def _uncaused(solver: RelationSolver, shape: int, state: int) -> list[int]:
    """That no moving shape causes this one."""
    return [-solver.literal(x, shape) for x in bits(state) if x != shape]


def after(alike: Classes | None, shape: int, state: int) -> Classes | None:
    """Which shapes can be exchanged after an action, if anybody asks."""
    return None if alike is None else refined(alike, shape, state)


class WorstCase:
    """Searches the positions of one question over one list of members."""

    def __init__(self, slices: Slices, asked: tuple[int, int]) -> None:
        self.slices = slices
        self.answers = slices.answers(asked)
        self._others = [slices.whole & ~part for part in self.answers.values()]
        self._least: dict[Position, int] = {}  # no plan is shorter
        self._most: dict[Position, int] = {}  # there is a plan of this length

    def decided(self, subset: int) -> bool:
        """Do the members agree on the question?"""
        return 0 in map(subset.__and__, self._others)  # nothing is asked more often in a search

    def answer(self, subset: int) -> TranscriptVerdict | None:
        """What all members of a subset answer; None if they differ, or there is none."""
        agreed = (one for one, part in self.answers.items() if subset and not subset & ~part)
        return next(agreed, None)

    def value(self, subset: int, state: int, alike: Classes | None = None) -> int:
        """The worst case of a position; *alike* tells which shapes can be exchanged in it."""
        depth = 0
        while not self.within(subset, state, depth, alike):
            depth += 1
        return depth

    def within(self, subset: int, state: int, depth: int, alike: Classes | None = None) -> bool:
        """Can every member be decided in this many actions?"""
        if self.decided(subset):
            return True
        position = subset, state
        if depth < self._least.get(position, 1):
            return False
        if depth >= self._most.get(position, depth + 1):
            return True
        for (_, shape), outcomes in self.choices(subset, state, alike):
            if all(
                self.within(part, shown, depth - 1, after(alike, shape, shown))
                for shown, part in outcomes
            ):
                self._most[position] = depth
                return True
        self._least[position] = depth + 1
        return False

    def choices(
        self, subset: int, state: int, alike: Classes | None = None
    ) -> Iterator[tuple[Move, list[Outcome]]]:
        """The actions that change or teach something, with their outcomes, smallest parts last."""
        for move in moves(self.slices.shown, state):
            if alike is not None and alike[move[1]] != move[1]:
                continue  # as the first of its class
            outcomes = self.slices.outcomes(subset, state, *move)
            if len(outcomes) > 1 or outcomes[0][0] != state:
                yield move, sorted(outcomes, key=lambda o: -o[1].bit_count())
