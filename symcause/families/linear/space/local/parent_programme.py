"""The linear programme of one parent set in a local space: bounded rows, least effects.

Unknowns are the coefficients of the parents and the bases of the groups that say something. That an effect
is large, whatever its sign, is no linear bound: where the best point has a small one, it is made positive
in one programme and negative in another, and so on (each starts where the one before it ended).

Rows may leave directions open, along which everything can go on for ever. Effects that change along one of
them can all be made large at once (no affine space lies in finitely many hyperplanes unless it lies in one
of them), so that only the others are bounded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.families.linear.space.local.evidence_rows import Vector
from symcause.families.linear.space.local.exact_engine import general_point
from symcause.families.linear.space.local.integer_rows import WholeRows
from symcause.solvers.linear.dual_simplex import Boxed, BoxedOptimum, Contradiction, Limit, Limits
from symcause.solvers.linear.rational_algebra import Affine, dot, eliminating, solve

ZERO = Fraction(0)
_PROGRAMME = 100  # steps of work besides those of its pivots


@dataclass(frozen=True)
class Best:
    """A point where the objective is least, zero in open columns; and the signs it was found under."""

    value: Fraction
    point: Vector
    signs: Mapping[int, Limits]


@dataclass(frozen=True)
class Refuted:
    """No point; *effects* are the parents (by place in the set) whose effects had to be large for that."""

    effects: frozenset[int]


class ParentProgramme:
    """The points of one parent set; *first*: the base of the first group is an unknown in any case."""

    def __init__(
        self,
        whole: WholeRows,
        mask: int,
        least: Fraction,
        first: int | None = None,
        budget: Meter | None = None,
    ) -> None:
        self._whole, self.least = whole, least
        self.budget = budget or Meter()
        self.columns = whole.evidence.columns(mask)
        self.mains = mask.bit_count()
        sizes = Counter(whole.groups)
        self.groups = [
            group
            for group in dict.fromkeys(whole.groups)
            if group is not None
            and (sizes[group] > 1 or group == first or whole.evidence.bounds(group) != (None, None))
        ]
        self.width = len(self.columns) + len(self.groups)
        self.rows: list[list[int]] = []
        self.lows: list[Limit] = []
        self.highs: list[Limit] = []
        self._add_rows()

    def _add(self, row: list[int], low: Limit, high: Limit) -> None:
        self.rows.append(row)
        self.lows.append(low)
        self.highs.append(high)

    def _add_rows(self) -> None:
        whole, width = self._whole, len(self.columns)
        places = {group: width + i for i, group in enumerate(self.groups)}
        for value, features, group in zip(whole.values, whole.features, whole.groups, strict=True):
            if group is None or group in places:
                row = [features[i] for i in self.columns] + [0] * len(self.groups)
                if group is not None:
                    row[places[group]] = whole.scale
                self._add(row, Fraction(value - whole.half), Fraction(value + whole.half))
        for group, place in places.items():
            low, high = whole.evidence.bounds(group)
            if low is not None or high is not None:
                self._add(_unit(place, self.width), low, high)

    @cached_property
    def directions(self) -> tuple[Vector, ...]:
        """What the rows leave open."""
        if not self.width or self._spanned:
            return ()
        rows = [[Fraction(x) for x in row] for row in self.rows]
        none = tuple(ZERO for _ in self.rows)
        if not rows:
            return tuple(tuple(map(Fraction, _unit(i, self.width))) for i in range(self.width))
        self.budget.spend(eliminating(len(rows), self.width + 1))
        affine = solve(rows, none)
        assert affine is not None
        return affine.directions

    @cached_property
    def _spanned(self) -> bool:
        return (
            bool(self.rows)
            and Boxed(self.rows, self.lows, self.highs, self.budget).start is not None
        )

    @cached_property
    def _kept(self) -> list[int]:
        """Columns that are not zero by choice: of every direction the last one is."""
        free = {max(i for i, x in enumerate(d) if x) for d in self.directions}
        return [i for i in range(self.width) if i not in free]

    @cached_property
    def _bounded(self) -> list[int]:
        """Parents whose effects do not change along what is open."""
        return [i for i in range(self.mains) if not any(d[i] for d in self.directions)]

    @cached_property
    def _box(self) -> tuple[Boxed, tuple[int, ...]] | None:
        """The programme over the kept columns and its start; None if it has none."""
        rows = [[row[i] for i in self._kept] for row in self.rows]
        rows += [_unit(self._kept.index(i), len(self._kept)) for i in self._bounded]
        none = [None] * len(self._bounded)
        box = Boxed(rows, [*self.lows, *none], [*self.highs, *none], self.budget)
        return None if box.start is None else (box, box.start)

    def best(self, objective: Sequence[Fraction] | None) -> Best | Refuted | Unknown:
        """A point where an objective that no direction changes is least; without one, any point."""
        self.budget.spend(_PROGRAMME)
        if not self._kept:
            return self._nothing()
        if self._box is None:
            return Unknown("bounds of bases on one side only")
        box, start = self._box
        kept = [ZERO if objective is None else objective[i] for i in self._kept]
        waiting: list[tuple[dict[int, Limits], tuple[int, ...]]] = [({}, start)]
        needed: set[int] = set()
        best: tuple[BoxedOptimum, dict[int, Limits]] | None = None
        while waiting:
            signs, basis = waiting.pop()
            found = box.least(kept, basis, signs)
            if isinstance(found, Unknown):
                return found
            if isinstance(found, Contradiction):
                needed |= found.rows
                continue
            if best is not None and found.value >= best[0].value:
                continue
            small = self._small(found.point)
            if small is None:
                best = (found, signs)
                if objective is None:
                    break
                continue
            waiting.append(({**signs, small: (None, -self.least)}, found.basis))
            waiting.append(({**signs, small: (self.least, None)}, found.basis))
        if best is None:
            of = {len(self.rows) + k: i for k, i in enumerate(self._bounded)}
            return Refuted(frozenset(of[row] for row in needed if row in of))
        return Best(best[0].value, self._spread(best[0].point), best[1])

    def _nothing(self) -> Best | Refuted:
        """Nothing but directions: the rows, which have no features then, are kept or not."""
        kept = all(
            (low is None or low <= 0) and (high is None or high >= 0)
            for low, high in zip(self.lows, self.highs, strict=True)
        )
        return Best(ZERO, (ZERO,) * self.width, {}) if kept else Refuted(frozenset())

    def _small(self, point: Vector) -> int | None:
        """The row of an effect that is too small."""
        for k, i in enumerate(self._bounded):
            if abs(point[self._kept.index(i)]) < self.least:
                return len(self.rows) + k
        return None

    def _spread(self, point: Vector) -> Vector:
        spread = [ZERO] * self.width
        for i, x in zip(self._kept, point, strict=True):
            spread[i] = x
        return tuple(spread)

    def inside(self) -> Vector | Refuted | Unknown:
        """A point, all effects large, between two corners if there are two."""
        found = self.best(None)
        if not isinstance(found, Best):
            return found
        point = found.point
        if self._kept and self._box is not None:
            box, start = self._box
            other = box.least([-x for x in box.second], start, found.signs)
            if isinstance(other, BoxedOptimum):
                pairs = zip(point, self._spread(other.point), strict=True)
                point = tuple((a + b) / 2 for a, b in pairs)
        return self.enlarged(point)

    def enlarged(self, point: Vector) -> Vector:
        """A point moved along what is open, until all effects are large."""
        return general_point(Affine(point, self.directions), self.mains, self._large)

    def far(self, point: Vector, objective: Sequence[Fraction], value: Fraction) -> Vector:
        """A point whose objective, which some direction changes, differs by *value* or more."""
        direction = next(d for d in self.directions if dot(objective, d))
        step = value / dot(objective, direction)
        while True:
            moved = tuple(a + step * b for a, b in zip(point, direction, strict=True))
            if all(self._large(x) for x in moved[: self.mains]):
                return moved
            step *= 2

    def _large(self, effect: Fraction) -> bool:
        return abs(effect) >= self.least


def _unit(place: int, width: int) -> list[int]:
    return [int(i == place) for i in range(width)]
