"""Integer rows of a local linear space: every number scaled to be whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm

from symcause.families.linear.space.local.evidence_rows import LinearRows, Vector
from symcause.solvers.linear.error_intervals import LeastSquares


class WholeRows:
    """The rows of one variable, times *scale*."""

    def __init__(self, evidence: LinearRows) -> None:
        self.evidence, rows = evidence, evidence.rows
        numbers = {x.denominator for row in rows for x in (row.value, *row.features)}
        scale = self.scale = lcm(*numbers, evidence.half.denominator)
        self.half = int(evidence.half * scale)
        self.values = [_times(row.value, scale) for row in rows]
        self.features = [[_times(x, scale) for x in row.features] for row in rows]
        self.groups = [row.group for row in rows]

    @cached_property
    def least_squares(self) -> LeastSquares:
        """What least squares say about the coefficients."""
        return LeastSquares(self.features, self.values, self.groups, self.half)

    def bases(self, groups: Iterable[int], coefficients: Vector) -> Vector | None:
        """A base of every group, the middle of what fits; None if some row is not explained."""
        over = lcm(*(x.denominator for x in coefficients))
        used = [(i, _times(x, over)) for i, x in enumerate(coefficients) if x]
        half, unit = self.half * over, self.scale * over
        ends: dict[int, tuple[int, int]] = {}
        for value, features, group in zip(self.values, self.features, self.groups, strict=True):
            centre = value * over - sum(features[i] * x for i, x in used)
            if group is None:
                if abs(centre) > half:
                    return None
                continue
            low, high = ends.get(group, (centre - half, centre + half))
            ends[group] = (max(low, centre - half), min(high, centre + half))
        bases: list[Fraction] = []
        for group in groups:
            limits = self.evidence.bounds(group)
            own: Sequence[Fraction | None] = (None, None)
            if group in ends:
                own = tuple(Fraction(end, unit) for end in ends[group])
            low_end = max((x for x in (own[0], limits[0]) if x is not None), default=None)
            high_end = min((x for x in (own[1], limits[1]) if x is not None), default=None)
            if low_end is not None and high_end is not None and low_end > high_end:
                return None
            known = [x for x in (low_end, high_end) if x is not None]
            bases.append(sum(known, Fraction(0)) / max(1, len(known)))
        return tuple(bases)


def _times(number: Fraction, scale: int) -> int:
    return number.numerator * (scale // number.denominator)
