"""Shape polynomials: effects that given numbers identify in a graph of a known shape."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain

from symcause.families.cpt.models.graph_shapes import Shape
from symcause.families.cpt.models.network import Network
from symcause.families.cpt.problem.problem import Box, CptProblem
from symcause.families.cpt.space.number_boxes import NumberBoxes
from symcause.families.cpt.space.pair_network import filled
from symcause.families.cpt.space.polynomial_range import Point, Polynomial
from symcause.families.cpt.space.query_range import NoMember, QueryRange

COPY = (Fraction(0), Fraction(1))

NO_ROOM = NoMember("a condition of a given number has probability 0")


def shape_polynomial(
    problem: CptProblem, boxes: NumberBoxes, shape: Shape | None
) -> QueryRange | NoMember | None:
    """The range of a query that the shape of the graph identifies; None: not by these numbers."""
    if shape is None:
        return None
    maker = _MAKERS.get((shape.name, problem.query.type))
    made = None if maker is None else maker(problem, boxes, shape)
    return None if made is None else made.range() or NO_ROOM


def _needed(*tables: tuple[Box, ...] | None) -> tuple[Box, ...] | None:
    """All boxes in one, if every table is given."""
    known = [table for table in tables if table is not None]
    return tuple(chain.from_iterable(known)) if len(known) == len(tables) else None


def _adjusted(problem: CptProblem, boxes: NumberBoxes, shape: Shape) -> Polynomial | None:
    """``ate`` by P(U) and P(Y | U, X)."""
    u, x, y = (shape.roles[part] for part in "UXY")
    found = _needed(boxes.table(u), boxes.table(y, (u, x)))
    if found is None:
        return None

    def network(n: Point) -> Network:
        known = {u: ((), n[:1]), x: ((), (boxes.share(x),)), y: ((u, x), n[1:])}
        if shape.name == "diamondcut":
            m = shape.roles["M"]
            known |= {m: ((u,), COPY), y: ((m, x), n[1:])}
        return filled(problem.dag, known)

    def value(n: Point) -> Fraction:
        return (1 - n[0]) * (n[2] - n[1]) + n[0] * (n[4] - n[3])

    return Polynomial("adjusted", found, value, network, inner=(0,))


def _front(problem: CptProblem, boxes: NumberBoxes, shape: Shape) -> Polynomial | None:
    """``ate`` and ``nie`` by the front door: P(X), P(M | X), P(Y | X, M)."""
    u, x, m, y = (shape.roles[part] for part in "UXMY")
    found = _needed(boxes.table(x), boxes.table(m, (x,)), boxes.table(y, (x, m)))
    if found is None:
        return None

    def network(n: Point) -> Network:
        known = {u: ((), n[:1]), x: ((u,), COPY), m: ((x,), n[1:3]), y: ((u, m), n[3:])}
        return filled(problem.dag, known)

    def value(n: Point) -> Fraction:
        return (n[2] - n[1]) * ((1 - n[0]) * (n[4] - n[3]) + n[0] * (n[6] - n[5]))

    return Polynomial("front door", found, value, network, inner=(0, 1, 2))


def _front_treated(problem: CptProblem, boxes: NumberBoxes, shape: Shape) -> Polynomial | None:
    """``ett`` by the front door: P(M | X) and P(Y | X, M)."""
    u, x, m, y = (shape.roles[part] for part in "UXMY")
    found = _needed(boxes.table(m, (x,)), boxes.table(y, (x, m)))
    if found is None:
        return None
    share = boxes.share(x)

    def network(n: Point) -> Network:
        known = {u: ((), (share,)), x: ((u,), COPY), m: ((x,), n[:2]), y: ((u, m), n[2:])}
        return filled(problem.dag, known)

    def value(n: Point) -> Fraction:
        return (n[1] - n[0]) * (n[5] - n[4])

    return Polynomial("front door, treated", found, value, network, inner=(0, 1))


def _cut_treated(problem: CptProblem, boxes: NumberBoxes, shape: Shape) -> Polynomial | None:
    """``ett`` in a cut diamond: P(M | X) and P(Y | X, M)."""
    u, x, m, y = (shape.roles[part] for part in "UXMY")
    found = _needed(boxes.table(m, (x,)), boxes.table(y, (x, m)))
    if found is None:
        return None
    share = boxes.share(x)

    def network(n: Point) -> Network:
        known = {u: ((), (share,)), x: ((u,), COPY), m: ((u,), n[:2]), y: ((x, m), n[2:])}
        return filled(problem.dag, known)

    def value(n: Point) -> Fraction:
        return (1 - n[1]) * (n[4] - n[2]) + n[1] * (n[5] - n[3])

    return Polynomial("cut diamond, treated", found, value, network, inner=(0, 1))


def _mediated(problem: CptProblem, boxes: NumberBoxes, shape: Shape) -> Polynomial | None:
    """``nde``, ``nie`` and ``ate`` in a mediation: P(M | X) and P(Y | X, M)."""
    x, m, y = (shape.roles[part] for part in "XMY")
    found = _needed(boxes.table(m, (x,)), boxes.table(y, (x, m)))
    if found is None:
        return None
    share = boxes.share(x)

    def network(n: Point) -> Network:
        return filled(problem.dag, {x: ((), (share,)), m: ((x,), n[:2]), y: ((x, m), n[2:])})

    def mean(n: Point, own: int, seen: int) -> Fraction:
        return (1 - n[seen]) * n[2 + 2 * own] + n[seen] * n[3 + 2 * own]

    own, seen = {"nde": (1, 0), "nie": (0, 1)}.get(problem.query.type, (1, 1))
    return Polynomial(
        "mediated", found, lambda n: mean(n, own, seen) - mean(n, 0, 0), network, inner=(0, 1)
    )


_MAKERS = {
    ("confounding", "ate"): _adjusted,
    ("confounding", "collider_bias"): _adjusted,
    ("diamondcut", "ate"): _adjusted,
    ("diamondcut", "collider_bias"): _adjusted,
    ("frontdoor", "ate"): _front,
    ("frontdoor", "collider_bias"): _front,
    ("frontdoor", "nie"): _front,
    ("frontdoor", "ett"): _front_treated,
    ("diamondcut", "ett"): _cut_treated,
    **{("mediation", kind): _mediated for kind in ("nde", "nie", "ate", "ett", "collider_bias")},
}
