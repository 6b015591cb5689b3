"""The upper bound on the optimum of a scenario, by boxes of designs cut in two."""

from __future__ import annotations

from fractions import Fraction
from heapq import heappop, heappush
from itertools import count

from symcause.families.scenario.bounds import CUT_REACH
from symcause.families.scenario.models.model_components import Value
from symcause.families.scenario.models.rational_intervals import Interval
from symcause.families.scenario.optimum.design_boxes import Box, Feasible
from symcause.families.scenario.problem.problem import Space, violations
from symcause.families.scenario.value.valuer import FINE, ROUGH, Valuer

BATCH = 8
"""Boxes that are bounded at once."""


class Cutting:
    """Boxes by their bounds, the largest first."""

    def __init__(self, valuer: Valuer, space: Space, stage: str, roots: list[Box]) -> None:
        self.valuer, self.space, self.stage = valuer, space, stage
        self.feasible = Feasible(valuer.problem.rules(space), valuer.tally)
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

    @property
    def done(self) -> bool:
        """True if no cut can lower the bound any more."""
        return not self.heap or -self.heap[0][0] <= self.closed

    def add(self, boxes: list[Box], known: list[Fraction] | None = None) -> None:
        """Bound some boxes; *known* are bounds of larger ones that they are parts of."""
        for start in range(0, len(boxes), BATCH):
            batch = boxes[start : start + BATCH]
            for at, bound in enumerate(self._bounds(batch)):
                least = bound if known is None else min(bound, known[start + at])
                heappush(self.heap, (-least, next(self.order), batch[at]))
        self.boxes += len(boxes)

    def _bounds(self, boxes: list[Box]) -> list[Fraction]:
        intervals = self.valuer.bounds([box.sides() for box in boxes], self.stage, ROUGH)
        return [self.height(interval) for interval in intervals]

    def height(self, interval: Interval) -> Fraction:
        """How high the values in an interval may be."""
        return interval.high

    def advance(self) -> list[dict[str, Value]]:
        """Cut the boxes with the largest bounds; designs that were left alone in their boxes."""
        designs, children, known = [], [], []
        for _ in range(min(BATCH // 2, len(self.heap))):
            bound, _, box = heappop(self.heap)
            if box.single:
                design = box.design()
                if violations(self.valuer.problem, design, self.space):
                    continue
                value = self.valuer.value(design, self.stage, cells=FINE)
                self.closed = max(self.closed, min(-bound, self.height(value)))
                designs.append(design)
                continue
            if not (sides := _cuttable(box)):
                self.closed = max(self.closed, -bound)
                continue
            for half in box.halves(self._widest(box, sides)):
                smaller = self.feasible.tightened(half)
                if smaller is not None:
                    children.append(smaller)
                    known.append(-bound)
        self.add(children, known)
        return designs

    def _widest(self, box: Box, sides: list[str]) -> str:
        """The range to cut, of these *sides*: the one that matters most for its length."""
        if not self.influence:
            self._measure(box, sides)
        return max(
            sides,
            key=lambda name: (
                (self.influence.get(name, Fraction(0)) + Fraction(1, 10**6))
                * _length(box.ranges[name])
                / max(self.roots.get(name, 1), 1),
                name,
            ),
        )

    def _measure(self, box: Box, names: list[str]) -> None:
        """How much each range can move the bound: tried once, by holding it at either end."""
        tried = []
        for name in names:
            low, high = box.halves(name)
            tried += [low, high]
        bounds = [
            b for i in range(0, len(tried), BATCH) for b in self._bounds(tried[i : i + BATCH])
        ]
        for name, low_bound, high_bound in zip(names, bounds[::2], bounds[1::2], strict=True):
            self.influence[name] = abs(low_bound - high_bound)


def _cuttable(box: Box) -> list[str]:
    """The ranges of more than one number that a cut may narrow."""
    return [
        name
        for name, (low, high) in box.ranges.items()
        if low != high and (high is not None or low < CUT_REACH)
    ]


def _length(side: tuple[int, int | None]) -> int:
    low, high = side
    return 10**4 if high is None else high - low
