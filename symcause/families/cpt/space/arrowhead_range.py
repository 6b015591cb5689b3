"""The arrowhead range: natural effects where a second cause W of mediator and outcome is averaged out.

P(Y | X, M), P(M | X, W) and P(W) are given. For each value m the two unknown entries y(x, w, m) for the x
that counts obey one equation, and the query weighs them otherwise: a linear programme with a row for each
m. A multiplier λ_m bounds it; for a fixed λ the bound is concave in each given number, so that over a box
it is least at a corner. With exact numbers the best λ gives the range itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

from symcause.families.cpt.models.graph_shapes import Shape
from symcause.families.cpt.models.network import Network
from symcause.families.cpt.problem.problem import Box, CptProblem, middle, pinned
from symcause.families.cpt.space.number_boxes import NumberBoxes
from symcause.families.cpt.space.pair_network import filled
from symcause.families.cpt.space.query_range import HIGH, NoMember, QueryRange
from symcause.families.cpt.space.shape_polynomials import NO_ROOM

ZERO, ONE = Fraction(0), Fraction(1)
OWN = {"nde": 1, "nie": 0}
"""The value of X whose entries are unknown; the mediator sees the other one."""


class Numbers(NamedTuple):
    """Given numbers: P(W), P(M | X, W) at 2x + w, P(Y | X, M) at 2x + m."""

    r: Fraction
    m: tuple[Fraction, ...]
    b: tuple[Fraction, ...]

    def mediator(self, value: int, x: int, w: int) -> Fraction:
        """P(M = value | x, w)."""
        one = self.m[2 * x + w]
        return one if value else 1 - one

    def stratum(self, w: int) -> Fraction:
        return self.r if w else 1 - self.r


class Spread(NamedTuple):
    """The best value of Σ weight·y for one m, the entries that have it, and the multiplier."""

    value: Fraction
    entries: tuple[Fraction, Fraction]
    multiplier: Fraction


def spread(
    weights: Sequence[Fraction], shares: Sequence[Fraction], mean: Fraction, sign: int
) -> Spread:
    """Least (sign 1) or largest (−1) Σ weight·y with Σ share·y = mean·Σ share and y between 0 and 1.

    The entry with the better ratio of weight to share takes as much of the sum as it can.
    """
    total = mean * sum(shares)
    order = sorted(
        (0, 1), key=lambda k: (shares[k] == 0, sign * weights[k] / shares[k] if shares[k] else 0)
    )
    first = order[0]
    multiplier = weights[first] / shares[first] if shares[first] else ZERO
    entries, left = [ZERO, ZERO], total
    for k in order:
        if shares[k]:
            entries[k] = min(ONE, left / shares[k])
            if left:
                multiplier = weights[k] / shares[k]
            left -= entries[k] * shares[k]
        else:
            entries[k] = ZERO if sign > 0 else ONE
    value = sum((w * y for w, y in zip(weights, entries, strict=True)), ZERO)
    return Spread(value, (entries[0], entries[1]), multiplier)


def centre_value(n: Numbers, own: int, sign: int) -> tuple[Fraction, tuple[Spread, Spread]]:
    """An end of the range for exact numbers, and where it is reached."""
    parts = []
    for m in (0, 1):
        weights = [n.stratum(w) * n.mediator(m, 1 - own, w) for w in (0, 1)]
        shares = [n.stratum(w) * n.mediator(m, own, w) for w in (0, 1)]
        parts.append(spread(weights, shares, n.b[2 * own + m], sign))
    untreated = sum(n.stratum(w) * n.mediator(m, 0, w) * n.b[m] for w in (0, 1) for m in (0, 1))
    return parts[0].value + parts[1].value - untreated, (parts[0], parts[1])


def bound(n: Numbers, own: int, multipliers: Sequence[Fraction], sign: int) -> Fraction:
    """What multipliers prove for exact numbers: a lower bound (sign 1) or an upper one (−1)."""
    total = ZERO
    for w in (0, 1):
        if not n.stratum(w):
            continue
        part = ZERO
        for m, factor in enumerate(multipliers):
            seen, held = n.mediator(m, 1 - own, w), n.mediator(m, own, w)
            slack = seen - factor * held
            part += factor * n.b[2 * own + m] * held + (min if sign > 0 else max)(ZERO, slack)
            part -= n.mediator(m, 0, w) * n.b[m]
        total += n.stratum(w) * part
    return total


def arrowhead_range(
    problem: CptProblem, boxes: NumberBoxes, shape: Shape | None
) -> QueryRange | NoMember | None:
    """The range of a natural effect in an arrowhead."""
    if shape is None or shape.name != "arrowhead" or problem.query.type not in OWN:
        return None
    x, w, m, y = (shape.roles[part] for part in "XWMY")
    share, mediator, outcome = boxes.table(w), boxes.table(m, (x, w)), boxes.table(y, (x, m))
    if share is None or mediator is None or outcome is None:
        return None
    box = (share[0], *mediator, *outcome)
    stuck = [all(set(box[1 + 2 * v + k]) == {e} for k in (0, 1)) for v in (0, 1) for e in (0, 1)]
    if pinned(share[0]) or any(stuck):
        return NO_ROOM
    own = OWN[problem.query.type]
    centre = _numbers([middle(part) for part in box])
    exact = all(low == high for low, high in box)
    found = [centre_value(centre, own, sign) for sign in (1, -1)]
    duals = tuple(tuple(part.multiplier for part in parts) for _, parts in found)
    low, high = (over_box(box, own, dual, sign) for dual, sign in zip(duals, (1, -1), strict=True))
    treated = boxes.share(x)
    pushed = cache(lambda end: _pushed(box, own, -1 if end == HIGH else 1))

    def approach(end: int, near: Fraction) -> Network:
        at = centre if exact or not near else pushed(end)
        _, parts = centre_value(at, own, -1 if end == HIGH else 1)
        entries = {}
        for k, mm in product((0, 1), repeat=2):
            entries[own, k, mm] = parts[mm].entries[k]
            entries[1 - own, k, mm] = at.b[2 * (1 - own) + mm]
        table = tuple(entries[v, k, mm] for v, k, mm in product((0, 1), repeat=3))
        known = {x: ((), (treated,)), w: ((), (at.r,)), m: ((x, w), at.m), y: ((x, w, m), table)}
        return filled(problem.dag, known)

    reached = (exact, exact)
    return QueryRange(
        low, high, reached, exact and low == high, "arrowhead", approach, exact, duals
    )


def _numbers(point: Sequence[Fraction]) -> Numbers:
    return Numbers(point[0], tuple(point[1:5]), tuple(point[5:]))


def over_box(box: Sequence[Box], own: int, multipliers: Sequence[Fraction], sign: int) -> Fraction:
    """What multipliers prove over a box: the worst corner.

    The bound is linear in P(Y | X, M) with coefficients whose sign the multipliers fix, so that these go
    to one end each whatever the others are; the strata of W share nothing else.
    """
    choose = min if sign > 0 else max
    b = [part[sign * _slope(own, multipliers, i) < 0] for i, part in enumerate(box[5:])]
    parts = []
    for w in (0, 1):
        held = [dict.fromkeys(box[1 + 2 * x + w]) for x in (0, 1)]
        stratum = [_numbers([Fraction(w), *_both(w, m), *b]) for m in product(*held)]
        parts.append(choose(bound(n, own, multipliers, sign) for n in stratum))
    return choose((1 - r) * parts[0] + r * parts[1] for r in box[0])


def _slope(own: int, multipliers: Sequence[Fraction], place: int) -> Fraction:
    """Which way the bound goes with the number P(Y | x, m) at the place 2x + m: its sign counts."""
    x, m = divmod(place, 2)
    return (multipliers[m] if x == own else ZERO) - (ONE if x == 0 else ZERO)


def _both(w: int, m: Sequence[Fraction]) -> list[Fraction]:
    """P(M | X, W) where only one stratum counts."""
    entries = [ZERO] * 4
    entries[w], entries[2 + w] = m
    return entries


def _pushed(box: Sequence[Box], own: int, sign: int) -> Numbers:
    """Numbers of the box that lie well for an end: each in turn goes where it helps most.

    Those of P(Y | X, M) for the other value of X only count where nobody is treated, and only against.
    """
    point = [middle(part) for part in box]
    others = range(5 + 2 * (1 - own), 7 + 2 * (1 - own))
    if own:
        for i in others:
            point[i] = box[i][sign > 0]
    best = sign * centre_value(_numbers(point), own, sign)[0]
    for i, part in enumerate(box):
        for end in part if i not in others else ():
            if i < 5 and end in (0, 1):
                continue
            tried = [*point[:i], end, *point[i + 1 :]]
            value = sign * centre_value(_numbers(tried), own, sign)[0]
            if value < best:
                point, best = tried, value
    return _numbers(point)
