"""Partial proofs of the verifier: bounds where given numbers do not identify the query."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product

from symcause.families.cpt.problem.problem import Box, CptProblem
from symcause.families.cpt.verifier.network_replay import Replay
from symcause.families.cpt.verifier.programme_proof import programme
from symcause.families.cpt.verifier.range_proof import (
    CLOSED,
    ONE,
    ZERO,
    Bounds,
    Proof,
    adjusted,
    contrast,
    cut_treated,
    front,
    front_treated,
    mediated,
    mixture,
    no_effect,
    ratio,
)
from symcause.kernel.nodes import Rejected


def strata(proof: Proof) -> Bounds:
    """``ett`` under confounding: strictly between the effects of the strata unless these are equal."""
    if proof.problem.query.type != "ett":
        raise Rejected("this method is about ett")
    u, x, y = (proof.roles("confounding")[part] for part in "UXY")
    proof.box({u: 1})
    a, b, c, d = proof.table(y, u, x)
    least, most = (b[0] - a[1], d[0] - c[1]), (b[1] - a[0], d[1] - c[0])
    return min(least), max(most), (least[0] == least[1], most[0] == most[1])


def collision(proof: Proof) -> Bounds:
    """``exp_away``: a₁₁ − a₀₁ times a number strictly between 0 and 1."""
    query = proof.problem.query
    if query.type != "exp_away":
        raise Rejected("this method is about exp_away")
    x, y, c = (proof.roles("collision")[part] for part in "XYC")
    if query.collider != c:
        raise Rejected("the collider is another variable")
    proof.box({x: 1})
    _, zero, _, one = proof.table(y, x, c)
    low, high = one[0] - zero[1], one[1] - zero[0]
    return min(low, ZERO), max(high, ZERO), (low <= 0 and high >= 0, low <= 0 and high >= 0)


def instrument(proof: Proof) -> Bounds:
    """``ate`` with an instrument: multipliers against each of the 16 types of response."""
    if proof.problem.query.type not in ("ate", "collider_bias"):
        raise Rejected("this method is about ate")
    z, x, y = (proof.roles("instrument")[part] for part in "ZXY")
    boxes = [*proof.table(y, z), *proof.table(x, z)]
    low, high = proof.multipliers(5)
    proof.work.spend(10_000, "the types of response")
    for x0, x1, y0, y1 in product((0, 1), repeat=4):
        row = (1, (y0, y1)[x0], (y0, y1)[x1], x0, x1)
        for multipliers, sign in ((low, 1), (high, -1)):
            total = sum((a * m for a, m in zip(row, multipliers, strict=True)), ZERO)
            if sign * (y1 - y0 - total) < 0:
                raise Rejected(
                    "multipliers do not bound a type of response", place="evidence.duals"
                )
    return _weighed(low, boxes, 1), _weighed(high, boxes, -1), CLOSED


def _weighed(multipliers: Sequence[Fraction], boxes: Sequence[Box], sign: int) -> Fraction:
    """What multipliers make of the rows, each at its worse end."""
    number = multipliers[0]
    for m, box in zip(multipliers[1:], boxes, strict=True):
        ends = [m * end for end in box]
        number += min(ends) if sign > 0 else max(ends)
    return number


def wald(proof: Proof) -> Bounds:
    """Wald's ratio under a homogeneous effect."""
    if proof.problem.query.type not in ("ate", "collider_bias"):
        raise Rejected("this method is about ate")
    if "homogeneous" not in proof.problem.assume:
        raise Rejected("a homogeneous effect is not assumed")
    z, x, y = (proof.roles("instrument")[part] for part in "ZXY")
    (g0, g1), (h0, h1) = proof.table(y, z), proof.table(x, z)
    above, below = (g1[0] - g0[1], g1[1] - g0[0]), (h1[0] - h0[1], h1[1] - h0[0])
    if below[0] <= 0 <= below[1]:
        raise Rejected("the instrument may be without effect")
    ratios = [a / b for a in above for b in below]
    return max(-ONE, min(ratios)), min(ONE, max(ratios)), CLOSED


def check_homogeneous(problem: CptProblem, network: Replay) -> None:
    """Raise where it is assumed that the effect is the same for every value of U, and it is not.

    U is the other cause of an outcome whose treatment has an instrument; other graphs have none.
    """
    x, y, edges = problem.query.treatment, problem.query.outcome, set(problem.dag.edges)
    others = [cause for cause, effect in edges if effect == y and cause != x]
    if "homogeneous" not in problem.assume or len(others) != 1:
        return
    (u,) = others
    instruments = {cause for cause, effect in edges if effect == x} - {u}
    if edges != {(u, x), (u, y), (x, y), *((z, x) for z in instruments)} or len(instruments) != 1:
        return
    effects = {
        network.entry(y, {u: k, x: 1, y: 1}) - network.entry(y, {u: k, x: 0, y: 1})
        for k in range(network.sizes[u])
    }
    if len(effects) > 1:
        raise Rejected("the effect in a network is not homogeneous", place="evidence")


def arrowhead(proof: Proof) -> Bounds:
    """Natural effects in an arrowhead: one multiplier for each value of the mediator."""
    kind = proof.problem.query.type
    if kind not in ("nde", "nie"):
        raise Rejected("this method is about nde and nie")
    x, w, m, y = (proof.roles("arrowhead")[part] for part in "XWMY")
    (share,), mediator, outcome = proof.table(w), proof.table(m, x, w), proof.table(y, x, m)
    proof.work.spend(300 * 2**4 * 10, "the corners")
    own = 1 if kind == "nde" else 0
    ends = []
    for multipliers, choose in zip(proof.multipliers(2), (min, max), strict=True):
        numbers = []
        for b in product(*(dict.fromkeys(box) for box in outcome)):
            parts = []
            for k in (0, 1):
                corners = product(dict.fromkeys(mediator[k]), dict.fromkeys(mediator[2 + k]))
                parts.append(
                    choose(_stratum(own, multipliers, b, pair, choose) for pair in corners)
                )
            numbers += [(1 - r) * parts[0] + r * parts[1] for r in share]
        ends.append(choose(numbers))
    return ends[0], ends[1], CLOSED


def _stratum(
    own: int,
    multipliers: Sequence[Fraction],
    b: Sequence[Fraction],
    mediator: Sequence[Fraction],
    choose: Callable[..., Fraction],
) -> Fraction:
    """What multipliers prove in one stratum: with unknown entries y in [0, 1] for the value *own* of X.

    Σ_m y_m·P(m | other) = Σ_m [λ_m·y_m·P(m | own) + y_m·(P(m | other) − λ_m·P(m | own))]; the first part
    adds up to what is given, and the second is at least what it is at the worse of y = 0 and y = 1.
    """
    stratum = ZERO
    for value in (0, 1):
        chances = [p if value else 1 - p for p in mediator]
        held, seen, factor = chances[own], chances[1 - own], multipliers[value]
        stratum += factor * b[2 * own + value] * held + choose(ZERO, seen - factor * held)
        stratum -= chances[0] * b[value]
    return stratum


METHODS: Mapping[str, Callable[[Proof], Bounds]] = {
    "contrast": contrast,
    "mixture": mixture,
    "marginal": mixture,
    "ratio": ratio,
    "adjusted": adjusted,
    "front door": front,
    "front door, treated": front_treated,
    "cut diamond, treated": cut_treated,
    "mediated": mediated,
    "no effect": no_effect,
    "strata": strata,
    "collision": collision,
    "instrument": instrument,
    "wald": wald,
    "arrowhead": arrowhead,
    "programme": programme,
}
"""The methods by the name that certificates call them."""
