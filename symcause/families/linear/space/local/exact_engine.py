"""The exact engine of local linear spaces: rational coefficients by elimination.

The rows are linear equations, so the coefficient vectors with parents inside S form an affine space. All
effects must be non-zero (or of a minimum size). *An affine space lies in a finite union of hyperplanes iff
it lies in one of them*, so S is feasible iff the space is not empty and no main coefficient is pinned to
zero; a coefficient that is not pinned takes arbitrarily large values, all of them at once along a curve.

Rows that suffice for all parent sets are found by one elimination over all candidates; each parent set then
needs an elimination of at most as many rows as there are candidates. Supersets of a consistent set are
consistent, so an inconsistent set settles all its subsets.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.families.linear.bounds import LINE_STEPS
from symcause.families.linear.space.local.coefficient_space import (
    EquationWitness,
    Extremes,
    pick_base,
)
from symcause.families.linear.space.local.evidence_rows import LinearRows, Vector
from symcause.solvers.linear.rational_algebra import (
    Affine,
    dot,
    eliminating,
    reduce_rows,
    solve_reduced,
)

ZERO = Fraction(0)
_FAR = 1_000  # how far out an example of an unbounded range lies


_PARTS = 997  # denominator of the random steps of a member in general position


class WholeAffine(NamedTuple):
    """An affine space in whole numbers: (point + any combination of directions) / scale."""

    scale: int
    point: tuple[int, ...]
    directions: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, space: Affine) -> WholeAffine:
        vectors = (space.point, *space.directions)
        scale = lcm(*(value.denominator for vector in vectors for value in vector))
        point, *directions = (
            tuple(value.numerator * (scale // value.denominator) for value in vector)
            for vector in vectors
        )
        return cls(scale, point, tuple(directions))


class ExactLocal:
    """Exact elimination for one variable."""

    def __init__(
        self,
        evidence: LinearRows,
        min_effect: Fraction | None = None,
        budget: Meter | None = None,
    ) -> None:
        self.evidence = evidence
        self._min_effect = min_effect
        self._budget = budget or Meter()
        system = [(*features, value) for value, features in evidence.differences()]
        self._system = reduce_rows(system)
        self._impossible: list[int] = []
        self._known: dict[int, Affine | None] = {}
        self._whole: dict[int, WholeAffine] = {}

    def weight(self, mask: int) -> int | Unknown:
        return int(self._feasible(mask))

    def space(self, mask: int) -> Affine | None:
        """All solutions whose parents lie in *mask*, whether their effects are zero or not."""
        if mask not in self._known:
            if any(not mask & ~larger for larger in self._impossible):
                return None
            columns = self.evidence.columns(mask)
            width = self.evidence.width
            rows = [tuple(row[c] for c in (*columns, width)) for row in self._system]
            self._budget.spend(eliminating(len(rows), len(columns) + 1))
            space = solve_reduced(reduce_rows(rows), len(columns))
            if space is None:
                self._impossible.append(mask)
            self._known[mask] = space
        return self._known[mask]

    def _feasible(self, mask: int) -> bool:
        space = self.space(mask)
        if space is None:
            return False
        return all(
            self._large(space.point[i])
            for i in range(mask.bit_count())  # main columns come first
            if space.pinned(i)
        )

    def _large(self, coefficient: Fraction) -> bool:
        if self._min_effect is None:
            return coefficient != 0
        return abs(coefficient) >= self._min_effect

    def witness(self, mask: int) -> EquationWitness | Unknown | None:
        space = self.space(mask)
        if space is None or not self._feasible(mask):
            return None
        return self._spread(mask, general_point(space, mask.bit_count(), self._large))

    def random_witness(self, mask: int, rng: random.Random) -> EquationWitness:
        """A member in general position: random steps along all directions."""
        point, scale = self.general(mask, rng)
        return self._spread(mask, tuple(Fraction(value, scale) for value in point))

    def general(self, mask: int, rng: random.Random) -> tuple[Sequence[int], int]:
        """The coefficients of a member in general position, over one denominator."""
        space, mains = self.whole(mask), mask.bit_count()
        if not space.directions:
            return space.point, space.scale
        reach = 1  # slopes may be as small as one likes, a minimum effect may not
        scale = space.scale * _PARTS
        while True:
            point = [value * _PARTS for value in space.point]
            for direction in space.directions:
                step = rng.choice((-1, 1)) * rng.randint(1_000, 1_000_000) * reach
                point = [
                    value + slope * step for value, slope in zip(point, direction, strict=True)
                ]
            if self._all_large(point[:mains], scale):
                return point, scale
            reach *= 2

    def whole(self, mask: int) -> WholeAffine:
        """The solutions of a parent set that has some, in whole numbers."""
        affine = self._whole.get(mask)
        if affine is None:
            space = self.space(mask)
            assert space is not None
            affine = self._whole[mask] = WholeAffine.of(space)
        return affine

    def admits(self, space: WholeAffine) -> bool:
        """Does an affine space of main coefficients have a member: is none of them pinned too low?"""
        pinned = [
            value
            for value, *slopes in zip(space.point, *space.directions, strict=True)
            if not any(slopes)
        ]
        return self._all_large(pinned, space.scale)

    def _all_large(self, values: Sequence[int], scale: int) -> bool:
        """The same as :meth:`_large` for coefficients over one denominator."""
        if self._min_effect is None:
            return all(values)
        least, parts = self._min_effect.numerator * scale, self._min_effect.denominator
        return all(abs(value) * parts >= least for value in values)

    def another(self, mask: int, witness: EquationWitness) -> EquationWitness | Unknown | None:
        space = self.space(mask)
        if space is None or not space.directions:
            return None
        columns = self.evidence.columns(mask)
        start = tuple(witness.coefficients[c] for c in columns)
        step = 1
        while True:
            point = tuple(a + step * b for a, b in zip(start, space.directions[0], strict=True))
            if all(self._large(point[i]) for i in range(mask.bit_count())):
                return self._spread(mask, point)
            step = _next_step(step)

    def _spread(self, mask: int, point: Vector) -> EquationWitness:
        """A point over the columns of *mask* as a witness over all columns."""
        coefficients = [ZERO] * self.evidence.width
        for column, value in zip(self.evidence.columns(mask), point, strict=True):
            coefficients[column] = value
        full = tuple(coefficients)
        return EquationWitness(full, pick_base(self.evidence, full))

    def extremes(self, mask: int, objective: Vector) -> Extremes | Unknown | None:
        space = self.space(mask)
        if space is None or not self._feasible(mask):
            return None
        start = general_point(space, mask.bit_count(), self._large)
        first = next((row for row in self.evidence.rows if row.group is not None), None)
        here = self._spread(mask, start)
        if first is None:  # the base is free
            far = EquationWitness(here.coefficients, here.base + _FAR)
            return Extremes(None, None, EquationWitness(here.coefficients, here.base - _FAR), far)
        columns = self.evidence.columns(mask)
        moved = [objective[c] - first.features[c] for c in columns]
        if not space.spread(moved):
            value = first.value + dot(moved, start)
            return Extremes(value, value, here, here)
        low, high = (self._far(mask, space, start, moved, sign) for sign in (-1, 1))
        return Extremes(None, None, low, high)

    def _far(
        self, mask: int, space: Affine, start: Vector, objective: list[Fraction], sign: int
    ) -> EquationWitness:
        """A member at which the objective is far below (sign −1) or above (sign 1) that at *start*."""
        direction = next(d for d in space.directions if dot(objective, d))
        slope = dot(objective, direction)
        step = Fraction(sign * _FAR) / slope
        while True:
            point = tuple(a + step * b for a, b in zip(start, direction, strict=True))
            if all(self._large(point[i]) for i in range(mask.bit_count())):
                return self._spread(mask, point)
            step *= 2


def general_point(space: Affine, mains: int, large: Callable[[Fraction], bool]) -> Vector:
    """A point with large effects: on the curve point + s·d₁ + s²·d₂ + … only few s are bad."""
    step = 0
    while True:
        point = list(space.point)
        for power, direction in enumerate(space.directions, 1):
            for i, slope in enumerate(direction):
                point[i] += slope * step**power
        if all(large(point[i]) for i in range(mains)):
            return tuple(point)
        step = _next_step(step)


def _next_step(step: int) -> int:
    """0, 1, −1, 2, −2, … and from 64 on twice as far: slopes may be as small as one likes."""
    if step > 0:
        return -step
    return 1 - step if step > -LINE_STEPS else -2 * step
