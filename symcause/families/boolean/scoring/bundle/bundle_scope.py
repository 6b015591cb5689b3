"""Scope of the Boolean bundle: which problems it counts."""

from __future__ import annotations

from symcause.families.boolean.problem.disclosure import Setting
from symcause.families.boolean.problem.problem import BooleanProblem


def is_counted(problem: BooleanProblem) -> bool:
    """The bundle is about plain tasks with gold, all of whose cells are observed."""
    plain = not problem.is_alternative_task and not problem.identify
    plain = plain and not any(world.holes is not None for world in problem.worlds)
    return plain and problem.setting is not Setting.HIDDEN_ROOTS and problem.gold is not None
