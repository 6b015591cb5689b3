"""The best design of a space: a witness from below, a bound for all designs from above, narrowed step
by step.

*Below*: known designs (default, history, claim) and what climbing finds. *Above*: branch and bound. The
space is a few boxes, one for each assignment of choices that makes a difference; the bound of a box
holds for every design in it, because every occurrence of a variable is relaxed on its own. The box with
the largest bound is cut in two until the bound meets the witness or the time is up; it is processor
time, so that what is found does not depend on what else the machine does. Small spaces are listed in
full.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count
from time import process_time
from typing import TypeVar

from symcause.errors import LimitError
from symcause.families.scenario.models.intervals import Interval
from symcause.families.scenario.models.parts import Value
from symcause.families.scenario.optimum.boxes import Box, Feasible, designs, root_boxes
from symcause.families.scenario.optimum.climbing import Climber
from symcause.families.scenario.problem.problem import ScenarioProblem, Space, violations
from symcause.families.scenario.value.folding import depends_on, fold
from symcause.families.scenario.value.value import COARSE, FINE, ROUGH, Valuer

T = TypeVar("T")

LISTED = 2_000
"""A space with at most so many designs is listed in full."""

BATCH = 8
"""Boxes that are bounded at once."""

TOLERANCE = Fraction(1, 10**9)
"""Bounds that are so close count as met: floats tell no more."""


@dataclass(frozen=True)
class Optimum:
    """The best known design, its value, and a bound for all designs of the space."""

    design: dict[str, Value]
    value: Interval
    upper: Fraction
    boxes: int = 0  # bounded so far

    @property
    def exact(self) -> bool:
        """Do witness and bound meet in a rational number?"""
        return self.value.exact and self.value.low == self.upper

    @property
    def best(self) -> Interval:
        """The value of the best design."""
        return Interval(self.value.low, max(self.upper, self.value.low))


class Search:
    """The search for the optimum of one space in one stage."""

    def __init__(
        self,
        valuer: Valuer,
        space: Space,
        stage: str | None = None,
        start: dict[str, Value] | None = None,
    ) -> None:
        self.valuer = valuer
        self.start = start
        self.problem: ScenarioProblem = valuer.problem
        self.space = space
        self.stage = stage or self.problem.final
        self.used = depends_on(fold(self.problem, self.stage, {}))

    def run(self, seconds: float) -> Iterator[Optimum]:
        """Ever narrower optima."""
        listed = designs(self.problem, self.space, LISTED)
        if listed is not None:
            yield self._listed(listed)
            return
        yield from self._bounded(process_time() + seconds)

    def _listed(self, every: list[dict[str, Value]]) -> Optimum:
        if not every:
            raise LimitError("no design meets the constraints")
        values = [self.valuer.value(design, self.stage) for design in every]
        best = max(range(len(every)), key=lambda i: (values[i].low, -i))
        upper = max(value.high for value in values)
        return Optimum(every[best], values[best], upper)

    def _bounded(self, until: float) -> Iterator[Optimum]:
        """Climb and cut in turns."""
        roots = list(root_boxes(self.problem, self.space, self.stage))
        cutting = _Cutting(self, roots)
        best = self._known(roots)
        yield self._optimum(best, cutting)
        climber = Climber(
            self.problem,
            self.space,
            self.used,
            [box.values for box in roots],
            lambda design: self.valuer.value(design, self.stage, cells=COARSE),
        )
        turns = _Turns()
        climbing = climber.climb(best[0])
        next(climbing)
        while process_time() < until:
            met = cutting.upper <= best[1].high + TOLERANCE
            if met and turns.climbed:
                break
            if met or (turns.climb and not turns.climbed):
                higher = turns.timed(lambda: next(climbing, None))
                turns.climbed = higher is None
                found = [] if higher is None else [higher[0]]
            else:
                found = turns.timed(cutting.advance)
            for design in found:
                value = self.valuer.value(design, self.stage)
                if value.low > best[1].low:
                    best = (design, value)
            yield self._optimum(best, cutting)

    def _optimum(self, best: tuple[dict[str, Value], Interval], cutting: _Cutting) -> Optimum:
        design = {name: best[0][name] for name in self.problem.design}
        return Optimum(design, best[1], max(cutting.upper, best[1].low), cutting.boxes)

    def _known(self, roots: list[Box]) -> tuple[dict[str, Value], Interval]:
        """The best design that somebody named, else some design of the space."""
        problem = self.problem
        named = [problem.default, *(design for _, design in problem.policy())]
        if problem.claims.optimum is not None:
            named.append(problem.completed(problem.claims.optimum))
        if self.start is not None:
            named.append(self.start)
        inside = [d for d in named if not violations(problem, d, self.space)]
        if not inside:
            lowest = [box.design() for box in roots]
            inside = [d for d in lowest if not violations(problem, d, self.space)]
        if not inside:
            raise LimitError("no design is known that meets the constraints")
        valued = [(d, self.valuer.value(d, self.stage)) for d in inside]
        return max(valued, key=lambda pair: pair[1].low)


class _Turns:
    """Climbing and cutting get the same time."""

    def __init__(self) -> None:
        self.climbed = False
        self.climb = False
        self.spent = {True: 0.0, False: 0.0}

    def timed(self, work: Callable[[], T]) -> T:
        """Do one piece of work; the turn goes to whoever had less time so far."""
        began = process_time()
        found = work()
        self.spent[self.climb] += process_time() - began
        self.climb = self.spent[True] < self.spent[False]
        return found


class _Cutting:
    """Boxes by their bounds, the largest first."""

    def __init__(self, search: Search, roots: list[Box]) -> None:
        self.search = search
        self.feasible = Feasible(search.problem.rules(search.space))
        self.heap: list[tuple[Fraction, int, Box]] = []
        self.order = count()
        self.boxes = 0
        self.closed = Fraction(0)  # the largest bound of boxes that cannot be cut further
        self.influence: dict[str, Fraction] = {}
        self.add(roots)
        self.roots = {name: _length(side) for box in roots for name, side in box.ranges.items()}

    @property
    def upper(self) -> Fraction:
        """A bound for every design of the space."""
        return max(self.closed, -self.heap[0][0] if self.heap else Fraction(0))

    def add(self, boxes: list[Box]) -> None:
        """Bound some boxes."""
        for start in range(0, len(boxes), BATCH):
            batch = boxes[start : start + BATCH]
            for box, bound in zip(batch, self._bounds(batch), strict=True):
                heappush(self.heap, (-bound, next(self.order), box))
        self.boxes += len(boxes)

    def _bounds(self, boxes: list[Box]) -> list[Fraction]:
        search = self.search
        found = search.valuer.bounds([box.sides() for box in boxes], search.stage, ROUGH)
        return [interval.high for interval in found]

    def advance(self) -> list[dict[str, Value]]:
        """Cut the boxes with the largest bounds; designs that were left alone in their boxes."""
        found, children = [], []
        for _ in range(min(BATCH // 2, len(self.heap))):
            bound, _, box = heappop(self.heap)
            if box.single:
                design = box.design()
                if violations(self.search.problem, design, self.search.space):
                    continue
                value = self.search.valuer.value(design, self.search.stage, cells=FINE)
                self.closed = max(self.closed, min(-bound, value.high))
                found.append(design)
                continue
            for half in box.halves(self._widest(box)):
                smaller = self.feasible.tightened(half)
                if smaller is not None:
                    children.append(smaller)
        self.add(children)
        return found

    def _widest(self, box: Box) -> str:
        """The range to cut: the one that matters most for its length."""
        if not self.influence:
            self._measure(box)
        open_sides = [name for name, (low, high) in box.ranges.items() if low != high]
        return max(
            open_sides,
            key=lambda name: (
                (self.influence.get(name, Fraction(0)) + Fraction(1, 10**6))
                * _length(box.ranges[name])
                / max(self.roots.get(name, 1), 1),
                name,
            ),
        )

    def _measure(self, box: Box) -> None:
        """How much each range can move the bound: tried once, by holding it at either end."""
        names = [name for name, (low, high) in box.ranges.items() if low != high]
        tried = []
        for name in names:
            low, high = box.halves(name)
            tried += [low, high]
        bounds = [
            b for i in range(0, len(tried), BATCH) for b in self._bounds(tried[i : i + BATCH])
        ]
        for name, low_bound, high_bound in zip(names, bounds[::2], bounds[1::2], strict=True):
            self.influence[name] = abs(low_bound - high_bound)


def _length(side: tuple[int, int | None]) -> int:
    low, high = side
    return 10**4 if high is None else high - low
