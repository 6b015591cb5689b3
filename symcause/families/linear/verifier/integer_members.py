"""Integer members of one parent set, enumerated by the linear verifier."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import lcm, prod

from symcause.families.linear.problem.magnitudes import Coefficients
from symcause.families.linear.verifier.verifier_rows import LocalSystem
from symcause.kernel.linear_sums import Combination
from symcause.kernel.nodes import Rejected
from symcause.kernel.work import Work, product_steps

Pivots = tuple[tuple[int, Combination], ...]
"""Columns, counted within those of the set, with the combinations that single them out."""


class IntegerMembers:
    """Integers of the range, no effect zero, that satisfy all rows."""

    def __init__(
        self,
        local: LocalSystem,
        parents: int,
        pivots: Pivots,
        coefficients: Coefficients,
        place: str,
        work: Work,
    ) -> None:
        self._local, self._columns = local, local.columns(parents)
        self._place, self._work = place, work
        assert coefficients.minimum is not None and coefficients.maximum is not None
        self._range = range(coefficients.minimum, coefficients.maximum + 1)
        self._mains = parents.bit_count()
        self._signs = dict(enumerate(local.signs_of(parents)))
        fixed = [column for column, _ in pivots]
        if len(set(fixed)) != len(fixed) or any(c >= len(self._columns) for c in fixed):
            raise Rejected("not distinct columns of the set", place=place)
        self._free = [c for c in range(len(self._columns)) if c not in fixed]
        self._rules: list[tuple[int, int, int, list[int]]] = []
        for column, rows in pivots:
            row, right = local.system.combined(rows, self._columns, work)
            if any(row[other] != int(other == column) for other in fixed):
                raise Rejected("a combination does not single out its column", place=place)
            scale = lcm(right.denominator, *(row[c].denominator for c in self._free))
            slopes = [int(row[c] * scale) for c in self._free]
            self._rules.append((column, scale, int(right * scale), slopes))

    def _values(self, column: int) -> list[int]:
        sign = self._signs.get(column, 0)
        return [w for w in self._range if (w or column >= self._mains) and w * sign >= 0]

    def _steps(self) -> int:
        """The steps of running through the choices of the free coefficients."""
        choices = prod(len(self._values(column)) for column in self._free)
        numbers = (n for _, scale, right, slopes in self._rules for n in (scale, right, *slopes))
        longest = max((n.bit_length() for n in numbers), default=0)
        rule = 10 + 2 * len(self._free) * product_steps(longest, self._range.stop.bit_length())
        return choices * (10 + len(self._rules) * rule)

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        self._work.spend(self._steps(), "the choices of coefficients", self._place)
        point = [0] * len(self._columns)
        for values in product(*(self._values(column) for column in self._free)):
            for column, value in zip(self._free, values, strict=True):
                point[column] = value
            if self._followed(point, values) and self._local.system.holds(
                point, self._columns, self._work
            ):
                yield tuple(point)

    def _followed(self, point: list[int], values: tuple[int, ...]) -> bool:
        """Fill in the pivots; False if one is no integer of the range, or an effect is zero."""
        for column, scale, right, slopes in self._rules:
            value, rest = divmod(right - sum(map(int.__mul__, slopes, values)), scale)
            if rest or value not in self._range or (not value and column < self._mains):
                return False
            if value * self._signs.get(column, 0) < 0:
                return False
            point[column] = value
        return True
