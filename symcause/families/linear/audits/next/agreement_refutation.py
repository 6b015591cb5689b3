"""Refutation of agreement: proof that no rounded outcome of the next step leaves all parent sets.

Let U be parent sets of some variables. If no outcome leaves all of U, then every outcome misses one of them
and leaves at most the graphs without it: the largest of these numbers bounds the worst case. It is below
the graphs there are, as every set is one of some graph.

That no outcome leaves all of U is a question about readings alone: V must read what each of its sets in U
admits, given what the members of that set read. The space of readings is divided into boxes, a range for
each variable, beginning with all readings (the variable that is set reads its value within a unit). In a
box,

- V's range is cut down to what a set admits there, if the members have ranges with an end;
- two sets of V that cannot agree anywhere in the box refute it (:mod:`~audits.next.prediction_ranges`),
  given that its members keep sets of their own.

A box that is not refuted is divided at its widest range; readings that others determine follow. A search
that ends with no box left is the proof, and U is what it made use of: sets whose coefficients are
determined, or open in one direction. Others admit nearly everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from math import ceil, floor

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.families.linear.audits.next.intervention_outcomes import begun, current_reading
from symcause.families.linear.audits.next.prediction_ranges import Predicting, Range, Ranges
from symcause.families.linear.bounds import CUT_ROUNDS, MOST_BOXES, REFUTED_PARENTS
from symcause.families.linear.models.laboratory import Manipulation
from symcause.families.linear.space.linear_space import LinearSpace, counted, counting
from symcause.families.linear.space.local.programme_engine import IntervalLocal

NEAR = 256
"""How far the first range beside the reading now goes, in units."""

_BOX = 100  # steps of work to look at a box, besides its programmes

Box = Mapping[int, Range]

Set = tuple[int, int]
"""A variable and its parents."""


class Predictions:
    """What the sets of one version space predict that are made use of; the same for every intervention.

    Work is charged to a *budget*.
    """

    def __init__(self, space: LinearSpace, budget: Meter) -> None:
        assert not isinstance(space.live, Unknown)
        self.space, self.choices, self.budget = space, space.live, budget
        self._locals = LinearSpace(begun(space.problem), meter=budget.account()).locals
        self._known: dict[int, list[Predicting]] = {}

    def of(self, i: int) -> list[Predicting]:
        """The sets of a variable, determined and small ones first."""
        if i not in self._known:
            self._known[i] = sorted(
                (one for one in self._every(i) if one.open <= 1),
                key=lambda one: (one.open, len(one.parents), one.mask),
            )
        return self._known[i]

    def _every(self, i: int) -> Iterator[Predicting]:
        local = self._locals[i]
        if isinstance(local, IntervalLocal):
            for mask in self.choices[i]:
                if mask.bit_count() <= REFUTED_PARENTS:
                    yield Predicting(self.space, i, mask, local)


class Agreement:
    """A proof that no outcome of one intervention leaves every parent set."""

    def __init__(self, known: Predictions, step: Manipulation) -> None:
        self._choices, self._budget = known.choices, known.budget
        problem = known.space.problem
        unit, names = problem.rounding, problem.variables
        at, value = names.index(step.variable), step.value / unit
        self._now = [int(current_reading(problem)[name] / unit) for name in names]
        own: Range = (ceil(value - 1), floor(value + 1))
        every = range(len(names))
        self._first: Box = {i: own if i == at else (None, None) for i in every}
        self._sets = [[] if i == at else known.of(i) for i in every]  # what is set says nothing
        self._asked = sorted({j for sets in self._sets for one in sets for j in one.parents})
        self._used: set[Set] = set()
        self._told: Counter[tuple[Set, Set]] = Counter()  # how often two sets refuted a box
        self._boxes = Meter(MOST_BOXES + 1)

    def bound(self, budget: Meter) -> int | None:
        """The most graphs that an outcome leaves which misses a set; None if one may miss none."""
        waiting = [self._first]
        while waiting:
            self._boxes.spend()
            self._budget.spend(_BOX)
            if self._boxes.over or budget.over:
                return None
            box = self._cut(waiting.pop())
            if box is not None and not self._refuted(box):
                parts = self._parts(box)
                if parts is None:
                    return None
                waiting += parts
        return self._most_without()

    def _most_without(self) -> int | None:
        """The most graphs that are left without one of the sets that were made use of."""
        most = 0
        for i, mask in self._used:
            tables = [dict(table) for table in self._choices]
            del tables[i][mask]
            self._budget.spend(counting(tables))
            found = counted(tables) if tables[i] else 0
            if isinstance(found, Unknown):
                return None
            most = max(most, found)
        return most

    def _cut(self, box: Box) -> Box | None:
        """The box with ranges that the determined sets admit; None if nothing is left of it."""
        ranges = dict(box)
        for _ in range(CUT_ROUNDS):
            changed = False
            for i in self._asked:  # what no set asks for is left to the pairs
                for one in self._sets[i]:
                    cut = None if one.open else self._narrowed(one, ranges)
                    if cut is not None and cut != ranges[i]:
                        ranges[i], changed = cut, True
                        self._used.add(one.name)
                        if _empty(cut):
                            return None
            if not changed:
                break
        return ranges

    def _narrowed(self, one: Predicting, box: Box) -> Range | None:
        corners = Ranges.of({j: box[j] for j in one.parents}, False)
        return None if corners is None else _common(box[one.variable], one.admitted(corners))

    def _refuted(self, box: Box) -> bool:
        """Do two sets of a variable have nothing in common there?"""
        for one, other in sorted(self._pairs(), key=self._rank):
            ties = self._ties({*one.parents, *other.parents}, box)
            both = sorted({*one.parents, *other.parents, *(j for tie in ties for j in tie.parents)})
            corners = Ranges.of({j: box[j] for j in both}, bool(one.open or other.open))
            if corners is not None and one.parts_from(other, ties, corners):
                self._told[one.name, other.name] += 1
                self._used |= {each.name for each in (one, other, *ties)}
                return True
        return False

    def _ties(self, parents: set[int], box: Box) -> list[Predicting]:
        """Determined sets of parents that may read many things."""
        wide = [j for j in sorted(parents) if _width(box[j]) > (0, 2)]
        predictings = [next((one for one in self._sets[j] if not one.open), None) for j in wide]
        return [one for one in predictings if one is not None and len(one.pieces) == 1]

    def _pairs(self) -> Iterator[tuple[Predicting, Predicting]]:
        for sets in self._sets:
            for one, other in combinations(sets, 2):
                if one.open + other.open <= 1:
                    yield one, other

    def _rank(self, pair: tuple[Predicting, Predicting]) -> tuple[int, int, int]:
        """What told most so far; then what is determined, then what is small."""
        one, other = pair
        told = self._told[one.name, other.name]
        return one.open + other.open, -told, len({*one.parents, *other.parents})

    def _parts(self, box: Box) -> list[Box] | None:
        """The box divided at its widest range; None if it is a single outcome."""
        wide = [
            (all(one.open for one in self._sets[j]), _width(box[j]), j)  # the others follow
            for j in self._asked
            if box[j][0] is None or box[j][0] != box[j][1]
        ]
        if not wide:
            return None
        j = max(wide)[2]
        (a, b), now = box[j], self._now[j]
        if a is None and b is None:
            halves: list[Range] = [(None, now - 1), (now, None)]
        elif b is None:
            assert a is not None
            far = a + max(NEAR, 3 * abs(a - now))
            halves = [(far + 1, None), (a, far)]
        elif a is None:
            far = b - max(NEAR, 3 * abs(b - now))
            halves = [(None, far - 1), (far, b)]
        else:
            middle = (a + b) // 2
            halves = [(a, middle), (middle + 1, b)]
        return [{**box, j: half} for half in halves]


def _width(own: Range) -> tuple[int, int]:
    """Lines are wider than rays, these than anything else; of rays that with the nearer end."""
    a, b = own
    if a is not None and b is not None:
        return 0, b - a
    ends = [abs(end) for end in own if end is not None]
    return (1, -ends[0]) if ends else (2, 0)


def _empty(own: Range) -> bool:
    a, b = own
    return a is not None and b is not None and a > b


def _common(one: Range, other: Range) -> Range:
    lows = [a for a in (one[0], other[0]) if a is not None]
    highs = [b for b in (one[1], other[1]) if b is not None]
    return max(lows, default=None), min(highs, default=None)
