"""Error intervals: proven ranges of the unknowns of a linear system with bounded errors.

Rows say features·x + base = value + error, |error| ≤ half; rows of one group share an unknown base, rows
of no group have none. If Σ y_j·features_j is the unit vector of an unknown and y sums to 0 over each
group, then that unknown is Σ y_j·value_j up to half·Σ |y_j|, whatever the errors were. The weights y of
least squares are such, and near the best ones; they are computed in integers, so the interval is a
proof. Products of columns are computed once for whatever unknowns are asked about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any


class LeastSquares:
    """A system in integers: features, value and *half* of every row have been scaled alike."""

    def __init__(
        self,
        features: Sequence[Sequence[int]],
        values: Sequence[int],
        groups: Sequence[Hashable | None],
        half: int,
    ) -> None:
        self._values, self._half = values, half
        self._scale, self._columns = _centred(features, groups)

    @cached_property
    def _products(self) -> Any:
        from flint import fmpz_mat

        columns = fmpz_mat(self._columns)
        return columns * columns.transpose()

    def intervals(self, chosen: Sequence[int]) -> tuple[tuple[Fraction, Fraction], ...] | None:
        """An interval for every *chosen* unknown, the others zero; None if the rows leave some open."""
        from flint import fmpz_mat

        if not chosen or not self._values:
            return None
        square = fmpz_mat([[self._products[i, j] for j in chosen] for i in chosen])
        try:
            inverse, over = square.inv().numer_denom()
        except ZeroDivisionError:
            return None
        weights = (inverse * fmpz_mat([self._columns[i] for i in chosen])).tolist()
        scale, whole = self._scale, int(over)
        intervals: list[tuple[Fraction, Fraction]] = []
        for row in weights:
            whole_row = [int(w) for w in row]
            middle = sum(w * v for w, v in zip(whole_row, self._values, strict=True))
            far = self._half * sum(map(abs, whole_row))
            ends = (Fraction(scale * (middle + side), whole) for side in (-far, far))
            low, high = sorted(ends)
            intervals.append((low, high))
        return tuple(intervals)


def _centred(
    features: Sequence[Sequence[int]], groups: Sequence[Hashable | None]
) -> tuple[int, list[list[int]]]:
    """Columns minus the means of their groups (what no base can change), times a number that is told."""
    sizes = Counter(groups)
    sizes[None] = 1
    scale = lcm(*sizes.values())
    columns: list[list[int]] = []
    for column in zip(*features, strict=True):
        sums: Counter[Hashable | None] = Counter()
        for group, x in zip(groups, column, strict=True):
            sums[group] += x
        sums[None] = 0
        columns.append(
            [scale * x - scale // sizes[g] * sums[g] for g, x in zip(groups, column, strict=True)]
        )
    return scale, columns
