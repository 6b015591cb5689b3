"""Shortcut features of a ShapeWorld transcript: steps, actions, shapes, prompt length."""

from __future__ import annotations

from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.problem.prompts import told

LENGTH = "prompt length"


def looks(problem: ShapeWorldProblem) -> dict[str, float]:
    """Steps, different actions, shapes acted on (all, and of those asked about), letters of the prompt."""
    steps = [step for step in problem.transcript if step.is_numbered]
    shapes = {step.shape for step in steps}
    return {
        "steps": len(steps),
        "different actions": len({(step.action, step.shape) for step in steps}),
        "shapes acted on": len(shapes),
        "asked shapes acted on": len(shapes & {problem.cause, problem.effect}),
        LENGTH: len(told(problem, allow_abstain=True).text),
    }
