"""Rational algebra: exact linear systems over the rationals, reduced and solved.

:func:`reduce_rows` brings a system to reduced row echelon form; :func:`solve` describes all solutions of
A·x = y as an affine space: one solution and a basis of directions. Plain Fractions go in and come out.

>>> from fractions import Fraction as F
>>> solve([[F(1), F(1)]], [F(3)])
Affine(point=(Fraction(3, 1), Fraction(0, 1)), directions=((Fraction(-1, 1), Fraction(1, 1)),))
>>> solve([[F(0)]], [F(3)]) is None
True
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

Vector = tuple[Fraction, ...]

_ZERO = Fraction(0)


@dataclass(frozen=True)
class Affine:
    """All solutions: *point* plus any combination of *directions*."""

    point: Vector
    directions: tuple[Vector, ...]

    def pinned(self, column: int) -> bool:
        """True if the unknown has one value in all solutions."""
        return not any(direction[column] for direction in self.directions)

    def spread(self, objective: Sequence[Fraction]) -> bool:
        """True if the linear *objective* takes more than one value (then every value)."""
        return any(dot(objective, direction) for direction in self.directions)


def dot(left: Sequence[Fraction], right: Sequence[Fraction]) -> Fraction:
    """The sum of the products, in lowest terms at the end alone."""
    top, bottom = 0, 1
    for a, b in zip(left, right, strict=True):
        if n := a.numerator * b.numerator:
            d = a.denominator * b.denominator
            top, bottom = (top + n, bottom) if d == bottom else (top * d + n * bottom, bottom * d)
    return Fraction(top, bottom)


def reduce_rows(rows: Sequence[Sequence[Fraction]]) -> list[Vector]:
    """The non-zero rows of the reduced row echelon form."""
    if not rows or not rows[0]:
        return []
    reduced, rank = _matrix(rows).rref()
    table = reduced.tolist()
    return [tuple(_fraction(entry) for entry in table[i]) for i in range(rank)]


def eliminating(rows: int, columns: int) -> int:
    """What it costs to reduce this many rows, in steps of work (:mod:`symcause.budgets`)."""
    return 20 + rows * columns * (5 + min(rows, columns))


def solve(rows: Sequence[Sequence[Fraction]], right: Sequence[Fraction]) -> Affine | None:
    """All x with rows·x = right, or None if there are none."""
    reduced = reduce_rows([(*row, y) for row, y in zip(rows, right, strict=True)])
    return solve_reduced(reduced, len(rows[0]) if rows else None)  # of zeros no row is left


def solve_reduced(reduced: Sequence[Vector], width: int | None = None) -> Affine | None:
    """The same for an augmented matrix that is reduced already; *width* is the number of unknowns."""
    if width is None:
        width = len(reduced[0]) - 1 if reduced else 0
    pivots: list[int] = []
    for row in reduced:
        lead = next(j for j, entry in enumerate(row) if entry)
        if lead == width:
            return None
        pivots.append(lead)
    zero, one = Fraction(0), Fraction(1)
    point = [zero] * width
    for row, pivot in zip(reduced, pivots, strict=True):
        point[pivot] = row[width]
    directions = []
    for free in range(width):
        if free in pivots:
            continue
        direction = [zero] * width
        direction[free] = one
        for row, pivot in zip(reduced, pivots, strict=True):
            direction[pivot] = -row[free]
        directions.append(tuple(direction))
    return Affine(tuple(point), tuple(directions))


def _matrix(rows: Sequence[Sequence[Fraction]]) -> Any:
    from flint import fmpq, fmpq_mat

    flat = [fmpq(entry.numerator, entry.denominator) for row in rows for entry in row]
    return fmpq_mat(len(rows), len(rows[0]), flat)


def _fraction(number: Any) -> Fraction:
    return _ZERO if not number else Fraction(int(number.p), int(number.q))
