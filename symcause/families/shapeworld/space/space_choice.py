"""The choice of version space for a ShapeWorld problem, by the class that is asked for."""

from __future__ import annotations

from symcause.budgets import Meter
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.problem.world_classes import WorldClass, class_named
from symcause.families.shapeworld.space.shapeworld_space import ShapeWorldSpace


def open_space(
    problem: ShapeWorldProblem,
    scope: str | WorldClass | None = None,
    *,
    meter: Meter | None = None,
) -> ShapeWorldSpace:
    """The version space of a problem, in the class asked for, else in its own, else in ``all``.

    All questions to it draw on its *meter*.
    """
    chosen = None if scope is None else class_named(scope)
    return ShapeWorldSpace(problem, problem.scoped(chosen), meter=meter)
