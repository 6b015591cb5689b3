"""Sign evidence for linear certificates: effects with the known signs, or why none exist.

The solutions of the rows are p + Σ t·d. Either some t gives every signed effect its sign and no
effect zero, or, as no effect is forced to zero, there are μ ≥ 0, not all zero, over the signed
effects with Σ μ·sign·d = 0 for every direction and Σ μ·sign·p ≤ 0 (T. S. Motzkin 1936): a sum of
positive numbers that is not positive.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from symcause.answers import Sat
from symcause.errors import LimitError
from symcause.kernel.linear_sums import Vector
from symcause.solvers.linear.rational_algebra import Affine
from symcause.solvers.sat.linear_arithmetic import Assignment, Atom, LinearArithmetic, Terms

ZERO, ONE = Fraction(0), Fraction(1)


def signed_point(space: Affine, signs: Sequence[int]) -> Vector | None:
    """A solution with these signs (0: any, but no zero), None if there is none."""
    solver = LinearArithmetic(reals=len(space.directions))
    for i, sign in enumerate(signs):
        terms = tuple((t, d[i]) for t, d in enumerate(space.directions) if d[i])
        relation = {1: ">", -1: "<", 0: "!="}[sign]
        solver.add([Atom(terms, relation, -space.point[i])])
    numbers = _solved(solver)
    if numbers is None:
        return None
    point = list(space.point)
    for step, direction in zip(numbers, space.directions, strict=True):
        for i, slope in enumerate(direction):
            point[i] += step * slope
    return tuple(point)


def against(space: Affine, signs: Sequence[int]) -> list[Fraction]:
    """What a combination of the rows must be on the effects: μ times the sign of each."""
    places = [i for i, sign in enumerate(signs) if sign]
    solver = LinearArithmetic(reals=len(places))

    def form(vector: Sequence[Fraction]) -> Terms:
        return tuple((k, signs[i] * vector[i]) for k, i in enumerate(places) if vector[i])

    for k in range(len(places)):
        solver.add([Atom(((k, ONE),), ">=", ZERO)])
    solver.add([Atom(tuple((k, ONE) for k in range(len(places))), "=", ONE)])
    for direction in space.directions:
        solver.add([Atom(form(direction), "=", ZERO)])
    solver.add([Atom(form(space.point), "<=", ZERO)])
    numbers = _solved(solver)
    assert numbers is not None, "Motzkin's theorem"
    row = [ZERO] * len(signs)
    for k, i in enumerate(places):
        row[i] = signs[i] * numbers[k]
    return row


def _solved(solver: LinearArithmetic) -> tuple[Fraction, ...] | None:
    answer = solver.check()
    if isinstance(answer, Sat):
        assert isinstance(answer.model, Assignment)
        return answer.model.reals
    if getattr(answer, "reason", None):
        raise LimitError(str(answer))
    return None
