"""The simplex method with Bland's rule: small linear programmes in exact fractions.

    maximise c·x  subject to  A x <= b,  x of any sign,  b >= 0

x = 0 is allowed, so that there is no first phase; a column of any sign is two that are not negative.
Bland's rule (the first column that helps, the first of the rows that bind) never goes in circles.
Fractions are those of python-flint.

>>> from fractions import Fraction as F
>>> maximised([F(1), F(1)], [[F(1), F(2)], [F(1), F(-1)]], [F(4), F(1)])
(Fraction(3, 1), (Fraction(2, 1), Fraction(1, 1)))

With the multipliers of the rows, which prove that no point has more:

>>> proved([F(1), F(1)], [[F(1), F(2)], [F(1), F(-1)]], [F(4), F(1)]).multipliers
(Fraction(2, 3), Fraction(1, 3))
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

Vector = tuple[Fraction, ...]


def maximised(
    objective: Sequence[Fraction], rows: Sequence[Sequence[Fraction]], bounds: Sequence[Fraction]
) -> tuple[Fraction, Vector] | None:
    """The largest value and a point that has it; None if there is no largest."""
    found = proved(objective, rows, bounds)
    return None if found is None else (found.value, found.point)


class Proved(NamedTuple):
    """The largest value, a point that has it, and multipliers of the rows, none negative, that prove it."""

    value: Fraction
    point: Vector
    multipliers: Vector


def proved(
    objective: Sequence[Fraction], rows: Sequence[Sequence[Fraction]], bounds: Sequence[Fraction]
) -> Proved | None:
    """The same with multipliers of the rows; None if there is no largest value."""
    import flint

    width = len(objective)

    def number(x: Fraction) -> Any:
        return flint.fmpq(x.numerator, x.denominator)

    zero = flint.fmpq(0)
    tableau = []
    for row, bound in zip(rows, bounds, strict=True):
        if bound < 0:
            raise ValueError("the origin is not allowed")
        own = [number(x) for x in row]
        tableau.append([part for x in own for part in (x, -x)] + [number(bound)])
    goal = [part for x in map(number, objective) for part in (x, -x)] + [zero]
    columns = list(range(2 * width))  # the variable of each column; slacks come after
    basis = [2 * width + i for i in range(len(tableau))]
    while True:
        helps = [(columns[j], j) for j in range(2 * width) if goal[j] > 0]
        if not helps:
            break
        j = min(helps)[1]
        ratios = [(row[-1] / row[j], basis[i], i) for i, row in enumerate(tableau) if row[j] > 0]
        if not ratios:
            return None
        i = min(ratios)[2]
        _pivot(tableau, goal, i, j)
        columns[j], basis[i] = basis[i], columns[j]
    point = [zero] * (2 * width)
    for variable, row in zip(basis, tableau, strict=True):
        if variable < 2 * width:
            point[variable] = row[-1]
    numbers = tuple(_fraction(point[2 * k] - point[2 * k + 1]) for k in range(width))
    held = {
        variable - 2 * width: -goal[j]
        for j, variable in enumerate(columns)
        if variable >= 2 * width
    }
    multipliers = tuple(_fraction(held.get(i, zero)) for i in range(len(tableau)))
    return Proved(_fraction(-goal[-1]), numbers, multipliers)


def _pivot(tableau: list[list[Any]], goal: list[Any], i: int, j: int) -> None:
    """Exchange the variable of a column with that of a row."""
    pivot = tableau[i]
    head = 1 / pivot[j]
    pivot[j] = head / head  # the column is that of the variable that leaves
    for k, x in enumerate(pivot):
        if x:
            pivot[k] = x * head
    used = [(k, x) for k, x in enumerate(pivot) if x and k != j]
    for row in (*(row for at, row in enumerate(tableau) if at != i), goal):
        factor = row[j]
        if factor:
            for k, x in used:
                row[k] = row[k] - factor * x
            row[j] = -factor * pivot[j]


def _fraction(number: Any) -> Fraction:
    return Fraction(int(number.p), int(number.q))
