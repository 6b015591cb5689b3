"""Pair ranges: queries that the probabilities of one variable given another decide.

``marginal`` from P(v) and P(Y | v), ``correlation`` from P(Y | X), effects from P(Y | X) where nothing
confounds X and Y, and ``correlation`` from P(X) and the joint probabilities P(Y = 1, X).
"""

from __future__ import annotations

from fractions import Fraction

from symcause.families.cpt.models.back_doors import back_door, is_cause
from symcause.families.cpt.models.network import Network
from symcause.families.cpt.problem.problem import Box, CptProblem, middle, pinned
from symcause.families.cpt.space.number_boxes import NumberBoxes
from symcause.families.cpt.space.pair_network import HALF, joined, pair_network
from symcause.families.cpt.space.polynomial_range import Point, Polynomial
from symcause.families.cpt.space.query_range import HIGH, NoMember, NoValue, QueryRange

ZERO, ONE = Fraction(0), Fraction(1)

EFFECTS = ("ate", "ett", "nie", "collider_bias")
"""Effects that are a difference of conditional probabilities where nothing confounds."""

NO_EFFECT = "no effect"
"""What certificates call the reason that the graph alone gives."""

NO_CONDITION = NoMember("a condition of a given number has probability 0")


def contrast(problem: CptProblem, boxes: NumberBoxes) -> QueryRange | NoMember | None:
    """A query that is P(Y | X = 1) − P(Y | X = 0), from these two numbers."""
    dag, query = problem.dag, problem.query
    x, y = query.treatment, query.outcome
    table = boxes.table(y, (x,))
    if table is None or not _is_contrast(problem):
        return None
    share = boxes.one({x: 1}) or (HALF, HALF)
    if pinned(share):
        return NO_CONDITION
    p = middle(share)
    if joined(dag, x, y) is None:
        common = _common(table[0], table[1])
        if common is None:
            return _unequal(x, y)
        flat = Polynomial(
            "contrast", (), lambda _: ZERO, lambda _: pair_network(dag, x, y, p, (common[0],) * 2)
        )
        return flat.range()
    return Polynomial(
        "contrast",
        table,
        lambda a: a[1] - a[0],
        lambda a: pair_network(dag, x, y, p, (a[0], a[1])),
    ).range()


def _is_contrast(problem: CptProblem) -> bool:
    dag, query = problem.dag, problem.query
    x, y = query.treatment, query.outcome
    if query.type == "correlation":
        return True
    if query.type not in EFFECTS or (query.type == "nie" and (x, y) in dag.edges):
        return False
    return back_door(dag, x, y, ())


def _common(one: Box, other: Box) -> Box | None:
    low, high = max(one[0], other[0]), min(one[1], other[1])
    return (low, high) if low <= high else None


def _unequal(x: str, y: str) -> NoMember:
    return NoMember(
        f"the graph makes {x} and {y} independent, and P({y}|{x}) is not the same for both values"
    )


def mixture(problem: CptProblem, boxes: NumberBoxes) -> QueryRange | NoMember | None:
    """P(Y), as it is given or from P(v) and P(Y | v) of some variable v."""
    dag, query = problem.dag, problem.query
    if query.type != "marginal":
        return None
    y = query.outcome
    alone = boxes.one({y: 1})
    if alone is not None:
        x = query.treatment

        def marginal(q: Point) -> Network | None:
            return pair_network(dag, x, y, HALF, (q[0], q[0]))

        return Polynomial("marginal", (alone,), lambda q: q[0] - HALF, marginal).range()
    others = [query.treatment, *(name for name in dag.nodes if name not in (query.treatment, y))]
    for v in others:
        share, table = boxes.one({v: 1}), boxes.table(y, (v,))
        if share is not None and table is not None:
            return _mixed(problem, v, share, table)
    return None


def _mixed(
    problem: CptProblem, v: str, share: Box, table: tuple[Box, ...]
) -> QueryRange | NoMember | None:
    dag, y = problem.dag, problem.query.outcome
    if pinned(share):
        return NO_CONDITION
    if joined(dag, v, y) is not None:
        return Polynomial(
            "mixture",
            (share, *table),
            lambda n: n[0] * n[2] + (1 - n[0]) * n[1] - HALF,
            lambda n: pair_network(dag, v, y, n[0], (n[1], n[2])),
            inner=(0,),
        ).range()
    common = _common(table[0], table[1])
    if common is None:
        return _unequal(v, y)
    p = middle(share)
    return Polynomial(
        "mixture",
        (common,),
        lambda q: q[0] - HALF,
        lambda q: pair_network(dag, v, y, p, (q[0], q[0])),
    ).range()


def ratio(problem: CptProblem, boxes: NumberBoxes) -> QueryRange | NoMember | NoValue | None:
    """``correlation`` from P(X) and P(Y = 1, X): it rises with P(Y=1, X=1) and falls with the others."""
    dag, query = problem.dag, problem.query
    x, y = query.treatment, query.outcome
    share, zero, one = boxes.one({x: 1}), boxes.one({y: 1, x: 0}), boxes.one({y: 1, x: 1})
    if query.type != "correlation" or share is None or zero is None or one is None:
        return None
    low, high = max(share[0], one[0]), min(share[1], 1 - zero[0])
    if low > high:
        return NoMember(f"P({x}=1) does not go with the joint probabilities of {y} and {x}")
    if low == 1 or high == 0:
        return NoValue(f"P({x}={int(high == 0)})=0")
    if joined(dag, x, y) is None:
        return _flat(problem, (low, high), zero, one)

    def least(p: Fraction) -> Fraction:
        return one[0] / p - _share(zero[1], 1 - p)

    def most(p: Fraction) -> Fraction:
        return _share(one[1], p) - zero[0] / (1 - p)

    attained = (high < 1 or one[0] == 0, low > 0 or zero[0] == 0)

    def approach(end: int, near: Fraction) -> Network:
        p = low if end == HIGH else high
        if p in (0, 1):
            p += near * ((low + high) / 2 - p)
        joints = (zero[0], min(one[1], p)) if end == HIGH else (min(zero[1], 1 - p), one[0])
        network = pair_network(dag, x, y, p, (joints[0] / (1 - p), joints[1] / p))
        assert network is not None
        return network

    return QueryRange(least(high), most(low), attained, True, "ratio", approach)


def _share(part: Fraction, whole: Fraction) -> Fraction:
    """A part of a whole, at most all of it; of nothing, what a little of it would have."""
    if not whole:
        return ONE if part else ZERO
    return min(ONE, part / whole)


def _flat(problem: CptProblem, share: Box, zero: Box, one: Box) -> QueryRange | NoMember | NoValue:
    """The same where the graph makes the two independent: the value is 0 if there is any network."""
    x, y = problem.query.treatment, problem.query.outcome
    low, high = share
    if one[0] + zero[1]:
        low = max(low, one[0] / (one[0] + zero[1]))
    if one[1] + zero[0]:
        high = min(high, one[1] / (one[1] + zero[0]))
    if low > high:
        return NoMember(f"the graph makes {x} and {y} independent, and the given numbers are not")
    if low == 1 or high == 0:
        return NoValue(f"P({x}={int(high == 0)})=0")
    p = (low + high) / 2
    q = max(one[0] / p, zero[0] / (1 - p))

    def approach(end: int, near: Fraction) -> Network | None:
        return pair_network(problem.dag, x, y, p, (q, q))

    return QueryRange(ZERO, ZERO, (True, True), True, "ratio", approach)


def no_effect(problem: CptProblem, boxes: NumberBoxes) -> QueryRange | None:
    """What the graph makes 0, whatever the numbers: effects of a variable on one that it is no cause of, a
    direct effect without an arrow, and what independent variables tell of each other.
    """
    dag, query = problem.dag, problem.query
    x, y = query.treatment, query.outcome
    none = {
        **dict.fromkeys(("ate", "ett", "collider_bias"), not is_cause(dag, x, y)),
        "nde": (x, y) not in dag.edges,
        "correlation": joined(dag, x, y) is None,
    }
    if not none.get(query.type, False):
        return None

    def approach(end: int, near: Fraction) -> Network | None:
        return pair_network(dag, x, y, HALF, (HALF, HALF))

    return QueryRange(ZERO, ZERO, (True, True), True, NO_EFFECT, approach)
