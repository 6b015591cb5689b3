"""Search for integer coefficients of a local linear space under interval constraints.

With rounded data or bounded bases every row bounds a sum from both sides. A base exists iff the intervals
of its rows meet, and in one dimension it is enough that they meet in pairs; so the bases disappear and
every pair of rows bounds a sum of coefficients (:func:`pairwise_bounds`). The search gives up a branch as
soon as a bound cannot hold any more, and multiplies as soon as all hold whatever the rest may be.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from symcause.answers import Unknown
from symcause.budgets import StrictMeter
from symcause.families.linear.bounds import LATTICE_STEPS
from symcause.families.linear.space.local.evidence_rows import LinearRows, Vector
from symcause.families.linear.space.local.lattice_tally import (
    TOO_MANY,
    Choice,
    Tally,
    column_tally,
    join,
    product_tally,
    value_of,
)


def pairwise_bounds(
    evidence: LinearRows,
) -> list[tuple[Fraction | None, Fraction | None, Vector]]:
    """low ≤ Σ coefficient·feature ≤ high, with the groups' bases eliminated pair by pair."""
    half = evidence.half
    bounds: list[tuple[Fraction | None, Fraction | None, Vector]] = []
    seen: dict[int, list[tuple[Fraction, Vector]]] = {}
    for row in evidence.rows:
        if row.group is None:
            bounds.append((row.value - half, row.value + half, row.features))
            continue
        for value, features in seen.setdefault(row.group, []):
            moved = tuple(a - b for a, b in zip(row.features, features, strict=True))
            centre = row.value - value
            bounds.append((centre - 2 * half, centre + 2 * half, moved))
        seen[row.group].append((row.value, row.features))
        low, high = evidence.bounds(row.group)
        if low is not None or high is not None:
            bounds.append(
                (
                    None if high is None else row.value - half - high,
                    None if low is None else row.value + half - low,
                    row.features,
                )
            )
    return bounds


@dataclass(frozen=True)
class Bound:
    """low ≤ Σ a·w ≤ high over integers w, scaled to integers."""

    low: int | None
    high: int | None
    slopes: tuple[int, ...]

    @classmethod
    def of(cls, low: Fraction | None, high: Fraction | None, slopes: Sequence[Fraction]) -> Bound:
        scale = lcm(*(slope.denominator for slope in slopes), 1)
        return cls(
            None if low is None else -((-low * scale) // 1),
            None if high is None else (high * scale) // 1,
            tuple(int(slope * scale) for slope in slopes),
        )


class BoundedSearch:
    """Depth-first search for integers that satisfy all bounds."""

    def __init__(
        self,
        bounds: Sequence[Bound],
        domains: Sequence[Sequence[int]],
        objective: Sequence[Fraction] | None,
        *,
        collect: bool,
    ) -> None:
        self._domains, self._objective, self._collect = domains, objective, collect
        self._bounds = list(dict.fromkeys(bounds))
        self.steps = StrictMeter(LATTICE_STEPS, TOO_MANY.reason, refusal=_OutOfSteps)
        self._found: list[Choice] = []
        count = len(domains)
        # The least and greatest sum that the columns from j on can add to a bound.
        self._least = [[0] * (count + 1) for _ in self._bounds]
        self._most = [[0] * (count + 1) for _ in self._bounds]
        for b, bound in enumerate(self._bounds):
            for j in range(count - 1, -1, -1):
                products = [bound.slopes[j] * w for w in (min(domains[j]), max(domains[j]))]
                self._least[b][j] = self._least[b][j + 1] + min(products)
                self._most[b][j] = self._most[b][j + 1] + max(products)

    def run(self) -> tuple[Tally | None, list[Choice]] | Unknown:
        """The tally (and, if wanted, the list) of the members."""
        if not all(self._domains):
            return None, []
        try:
            tally = self._descend(0, (), [0] * len(self._bounds), list(range(len(self._bounds))))
        except _OutOfSteps:
            return TOO_MANY
        return tally, self._found

    def _descend(
        self, column: int, choice: Choice, sums: list[int], active: list[int]
    ) -> Tally | None:
        self.steps.spend()
        still: list[int] = []
        for b in active:
            bound = self._bounds[b]
            least, most = sums[b] + self._least[b][column], sums[b] + self._most[b][column]
            if bound.low is not None and most < bound.low:
                return None
            if bound.high is not None and least > bound.high:
                return None
            settled = (bound.low is None or least >= bound.low) and (
                bound.high is None or most <= bound.high
            )
            if not settled:
                still.append(b)
        if column == len(self._domains):
            if self._collect:
                self._found.append(choice)
            return Tally.one(value_of(self._objective, choice), choice)
        if not still and not self._collect:
            rest = [
                column_tally(self._domains[j], j, self._objective)
                for j in range(column, len(self._domains))
            ]
            return Tally.one(_prefix(self._objective, choice), choice) & product_tally(rest)
        total: Tally | None = None
        for value in self._domains[column]:
            added = list(sums)
            for b in still:
                added[b] += self._bounds[b].slopes[column] * value
            total = join(total, self._descend(column + 1, (*choice, value), added, still))
        return total


def _prefix(objective: Sequence[Fraction] | None, choice: Choice) -> Fraction:
    return value_of(None if objective is None else objective[: len(choice)], choice)


class _OutOfSteps(Exception):
    pass
