"""Hill climb for the next linear intervention: rounded outcomes that leave many graphs.

An outcome is possible iff some graph is left: then a member explains the evidence and that reading. So
outcomes need not be drawn from members. Given what the others read, each parent set of a variable admits an
interval of readings; the reading that lies in most of these intervals leaves most parent sets. Readings
are moved there in turn, and by single units, because a parent that has moved by a unit explains much if
its coefficients are open. Where coefficients are open, effects of a least size leave a gap: a variable that
moves far, or a parent that moves by a unit, is beyond it. So everything is moved by a unit, and then
readings that some set does not admit to where its gap ends; and all readings, or some of the worst outcome
so far, are changed at random, near or far, and the others follow. How many graphs an outcome leaves is
counted: a bound of the worst case from below, which ends the search where it meets the one from above.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil, floor
from random import Random

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.families.linear.audits.next.intervention_outcomes import (
    Leaving,
    Outcome,
    begun,
    current_reading,
)
from symcause.families.linear.audits.next.prediction_ranges import Predicting, Ranges
from symcause.families.linear.bounds import GAP_PARENTS, MOST_CHANGES, MOST_GAPS
from symcause.families.linear.models.laboratory import Manipulation
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.families.linear.space.local.programme_engine import IntervalLocal
from symcause.models.bit_sets import bits

_PLACES = (1, 1, 1, 2, 2, 3)  # readings that are changed at once

Interval = tuple[Fraction | None, Fraction | None]
"""Bounds; None is none."""


class Climb:
    """The worst outcome of one intervention that was found so far; none leaves more than *most*.

    Work is charged to a *budget*; the methods go on as long as their part of it lasts.
    """

    def __init__(self, space: LinearSpace, step: Manipulation, most: int, budget: Meter) -> None:
        self._space, self._step, self._most = space, step, most
        self._names = space.problem.variables
        self._now = current_reading(space.problem)
        self._locals = LinearSpace(begun(space.problem), meter=budget.account()).locals
        self._leaving = Leaving(space, step, budget)
        self._predicted: dict[tuple[int, int, Outcome], Interval | None] = {}
        self._seen: dict[Outcome, int] = {}
        self._best: tuple[int, Outcome] | None = None

    @property
    def left(self) -> list[int]:
        """How many graphs the outcomes leave that were found."""
        return [count for count in self._seen.values() if count]

    @property
    def worst(self) -> int | Unknown:
        """The most that an outcome leaves which was found."""
        none = Unknown("no outcome of this intervention was found")
        return none if self._best is None else self._best[0]

    @property
    def done(self) -> bool:
        """Does some outcome leave as many as any can?"""
        return self._best is not None and self._best[0] >= self._most

    def look(self, reads: Outcome) -> int | Unknown:
        """How many graphs an outcome leaves; none if there is no such outcome."""
        if reads not in self._seen:
            found = self._leaving.left(reads)
            if isinstance(found, Unknown):
                return found
            self._seen[reads] = found
            if found and (self._best is None or found > self._best[0]):
                self._best = (found, reads)
        return self._seen[reads]

    def rise(self, start: Outcome, budget: Meter) -> None:
        """From one outcome to worse ones."""
        self.look(start)
        reads = start
        for _ in range(2):  # what one variable reads matters for what the others may
            reads = self._followed(reads, (), budget)
            if self.done or budget.over or isinstance(self.look(reads), Unknown):
                return
        self._by_units(budget)

    def mend(self, budget: Meter) -> None:
        """Everything by a unit; then readings out of the gaps of sets that do not admit them."""
        for moved in (1, -1):
            reads: Outcome | None = self.still(moved)
            while reads is not None and not (self.done or budget.over):
                left = self.look(reads)
                if isinstance(left, Unknown):
                    return
                reads = self._mended(reads, left, budget)

    def _mended(self, reads: Outcome, left: int, budget: Meter) -> Outcome | None:
        """One reading to the end of a gap, so that more graphs are left."""
        unit = self._space.problem.rounding
        for i, mask in self._leaving.excluded(reads)[:MOST_GAPS]:
            local = self._locals[i]
            if mask.bit_count() > GAP_PARENTS or not isinstance(local, IntervalLocal):
                continue
            at = {j: int(reads[j] / unit) for j in bits(mask)}
            ranges = Ranges.of({j: (n, n) for j, n in at.items()}, opened=False)
            assert ranges is not None
            one = Predicting(self._space, i, mask, local)
            own = int(reads[i] / unit)
            ends = {_nearest(own, *ends) for ends in one.admitted_by_piece(ranges)}
            for end in sorted(ends, key=lambda n: (abs(n - own), n)):
                if budget.over:
                    return None
                other = (*reads[:i], end * unit, *reads[i + 1 :])
                found = self.look(other)
                if not isinstance(found, Unknown) and found > left:
                    return other
        return None

    def wander(self, rng: Random, budget: Meter) -> None:
        """Changes at random, of all readings and of the worst outcome, in turn."""
        for change in range(MOST_CHANGES):
            if self._best is None or self.done or budget.over:
                return
            reads, places = self.still(), list(range(len(self._names)))
            if change % 2:
                reads = self._best[1]
                places = self._places(reads, rng)
            far = rng.randint(1, 5)
            for i in places:
                reads = (*reads[:i], self._changed(i, reads[i], far, rng), *reads[i + 1 :])
            reads = self._followed(reads, places if change % 2 else (), budget)
            reads = self._followed(reads, (), budget)
            if isinstance(self.look(reads), Unknown):
                return

    def _places(self, reads: Outcome, rng: Random) -> list[int]:
        """Readings to change: any, or those of a parent set that is not left."""
        among = list(range(len(self._names)))
        if rng.choice((True, False)):
            i, mask = rng.choice(self._leaving.excluded(reads))
            among = [i, *bits(mask)]
        return rng.sample(among, min(rng.choice(_PLACES), len(among)))

    def _changed(self, i: int, value: Fraction, far: int, rng: Random) -> Fraction:
        """Another reading: that before, a unit away from it, or further from it or from this one."""
        name, unit = self._names[i], self._space.problem.rounding
        sign = rng.choice((-1, 1)) * unit
        if name == self._step.variable:
            return self._step.value + rng.choice((0, sign))
        start = rng.choice((self._now[name], value))
        return start + sign * rng.choice((0, 1, rng.randint(1, 10**far), rng.randint(1, 10**far)))

    def _followed(self, reads: Outcome, fixed: Sequence[int], budget: Meter) -> Outcome:
        """The other readings moved in turn to where most parent sets admit them."""
        for i, name in enumerate(self._names):
            if self.done or budget.over:
                return reads
            if name != self._step.variable and i not in fixed:
                reads = (*reads[:i], self._likely(i, reads, budget), *reads[i + 1 :])
        return reads

    def still(self, moved: int = 0) -> Outcome:
        """Nothing but the variable that is set moves; or everything else by some units."""
        unit = self._space.problem.rounding
        return tuple(
            self._step.value if v == self._step.variable else self._now[v] + moved * unit
            for v in self._names
        )

    def _likely(self, i: int, reads: Outcome, budget: Meter) -> Fraction:
        """The reading of a variable that most of its parent sets admit, the others being read like that."""
        local, choices = self._locals[i], self._space.live
        if not isinstance(local, IntervalLocal) or isinstance(choices, Unknown):
            return reads[i]
        intervals: list[Interval] = []
        for mask in choices[i]:
            if budget.over:
                return reads[i]
            key = (i, mask, tuple(reads[j] for j in bits(mask)))
            if key not in self._predicted:
                self._predicted[key] = self._interval(local, mask, reads)
            ends = self._predicted[key]
            intervals += [] if ends is None else [ends]
        return most_covered(intervals, self._space.problem.rounding, reads[i])

    def _interval(self, local: IntervalLocal, mask: int, reads: Outcome) -> Interval | None:
        """The readings that a parent set admits."""
        evidence = local.evidence
        features = evidence.features(dict(zip(self._names, reads, strict=True)))
        own = self._space.local_mask(evidence.variable, mask)
        ends = local.predicted(own, features, evidence.rows[-1].group)
        if isinstance(ends, Unknown):
            return None
        low, high = ends
        return (
            None if low is None else low - evidence.half,
            None if high is None else high + evidence.half,
        )

    def _by_units(self, budget: Meter) -> None:
        """One reading by a unit, as long as more graphs are left."""
        tried: Outcome | None = None
        while self._best is not None and self._best[1] != tried:
            tried = self._best[1]
            for reads in self._near(tried):
                if self.done or budget.over or isinstance(self.look(reads), Unknown):
                    return
                if self._best[1] != tried:
                    break

    def _near(self, reads: Outcome) -> Iterator[Outcome]:
        """The same outcome but for one reading."""
        unit = self._space.problem.rounding
        for i, name in enumerate(self._names):
            at_once = self._step.value if name == self._step.variable else self._now[name]
            values = [at_once + unit, at_once - unit, at_once]
            if name != self._step.variable:
                values += [reads[i] + unit, reads[i] - unit]
            for value in dict.fromkeys(values):
                if value != reads[i]:
                    yield (*reads[:i], value, *reads[i + 1 :])


def _nearest(n: int, low: int | None, high: int | None) -> int:
    """The number of a range that is nearest to *n*."""
    n = n if low is None else max(n, low)
    return n if high is None else min(n, high)


def most_covered(intervals: Sequence[Interval], unit: Fraction, near: Fraction) -> Fraction:
    """A multiple of *unit* in as many intervals as any; *near* or the middle of where they meet.

    >>> F = Fraction
    >>> most_covered([(F(0), F(2)), (F(1), F(5)), (F(4), None)], F(1), F(9)), most_covered([], F(1), F(9))
    (Fraction(4, 1), Fraction(9, 1))
    """
    whole = [
        (None if low is None else ceil(low / unit), None if high is None else floor(high / unit))
        for low, high in intervals
    ]
    at = near / unit

    def covered(x: Fraction | int) -> int:
        return sum((a is None or a <= x) and (b is None or x <= b) for a, b in whole)

    starts = [a for a, _ in whole if a is not None] + [b for _, b in whole if b is not None]
    best = max(starts, key=lambda x: (covered(x), -abs(x - at)), default=None)
    if best is None or covered(at) >= covered(best):
        return near
    ends = [b for a, b in whole if b is not None and b >= best and (a is None or a <= best)]
    starts = [a for a, b in whole if a is not None and a <= best and (b is None or b >= best)]
    if ends and starts:
        middle = (max(starts) + min(ends)) // 2
        best = middle if covered(middle) == covered(best) else best
    return best * unit
