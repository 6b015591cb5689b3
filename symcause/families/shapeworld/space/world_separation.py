"""World separation in a ShapeWorld space: the fewest actions after which two differ.

Two worlds that have shown the same so far are in the same state. Breadth-first search over the states
they share finds the first action that drives them apart. Different relations always part: stop
everything, then move a shape whose effects differ. That plan is the answer where the search would be
too wide; it is then not known to be shortest.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from symcause.answers import Unknown, Unsat
from symcause.families.shapeworld.bounds import SEPARATION_STATES
from symcause.families.shapeworld.models.causal_relations import Effects
from symcause.families.shapeworld.models.dynamics import Action, after, sources
from symcause.models.bit_sets import lowest

Move = tuple[Action, int]


@dataclass(frozen=True)
class Parting:
    """Actions, the two states after the last of them, and whether no shorter sequence will do."""

    actions: tuple[Move, ...]
    states: tuple[int, int]
    minimal: bool


def part(first: Effects, second: Effects, state: int, shown: int | None = None) -> Parting | Unsat:
    """How two worlds that share a state part; Unsat if they have the same relation.

    Only the first *shown* shapes can be acted on, where that is not all of them.
    """
    parting = next(partings(first, second, state, shown), Unsat())
    assert not isinstance(parting, Unknown), "different relations always part"
    return parting


def partings(
    first: Effects, second: Effects, state: int, shown: int | None = None
) -> Iterator[Parting | Unknown]:
    """Every way two worlds part: each action that does it, in each state that they can share.

    A state is reached in the fewest actions, so the shortest sequences come first; among them those whose
    states the search reaches first, then as actions are listed. Where a bound ends the search, the last
    item says so; if nothing was found by then, it stands after a plan that parts them for sure.
    """
    shown = len(first) if shown is None else shown
    if first == second:
        return
    fewest: int | None = None
    trail: dict[int, tuple[Move, ...]] = {state: ()}
    waiting = deque([state])
    while waiting and len(trail) <= SEPARATION_STATES:
        here = waiting.popleft()
        for move in moves(shown, here):
            states = after(first, here, *move), after(second, here, *move)
            if states[0] != states[1]:
                done = (*trail[here], move)
                fewest = len(done) if fewest is None else fewest
                yield Parting(done, states, len(done) == fewest)
            elif states[0] not in trail:
                trail[states[0]] = (*trail[here], move)
                waiting.append(states[0])
    if fewest is None:
        yield _plan(first, second, state, shown)
    if waiting:
        yield Unknown(f"more than {SEPARATION_STATES:,} states that both worlds can be in")


def _plan(first: Effects, second: Effects, state: int, shown: int) -> Parting:
    """Hold every source, then move a shape whose effects differ."""
    done: list[Move] = []
    while firm := (sources(first, state) | sources(second, state)) & (1 << shown) - 1:
        done.append((Action.HOLD, lowest(firm)))
        states = after(first, state, *done[-1]), after(second, state, *done[-1])
        if states[0] != states[1]:
            return Parting(tuple(done), states, False)
        state = states[0]
    shape = next(x for x in range(len(first)) if first[x] != second[x])
    done.append((Action.MOVE, shape))
    last = (after(first, state, *done[-1]), after(second, state, *done[-1]))
    return Parting(tuple(done), last, False)


def moves(size: int, state: int) -> list[Move]:
    """The actions that are not void in a state, in listed order."""
    return [(Action.HOLD if state >> x & 1 else Action.MOVE, x) for x in range(size)]
