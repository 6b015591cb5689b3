"""Exact linear programmes between bounds: the dual simplex method on python-flint's integers.

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
from typing import Any

from symcause.answers import Unknown

Limit = Fraction | None
Limits = tuple[Limit, Limit]

MOST_STEPS = 500
"""Steps after which nothing is said."""

_TINY = 1e-11  # a pivot of scaled columns that is no start


@dataclass(frozen=True)
class BoxedOptimum:
    """The least value of the objective, a point that has it, and the rows that hold it there."""

    value: Fraction
    point: tuple[Fraction, ...]
    basis: tuple[int, ...]


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
    ) -> None:
        self.rows, self.width = rows, len(rows[0])
        self._limits = [(_number(a), _number(b)) for a, b in zip(lows, highs, strict=True)]

    @cached_property
    def _matrix(self) -> Any:
        from flint import fmpq_mat, fmpz_mat

        return fmpq_mat(fmpz_mat(self.rows))

    @cached_property
    def start(self) -> tuple[int, ...] | None:
        """Independent rows with two bounds, far from dependent ones; None if they do not determine x."""
        boxed = [i for i, (low, high) in enumerate(self._limits) if low is not None is not high]
        if len(boxed) < self.width:
            return None
        found = _spanning(self.rows, boxed, self.width)
        return found if found is not None else _first_spanning(self.rows, boxed, self.width)

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
        from flint import fmpq_mat

        limits = list(self._limits)
        for i, (low, high) in (changed or {}).items():
            limits[i] = (_number(low), _number(high))
        costs = fmpq_mat(2, self.width, [*map(_number, objective), *self.second])
        return self._mended(costs, limits, list(basis))

    def _mended(
        self, costs: Any, limits: list[tuple[Any, Any]], basis: list[int]
    ) -> BoxedOptimum | Contradiction | Unknown:
        from flint import fmpq_mat, fmpz_mat

        for _ in range(MOST_STEPS):
            inverse = fmpz_mat([self.rows[i] for i in basis]).inv()
            entries = (costs * inverse).entries()
            multipliers = list(zip(entries[: self.width], entries[self.width :], strict=True))
            above = [_above(y, limits[i][0]) for y, i in zip(multipliers, basis, strict=True)]
            stand = [limits[i][up] for up, i in zip(above, basis, strict=True)]
            point = inverse * fmpq_mat(self.width, 1, stand)
            broken = _farthest((self._matrix * point).entries(), limits)
            if broken is None:
                found = tuple(_fraction(x) for x in point.entries())
                return BoxedOptimum(_fraction((costs * point)[0, 0]), found, tuple(basis))
            row, below = broken
            along = (fmpq_mat(1, self.width, list(self.rows[row])) * inverse).entries()
            ratios = [
                (y / a, z / a, i, k)
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


def _farthest(values: Sequence[Any], limits: Iterable[tuple[Any, Any]]) -> tuple[int, bool] | None:
    """The row that is farthest out of its bounds, and whether it is below."""
    worst: tuple[Any, int, bool] | None = None
    for i, (value, (low, high)) in enumerate(zip(values, limits, strict=True)):
        for below, off in ((True, low), (False, high)):
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


def _number(limit: Limit | int) -> Any:
    from flint import fmpq

    return None if limit is None else fmpq(limit.numerator, limit.denominator)


def _fraction(number: Any) -> Fraction:
    return Fraction(int(number.p), int(number.q))
