"""The polynomial range in the cpt space: the ends of a multilinear function, at corners of a box.

A function that is linear in each number alone has its least and its largest value at corners. A corner
may not belong to a network (a condition would have probability 0 there); then the end is approached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import lcm
from typing import cast

from symcause.errors import LimitError
from symcause.families.cpt.bounds import APPROACH_STEPS, CORNER_STEPS
from symcause.families.cpt.models.network import Network
from symcause.families.cpt.problem.problem import Box, middle, pinned
from symcause.families.cpt.problem.step_budgets import CORNER, NETWORK
from symcause.families.cpt.space.query_range import HIGH, LOW, QueryRange

Point = tuple[Fraction, ...]


@dataclass(frozen=True)
class Polynomial:
    """A multilinear function of numbers in boxes, and the network that has such numbers."""

    method: str
    boxes: tuple[Box, ...]
    value: Callable[[Point], Fraction]
    network: Callable[[Point], Network | None]
    inner: tuple[int, ...] = ()  # numbers that lie strictly between 0 and 1 in every network

    def range(self) -> QueryRange | None:
        """The range; None where some number has no room between 0 and 1 that it needs."""
        if any(pinned(self.boxes[i]) for i in self.inner):
            return None
        corners, (values, over) = self._corners(), self.at_corners()
        whole = (min(values), max(values))
        ends = [Fraction(end, over) for end in whole]
        found = [[p for p, v in zip(corners, values, strict=True) if v == end] for end in whole]
        at = [points[0] for points in found]
        reached = [self._reached(*points) for points in zip(found, ends, strict=True)]

        def approach(end: int, near: Fraction) -> Network | None:
            exact = reached[end]
            return self.network(exact if exact is not None else self._inside(at[end], near))

        def between(goal: Fraction) -> Network | None:
            point = self._having(goal, at[LOW], at[HIGH])
            return None if point is None else self.network(point)

        attained = (reached[LOW] is not None, reached[HIGH] is not None)
        return QueryRange(ends[0], ends[1], attained, True, self.method, approach, between=between)

    def _having(self, goal: Fraction, low: Point, high: Point) -> Point | None:
        """A point with a value between two others: one number after the other goes from end to end.

        The value is linear in the number that moves, so that it is met where the sign of what is lacking
        turns.
        """
        for step in range(1, APPROACH_STEPS // NETWORK):
            near = Fraction(1, 2) ** step
            here, there = (self._inside(end, near) for end in (low, high))
            lack = self.value(here) - goal
            if lack > 0 or self.value(there) < goal:
                continue
            for i, end in enumerate(there):
                moved = (*here[:i], end, *here[i + 1 :])
                beyond = self.value(moved) - goal
                if lack <= 0 <= beyond:
                    part = lack / (lack - beyond) if lack != beyond else Fraction(0)
                    return (*here[:i], here[i] + part * (end - here[i]), *here[i + 1 :])
                here, lack = moved, beyond
        return None

    def _corners(self) -> list[Point]:
        choices = [tuple(dict.fromkeys(box)) for box in self.boxes]
        wide = sum(len(choice) > 1 for choice in choices)
        if CORNER * 2**wide > CORNER_STEPS:
            raise LimitError(f"more than {CORNER_STEPS // CORNER:,} corners of given numbers")
        return list(product(*choices))

    def at_corners(self) -> tuple[list[int], int]:
        """The value at every corner, in whole numbers over one denominator.

        The function is linear in each number alone, so that its values where all numbers are 0 or 1 give
        those everywhere: one number after the other is moved to the ends of its box.
        """
        points = cast("Iterator[Point]", product((0, 1), repeat=len(self.boxes)))
        units = [Fraction(self.value(point)) for point in points]
        over = lcm(*(unit.denominator for unit in units))
        table = [unit.numerator * (over // unit.denominator) for unit in units]
        for box in self.boxes:
            least, half = lcm(box[0].denominator, box[1].denominator), len(table) // 2
            ends = [x.numerator * (least // x.denominator) for x in dict.fromkeys(box)]
            table = [
                least * low + end * (high - low)
                for low, high in zip(table[:half], table[half:], strict=True)
                for end in ends
            ]
            over *= least
        return table, over

    def _reached(self, points: Sequence[Point], end: Fraction) -> Point | None:
        """Of the corners that have this value, one that can be moved to a network which has it too."""
        for point in points:
            moved = self._inside(point, Fraction(1, 2))
            if moved == point or self.value(moved) == end:
                return moved
        return None

    def _inside(self, point: Point, near: Fraction) -> Point:
        """The point with numbers that may not be 0 or 1 moved towards the middle of their boxes."""
        return tuple(
            x + near * (middle(self.boxes[i]) - x) if i in self.inner and x in (0, 1) else x
            for i, x in enumerate(point)
        )
