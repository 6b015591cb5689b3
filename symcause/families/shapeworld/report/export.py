"""Export from ShapeWorld reports: worlds of shapes as pictures."""

from __future__ import annotations

from symcause.errors import UsageError
from symcause.families.shapeworld.models.causal_relations import Relation
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.reports.export import Picture


def picture(thing: Relation | ShapeWorldProblem) -> Picture:
    """A relation by its covers, or the true world with the two shapes of the question framed."""
    if isinstance(thing, Relation):
        return Picture(thing.dag)
    if thing.gold is None:
        raise UsageError(
            "the true world is not given: no graph to export",
            value=thing.id,
            remedy="symcause solve PROBLEM finds a world that shows the transcript",
        )
    return Picture(thing.gold, marked=(thing.cause, thing.effect))
