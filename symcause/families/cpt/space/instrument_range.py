"""The instrument range: ``ate`` from P(Y | Z) and P(X | Z), where U confounds X and Y.

Whatever U is, it matters only by how X responds to Z and Y to X: 16 pairs of responses. Their shares are
the unknowns of a linear programme; the given numbers are its rows. With U unobserved every solution is a
network; with a binary U the range lies outside of the space. Under a homogeneous effect it is Wald's ratio.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from symcause.budgets import Meter
from symcause.families.cpt.bounds import GRID_STEPS
from symcause.families.cpt.models.graph_shapes import Shape
from symcause.families.cpt.models.network import Network
from symcause.families.cpt.problem.problem import HOMOGENEOUS, Box, CptProblem, middle
from symcause.families.cpt.problem.step_budgets import TRIAL
from symcause.families.cpt.space.number_boxes import NumberBoxes
from symcause.families.cpt.space.pair_network import HALF, filled
from symcause.families.cpt.space.query_range import HIGH, LOW, Multipliers, NoMember, QueryRange

ZERO, ONE = Fraction(0), Fraction(1)
RESPONSES = tuple(product((0, 1), repeat=4))
"""How X responds to Z = 0, 1 and Y to X = 0, 1, for each of the 16 types."""

EFFECT = tuple(y1 - y0 for _, _, y0, y1 in RESPONSES)


def response_rows() -> tuple[tuple[int, ...], ...]:
    """The rows of the programme: all shares, then P(Y | Z = 0), P(Y | Z = 1), and the same of X."""
    outcome = [tuple((t[2], t[3])[t[z]] for t in RESPONSES) for z in (0, 1)]
    treated = [tuple(t[z] for t in RESPONSES) for z in (0, 1)]
    return ((1,) * 16, *outcome, *treated)


ROWS = response_rows()


@dataclass(frozen=True)
class Programme:
    """An end of the range: its value, shares of the types, and multipliers of the five rows."""

    value: Fraction
    shares: tuple[Fraction, ...]
    multipliers: Multipliers


def programme(boxes: Sequence[Box], sign: int) -> Programme | None:
    """The least effect (sign 1) or the largest (−1) for P(Y | Z) and P(X | Z) in boxes; None: no solution.

    The dual programme is solved: five multipliers, those of rows with a width in two parts. Its own
    multipliers are the shares of the types.
    """
    from symcause.solvers.linear.bland_simplex import proved

    widths = [low < high for low, high in boxes]
    columns = [(0, ONE, ONE)]  # a row, the sign of its multiplier, what a unit of it is worth
    for k, (low, high) in enumerate(boxes, 1):
        columns += [(k, ONE, low), (k, -ONE, -high)] if widths[k - 1] else [(k, ONE, low)]
    held = [[s * ROWS[k][j] for k, s, _ in columns] for j in range(16)]
    costs = [Fraction(sign * c) for c in EFFECT]
    # The multiplier of the first row is moved by one, so that the origin keeps all rows.
    bounds = [c + 1 for c in costs]
    for i, (k, _, _) in enumerate(columns):
        if k and widths[k - 1]:
            held.append([-ONE if i == j else ZERO for j in range(len(columns))])
            bounds.append(ZERO)
    found = proved([worth for _, _, worth in columns], held, bounds)
    if found is None:
        return None
    multipliers = [ZERO] * 5
    for (k, s, _), x in zip(columns, found.point, strict=True):
        multipliers[k] += sign * s * x
    multipliers[0] -= sign
    return Programme(sign * (found.value - 1), found.multipliers[:16], tuple(multipliers))


def instrument_range(
    problem: CptProblem, boxes: NumberBoxes, shape: Shape | None
) -> QueryRange | NoMember | None:
    """The range of ``ate`` with an instrument."""
    if (
        shape is None
        or shape.name != "instrument"
        or problem.query.type not in ("ate", "collider_bias")
    ):
        return None
    z, x, y = (shape.roles[part] for part in "ZXY")
    outcome, treated = boxes.table(y, (z,)), boxes.table(x, (z,))
    if outcome is None or treated is None:
        return None
    rows = (*outcome, *treated)
    if HOMOGENEOUS in problem.assume:
        return _wald(problem, shape, rows)
    ends = [programme(rows, sign) for sign in (1, -1)]
    low, high = ends
    if low is None or high is None:
        return NoMember("no shares of the 16 types of response have the given numbers")
    share = boxes.share(z)
    free = shape.roles["U"] in problem.unobserved

    def approach(end: int, near: Fraction) -> Network | None:
        found = low if end == LOW else high
        if free:
            return response_network(problem, shape, share, found.shares)
        return _binary(problem, shape, share, rows, end)

    def between(goal: Fraction) -> Network | None:
        if not free:
            return _binary_between(problem, shape, share, rows, goal)
        part = (goal - low.value) / (high.value - low.value)
        mixed = [(1 - part) * a + part * b for a, b in zip(low.shares, high.shares, strict=True)]
        return response_network(problem, shape, share, mixed)

    reached = (free, free)
    duals = (low.multipliers, high.multipliers)
    same = low.value == high.value
    return QueryRange(
        *(low.value, high.value, reached, same, "instrument", approach, free, duals),
        between=between,
    )


def response_network(
    problem: CptProblem, shape: Shape, share: Fraction, shares: Sequence[Fraction]
) -> Network:
    """The network whose U says of which type a unit is."""
    types = [(t, s) for t, s in zip(RESPONSES, shares, strict=True) if s]
    if len(types) == 1:
        types.append((types[0][0], ZERO))
    return with_types(problem, shape, share, types)


def with_types(
    problem: CptProblem,
    shape: Shape,
    share: Fraction,
    types: Sequence[tuple[Sequence[int], Fraction]],
) -> Network:
    """The network of these types of response and their shares; other variables are fair coins."""
    dag = problem.dag
    u, z, x, y = (shape.roles[part] for part in "UZXY")
    sizes = tuple(len(types) if name == u else 2 for name in dag.nodes)
    rows: list[tuple[tuple[Fraction, ...], ...]] = []
    for i, name in enumerate(dag.nodes):
        parents = [dag.nodes[j] for j in range(len(dag.nodes)) if dag.parents[i] >> j & 1]
        if name == u:
            rows.append((tuple(s for _, s in types),))
            continue
        entries = []
        for values in product(*(range(len(types) if p == u else 2) for p in parents)):
            at = dict(zip(parents, values, strict=True))
            one = {z: share}.get(name, HALF)
            if name == x:
                one = Fraction(types[at[u]][0][at[z]])
            elif name == y:
                one = Fraction(types[at[u]][0][2 + at[x]])
            entries.append((1 - one, one))
        rows.append(tuple(entries))
    return Network(dag, sizes, tuple(rows))


def _binary(
    problem: CptProblem, shape: Shape, share: Fraction, boxes: Sequence[Box], end: int
) -> Network | None:
    """The network with a binary U that is nearest to an end among those of a grid."""
    u, z, x, y = (shape.roles[part] for part in "UZXY")
    g, h = [middle(b) for b in boxes[:2]], [middle(b) for b in boxes[2:]]
    best: tuple[Fraction, Network] | None = None
    for weight, treated in _treatments(h):
        shares = (1 - weight, weight)
        entries = _outcomes(g, shares, treated, end)
        if entries is None:
            continue
        effect = _effect(shares, entries)
        key = -effect if end == HIGH else effect
        if best is None or key < best[0]:
            known = {
                u: ((), (weight,)),
                z: ((), (share,)),
                x: ((u, z), treated),
                y: ((u, x), entries),
            }
            best = key, filled(problem.dag, known)
    return None if best is None else best[1]


def _binary_between(
    problem: CptProblem, shape: Shape, share: Fraction, boxes: Sequence[Box], goal: Fraction
) -> Network | None:
    """The first network with a binary U of the grid whose outcomes can be mixed to have an effect."""
    u, z, x, y = (shape.roles[part] for part in "UZXY")
    g, h = [middle(b) for b in boxes[:2]], [middle(b) for b in boxes[2:]]
    for weight, treated in _treatments(h):
        shares = (1 - weight, weight)
        least, most = (_outcomes(g, shares, treated, end) for end in (LOW, HIGH))
        if least is None or most is None:
            continue
        low, high = (_effect(shares, entries) for entries in (least, most))
        if low <= goal <= high:
            part = (goal - low) / (high - low) if low < high else ZERO
            pairs = zip(least, most, strict=True)
            entries = tuple((1 - part) * a + part * b for a, b in pairs)
            first = {u: ((), (weight,)), z: ((), (share,))}
            return filled(problem.dag, {**first, x: ((u, z), treated), y: ((u, x), entries)})
    return None


def _effect(shares: Sequence[Fraction], entries: Sequence[Fraction]) -> Fraction:
    """The effect of X on Y, over the values of U."""
    return sum((s * (entries[2 * v + 1] - entries[2 * v]) for v, s in enumerate(shares)), ZERO)


def _treatments(h: Sequence[Fraction]) -> Iterator[tuple[Fraction, tuple[Fraction, ...]]]:
    """Shares of U = 1 and entries P(X | U, Z) that have P(X | Z): a grid of entries where U = 0."""
    grid = Meter(GRID_STEPS)
    for weight in (HALF, *(Fraction(k, 8) for k in (1, 2, 3, 5, 6, 7))):
        ends = [(max(ZERO, (p - weight) / (1 - weight)), min(ONE, p / (1 - weight))) for p in h]
        steps = [[low + k * (high - low) / 4 for k in range(5)] for low, high in ends]
        for first in product(*steps):
            second = [(p - (1 - weight) * f) / weight for p, f in zip(h, first, strict=True)]
            if grid.over:
                return
            grid.spend(TRIAL)
            yield weight, (*first, *second)


def _outcomes(
    g: Sequence[Fraction], shares: Sequence[Fraction], treated: Sequence[Fraction], end: int
) -> tuple[Fraction, ...] | None:
    """Entries P(Y | U, X) that have P(Y | Z) and the best effect: at a vertex two are 0 or 1."""
    # Coefficients of y(u, x) in P(Y | z).
    rows = [
        [
            s * (treated[2 * v + z] if x else 1 - treated[2 * v + z])
            for v, s in enumerate(shares)
            for x in (0, 1)
        ]
        for z in (0, 1)
    ]
    best: tuple[Fraction, tuple[Fraction, ...]] | None = None
    for i in range(4):
        for j in range(i):
            det = rows[0][i] * rows[1][j] - rows[0][j] * rows[1][i]
            if not det:
                continue
            rest = [k for k in range(4) if k not in (i, j)]
            for values in product((ZERO, ONE), repeat=2):
                left = [
                    g[z] - sum(rows[z][k] * v for k, v in zip(rest, values, strict=True))
                    for z in (0, 1)
                ]
                yi = (left[0] * rows[1][j] - rows[0][j] * left[1]) / det
                yj = (rows[0][i] * left[1] - left[0] * rows[1][i]) / det
                if not (0 <= yi <= 1 and 0 <= yj <= 1):
                    continue
                numbers = {i: yi, j: yj, **dict(zip(rest, values, strict=True))}
                effect = sum(
                    (s * (numbers[2 * v + 1] - numbers[2 * v]) for v, s in enumerate(shares)), ZERO
                )
                key = -effect if end == HIGH else effect
                if best is None or key < best[0]:
                    best = key, tuple(numbers[k] for k in range(4))
    return None if best is None else best[1]


def _wald(problem: CptProblem, shape: Shape, rows: Sequence[Box]) -> QueryRange | NoMember | None:
    """Wald's ratio: the effect if it is the same whatever U is."""
    (g0, g1), (h0, h1) = (rows[0], rows[1]), (rows[2], rows[3])
    below = (h1[0] - h0[1], h1[1] - h0[0])
    if below[0] <= 0 <= below[1]:
        return None
    above = (g1[0] - g0[1], g1[1] - g0[0])
    ratios = [a / b for a in above for b in below]
    low, high = max(-ONE, min(ratios)), min(ONE, max(ratios))
    centre = [middle(box) for box in rows]
    effect = (centre[1] - centre[0]) / (centre[3] - centre[2])
    base = centre[0] - effect * centre[2]
    exact = all(box[0] == box[1] for box in rows)
    fits = 0 <= base <= 1 and 0 <= base + effect <= 1
    if exact and not fits:
        return NoMember("no homogeneous effect has the given numbers")
    _u, z, x, y = (shape.roles[part] for part in "UZXY")

    def approach(end: int, near: Fraction) -> Network | None:
        known = {
            z: ((), (HALF,)),
            x: ((z,), (centre[2], centre[3])),
            y: ((x,), (base, base + effect)),
        }
        return filled(problem.dag, known) if fits else None

    return QueryRange(low, high, (exact, exact), True, "wald", approach, exact)
