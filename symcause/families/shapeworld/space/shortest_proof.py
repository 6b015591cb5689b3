"""The shortest proof of a case in a ShapeWorld space: fewest interventions that settle it.

No agent whose answer is justified can do with fewer. Let Q(x) be the sources that are x or cause x.
With all shapes moving, in the class ``all``, the number is known in closed form: 0 if only the cause
moves, 1 if both are still, |Q(B)| + 1 if only the effect moves; if both move and A < B, |Q(B)| if A is
a source, else |Q(B)| + 1; if both move and not A < B, 1 if B is a source, |Q(B)| if some source drives
A but not B, else |Q(B)| + 1. Elsewhere this is an upper bound (moving a common cause of several sources
and holding it stops them together), and a search finds out: over lists of members, or with one solver
call for each sequence of actions.
"""

from __future__ import annotations

from collections.abc import Sequence

from symcause.answers import Unknown
from symcause.families.shapeworld.bounds import MAX_CALLS, PROVED_SHAPES, PROVED_STATES
from symcause.families.shapeworld.models.causal_relations import Effects
from symcause.families.shapeworld.models.dynamics import after, origins, sources
from symcause.families.shapeworld.problem.transcript_evidence import Seen
from symcause.families.shapeworld.problem.world_classes import WorldClass
from symcause.families.shapeworld.space.relation_lists import Coding, relation_codes
from symcause.families.shapeworld.space.relation_slices import Slices
from symcause.families.shapeworld.space.relation_solver import RelationSolver
from symcause.families.shapeworld.space.world_separation import Move, moves
from symcause.families.shapeworld.space.worst_case import WorstCase
from symcause.families.shapeworld.verifier.transcript_clauses import (
    base_clauses,
    start_clauses,
    step_clauses,
    unknowns,
)


def formula(effects: Sequence[int], asked: tuple[int, int], state: int) -> int:
    """The length of a proof that always works; shortest if all shapes move, in the class ``all``."""
    cause, effect = asked
    if not state >> effect & 1:
        return 0 if state >> cause & 1 else 1
    behind = origins(effects, state, effect)
    count = behind.bit_count()
    if not state >> cause & 1:
        return count + 1
    firm = sources(effects, state)
    if effects[cause] >> effect & 1:
        return count if firm >> cause & 1 else count + 1
    if firm >> effect & 1:
        return 1
    return count if origins(effects, state, cause) & ~behind else count + 1


def shortest_proof(
    effects: Effects, asked: tuple[int, int], state: int, scope: WorldClass
) -> int | Unknown:
    """The fewest interventions that settle the question in a world; it is a member of the class."""
    hidden = int(scope is WorldClass.HIDDEN)
    size = len(effects) - hidden
    if size <= PROVED_SHAPES and not (scope is WorldClass.ALL and state == (1 << size) - 1):
        return len(listed_proof(effects, asked, state, scope))
    if hidden:
        return Unknown(f"searched for at most {PROVED_SHAPES} shapes where some are hidden")
    most = formula(effects, asked, state)
    if scope is WorldClass.ALL and state == (1 << size) - 1:
        return most
    return _solved(effects, asked, state, scope, most)


def listed_proof(
    effects: Effects, asked: tuple[int, int], state: int, scope: WorldClass
) -> tuple[Move, ...]:
    """A shortest proof, by breadth-first search over what a list of all members leaves."""
    size = len(effects)
    codes = relation_codes(size, scope, start_clauses(size, state))
    assert not isinstance(codes, Unknown), "small worlds are always listed"
    hidden = int(scope is WorldClass.HIDDEN)
    search = WorstCase(Slices(Coding(size), codes, unseen=hidden), asked)
    positions: dict[tuple[int, int], tuple[Move, ...]] = {(search.slices.whole, state): ()}
    waiting = list(positions)
    for subset, here in waiting:  # grows while it is read
        trail = positions[subset, here]
        if search.decided(subset):
            return trail
        for move, outcomes in search.choices(subset, here):
            shown = after(effects, here, *move)
            left = next(part for there, part in outcomes if there == shown)
            if (left, shown) not in positions:
                positions[left, shown] = (*trail, move)
                waiting.append((left, shown))
    raise AssertionError("every question can be settled")


class _Tests:
    """Is the question settled after some of the things that a world can show in these states?"""

    def __init__(
        self,
        effects: Effects,
        asked: tuple[int, int],
        states: Sequence[int],
        scope: WorldClass,
    ) -> None:
        size = len(effects)
        clauses = base_clauses(size, scope, states[0])
        items = [(state, move) for state in states for move in moves(size, state)]
        first = unknowns(size, scope) + 1
        self._guard = {item: first + i for i, item in enumerate(items)}
        for (here, (action, shape)), guard in self._guard.items():
            line = Seen(0, 1, action, shape, here, after(effects, here, action, shape))
            clauses += [(-guard, *clause) for clause in step_clauses(size, line)]
        self._solver = RelationSolver(size, clauses, first + len(items) - 1)
        yes = self._solver.literal(*asked)
        self._other = -yes if effects[asked[0]] >> asked[1] & 1 else yes
        self.calls = 0

    def settled(self, items: frozenset[tuple[int, Move]]) -> bool:
        """Do these observations leave no member that answers otherwise?"""
        self.calls += 1
        guards = sorted(self._guard[item] for item in items)
        return not self._solver.satisfiable((self._other, *guards))


def _states(effects: Effects, state: int) -> list[int] | None:
    """Every state that a world can be led to, the first one first; None if they are too many."""
    states = {state: None}
    for here in (waiting := [state]):
        for move in moves(len(effects), here):
            there = after(effects, here, *move)
            if there not in states:
                states[there] = None
                waiting.append(there)
        if len(states) > PROVED_STATES:
            return None
    return list(states)


def _solved(
    effects: Effects, asked: tuple[int, int], state: int, scope: WorldClass, most: int
) -> int | Unknown:
    """Sequences of actions by length, each tested by one solver call."""
    states = _states(effects, state)
    if states is None:
        return Unknown(f"the world can be led to more than {PROVED_STATES} states")
    tests = _Tests(effects, asked, states, scope)
    layer: dict[tuple[frozenset[tuple[int, Move]], int], None] = {(frozenset(), state): None}
    for length in range(most):
        following: dict[tuple[frozenset[tuple[int, Move]], int], None] = {}
        for items, here in layer:
            if tests.settled(items):
                return length
            if tests.calls > MAX_CALLS:
                return Unknown(f"no shortest proof within {MAX_CALLS} solver calls")
            for move in moves(len(effects), here):
                following[items | {(here, move)}, after(effects, here, *move)] = None
        layer = following
    return most
