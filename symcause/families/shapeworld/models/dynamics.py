"""The dynamics of ShapeWorld models: what moves after a shape is moved or held.

A *state* is the set of moving shapes, as a bit set. It is *closed* if every effect of a moving shape
moves. ``move s`` sets s and its effects going. ``hold s`` works iff s is a *source*, a moving shape
without a moving cause; then what is left is the other sources and their effects. A hold never makes a
new source. (The published rule speaks of parents; in closed states it depends on the relation only.)

>>> effects = (0b110, 0b100, 0)          # 0 < 1 < 2
>>> after(effects, 0b000, Action.MOVE, 1), after(effects, 0b110, Action.HOLD, 1)
(6, 0)
>>> after(effects, 0b111, Action.HOLD, 2)   # its causes still move
7
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from symcause.families.shapeworld.models.causal_relations import transposed
from symcause.models.bit_sets import bits


class Action(StrEnum):
    """What an agent can do to a shape."""

    MOVE = "move"
    HOLD = "hold"


def breach(effects: Sequence[int], state: int) -> tuple[int, int] | None:
    """(x, y) where x moves and its effect y does not; None if the state is closed."""
    for x in bits(state):
        for y in bits(effects[x] & ~state):
            return x, y
    return None


def sources(effects: Sequence[int], state: int) -> int:
    """The moving shapes without a moving cause."""
    caused = 0
    for x in bits(state):
        caused |= effects[x]
    return state & ~caused


def driven(effects: Sequence[int], shapes: int) -> int:
    """The shapes and all their effects."""
    state = shapes
    for x in bits(shapes):
        state |= effects[x]
    return state


def after(effects: Sequence[int], state: int, action: Action, shape: int) -> int:
    """The state after an action in a closed state."""
    if action is Action.MOVE:
        return state | driven(effects, 1 << shape)
    firm = sources(effects, state)
    return driven(effects, firm & ~(1 << shape)) if firm >> shape & 1 else state


def is_void(state: int, action: Action, shape: int) -> bool:
    """Moving what moves and holding what stands still: accepted, and nothing ever happens."""
    return bool(state >> shape & 1) == (action is Action.MOVE)


def closed_states(effects: Sequence[int]) -> list[int]:
    """Every closed state: unions of a shape with its effects, the empty one included; ascending."""
    states = {0}
    for x, below in enumerate(effects):
        states |= {state | below | 1 << x for state in states}
    return sorted(states)


def origins(effects: Sequence[int], state: int, shape: int) -> int:
    """The sources that are the shape or cause it: what keeps it moving."""
    return sources(effects, state) & (transposed(effects)[shape] | 1 << shape)
