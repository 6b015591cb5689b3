"""The greedy plan for a linear gold model, where values and repeated targets matter.

Step by step the intervention that leaves fewest graphs is taken. One that leaves no fewer by itself may
still help a later one (a parabola needs three points), so a step without progress takes the target that
was used least. What turns out to be unnecessary is left out again at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from symcause.budgets import Meter
from symcause.families.linear.audits.next.intervention_outcomes import (
    after,
    current_reading,
    left_after,
    outcome,
)
from symcause.families.linear.bounds import GREEDY_STEPS, TARGET_RETURNS
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import Manipulation
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.space.linear_space import LinearSpace

_VALUES = (Fraction(90), Fraction(10), Fraction(50))  # far apart: rounding hides small moves


def greedy_steps(space: LinearSpace, model: CrystalModel) -> list[Manipulation]:
    """Interventions that leave few graphs if the model is the truth."""
    start, budget = space.problem, Meter(GREEDY_STEPS)
    steps: list[Manipulation] = []
    useful = 0  # steps up to the last one that left fewer graphs
    graphs = space.count()
    while isinstance(graphs, int) and graphs > 1 and not budget.over:
        choice = _best(space, model, steps, budget)
        if choice is None:
            break
        left, step = choice
        steps.append(step)
        if left < graphs:
            graphs, useful = left, len(steps)
        space = LinearSpace(_done(space.problem, model, [step]), meter=budget.account())
    return _needed(start, model, steps[:useful], graphs, budget)


def _best(
    space: LinearSpace, model: CrystalModel, used: Sequence[Manipulation], budget: Meter
) -> tuple[int, Manipulation] | None:
    """The graphs left by the best intervention; without progress the target that was used least."""
    problem = space.problem
    now = current_reading(problem)
    often = {v: sum(step.variable == v for step in used) for v in problem.controllable}
    waiting = sorted((v for v in often if often[v] < TARGET_RETURNS), key=lambda v: often[v])
    best: tuple[int, Manipulation] | None = None
    for name in waiting:
        taken = {step.value for step in used if step.variable == name} | {now[name]}
        value = next((value for value in _VALUES if value not in taken), None)
        if value is None:
            continue
        step = Manipulation(name, value)
        left = left_after(space, step, outcome(problem, model, step), budget)
        if isinstance(left, int) and (best is None or left < best[0]):
            best = left, step
    return best


def _done(
    problem: LinearProblem, model: CrystalModel, steps: Sequence[Manipulation]
) -> LinearProblem:
    """The problem after these interventions, as the model would answer."""
    for step in steps:
        problem = after(problem, step, outcome(problem, model, step))
    return problem


def _needed(
    problem: LinearProblem,
    model: CrystalModel,
    steps: list[Manipulation],
    graphs: object,
    budget: Meter,
) -> list[Manipulation]:
    """The steps without those that change nothing about the end."""
    for step in list(steps[:-1]):
        fewer = [other for other in steps if other is not step]
        if budget.over:
            break
        if LinearSpace(_done(problem, model, fewer), meter=budget.account()).count() == graphs:
            steps = fewer
    return steps
