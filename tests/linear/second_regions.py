"""Linear programmes over Fractions: the simplex method by the rule of the smallest index."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

Vector = list[Fraction]
ZERO, ONE = Fraction(0), Fraction(1)


def _pivot(rows: list[Vector], basis: list[int], row: int, column: int) -> None:
    factor = rows[row][column]
    rows[row] = [x / factor for x in rows[row]]
    for i, other in enumerate(rows):
        if i != row and other[column]:
            rows[i] = [x - other[column] * y for x, y in zip(other, rows[row], strict=True)]
    basis[row] = column


def _climb(rows: list[Vector], basis: list[int], columns: int) -> bool:
    """Simplex by the rule of the smallest index; the last row is the (negated) objective."""
    while True:
        enters = next((j for j in range(columns) if rows[-1][j] < 0), None)
        if enters is None:
            return True
        ratios = [
            (rows[i][-1] / rows[i][enters], basis[i], i)
            for i in range(len(basis))
            if rows[i][enters] > 0
        ]
        if not ratios:
            return False
        _pivot(rows, basis, min(ratios)[2], enters)


def maximum(bounds: Sequence[tuple[Vector, Fraction]], goal: Vector) -> Fraction | str:
    """The largest goal·t with a·t ≤ b for all bounds, or ``empty``, or ``unbounded``."""
    size, count = len(goal), len(bounds)
    width = 2 * size + count
    rows: list[Vector] = []
    for i, (a, b) in enumerate(bounds):
        sign = ONE if b >= 0 else -ONE
        row = [sign * x for x in (*a, *(-x for x in a))]
        row += [sign if j == i else ZERO for j in range(count)]
        row += [ONE if j == i else ZERO for j in range(count)]
        rows.append([*row, sign * b])
    basis = [width + i for i in range(count)]
    phase = [ZERO] * width + [ONE] * count + [ZERO]
    for row in rows:
        phase = [x - y for x, y in zip(phase, row, strict=True)]
    rows.append(phase)
    _climb(rows, basis, width + count)
    if rows[-1][-1] < 0:
        return "empty"
    for i in range(count):
        if basis[i] >= width:
            column = next((j for j in range(width) if rows[i][j]), None)
            if column is not None:
                _pivot(rows, basis, i, column)
    kept = [i for i in range(count) if basis[i] < width]
    last = [-x for x in goal] + list(goal) + [ZERO] * (count + 1)
    rows = [[*rows[i][:width], rows[i][-1]] for i in kept]
    basis = [basis[i] for i in kept]
    for i, column in enumerate(basis):
        last = [x - last[column] * y for x, y in zip(last, rows[i], strict=True)]
    rows.append(last)
    return rows[-1][-1] if _climb(rows, basis, width) else "unbounded"


@dataclass
class Region:
    """Points x with equalities, bounds a·x ≤ b, and coordinates that are not zero."""

    size: int
    equalities: list[tuple[Vector, Fraction]] = field(default_factory=list)
    bounds: list[tuple[Vector, Fraction]] = field(default_factory=list)
    nonzero: tuple[int, ...] = ()

    @cached_property
    def _flat(self) -> tuple[Vector, list[Vector]] | None:
        """A point of the equalities and directions that span them; None if they conflict."""
        rows = [[*a, b] for a, b in self.equalities]
        pivots: list[int] = []
        for column in range(self.size):
            done = len(pivots)
            found = next((i for i in range(done, len(rows)) if rows[i][column]), None)
            if found is None:
                continue
            rows[done], rows[found] = rows[found], rows[done]
            _pivot(rows, [0] * len(rows), done, column)
            pivots.append(column)
        if any(row[-1] for row in rows[len(pivots) :]):
            return None
        point = [ZERO] * self.size
        for i, column in enumerate(pivots):
            point[column] = rows[i][-1]
        spans = []
        for free in (j for j in range(self.size) if j not in pivots):
            way = [ZERO] * self.size
            way[free] = ONE
            for i, column in enumerate(pivots):
                way[column] = -rows[i][free]
            spans.append(way)
        return point, spans

    def highest(self, goal: Vector) -> Fraction | str:
        """Over the closure: ``empty`` and ``unbounded`` as above."""
        if self._flat is None:
            return "empty"
        point, spans = self._flat

        def along(a: Vector) -> tuple[Fraction, Vector]:
            return dot(a, point), [dot(a, way) for way in spans]

        bounds = []
        for a, b in self.bounds:
            start, slope = along(a)
            if any(slope):
                bounds.append((slope, b - start))
            elif start > b:
                return "empty"
        start, slope = along(goal)
        if not bounds:
            return "unbounded" if any(slope) else start
        found = maximum(bounds, slope)
        return found if isinstance(found, str) else start + found

    @cached_property
    def inhabited(self) -> bool:
        if self.highest([ZERO] * self.size) == "empty":
            return False
        for i in self.nonzero:
            unit = [ONE if j == i else ZERO for j in range(self.size)]
            ends = self.highest(unit), self.highest([-x for x in unit])
            if all(end == 0 for end in ends):
                return False
        return True

    def attains(self, goal: Vector, value: Fraction) -> bool:
        more = [*self.equalities, (goal, value)]
        return Region(self.size, more, self.bounds, self.nonzero).inhabited


def dot(a: Sequence[Fraction], b: Sequence[Fraction]) -> Fraction:
    return sum((x * y for x, y in zip(a, b, strict=True)), ZERO)
