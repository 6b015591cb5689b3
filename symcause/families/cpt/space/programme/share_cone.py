"""The share cone: all shares of types that have the given numbers, and what is least and largest in it.

A given number c of P(e | g) says P(e, g) − c·P(g) = 0, or two inequalities where c has a width. These rows
are homogeneous, so the shares that keep them are a cone, and a quotient of two forms has its ends where
its denominator is 1. The multipliers of the rows prove an end; programmes are solved for the multipliers,
and the shares come out as theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from symcause.families.cpt.problem.problem import Box
from symcause.families.cpt.space.programme.linear_forms import ONE, ZERO, Vector


class Row(NamedTuple):
    """A given number: the form of event and condition, that of the condition, and the box."""

    both: Vector
    condition: Vector
    box: Box


class End(NamedTuple):
    """An end of a quotient: its value, shares that have it, and a multiplier for each row."""

    value: Fraction
    shares: Vector
    multipliers: Vector


class Absence(NamedTuple):
    """A form is 0 for all shares of the cone; multipliers of the rows prove it."""

    multipliers: Vector


@dataclass(frozen=True)
class ShareCone:
    """The rows that shares have to keep."""

    rows: tuple[Row, ...]

    def least(self, above: Vector, below: Vector) -> End | None:
        """The least value of a quotient; None if its denominator is 0 for all shares of the cone."""
        from symcause.solvers.linear.bland_simplex import proved

        shift = max((abs(a) / b for a, b in zip(above, below, strict=True) if b), default=ZERO)
        columns = self._columns()
        held = [[b, *(vector[j] for _, _, vector in columns)] for j, b in enumerate(below)]
        bounds = [a + shift * b for a, b in zip(above, below, strict=True)]
        held, bounds = self._signed(held, bounds, columns)
        found = proved([ONE, *(ZERO for _ in columns)], held, bounds)
        if found is None:
            return None
        shares = found.multipliers[: len(below)]
        return End(found.value - shift, _normal(shares), self._joined(columns, found.point[1:]))

    def positive(self, form: Vector, face: Vector | None = None) -> Vector | Absence:
        """Shares of the cone for which a form is above 0, or why there are none.

        *face*: another form that has to be 0.
        """
        from symcause.solvers.linear.bland_simplex import proved

        columns = self._columns()
        width = 1 + len(columns) + (face is not None)
        held = [
            [x, *(vector[j] for _, _, vector in columns), *(() if face is None else (face[j],))]
            for j, x in enumerate(form)
        ]
        held, bounds = self._signed(held, [ZERO] * len(form), columns)
        held = [[*row, *(ZERO,) * (width - len(row))] for row in held]
        held.append([ONE, *(ZERO,) * (width - 1)])
        bounds.append(ONE)
        found = proved([ONE, *(ZERO,) * (width - 1)], held, bounds)
        assert found is not None, "the first number is at most 1"
        if found.value:
            return Absence(self._joined(columns, found.point[1:]))
        return _normal(found.multipliers[: len(form)])

    def _columns(self) -> list[tuple[int, int, Vector]]:
        """The multipliers: of which row, their sign (0: either), and what a unit gives each type."""
        columns = []
        for k, row in enumerate(self.rows):
            low, high = row.box
            lower = _less(row, low)
            if low == high:
                columns.append((k, 0, lower))
            else:
                columns.append((k, 1, lower))
                columns.append((k, -1, tuple(-x for x in _less(row, high))))
        return columns

    @staticmethod
    def _signed(
        held: list[list[Fraction]], bounds: list[Fraction], columns: list[tuple[int, int, Vector]]
    ) -> tuple[list[list[Fraction]], list[Fraction]]:
        """With a row for each multiplier that may not be negative."""
        for i, (_, sign, _) in enumerate(columns, 1):
            if sign:
                held.append([-ONE if i == k else ZERO for k in range(len(columns) + 1)])
                bounds.append(ZERO)
        return held, bounds

    def _joined(self, columns: list[tuple[int, int, Vector]], point: Sequence[Fraction]) -> Vector:
        """One multiplier a row: positive ones use its lower bound, negative ones its upper."""
        numbers = [ZERO] * len(self.rows)
        for (k, sign, _), x in zip(columns, point, strict=False):
            numbers[k] += -x if sign < 0 else x
        return tuple(numbers)


def _less(row: Row, number: Fraction) -> Vector:
    return tuple(a - number * b for a, b in zip(row.both, row.condition, strict=True))


def _normal(shares: Sequence[Fraction]) -> Vector:
    """Shares that add up to 1."""
    total = sum(shares, ZERO)
    return tuple(share / total for share in shares)


def value_of(vector: Vector, shares: Vector) -> Fraction:
    """A form at shares."""
    return sum((a * s for a, s in zip(vector, shares, strict=True) if s), ZERO)


def mixed(points: Sequence[Vector]) -> Vector:
    """The mean of several shares."""
    return tuple(sum(values, ZERO) / len(points) for values in zip(*points, strict=True))
