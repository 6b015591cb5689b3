"""The evidence of absence: why no network has the given numbers, in a form that a stranger can check."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

from symcause.families.cpt.models.graph_shapes import shape_of
from symcause.families.cpt.problem.problem import Box, CptProblem
from symcause.families.cpt.space.instrument_range import ROWS
from symcause.families.cpt.space.number_boxes import NumberBoxes
from symcause.families.cpt.space.pair_network import joined
from symcause.families.cpt.space.programme.linear_range import PROGRAMME, no_shares

ZERO, ONE = Fraction(0), Fraction(1)
Evidence = dict[str, object]


def absence(problem: CptProblem) -> Evidence | None:
    """The first reason that a certificate can state; None: it has no word for it."""
    boxes = NumberBoxes(problem)
    for find in (_condition, _independent, _joint, _shaped, _programme):
        found = find(problem, boxes)
        if found is not None:
            return found
    return None


def _condition(problem: CptProblem, boxes: NumberBoxes) -> Evidence | None:
    """A condition without probability."""
    for name in problem.dag.nodes:
        box = boxes.one({name: 1})
        if box is not None and box[0] == box[1] and box[0] in (0, 1):
            without = (name, 0 if box[0] else 1)
            if any(without in term.given for term, _ in boxes.terms):
                return {"method": "condition", "by": name}
    return None


def _independent(problem: CptProblem, boxes: NumberBoxes) -> Evidence | None:
    """Two variables that the graph makes independent and the numbers do not."""
    for first, second in permutations(problem.dag.nodes, 2):
        table = boxes.table(second, (first,))
        if table is not None and joined(problem.dag, first, second) is None and _apart(*table):
            return {"method": "independent", "by": first, "of": second}
    return None


def _apart(one: Box, other: Box) -> bool:
    return max(one[0], other[0]) > min(one[1], other[1])


def _joint(problem: CptProblem, boxes: NumberBoxes) -> Evidence | None:
    """Joint probabilities that exceed the share of the treatment, or leave too little of it."""
    x, y = problem.query.treatment, problem.query.outcome
    share, zero, one = boxes.one({x: 1}), boxes.one({y: 1, x: 0}), boxes.one({y: 1, x: 1})
    if share is None or zero is None or one is None:
        return None
    apart = max(share[0], one[0]) > min(share[1], 1 - zero[0])
    return {"method": "joint"} if apart else None


def _shaped(problem: CptProblem, boxes: NumberBoxes) -> Evidence | None:
    """A collision without a common P(Y), or numbers of an instrument that no types of response have."""
    shape = shape_of(problem.dag, problem.query.treatment, problem.query.outcome)
    if shape is None:
        return None
    roles = dict(shape.roles)
    if shape.name == "collision":
        table = boxes.table(roles["Y"], (roles["X"], roles["C"]))
        if table is not None and _apart(*map(_mixtures, (table[:2], table[2:]))):
            return {"method": "rows", "roles": roles}
    if shape.name != "instrument":
        return None
    outcome, treated = (boxes.table(roles[part], (roles["Z"],)) for part in "YX")
    numbers = None if outcome is None or treated is None else _multipliers((*outcome, *treated))
    if numbers is None:
        return None
    return {"method": "types", "roles": roles, "multipliers": list(map(str, numbers))}


def _mixtures(row: tuple[Box, ...]) -> Box:
    """Between which numbers mixtures of two entries lie."""
    return min(row[0][0], row[1][0]), max(row[0][1], row[1][1])


def _programme(problem: CptProblem, boxes: NumberBoxes) -> Evidence | None:
    """No shares of the types of any block that have the given numbers."""
    found = no_shares(problem, boxes)
    if found is None:
        return None
    programme, at, multipliers = found
    return {
        "method": PROGRAMME,
        "block": list(programme.block.names),
        "condition": at,
        "multipliers": list(map(str, multipliers)),
    }


def _multipliers(boxes: tuple[Box, ...]) -> list[Fraction] | None:
    """Multipliers of the five rows, at most 0 for each type and above it for the numbers."""
    from symcause.solvers.linear.bland_simplex import proved

    columns = [(0, ONE, ONE)]  # a row, the sign of its multiplier, what a unit of it is worth
    for k, (low, high) in enumerate(boxes, 1):
        columns += [(k, ONE, low), (k, -ONE, -high)]
    size = len(columns)
    rows = [[s * ROWS[k][j] for k, s, _ in columns] for j in range(16)]
    bounds = [ZERO] * 16
    for i in range(size):
        unit = [ONE if i == j else ZERO for j in range(size)]
        rows += [unit, [-x for x in unit]]
        bounds += [ONE, ONE if i == 0 else ZERO]
    found = proved([worth for _, _, worth in columns], rows, bounds)
    if found is None or found.value <= 0:
        return None
    multipliers = [ZERO] * 5
    for (k, s, _), x in zip(columns, found.point, strict=True):
        multipliers[k] += s * x
    return multipliers
