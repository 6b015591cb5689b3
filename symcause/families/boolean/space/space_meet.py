"""The meet of two Boolean spaces: one space with the training worlds of both."""

from __future__ import annotations

from dataclasses import replace

from symcause.families.boolean.models.worlds import World
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem

Posed = tuple[BooleanProblem, HypothesisClass]


def shared(first: Posed, second: Posed) -> Posed | None:
    """The problem and the class of both, where one class is in the other and frames agree."""
    classes = first[1], second[1]
    tighter = next((a for a, b in (classes, classes[::-1]) if a <= b), None)
    problem = _joined(first[0], second[0])
    return None if problem is None or tighter is None else (problem, tighter)


def _joined(first: BooleanProblem, second: BooleanProblem) -> BooleanProblem | None:
    """The first problem with the training worlds of the second that it does not have.

    None where they say different things beside their worlds on which membership depends.
    """
    if _frame(first) != _frame(second):
        return None
    known = {_content(world) for world in first.training}
    taken = {world.id for world in first.worlds}
    added: list[World] = []
    for world in second.training:
        if _content(world) in known:
            continue
        name, number = world.id, 1
        while name in taken:
            number += 1
            name = f"{world.id}_{number}"
        taken.add(name)
        added.append(replace(world, id=name))
    return first.with_worlds(tuple(added))


def _frame(problem: BooleanProblem) -> tuple[object, ...]:
    return problem.disclosure, problem.operators, problem.constants, problem.latent


def _content(world: World) -> tuple[object, ...]:
    return world.mode, world.targets, world.rows
