"""The cells that a model disturbs, and values for those that were not observed, as documents name them."""

from __future__ import annotations

from symcause.families.boolean.documents.disturbed import CellPart, FilledPart
from symcause.families.boolean.models.replay import disturbed, disturbed_cells
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import World
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.completing import Completion, least_completion


def disturbance(
    problem: BooleanProblem, model: BooleanSCM, worlds: tuple[World, ...] | None = None
) -> Completion:
    """The disturbed cells of the training worlds, after a completion that makes them fewest.

    By world, row and variable in the order of the problem.
    """
    worlds = problem.training if worlds is None else worlds
    if any(world.holes is not None for world in worlds):
        return least_completion(problem, model, worlds)
    cells: list[tuple[int, int, str]] = []
    if not disturbed_cells(model, worlds, problem.variables):
        return Completion({}, ())
    for w, world in enumerate(worlds):
        wrong = dict(disturbed(model, world, problem.variables).errors)
        if any(wrong.values()):
            cells += [
                (w, row, variable)
                for row in range(len(world.rows))
                for variable in problem.variables
                if wrong.get(variable, 0) >> row & 1
            ]
    return Completion({}, tuple(cells))


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
