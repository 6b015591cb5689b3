"""The cells that a model disturbs, as documents name them."""

from __future__ import annotations

from symcause.families.boolean.documents.disturbed import CellPart
from symcause.families.boolean.models.replay import disturbed
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.problem import BooleanProblem


def cell_parts(problem: BooleanProblem, model: BooleanSCM) -> tuple[CellPart, ...]:
    """The disturbed training cells: by world, row and variable in the order of the problem."""
    found = []
    for world in problem.training:
        wrong = dict(disturbed(model, world, problem.variables).errors)
        if not any(wrong.values()):
            continue
        found += [
            CellPart(world=world.id, row=row, variable=variable)
            for row in range(len(world.rows))
            for variable in problem.variables
            if wrong.get(variable, 0) >> row & 1
        ]
    return tuple(found)
