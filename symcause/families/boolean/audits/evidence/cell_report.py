"""Cell report: the evidence that a Boolean model gets wrong, cell by cell, and values for holes."""

from __future__ import annotations

from symcause.families.boolean.documents.cell_disturbance import CellPart, FilledPart
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.noise.cell_disturbance import disturbance


def cell_parts(problem: BooleanProblem, model: BooleanSCM) -> tuple[CellPart, ...]:
    """The training cells that a model disturbs."""
    return named_cells(problem, disturbance(problem, model).disturbed)


def named_cells(
    problem: BooleanProblem, cells: tuple[tuple[int, int, str], ...]
) -> tuple[CellPart, ...]:
    """Training cells by the names of their worlds."""
    return tuple(
        CellPart(world=problem.training[world].id, row=row, variable=variable)
        for world, row, variable in cells
    )


def filled_parts(
    problem: BooleanProblem, values: dict[tuple[int, int, str], int]
) -> tuple[FilledPart, ...]:
    """Unobserved cells with their values."""
    return tuple(
        FilledPart(world=problem.training[world].id, row=row, variable=variable, value=value)
        for (world, row, variable), value in sorted(
            values.items(), key=lambda at: (*at[0][:2], problem.variables.index(at[0][2]))
        )
    )
