"""Regions of rounded outcomes of the next linear intervention, searched best bound first.

What an outcome leaves is local: a parent set of V is left if V reads something that the set admits, given
what its members read. A region gives every variable a range of readings. Where the members of a set have
short ranges, the set admits an interval: what it predicts at one reading of each, and what the others add
at most (exact linear programmes; sums of extremes, and hulls where effects of both signs are possible, are
never too narrow). The ends of these intervals cut the line of V's readings into ranges, each with the sets
it keeps; so does whether V moved by more than a unit. A long range is forgotten once it has said which sets
are kept, so that of two of them the one that keeps less says nothing more.

Every region bounds what its outcomes leave: by the graphs of the sets that are kept. The region with the
largest bound is divided next: by one more variable, then by halving short ranges; where all readings are
known, the graphs left are counted. When no region is above what some outcome leaves, the worst case is
known; whenever the search stops, the largest bound holds.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from math import ceil, floor

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.families.linear.audits.next.intervention_outcomes import (
    begun,
    current_reading,
    left_after,
)
from symcause.families.linear.bounds import SHORT_RANGE
from symcause.families.linear.models.laboratory import Manipulation
from symcause.families.linear.space.linear_space import LinearSpace, counted, counting
from symcause.families.linear.space.local.programme_engine import IntervalLocal
from symcause.models.bit_sets import bits

_REGION = 20  # steps of work to look at a region, besides counting

Range = tuple[int | None, int | None]
"""Readings from one to another, in units; None is no end."""

Kept = tuple[frozenset[int], ...]
"""The parent sets of every variable that may be left."""


@dataclass(frozen=True)
class _Region:
    kept: Kept
    ranges: Mapping[int, Range]  # of the variables that were gone through
    bound: int

    @property
    def short(self) -> dict[int, range]:
        """The variables that read one of a few things, in units."""
        return {
            i: range(a, b + 1)
            for i, (a, b) in self.ranges.items()
            if a is not None and b is not None and b - a < SHORT_RANGE
        }


class Regions:
    """The outcomes of one intervention; *graphs* are those there are. Work is charged to a *budget*."""

    def __init__(self, space: LinearSpace, step: Manipulation, graphs: int, budget: Meter) -> None:
        assert not isinstance(space.live, Unknown)
        self._space, self._step, self._graphs = space, step, graphs
        self._names, self._unit = space.problem.variables, space.problem.rounding
        self._at = self._names.index(step.variable)
        self._now = current_reading(space.problem)
        self._locals = LinearSpace(begun(space.problem), meter=budget.account()).locals
        self._choices, self._budget, self._share = space.live, budget, budget
        self._known: dict[tuple[int, int, tuple[range, ...]], Range] = {}

    def bounded(self, low: int, share: Meter) -> tuple[int, int]:
        """The worst case is at least and at most; *low* graphs are left by some outcome.

        The search ends with its *share* of the budget at the latest.
        """
        self._share, order = share, count()
        waiting: list[tuple[int, int, _Region]] = []
        high = 0
        heapq.heappush(waiting, (-self._graphs, next(order), self._first()))
        while waiting and -waiting[0][0] > max(low, high):
            if share.over:
                return low, max(low, high, -waiting[0][0])
            region = heapq.heappop(waiting)[2]
            parts = self._parts(region)
            if parts is None:
                left = self._leaves(region)
                low, high = (max(low, left), high) if left is not None else (low, region.bound)
                continue
            for part in parts:
                if part.bound > max(low, high):
                    heapq.heappush(waiting, (-part.bound, next(order), part))
        return low, max(low, high)

    def _first(self) -> _Region:
        """The variable that is set reads its value, or a unit more or less."""
        value, kept = self._step.value / self._unit, tuple(frozenset(t) for t in self._choices)
        own = (ceil(value - 1), floor(value + 1))
        return _Region(kept, {self._at: own}, self._graphs)

    def _leaves(self, region: _Region) -> int | None:
        """What an outcome leaves whose readings are all known."""
        short = region.short
        if len(short) < len(self._names):
            return None
        reads = tuple(short[i].start * self._unit for i in range(len(self._names)))
        found = left_after(self._space, self._step, reads, self._budget)
        return None if isinstance(found, Unknown) else found

    def _parts(self, region: _Region) -> list[_Region] | None:
        """The region divided, by one more variable or by halves; None where nothing is left to divide."""
        if len(region.ranges) < len(self._names):
            return list(self._read(region))
        wide = [(len(own), -i) for i, own in region.short.items() if len(own) > 1]
        if not wide:
            return None
        i = -max(wide)[1]
        own = region.short[i]
        middle = own[len(own) // 2]
        halves = ((own[0], middle - 1), (middle, own[-1]))
        return [part for half in halves for part in self._with(region, i, region.kept[i], half)]

    def _read(self, region: _Region) -> Iterator[_Region]:
        """The region by what one more variable reads."""
        short = region.short
        i = self._next(region, short)
        admitted = {mask: self._admitted(i, mask, short) for mask in region.kept[i]}
        longer: set[frozenset[int]] = set()
        near = self._now[self._names[i]] / self._unit
        for own in _ranges([*admitted.values(), (ceil(near - 1), floor(near + 1))]):
            sets = frozenset(mask for mask, other in admitted.items() if _meet(own, other))
            first, last = own
            if first is not None and last is not None and last - first < SHORT_RANGE:
                yield from self._with(region, i, sets, own)
            else:
                longer.add(sets)
        for sets in sorted(longer, key=sorted):
            if not any(sets < other for other in longer):  # it may read anything then
                yield from self._with(region, i, sets, (None, None))

    def _next(self, region: _Region, short: Mapping[int, range]) -> int:
        """The variable of which most is known: the parents of its sets have been read."""
        known = sum(1 << i for i in short)

        def share(i: int) -> float:
            return sum(not mask & ~known for mask in region.kept[i]) / len(region.kept[i])

        return max((i for i in range(len(self._names)) if i not in region.ranges), key=share)

    def _with(self, region: _Region, i: int, sets: frozenset[int], own: Range) -> Iterator[_Region]:
        """The region with another range of a variable, and what that says about it and its children."""
        kept = [*region.kept]
        kept[i] = sets
        made = _Region(region.kept, {**region.ranges, i: own}, region.bound)
        short = made.short
        for j, other in made.ranges.items() if i in short else ():
            if j != self._at:
                kept[j] = frozenset(
                    mask
                    for mask in kept[j]
                    if not (mask >> i & 1 or i == j) or _meet(other, self._admitted(j, mask, short))
                )
        self._budget.spend(_REGION + counting(kept))
        if all(kept):
            found = counted([dict.fromkeys(table, 1) for table in kept])
            bound = region.bound if isinstance(found, Unknown) else min(found, region.bound)
            if bound:
                yield _Region(tuple(kept), made.ranges, bound)

    def _admitted(self, i: int, mask: int, short: Mapping[int, range]) -> Range:
        """What a variable may read if these are its parents; without an end where that is not known."""
        local = self._locals[i]
        if not isinstance(local, IntervalLocal) or any(j not in short for j in bits(mask)):
            return None, None
        key = (i, mask, tuple(short[j] for j in bits(mask)))
        if key not in self._known:
            if self._share.over:
                return None, None
            self._known[key] = self._computed(local, i, mask, short)
        return self._known[key]

    def _computed(
        self, local: IntervalLocal, i: int, mask: int, short: Mapping[int, range]
    ) -> Range:
        evidence, own = local.evidence, self._space.local_mask(self._names[i], mask)
        middle = {j: short[j][len(short[j]) // 2] for j in bits(mask)}
        values = {name: Fraction(0) for name in self._names}
        values |= {self._names[j]: at * self._unit for j, at in middle.items()}
        first = evidence.features(values)
        low, high = _ends(local.predicted(own, first, evidence.rows[-1].group))
        for j, at in middle.items():
            least, most = Fraction(0), Fraction(0)
            for other in short[j]:
                if other == at or low is None or high is None:
                    continue
                moved = evidence.features({**values, self._names[j]: other * self._unit})
                added = tuple(a - b for a, b in zip(moved, first, strict=True))
                down, up = _ends(local.predicted(own, added, None))
                if down is None or up is None:
                    return None, None
                least, most = min(least, down), max(most, up)
            low = None if low is None else low + least
            high = None if high is None else high + most
        return (
            None if low is None else ceil((low - evidence.half) / self._unit),
            None if high is None else floor((high + evidence.half) / self._unit),
        )


def _ends(
    found: tuple[Fraction | None, Fraction | None] | Unknown,
) -> tuple[Fraction | None, Fraction | None]:
    return (None, None) if isinstance(found, Unknown) else found


def _meet(one: Range, other: Range) -> bool:
    (a, b), (c, d) = one, other
    return (a is None or d is None or a <= d) and (b is None or c is None or c <= b)


def _ranges(admitted: Iterable[Range]) -> Iterator[Range]:
    """The line, cut where an interval begins or ends."""
    starts: set[int] = set()
    for low, high in admitted:
        starts |= ({low} if low is not None else set()) | (
            {high + 1} if high is not None else set()
        )
    cuts: list[int | None] = [None, *sorted(starts)]
    for start, stop in zip(cuts, [*cuts[1:], None], strict=True):
        yield start, None if stop is None else stop - 1
