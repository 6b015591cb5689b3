"""The dataset view of a ShapeWorld problem: what is published of it and counted."""

from __future__ import annotations

from dataclasses import replace

from symcause.families.shapeworld.problem.problem import NO, YES, ShapeWorldProblem
from symcause.renderings.rendering_metadata import public_metadata


def public(problem: ShapeWorldProblem) -> ShapeWorldProblem:
    """Shapes, question, start and what was seen: neither the world, the truth nor the answer."""
    return replace(
        problem,
        gold=None,
        driven=(),
        truth=None,
        answer=None,
        metadata=public_metadata(problem.metadata),
    )


def tally(problem: ShapeWorldProblem) -> dict[str, str]:
    """What the datasheet counts."""
    right = problem.right
    return {
        "shapes": str(problem.size),
        "moving at the start": "unknown" if problem.initial is None else str(len(problem.initial)),
        "answer": "unknown" if right is None else YES if right else NO,
    }
