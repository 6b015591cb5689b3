"""Shortcut features of a linear problem: counts of readings and actions, prompt length."""

from __future__ import annotations

from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.scoring.prompts import render_prompt


def looks(problem: LinearProblem) -> dict[str, float]:
    """Readings, different interventions, properties that were set, letters of the prompt."""
    steps = problem.interventions
    return {
        "readings": len(problem.records) + len(problem.chain),
        "different actions": len({(step.variable, step.value) for step in steps}),
        "properties set": len({step.variable for step in steps}),
        "prompt length": len(render_prompt(problem).text),
    }
