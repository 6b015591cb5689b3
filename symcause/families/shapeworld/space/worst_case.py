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
"""

from __future__ import annotations

from collections.abc import Iterator

from symcause.families.shapeworld.space.relation_slices import Outcome, Slices
from symcause.families.shapeworld.space.relation_solver import RelationSolver
from symcause.families.shapeworld.space.shape_exchange import Classes, refined
from symcause.families.shapeworld.space.world_separation import Move, moves
from symcause.models.bit_sets import bits

Position = tuple[int, int]
"""Members and the state that they show."""


def plan_length(cause: bool, effect: bool, others: int) -> int:
    """How long the plan is, from whether the two shapes move and how many others must be held."""
    if cause and not effect:
        return 0
    if not effect:
        return 1
    return others + 1 if cause else others + 2


def bound(solver: RelationSolver, asked: tuple[int, int], state: int) -> int:
    """An upper bound on the worst case from a state on; 0 if the question is decided."""
    cause, effect = asked
    one = solver.literal(cause, effect)
    if not solver.has(one) or not solver.has(-one):
        return 0
    return plan_length(
        bool(state >> cause & 1),
        bool(state >> effect & 1),
        len(drivers(solver, asked, state)),
    )


def drivers(solver: RelationSolver, asked: tuple[int, int], state: int) -> list[int]:
    """The other moving shapes that in some member are a source and cause the effect."""
    cause, effect = asked
    found = []
    for z in bits(state & ~(1 << cause) & ~(1 << effect)):
        uncaused = [-solver.literal(x, z) for x in bits(state) if x != z]
        if solver.has(solver.literal(z, effect), *uncaused):
            found.append(z)
    return found


def after(alike: Classes | None, shape: int, state: int) -> Classes | None:
    """Which shapes can be exchanged after an action, if anybody asks."""
    return None if alike is None else refined(alike, shape, state)


class WorstCase:
    """Searches the positions of one question over one list of members."""

    def __init__(self, slices: Slices, asked: tuple[int, int]) -> None:
        self.slices = slices
        self._yes = slices.above[asked[0]][asked[1]]
        self._least: dict[Position, int] = {}  # no plan is shorter
        self._most: dict[Position, int] = {}  # there is a plan of this length

    def decided(self, subset: int) -> bool:
        """Do the members agree on the question?"""
        yes = subset & self._yes
        return not yes or yes == subset

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
        for move in moves(self.slices.size, state):
            if alike is not None and alike[move[1]] != move[1]:
                continue  # as the first of its class
            outcomes = self.slices.outcomes(subset, state, *move)
            if len(outcomes) > 1 or outcomes[0][0] != state:
                yield move, sorted(outcomes, key=lambda o: -o[1].bit_count())
