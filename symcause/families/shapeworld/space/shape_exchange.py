"""Exchange of shapes in a ShapeWorld space: which ones evidence cannot tell apart.

The *column* of a shape is its role in the question, its state at the start, and for every numbered step
whether it was acted on, and how, and its state after it. Exchanging two shapes with equal columns leaves
a transcript as it is; so the members, what is known and what an action is worth are the same for both.
The class ``listed`` has an order of its own: there the place of a shape is part of its column.
"""

from __future__ import annotations

from functools import lru_cache

from symcause.families.shapeworld.models.dynamics import Action
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.problem.transcript_evidence import seen
from symcause.families.shapeworld.problem.world_classes import WorldClass

_HOW = {Action.MOVE: 1, Action.HOLD: 2}

Column = tuple[int, ...]
Classes = tuple[int, ...]
"""For every shape the number of its class; shapes of one class can be exchanged."""


def columns(problem: ShapeWorldProblem, scope: WorldClass) -> list[Column]:
    """The column of every shape; what happened first stands first."""
    initial = problem.initial or ()
    cause, effect = problem.asked
    in_order = scope is WorldClass.LISTED
    found = [[x * in_order, int(name in initial)] for x, name in enumerate(problem.shapes)]
    for line in seen(problem):
        for x, column in enumerate(found):
            acted = 0 if line.action is None or line.shape != x else _HOW[line.action]
            column += (acted, line.after >> x & 1)
    for x, column in enumerate(found):
        column.append((x == cause) + 2 * (x == effect))
    return [tuple(column) for column in found]


def classes(problem: ShapeWorldProblem, scope: WorldClass) -> Classes:
    """Which shapes can be exchanged, after all that was seen; a hidden one with none."""
    found = columns(problem, scope)
    return _numbered([*found, ()] if scope is WorldClass.HIDDEN else found)


@lru_cache(maxsize=65_536)
def refined(known: Classes, shape: int, state: int) -> Classes:
    """The classes after an action on a shape that led to a state."""
    return _numbered([(number, x == shape, state >> x & 1) for x, number in enumerate(known)])


def _numbered(columns: list[Column]) -> Classes:
    """Equal columns, equal numbers: the place of the first shape that has it."""
    first: dict[Column, int] = {}
    return tuple(first.setdefault(column, x) for x, column in enumerate(columns))
