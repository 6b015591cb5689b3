"""The stratum range: ``ett`` under confounding lies between the effects in the two strata.

P(U) and P(Y | U, X) leave free how the treated are spread over the strata of U. Both strata have treated
and untreated members, so that an end is attained only if both strata reach it.
"""

from __future__ import annotations

from fractions import Fraction

from symcause.families.cpt.models.graph_shapes import Shape
from symcause.families.cpt.models.network import Network
from symcause.families.cpt.problem.problem import CptProblem, middle, pinned
from symcause.families.cpt.space.number_boxes import NumberBoxes
from symcause.families.cpt.space.pair_network import HALF, filled
from symcause.families.cpt.space.query_range import HIGH, NoMember, QueryRange
from symcause.families.cpt.space.shape_polynomials import NO_ROOM


def stratum_range(
    problem: CptProblem, boxes: NumberBoxes, shape: Shape | None
) -> QueryRange | NoMember | None:
    """The range of ``ett`` under confounding, from P(U) and P(Y | U, X)."""
    if shape is None or (shape.name, problem.query.type) != ("confounding", "ett"):
        return None
    u, x, y = (shape.roles[part] for part in "UXY")
    share, table = boxes.one({u: 1}), boxes.table(y, (u, x))
    if share is None or table is None:
        return None
    if pinned(share):
        return NO_ROOM
    centre = middle(share)
    # The entries of a stratum are those of X = 0 and X = 1.
    least = [table[2 * v + 1][0] - table[2 * v][1] for v in (0, 1)]
    most = [table[2 * v + 1][1] - table[2 * v][0] for v in (0, 1)]

    def approach(end: int, near: Fraction) -> Network:
        up = end == HIGH
        entries = tuple(table[i][(i % 2) == up] for i in range(4))
        effects = most if up else least
        favoured = int((effects[1] > effects[0]) == up)
        treated = tuple(HALF if v == favoured else HALF * near or HALF for v in (0, 1))
        return filled(problem.dag, {u: ((), (centre,)), x: ((u,), treated), y: ((u, x), entries)})

    attained = (least[0] == least[1], most[0] == most[1])
    return QueryRange(min(least), max(most), attained, False, "strata", approach)
