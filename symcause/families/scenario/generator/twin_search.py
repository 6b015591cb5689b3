"""Twin search of the scenario generator: the same history, another optimum, by exact programmes.

θ are the entries of the tables (risk, mod, e without e[0]). What the history shows and every value S are
affine in θ, so that all tables with the same history are θ + N u, and "design d' wins there by a margin s,
what wins here does not" are lines in u and s. The largest s is found for every d'; s >= 0 is a twin.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from symcause.families.scenario.generator.draft_templates import (
    ALTITUDE,
    ASSIGNED,
    SURVIVORS,
    Design,
    Tables,
)
from symcause.solvers.linear.bland_simplex import maximised
from symcause.solvers.linear.rational_algebra import solve

Vector = tuple[Fraction, ...]
ZERO, ONE = Fraction(0), Fraction(1)
LEAST, MOST = Fraction(1, 50), Fraction(49, 50)
GAP = (Fraction(5, 100), Fraction(8, 100))
BOUNDS = {
    "risk": (ZERO, ONE),
    "mod": (Fraction(-1, 5), Fraction(1, 5)),
    "e": (ZERO, Fraction(9, 20)),
}
"""Where the entries of a table lie."""

SHRUNK, GRID = Fraction(99, 100), 1000


@dataclass(frozen=True)
class Line:
    """row · θ + times · s <= bound."""

    row: Vector
    bound: Fraction
    times: int = 0


@dataclass(frozen=True)
class Found:
    """A design that wins in other tables, by how much, and those tables: rounded, and as found."""

    design: Design
    margin: Fraction
    rounded: Tables
    plain: Tables


class Search:
    """The twins of some tables with a threshold, none of whose baselines comes nearer than a margin."""

    def __init__(self, tables: Tables, threshold: Fraction, margin: Fraction) -> None:
        self.tables, self.threshold, self.margin = tables, threshold, margin
        self.start = vector(tables)
        self.designs = tables.designs()
        self.values = {design: tables.value(design) for design in self.designs}
        affine = solve([list(row) for row in _law(tables)], [ZERO] * len(_law(tables)))
        assert affine is not None
        self.free = affine.directions
        self.common = list(self._common())

    @property
    def regular(self) -> bool:
        """Do the tables themselves keep to the lines?"""
        return all(_dot(line.row, self.start) <= line.bound for line in self.common)

    def twins(self) -> Iterator[Found]:
        """Twins: those with the largest margin first, of equals in the order of designs."""
        most, later = GAP[1] - GAP[0], list[tuple[Fraction, int, Found]]()
        for place, design in enumerate(self.candidates()):
            best = self._best(design)
            if best is None or best[0] < 0:
                continue
            made = Found(design, best[0], self._moved(_rounded(best[1])), self._moved(best[1]))
            if best[0] == most:  # no margin is larger
                yield made
            else:
                later.append((-best[0], place, made))
        yield from (made for *_, made in sorted(later, key=lambda entry: entry[:2]))

    def candidates(self) -> list[Design]:
        """The designs that lose here and are no baseline."""
        easy, below = self.tables.easy(), self.threshold - self.margin
        return [d for d in self.designs if self.values[d] <= below and d not in easy]

    def keeps(self, tables: Tables, design: Design) -> bool:
        """Do other tables keep to all lines, with a margin of 0?"""
        point = vector(tables)
        lines = (*self.common, *self._lines(design))
        return all(_dot(line.row, point) <= line.bound for line in lines)

    def _common(self) -> Iterator[Line]:
        """Entries within bounds, losses and values as drafts have them, baselines below."""
        tables, size = self.tables, len(self.start)
        for place, (low, high) in enumerate(_bounds(tables)):
            unit = tuple(ONE if k == place else ZERO for k in range(size))
            yield Line(unit, high)
            yield Line(tuple(-x for x in unit), -low)
        seen = set[Vector]()
        for design in self.designs:
            for zone in range(len(tables.shares)):
                for x in tables.mod:
                    row = loss_row(tables, design, zone, x)
                    if row not in seen:
                        seen.add(row)
                        yield Line(row, MOST)
                        yield Line(tuple(-c for c in row), -LEAST)
        for design in self.designs:
            yield self._at_most(design, self.threshold + GAP[1])
        for design in tables.easy():
            yield self._at_most(design, self.threshold - self.margin)

    def _lines(self, design: Design) -> Iterator[Line]:
        """What wins here loses there, and the design wins."""
        below = self.threshold - self.margin
        for other in self.designs:
            if self.values[other] > below:
                yield self._at_most(other, below, times=1)
        row = tuple(-c for c in value_row(self.tables, design))
        yield Line(row, 1 - self.threshold - GAP[0], 1)

    def _at_most(self, design: Design, bound: Fraction, times: int = 0) -> Line:
        """S(design) + times · s <= bound."""
        return Line(value_row(self.tables, design), bound - 1, times)

    def _best(self, design: Design) -> tuple[Fraction, Vector] | None:
        """The largest margin, and u."""
        lines = [*self._common_lines, *map(self._along, self._lines(design))]
        first = min(room for row, room in lines if row[-1])
        rows = [row for row, _ in lines]
        bounds = [room - row[-1] * first for row, room in lines]
        pair = maximised([*(ZERO for _ in self.free), ONE], rows, bounds)
        assert pair is not None  # a value is a probability
        return pair[0] + first, pair[1][:-1]

    @cached_property
    def _common_lines(self) -> list[tuple[list[Fraction], Fraction]]:
        """The lines of every design, once for all."""
        return list(map(self._along, self.common))

    def _along(self, line: Line) -> tuple[list[Fraction], Fraction]:
        """A line in u and s, and how far the tables themselves are from it."""
        row = [*(_dot(line.row, way) for way in self.free), Fraction(line.times)]
        return row, line.bound - _dot(line.row, self.start)

    def _moved(self, along: Sequence[Fraction]) -> Tables:
        """The tables at θ + N u."""
        point = list(self.start)
        for step, way in zip(along, self.free, strict=True):
            for place, part in enumerate(way):
                point[place] += step * part
        zones, kinds = len(self.tables.shares), len(self.tables.mod)
        return replace(
            self.tables,
            risk=tuple(point[:zones]),
            mod=dict(zip(self.tables.mod, point[zones : zones + kinds], strict=True)),
            e=(self.tables.e[0], *point[zones + kinds :]),
        )


def vector(tables: Tables) -> Vector:
    """θ: risk, mod, e without its first entry."""
    return (*tables.risk, *tables.mod.values(), *tables.e[1:])


def _bounds(tables: Tables) -> list[tuple[Fraction, Fraction]]:
    sizes = {"risk": len(tables.risk), "mod": len(tables.mod), "e": len(tables.e) - 1}
    return [BOUNDS[name] for name, size in sizes.items() for _ in range(size)]


def loss_row(tables: Tables, design: Design, zone: int, x: str) -> Vector:
    """The loss of a unit, in θ."""
    risk = [tables.scale(design) if z == zone else ZERO for z in range(len(tables.shares))]
    mod = [ONE if value == x else ZERO for value in tables.mod]
    e = [ONE if level == design[0] else ZERO for level in range(1, len(tables.e))]
    return (*risk, *mod, *e)


def _sum(rows: Sequence[tuple[Fraction, Vector]]) -> Vector:
    return tuple(
        sum((w * c for w, c in column), ZERO)
        for column in zip(*([(w, c) for c in row] for w, row in rows), strict=True)
    )


def value_row(tables: Tables, design: Design) -> Vector:
    """S(design) - 1, in θ."""
    rows = []
    for zone, share in enumerate(tables.shares):
        x = design[2] if design[2] not in ("", "zone") else tables.x[zone]
        rows.append((-share, loss_row(tables, design, zone, x)))
    return _sum(rows)


def _law(tables: Tables) -> list[Vector]:
    """What the history shows, in θ: rows that stay what they are."""
    if tables.template == ASSIGNED:
        return [
            loss_row(tables, (level, "", ""), zone, tables.x[zone])
            for level, zone in tables.history
        ]
    rows = []
    for x in tables.mod:
        own = [
            (share, loss_row(tables, tables.default, zone, x))
            for zone, share in enumerate(tables.shares)
            if tables.x[zone] == x
        ]
        rows.append(_sum(own))
    if tables.template == ALTITUDE:
        return rows
    assert tables.template == SURVIVORS
    whole = _sum([(ONE, row) for row in rows])
    lost = [_dot(row, vector(tables)) for row in rows]
    there = [
        sum((s for z, s in enumerate(tables.shares) if tables.x[z] == x), ZERO) for x in tables.mod
    ]
    shown = 1 - sum(lost, ZERO)
    parts = [(p - part) / shown for p, part in zip(there, lost, strict=True)]
    return [_sum([(ONE, row), (-part, whole)]) for row, part in zip(rows, parts, strict=True)]


def _rounded(along: Vector) -> Vector:
    return tuple(Fraction(round(step * SHRUNK * GRID), GRID) for step in along)


def _dot(left: Vector, right: Vector) -> Fraction:
    return sum((a * b for a, b in zip(left, right, strict=True) if a and b), ZERO)
