"""The statuses of pairs where a ShapeWorld space has hidden shapes: what can show, and what drives.

A relation into a shape that something hidden drives never shows. So a pair is ``hidden`` where its effect
is driven in every member, and it is known only where its effect is driven in none.
"""

from __future__ import annotations

from collections.abc import Mapping

from symcause.audits.space import EdgeStatus
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem

Statuses = Mapping[tuple[int, int], EdgeStatus]
"""What is known about every ordered pair of shapes."""

Driven = Mapping[int, EdgeStatus]
"""What is known about every shape: does something hidden drive it?"""


def unless_driven(status: EdgeStatus, driven: EdgeStatus | None) -> EdgeStatus:
    """The status of a pair whose effect is driven in all, some or no members."""
    if status is EdgeStatus.ALWAYS or driven is EdgeStatus.NEVER:
        return status
    return EdgeStatus.HIDDEN if driven is EdgeStatus.ALWAYS else EdgeStatus.OPEN


def shown_statuses(case: ShapeWorldProblem, found: Statuses) -> tuple[Statuses, Driven | None]:
    """The pairs of shown shapes, and which shapes are driven; None where none are hidden."""
    if not case.unseen:
        return found, None
    driven = {y: found[case.shown, y] for y in range(case.shown)}
    shown = {
        (x, y): unless_driven(status, driven[y])
        for (x, y), status in found.items()
        if max(x, y) < case.shown
    }
    return shown, driven
