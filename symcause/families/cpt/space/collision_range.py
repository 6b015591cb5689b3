"""The collision range: ``exp_away`` from P(X) and P(Y | X, C), where C is a common effect.

X and Y are independent, so that q = P(Y) is a mixture of the entries of each row. With w_x = P(C = 1 | X
= x) the value is (1 − w)(a₁₁ − a₀₁), where w = P(X = 1 | C = 1); it is monotone in q. Every condition has
a probability, so that q keeps away from the ends of the rows and the value has the sign of a₁₁ − a₀₁.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from symcause.families.cpt.models.graph_shapes import Shape
from symcause.families.cpt.models.network import Network
from symcause.families.cpt.problem.problem import Box, CptProblem, middle, pinned
from symcause.families.cpt.space.number_boxes import NumberBoxes
from symcause.families.cpt.space.pair_network import HALF, filled
from symcause.families.cpt.space.query_range import NoMember, QueryRange
from symcause.families.cpt.space.shape_polynomials import NO_ROOM

ZERO, ONE = Fraction(0), Fraction(1)
Rows = tuple[Fraction, Fraction, Fraction, Fraction]
"""P(Y | X, C): a₀₀, a₀₁, a₁₀, a₁₁."""


def collision_range(
    problem: CptProblem, boxes: NumberBoxes, shape: Shape | None
) -> QueryRange | NoMember | None:
    """The range of ``exp_away`` in a collision."""
    query = problem.query
    if shape is None or (shape.name, query.type) != ("collision", "exp_away"):
        return None
    x, y, c = (shape.roles[part] for part in "XYC")
    share, table = boxes.one({x: 1}), boxes.table(y, (x, c))
    if share is None or table is None or query.collider != c:
        return None
    if pinned(share):
        return NO_ROOM
    hulls = [_hull(table[2 * v], table[2 * v + 1]) for v in (0, 1)]
    if max(h[0] for h in hulls) > min(h[1] for h in hulls):
        return NoMember(f"{x} and {y} are independent, and P({y}|{x},{c}) leaves no common P({y})")
    exact = share[0] == share[1] and all(low == high for low, high in table)
    if exact:
        return _exact(problem, shape, share[0], _rows(table))
    return _bounded(problem, shape, share, table)


def _hull(one: Box, other: Box) -> Box:
    return min(one[0], other[0]), max(one[1], other[1])


def _rows(table: tuple[Box, ...]) -> Rows:
    a, b, c, d = (box[0] for box in table)
    return a, b, c, d


def mixtures(rows: Rows) -> Box | None:
    """Between which values P(Y) lies; its ends belong to it only if they are one. None: there is none."""
    spans = [(min(rows[2 * v], rows[2 * v + 1]), max(rows[2 * v], rows[2 * v + 1])) for v in (0, 1)]
    low, high = max(s[0] for s in spans), min(s[1] for s in spans)
    points = [s[0] for s in spans if s[0] == s[1]]
    if points:  # a row whose entries are equal fixes P(Y); the other one must hold it inside
        q = points[0]
        fits = all(s == (q, q) or s[0] < q < s[1] for s in spans)
        return (q, q) if fits else None
    return (low, high) if low < high else None


def mixed(rows: Rows, q: Fraction) -> tuple[Fraction | None, Fraction | None]:
    """The share of C = 1 in each row that makes P(Y) = q; None where any share does."""
    a, b, c, d = rows
    return (q - a) / (b - a) if b != a else None, (q - c) / (d - c) if d != c else None


def valued(rows: Rows, p: Fraction, w: tuple[Fraction, Fraction]) -> Fraction:
    """The value for shares of C = 1; where C = 1 has none, what a little of it would have.

    Both shares then begin at the same P(Y), and grow as fast as the entries of their rows lie near.
    """
    zero, one = w if any(w) else (1 / (rows[1] - rows[0]), 1 / (rows[3] - rows[2]))
    left = (1 - p) * zero / (p * one + (1 - p) * zero)
    return left * (rows[3] - rows[1])


def _exact(problem: CptProblem, shape: Shape, p: Fraction, rows: Rows) -> QueryRange | NoMember:
    box = mixtures(rows)
    if box is None:
        x, y, c = (shape.roles[part] for part in "XYC")
        return NoMember(f"{x} and {y} are independent, and P({y}|{x},{c}) leaves no common P({y})")
    low, high = box
    if low == high:  # some share is free: w is anything between, or fixed
        fixed = mixed(rows, low)
        choices = [(ZERO, ONE) if w is None else (w, w) for w in fixed]
        corners = [valued(rows, p, (w0, w1)) for w0, w1 in product(*choices) if w0 or w1]
    else:
        corners = [valued(rows, p, _pair(mixed(rows, q))) for q in (low, high)]
    ends = min(corners), max(corners)
    attained = (ends[0] == ends[1], ends[0] == ends[1])

    def approach(end: int, near: Fraction) -> Network | None:
        best: tuple[Fraction, Network] | None = None
        for step in (near, 1 - near) if near else (HALF,):
            made = made_network(problem, shape, p, rows, low + step * (high - low), step)
            if made is None:
                continue
            value = valued(rows, p, made[1])
            key = -value if end else value
            if best is None or key < best[0]:
                best = key, made[0]
        return None if best is None else best[1]

    return QueryRange(ends[0], ends[1], attained, ends[0] == ends[1], "collision", approach)


def _pair(shares: tuple[Fraction | None, Fraction | None]) -> tuple[Fraction, Fraction]:
    assert shares[0] is not None and shares[1] is not None
    return shares[0], shares[1]


def made_network(
    problem: CptProblem, shape: Shape, p: Fraction, rows: Rows, q: Fraction, free: Fraction
) -> tuple[Network, tuple[Fraction, Fraction]] | None:
    """The network with P(X) = p, P(Y) = q and these rows, and its shares of C = 1; None: there is none."""
    shares = mixed(rows, q)
    w = (
        shares[0] if shares[0] is not None else free,
        shares[1] if shares[1] is not None else 1 - free,
    )
    if any(not 0 < part < 1 for part in w):
        return None
    entries = []
    for v in (0, 1):
        a = rows[2 * v + 1]
        entries += [(1 - a) * w[v] / (1 - q) if q < 1 else HALF, a * w[v] / q if q else HALF]
    x, y, c = (shape.roles[part] for part in "XYC")
    known = {x: ((), (p,)), y: ((), (q,)), c: ((x, y), tuple(entries))}
    return filled(problem.dag, known), w


def _bounded(problem: CptProblem, shape: Shape, share: Box, table: tuple[Box, ...]) -> QueryRange:
    """With rounding: the difference in its box, times something between 0 and 1."""
    least, most = table[3][0] - table[1][1], table[3][1] - table[1][0]
    low, high = (least if least < 0 else ZERO), (most if most > 0 else ZERO)
    p = middle(share)
    middles = (middle(table[0]), middle(table[1]), middle(table[2]), middle(table[3]))

    def approach(end: int, near: Fraction) -> Network | None:
        """A network with the two entries that decide pushed to an end, or at the middle of the box."""
        b, d = table[1][not end], table[3][end]
        wide = [(a, b, c, d) for a in table[0] for c in table[2]]
        for rows in ((middles[0], b, middles[2], d), *wide, middles):
            span = mixtures(rows)
            if span is not None:
                made = made_network(problem, shape, p, rows, middle(span), HALF)
                if made is not None:
                    return made[0]
        return None

    # The factor lies strictly between 0 and 1, so that 0 is attained only if the entries may be equal.
    touching = least <= 0 <= most
    attained = (touching and low == 0, touching and high == 0)
    return QueryRange(low, high, attained, False, "collision", approach, exact=False)
