"""The edge dynamics of ShapeWorld models: what moves after an action in a state that need not be closed.

These are the rules of the released program. ``move s`` sets s and all its effects going, also where s
moves already. ``hold s`` stops s if it moves and has no moving parent; then every moving child of what has
stopped that has no moving parent left stops, too. A child that stands still is not looked past. In closed
states all of that depends on the relation only (:mod:`~symcause.families.shapeworld.models.dynamics`).

>>> children = (0b010, 0b100, 0)          # 0 -> 1 -> 2
>>> after_edges(children, 0b101, Action.HOLD, 0), after_edges(children, 0b101, Action.MOVE, 0)
(4, 7)
"""

from __future__ import annotations

from collections.abc import Sequence

from symcause.families.shapeworld.models.causal_relations import transposed
from symcause.families.shapeworld.models.dynamics import Action
from symcause.models.bit_sets import bits


def reached(children: Sequence[int], shape: int) -> int:
    """The effects of a shape."""
    found, waiting = 0, children[shape]
    while waiting:
        found |= waiting
        further = 0
        for x in bits(waiting):
            further |= children[x]
        waiting = further & ~found
    return found


def after_edges(children: Sequence[int], state: int, action: Action, shape: int) -> int:
    """The state after an action, in any state."""
    if action is Action.MOVE:
        return state | 1 << shape | reached(children, shape)
    parents = transposed(children)
    if not state >> shape & 1 or parents[shape] & state:
        return state
    waiting = 1 << shape
    while waiting:
        state &= ~waiting
        touched = 0
        for x in bits(waiting):
            touched |= children[x]
        waiting = sum(1 << y for y in bits(touched & state) if not parents[y] & state)
    return state
