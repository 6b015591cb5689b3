"""The range choice in the cpt space: which derivation gives the range from the given numbers."""

from __future__ import annotations

from symcause.families.cpt.models.graph_shapes import shape_of
from symcause.families.cpt.problem.problem import CptProblem
from symcause.families.cpt.space.arrowhead_range import arrowhead_range
from symcause.families.cpt.space.collision_range import collision_range
from symcause.families.cpt.space.instrument_range import instrument_range
from symcause.families.cpt.space.number_boxes import NumberBoxes
from symcause.families.cpt.space.pair_range import contrast, mixture, no_effect, ratio
from symcause.families.cpt.space.query_range import NoMember, NoValue, QueryRange
from symcause.families.cpt.space.shape_polynomials import shape_polynomial
from symcause.families.cpt.space.stratum_range import stratum_range


def range_of(problem: CptProblem, boxes: NumberBoxes) -> QueryRange | NoMember | NoValue | None:
    """The range of the query among the members; None where no derivation applies."""
    found: QueryRange | NoMember | NoValue | None
    for rule in (mixture, ratio, contrast):
        found = rule(problem, boxes)
        if found is not None:
            return found
    shape = shape_of(problem.dag, problem.query.treatment, problem.query.outcome)
    for shaped in (
        shape_polynomial,
        stratum_range,
        arrowhead_range,
        collision_range,
        instrument_range,
    ):
        found = shaped(problem, boxes, shape)
        if found is not None:
            return found
    return no_effect(problem, boxes)


def missing_condition(problem: CptProblem, boxes: NumberBoxes) -> str | None:
    """The condition of the query that a given number says to be 0; None: nothing of that kind."""
    query = problem.query
    x, c = query.treatment, query.collider
    needed: list[dict[str, int]] = []
    if query.type == "ett":
        needed = [{x: 1}]
    elif query.type == "correlation":
        needed = [{x: 0}, {x: 1}]
    elif query.type == "exp_away" and c is not None:
        needed = [{x: 1}, {c: 1}, {x: 1, c: 1}]
    for event in needed:
        box = boxes.one(event)
        if box is not None and not any(box):
            return f"P({','.join(f'{name}={value}' for name, value in event.items())})=0"
    return None
