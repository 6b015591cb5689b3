"""Stage conflict about the optimum of a scenario: whether some design is best in both stages.

Small spaces are listed. In large ones a design whose bounds meet in both stages settles it with yes; no is
proven by cutting the space into boxes: a box without a design that could be best in both stages, because
in one of them its upper bound is below a value that some design has, is dropped, and no box is left.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.errors import LimitError
from symcause.families.scenario.bounds import OPTIMUM_DESIGNS
from symcause.families.scenario.models.model_components import Value
from symcause.families.scenario.optimum.design_boxes import Box, Feasible, root_boxes
from symcause.families.scenario.optimum.design_list import designs
from symcause.families.scenario.optimum.optimum_search import TOLERANCE, Optimum, Search
from symcause.families.scenario.problem.problem import FIRST_STAGE, Space, violations
from symcause.families.scenario.value.valuer import ROUGH, Valuer
from symcause.families.scenario.value.work_tally import Bill

BATCH = 8
"""Boxes that are bounded at once."""

UNDECIDED = Unknown("the bounds of both stages do not decide it")


def conflict(valuer: Valuer, space: Space, found: Optimum, budget: Meter) -> bool | Unknown:
    """Is another design best in stage 1 than in the stage of the evaluation?"""
    problem = valuer.problem
    if problem.final == FIRST_STAGE or not problem.stages:
        return False
    listed = designs(problem, space, OPTIMUM_DESIGNS)
    if listed is not None:
        stages = (FIRST_STAGE, problem.final)
        return _disjoint(*(_best_of(valuer, listed, stage) for stage in stages))
    met = found.upper <= found.value.high + TOLERANCE
    first: Optimum | None = None
    search = Search(valuer, space, FIRST_STAGE, found.design)
    for first in search.run(budget.share(1)):
        same = first.design == found.design and first.upper <= first.value.high + TOLERANCE
        if met and same:
            return False
    if first is None:
        return UNDECIDED
    least = {FIRST_STAGE: first.value.low, problem.final: found.value.low}
    try:
        if _emptied(valuer, space, least, budget):
            return True
    except LimitError as error:  # too many choices
        return Unknown(str(error))
    return budget.shortage if budget.over else search.shortage or UNDECIDED


def _emptied(valuer: Valuer, space: Space, least: Mapping[str, Fraction], budget: Meter) -> bool:
    """Is there surely no design that is worth at least this much in every stage?"""
    problem, bill = valuer.problem, Bill(valuer.tally, budget)
    feasible = Feasible(problem.rules(space), valuer.tally)
    waiting = list(root_boxes(problem, space, *least))
    whole = {name: _length(side) for box in waiting for name, side in box.ranges.items()}
    while waiting:
        if bill.over:
            return False
        batch, waiting = waiting[-BATCH:], waiting[:-BATCH]
        for box in _possible(valuer, batch, least):
            if box.single:
                if not violations(problem, box.design(), space) and _reaches(
                    valuer, box.design(), least
                ):
                    return False
                continue
            longest = max(
                (name for name, (low, high) in box.ranges.items() if low != high),
                key=lambda name: (_length(box.ranges[name]) / whole[name], name),
            )
            halves = map(feasible.tightened, box.halves(longest))
            waiting += [half for half in halves if half is not None]
    return True


def _possible(valuer: Valuer, boxes: list[Box], least: Mapping[str, Fraction]) -> list[Box]:
    """The boxes that may hold such a design."""
    for stage, value in least.items():
        if boxes:
            bounds = valuer.bounds([box.sides() for box in boxes], stage, ROUGH)
            boxes = [box for box, bound in zip(boxes, bounds, strict=True) if bound.high >= value]
    return boxes


def _reaches(valuer: Valuer, design: dict[str, Value], least: Mapping[str, Fraction]) -> bool:
    return all(valuer.value(design, stage).high >= value for stage, value in least.items())


def _length(side: tuple[int, int | None]) -> float:
    low, high = side
    return 1e4 if high is None else max(high - low, 1)


def _best_of(
    valuer: Valuer, listed: list[dict[str, Value]], stage: str
) -> tuple[set[int], set[int]]:
    """Designs that are surely best, and that may be best."""
    values = [valuer.value(design, stage) for design in listed]
    top = max(value.low for value in values)
    most = max(value.high for value in values)
    possible = {i for i, value in enumerate(values) if value.high >= top}
    return {i for i in possible if values[i].low >= most}, possible


def _disjoint(first: tuple[set[int], set[int]], last: tuple[set[int], set[int]]) -> bool | Unknown:
    """Two sets of best designs, each known from below and above: have they nothing in common?"""
    if first[0] & last[0]:
        return False
    return UNDECIDED if first[1] & last[1] else True
