"""Shortcut features for Boolean tables: rows, interventions and prompt length of a problem."""

from __future__ import annotations

from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.prompt.prompts import render_prompt


def looks(problem: BooleanProblem) -> dict[str, float]:
    """Rows, different rows, different interventions, variables that were set, letters of the prompt."""
    worlds = problem.training
    return {
        "rows": sum(len(world.rows) for world in worlds),
        "different rows": len({(w.targets, row) for w in worlds for row in w.rows}),
        "different actions": len({world.signature(problem.variables) for world in worlds}),
        "variables set": len({name for world in worlds for name in world.targets}),
        "prompt length": len(render_prompt(problem).text),
    }
