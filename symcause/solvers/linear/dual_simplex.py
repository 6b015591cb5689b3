"""The dual simplex method: exact linear programmes whose rows lie between bounds.

    minimise c·x  subject to  low_i <= a_i·x <= high_i,  x of any sign

Where rows with two bounds determine x, as many of them as there are unknowns make a start: each row stands
at its lower bound if its multiplier is positive and at its upper one if it is negative, so the multipliers
are right from the first step, and no step makes them wrong. What is left is to mend bounds that
the point does not keep, one at a time. A programme that cannot be mended says which rows contradict each
other. Floating point chooses where to start, and nothing else. Multipliers that are zero could go in
circles: a second objective, which is none of a row, comes after the first wherever that is equal.

>>> from fractions import Fraction as F
>>> box = Boxed([[1, 0], [0, 1], [1, 1]], [F(0), F(0), None], [F(4), F(4), F(5)])
>>> box.least([F(-1), F(-2)], box.start).point
(Fraction(1, 1), Fraction(4, 1))
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

from symcause.answers import Unknown
from symcause.bounds.solvers_bounds import KEPT_INVERSES, SIMPLEX_STEPS
from symcause.budgets import Meter

Limit = Fraction | None
Limits = tuple[Limit, Limit]
Ends = tuple[int | None, int | None]

_PIVOT = 30  # steps of work, besides those for every row and column
_TINY = 1e-11  # a pivot of scaled columns that is no start


@dataclass(frozen=True)
class BoxedOptimum:
    """The least value of the objective, a point that has it, and the rows that hold it there.

    *bound* are those whose multipliers are not zero: their bounds alone prove the value.
    """

    value: Fraction
    point: tuple[Fraction, ...]
    basis: tuple[int, ...]
    bound: frozenset[int]


@dataclass(frozen=True)
class Contradiction:
    """Rows whose bounds no point keeps together."""

    rows: frozenset[int]


class Boxed:
    """Rows of integers, each between its bounds."""

    def __init__(
        self,
        rows: Sequence[Sequence[int]],
        lows: Sequence[Limit],
        highs: Sequence[Limit],
        budget: Meter | None = None,
    ) -> None:
        """What is done is charged to a *budget*; whoever has one asks what is left of it."""
        self.rows, self.width = rows, len(rows[0])
        self._budget = budget or Meter()
        self._boxed = [
            i for i, (a, b) in enumerate(zip(lows, highs, strict=True)) if None not in (a, b)
        ]
        known = [x.denominator for x in (*lows, *highs) if x is not None]
        self._scale = lcm(*known)
        self._limits = [_whole(ends, self._scale) for ends in zip(lows, highs, strict=True)]

    @cached_property
    def _matrix(self) -> Any:
        from flint import fmpz_mat

        return fmpz_mat(self.rows)

    @cached_property
    def start(self) -> tuple[int, ...] | None:
        """Independent rows with two bounds, far from dependent ones; None if they do not determine x."""
        if len(self._boxed) < self.width:
            return None
        self._budget.spend(30 + len(self._boxed) * self.width**2 // 2)
        found = _spanning(self.rows, self._boxed, self.width)
        return found if found is not None else _first_spanning(self.rows, self._boxed, self.width)

    @cached_property
    def second(self) -> tuple[int, ...]:
        """The objective that decides between equals: its multipliers at the start are all different."""
        start = enumerate(self.start or (), 2)
        rows = [[(k * k + 1) * x for x in self.rows[i]] for k, i in start]
        return tuple(map(sum, zip(*rows, strict=True)))

    def least(
        self,
        objective: Sequence[Fraction | int],
        basis: Sequence[int],
        changed: Mapping[int, Limits] | None = None,
    ) -> BoxedOptimum | Contradiction | Unknown:
        """The least value, from :attr:`start` or from the basis of its optimum under fewer bounds.

        *changed* are bounds of single rows that hold for this call.
        """
        from flint import fmpz_mat

        limits, scale, asked = self._limits, self._scale, changed or {}
        if asked:
            scale = lcm(scale, *(x.denominator for ends in asked.values() for x in ends if x))
            limits = [_times(ends, scale // self._scale) for ends in limits]
            for i, ends in asked.items():
                limits[i] = _whole(ends, scale)
        over = lcm(*(x.denominator for x in objective))
        costs = fmpz_mat([[int(x * over) for x in objective], self.second])
        return self._mended(costs, over, limits, scale, list(basis))

    @cached_property
    def _inverses(self) -> dict[tuple[int, ...], tuple[Any, Any]]:
        return {}

    def _inverse(self, basis: tuple[int, ...]) -> tuple[Any, Any]:
        """The inverse of a basis, and what it is over; similar objectives need the same ones."""
        from flint import fmpz_mat

        if basis not in self._inverses:
            if len(self._inverses) >= KEPT_INVERSES:
                self._inverses.clear()
            self._budget.spend(10 + self.width**3 // 5)
            inverse, over = fmpz_mat([self.rows[i] for i in basis]).inv().numer_denom()
            self._inverses[basis] = inverse, over
        return self._inverses[basis]

    def _mended(
        self, costs: Any, over: int, limits: list[Ends], scale: int, basis: list[int]
    ) -> BoxedOptimum | Contradiction | Unknown:
        """In integers: costs are times *over*, limits times *scale*, the inverse has its own."""
        from flint import fmpz_mat

        for _ in range(SIMPLEX_STEPS):
            self._budget.spend(_PIVOT + 9 * self.width + 2 * len(self.rows))
            inverse, by = self._inverse(tuple(basis))
            entries = (costs * inverse).entries()
            multipliers = list(zip(entries[: self.width], entries[self.width :], strict=True))
            above = [_above(y, limits[i][0]) for y, i in zip(multipliers, basis, strict=True)]
            stand = [limits[i][up] for up, i in zip(above, basis, strict=True)]
            point = inverse * fmpz_mat([[x] for x in stand])
            broken = _farthest((self._matrix * point).entries(), limits, by)
            if broken is None:
                numbers = tuple(_fraction(x, by * scale) for x in point.entries())
                bound = frozenset(i for (y, _), i in zip(multipliers, basis, strict=True) if y)
                value = _fraction((costs * point)[0, 0], by * scale * over)
                return BoxedOptimum(value, numbers, tuple(basis), bound)
            row, below = broken
            along = (fmpz_mat([self.rows[row]]) * inverse).entries()
            ratios = [
                (Fraction(int(y), int(a)), Fraction(int(z), int(a)), i, k)
                for k, ((y, z), a, i, up) in enumerate(
                    zip(multipliers, along, basis, above, strict=True)
                )
                for a in ((a if below else -a),)
                if (a < 0 if up else a > 0)
            ]
            if not ratios:
                return Contradiction(
                    frozenset([row, *(i for i, a in zip(basis, along, strict=True) if a)])
                )
            basis[min(ratios)[3]] = row
        return Unknown("the linear programme took too many steps")


def _above(multiplier: tuple[Any, Any], low: Any) -> bool:
    """Does a row of the basis stand at its upper bound?"""
    first, second = multiplier
    return bool(first < 0 or (first == 0 and second < 0)) or low is None


def _farthest(values: Sequence[Any], limits: Iterable[Ends], by: Any) -> tuple[int, bool] | None:
    """The row that is farthest out of its bounds, times *by*, and whether it is below."""
    worst: tuple[Any, int, bool] | None = None
    for i, (value, (low, high)) in enumerate(zip(values, limits, strict=True)):
        for below, end in ((True, low), (False, high)):
            off = None if end is None else by * end
            if off is not None and (value < off if below else value > off):
                far = off - value if below else value - off
                worst = (far, i, below) if worst is None or far > worst[0] else worst
    return None if worst is None else worst[1:]


def _spanning(
    rows: Sequence[Sequence[int]], among: Sequence[int], width: int
) -> tuple[int, ...] | None:
    """Rows that span all columns, by elimination in floats with the largest pivots; checked exactly."""
    from flint import fmpz_mat

    scales = [max(abs(rows[i][j]) for i in among) or 1 for j in range(width)]
    work = {i: [x / s for x, s in zip(rows[i], scales, strict=True)] for i in among}
    columns, basis = list(range(width)), []
    while columns:
        size, i, j = max((abs(row[j]), -i, -j) for i, row in work.items() for j in columns)
        if size < _TINY:
            return None
        basis.append(-i)
        pivot = work.pop(-i)
        columns.remove(-j)
        for row in work.values():
            factor = row[-j] / pivot[-j]
            if factor:
                for k in columns:
                    row[k] -= factor * pivot[k]
    return tuple(basis) if fmpz_mat([rows[i] for i in basis]).det() else None


def _first_spanning(
    rows: Sequence[Sequence[int]], among: Sequence[int], width: int
) -> tuple[int, ...] | None:
    """The same by exact elimination: each row that does not depend on those before it."""
    from flint import fmpz_mat

    reduced, _, rank = fmpz_mat([rows[i] for i in among]).transpose().rref()
    if rank < width:
        return None
    steps = (next(j for j in range(len(among)) if reduced[i, j]) for i in range(rank))
    return tuple(among[j] for j in steps)


def _whole(ends: Limits, scale: int) -> Ends:
    low, high = (None if x is None else int(x * scale) for x in ends)
    return low, high


def _times(ends: Ends, factor: int) -> Ends:
    low, high = ends
    return None if low is None else low * factor, None if high is None else high * factor


def _fraction(number: Any, over: Any) -> Fraction:
    return Fraction(int(number), int(over))
