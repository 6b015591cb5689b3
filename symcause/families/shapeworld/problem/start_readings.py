"""Start readings of a ShapeWorld problem: what the first state of a transcript says about the world.

``closed``: every effect of a shape that moves at the start moves, too, so a start is evidence by itself.
``any``: a transcript may begin anywhere, and its steps alone are evidence. ``fair``: closed, unless no such
world shows the log and has its key while some world does from any start; then the steps alone. That is how
released logs are read: some begin in a state of another world than the one that they go on with, and
neither that world nor the key is refuted by it.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from symcause.errors import UsageError, did_you_mean
from symcause.families.shapeworld.problem.world_classes import WorldClass

if TYPE_CHECKING:
    from symcause.families.shapeworld.problem.problem import ShapeWorldProblem

HIDDEN = "from a start that is not closed, hidden shapes are not searched"
"""Why there is no verdict from the steps alone in the class ``hidden``."""


class Start(StrEnum):
    """How the start of a transcript is read."""

    CLOSED = "closed"
    ANY = "any"
    FAIR = "fair"


def start_named(name: str) -> Start:
    """The reading of this name."""
    try:
        return Start(name)
    except ValueError:
        raise UsageError(
            "no such reading of the start",
            value=name,
            remedy=did_you_mean(name, [str(known) for known in Start]),
        ) from None


def start_of(problem: ShapeWorldProblem, scope: WorldClass, option: str | None = None) -> Start:
    """The reading to judge in: the one asked for; else ``fair`` for logs, ``closed`` for all others.

    A log is a transcript of the released protocol without its world.
    """
    if option is None:
        return Start.FAIR if problem.protocol and problem.gold is None else Start.CLOSED
    chosen = start_named(option)
    if chosen is Start.ANY and (scope is WorldClass.HIDDEN or problem.driven):
        raise UsageError(
            HIDDEN, value=str(chosen), remedy="leave out --start, or take another class"
        )
    return chosen
