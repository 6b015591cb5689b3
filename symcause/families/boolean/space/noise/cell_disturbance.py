"""Disturbance of cells by a Boolean model: the training cells that it leaves unexplained."""

from __future__ import annotations

from symcause.families.boolean.models.replay import disturbed, disturbed_cells
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import World
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.holes.row_completion import Completion, least_completion


def may_err(problem: BooleanProblem) -> bool:
    """May training cells be disturbed, or were some not observed?"""
    return bool(problem.errors or problem.holed)


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


def disturbed_by(problem: BooleanProblem, model: BooleanSCM) -> int:
    """How many training cells a model disturbs, unobserved ones completed as it likes best."""
    if not problem.holed:
        return disturbed_cells(model, problem.training, problem.variables)
    return len(least_completion(problem, model).disturbed)


def errors_needed(problem: BooleanProblem, model: BooleanSCM, allowed: int) -> int | None:
    """How many disturbed cells a class that takes a model in would allow; None if it allows enough."""
    needed = disturbed_by(problem, model)
    return None if needed <= allowed else needed


def excess(problem: BooleanProblem, hypotheses: HypothesisClass, model: BooleanSCM) -> str | None:
    """Why a model disturbs too many cells of complete training rows; None if it does not."""
    wrong = disturbed_cells(model, problem.training, problem.variables)
    if wrong <= hypotheses.errors:
        return None
    if not hypotheses.errors:
        return "it does not replay the training worlds"
    return f"it disturbs {wrong} training cells, the class allows {hypotheses.errors}"
