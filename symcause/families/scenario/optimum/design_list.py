"""The design list of a scenario space: all designs where they are few, or some one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from symcause.errors import LimitError
from symcause.families.scenario.bounds import LOOKED_BOXES, OPTIMUM_DESIGNS
from symcause.families.scenario.models.model_components import Domain, Integer, Value
from symcause.families.scenario.optimum.design_boxes import (
    FURTHEST,
    Box,
    Feasible,
    Range,
    finite_values,
    root_boxes,
)
from symcause.families.scenario.problem.problem import ScenarioProblem, Space, violations


def every_value(domain: Domain) -> list[Value]:
    """The values of a range with an end, of a choice or of a flag."""
    if isinstance(domain, Integer):
        assert domain.most is not None
        return [Fraction(k) for k in range(domain.least, domain.most + 1)]
    return finite_values(domain)


def designs(problem: ScenarioProblem, space: Space, most: int) -> list[dict[str, Value]] | None:
    """All designs of a space in a fixed order; None if there are more than a bound to look at."""
    domains = problem.domains(space).values()
    size = 1
    for domain in domains:
        if domain.size is None or size * domain.size > most:
            return None
        size *= domain.size
    lists = [every_value(domain) for domain in domains]
    every = (dict(zip(problem.design, values, strict=True)) for values in product(*lists))
    return [design for design in every if not violations(problem, design, space)]


class NoDesign(LimitError):
    """A space without any design."""

    def __init__(self) -> None:
        super().__init__("no design meets the constraints")


def some_design(problem: ScenarioProblem, space: Space, roots: Sequence[Box]) -> dict[str, Value]:
    """A design of the space, wherever it is: boxes are halved until the lower end of one is allowed."""
    feasible = Feasible(problem.rules(space))
    waiting = list(reversed(roots))
    for _ in range(LOOKED_BOXES):
        if not waiting:
            raise NoDesign
        box = waiting.pop()
        if not violations(problem, box.design(), space):
            return box.design()
        open_sides = [n for n, (low, high) in box.ranges.items() if low != high]
        if open_sides:
            widest = max(open_sides, key=lambda n: (_length(box.ranges[n]), n))
            halves = map(feasible.tightened, reversed(box.halves(widest)))
            waiting += [half for half in halves if half is not None]
    raise LimitError("no design is known that meets the constraints")


def _length(side: Range) -> int:
    low, high = side
    return FURTHEST if high is None else high - low


def nowhere(problem: ScenarioProblem, space: Space) -> bool:
    """Is there surely no design in the space?"""
    if not problem.rules(space):
        return False
    if designs(problem, space, OPTIMUM_DESIGNS) == []:
        return True
    try:
        return next(root_boxes(problem, space, problem.final), None) is None
    except LimitError:
        return False
