"""Design boxes in the optimum of a scenario: ranges of designs, tightened by constraints.

A constraint is evaluated on sets: a box on which it is surely false holds no design. Tightening drops
the ends of ranges that no design of the box can have.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from symcause.errors import LimitError
from symcause.families.scenario.bounds import LINEAR_FACTOR, RANGE_SLICES, ROOT_BOXES
from symcause.families.scenario.models.model_components import (
    Boolean,
    Choice,
    Integer,
    Value,
    default_of,
)
from symcause.families.scenario.optimum.linear_rules import linear_rule
from symcause.families.scenario.problem.problem import ScenarioProblem, Space
from symcause.families.scenario.value.model_simplification import depends_on, fold
from symcause.families.scenario.value.work_tally import TRIED, Tally
from symcause.grammar.scenario.scenario_terms import Term, names

if TYPE_CHECKING:
    from symcause.families.scenario.value.enclosure.set_columns import Column, Flags
    from symcause.families.scenario.value.enclosure.set_terms import Words

Range = tuple[int, int | None]

FURTHEST = 4_096
"""A range without an end is split here first."""


@dataclass(frozen=True)
class Box:
    """Values for choices and flags, ranges for whole numbers."""

    values: Mapping[str, Value]
    ranges: Mapping[str, Range]

    def sides(self) -> dict[str, Value | Range]:
        """Everything as the enclosure wants it; a range of one number is that number."""
        sides: dict[str, Value | Range] = dict(self.values)
        sides |= self.ranges
        return sides

    @property
    def single(self) -> bool:
        return all(low == high for low, high in self.ranges.values())

    def design(self) -> dict[str, Value]:
        """The design at the lower ends."""
        return {**self.values, **{name: Fraction(low) for name, (low, _) in self.ranges.items()}}

    def halves(self, name: str) -> tuple[Box, Box]:
        """The box cut in two along a range."""
        low, high = self.ranges[name]
        middle = max(FURTHEST, 2 * low) if high is None else (low + high) // 2
        return (
            Box(self.values, {**self.ranges, name: (low, middle)}),
            Box(self.values, {**self.ranges, name: (middle + 1, high)}),
        )


@dataclass(frozen=True)
class Sides:
    """A box as constraints see it."""

    columns: dict[str, Column]
    words: Words


class Feasible:
    """The constraints of a space, on boxes."""

    def __init__(self, rules: tuple[Term, ...], tally: Tally | None = None) -> None:
        self.rules, self.tally = rules, tally
        self.names = frozenset().union(*(names(rule) for rule in rules)) if rules else frozenset()
        self.linear = [linear for rule in rules if (linear := linear_rule(rule)) is not None]

    def tightened(self, box: Box) -> Box | None:
        """The box without ends that no design has; None if it holds no design."""
        if not self.rules:
            return box
        if len(self.linear) == len(self.rules) and (small := self._small(box)) is not None:
            return self._narrowed(box, small)
        from symcause.families.scenario.value.enclosure.probability_bounds import side
        from symcause.families.scenario.value.enclosure.set_terms import Words

        words, sides = Words(self.tally), box.sides()
        there = Sides({name: side([sides[name]], words) for name in self.names}, words)
        if not self._possible(there).all():
            return None
        ranges = dict(box.ranges)
        for name, (low, high) in box.ranges.items():
            if name not in self.names or high is None or low == high:
                continue
            ends = self._ends(there, name, (low, high))
            if ends is None:
                return None
            ranges[name] = ends
            there.columns[name] = side([ends], words)
        return Box(box.values, ranges)

    def _small(self, box: Box) -> dict[str, tuple[int, int]] | None:
        """The ranges that the constraints mention, if all are short ranges of small numbers."""
        found = {}
        for name in self.names:
            low, high = box.ranges.get(name, (0, None))
            if high is None or high - low >= RANGE_SLICES or max(-low, high) >= LINEAR_FACTOR:
                return None
            found[name] = (low, high)
        return found

    def _narrowed(self, box: Box, ranges: dict[str, tuple[int, int]]) -> Box | None:
        """The same by linear rules."""
        self._pay()
        if not all(rule.possible(ranges) for rule in self.linear):
            return None
        for name in [name for name in box.ranges if name in ranges]:
            low, high = ranges[name]
            if low == high:
                continue
            self._pay(name, high - low + 1)
            for rule in self.linear:
                low, high = rule.narrowed(ranges, name, (low, high))
            if low > high:
                return None
            ranges[name] = (low, high)
        return Box(box.values, {**box.ranges, **ranges})

    def _pay(self, name: str | None = None, numbers: int = 1) -> None:
        if self.tally is not None:
            self.tally.spend(TRIED)
            for rule in self.linear:
                rule.pay(self.tally, name, numbers)

    def _ends(self, box: Sides, name: str, inside: tuple[int, int]) -> tuple[int, int] | None:
        """The first and the last number of a range that some design may have; None if none has any."""
        low, high = inside
        size = -(-(high - low + 1) // RANGE_SLICES)
        starts = range(low, high + 1, size)
        there = self._possible(box, name, starts, high)
        if not there.any():
            return None
        first, last = int(there.argmax()), len(there) - 1 - int(there[::-1].argmax())
        if size == 1:
            return low + first, low + last
        outer = [(starts[i], min(starts[i] + size - 1, high)) for i in (first, last)]
        left, right = (self._ends(box, name, part) for part in outer)
        # A slice may seem to hold a design although none of its numbers does: it is left out then.
        start = outer[0][1] + 1 if left is None else left[0]
        stop = outer[1][0] - 1 if right is None else right[1]
        return (start, stop) if start <= stop else None

    def _possible(
        self, box: Sides, along: str | None = None, starts: range = range(1), end: int = 0
    ) -> Flags:
        """May the constraints hold on the box, or on each of its slices along a range?"""
        import numpy as np

        from symcause.families.scenario.value.enclosure import set_columns as c
        from symcause.families.scenario.value.enclosure.set_terms import evaluate

        lows = np.array(starts, dtype=np.int64)
        highs = np.minimum(lows + (starts.step - 1), end)
        sliced = c.whole(lows) if starts.step == 1 else c.whole(lows, highs)

        def look(name: str) -> Column:
            return sliced if name == along else box.columns[name]

        box.words.tally.spend(TRIED)
        flags = np.ones(1, dtype=bool)
        for rule in self.rules:
            found = evaluate(rule, look, box.words)
            assert isinstance(found, c.Truths)
            flags = flags & found.high
        return flags if along is None else np.broadcast_to(flags, (len(lows),))


def root_boxes(problem: ScenarioProblem, space: Space, *stages: str) -> Iterator[Box]:
    """One box for every assignment of choices and flags that makes a difference in one of the stages."""
    domains = problem.domains(space)
    finite = {n: d for n, d in domains.items() if not isinstance(d, Integer)}
    feasible = Feasible(problem.rules(space))
    seen: dict[object, None] = {}
    matters = feasible.names.union(*(depends_on(fold(problem, s, {})) for s in stages))
    lists = [
        finite_values(domain) if name in matters else [default_of(domain)]
        for name, domain in finite.items()
    ]
    if prod(map(len, lists)) > ROOT_BOXES:
        raise LimitError(f"more than {ROOT_BOXES:,} combinations of choices and flags")
    for values in product(*lists):
        chosen = dict(zip(finite, values, strict=True))
        models = tuple(fold(problem, stage, chosen) for stage in stages)
        used = feasible.names.union(*map(depends_on, models))
        ranges = {
            n: (d.least, d.most) if n in used else (d.default, d.default)
            for n, d in domains.items()
            if isinstance(d, Integer)
        }
        box = feasible.tightened(Box(chosen, ranges))
        key = (models, tuple(sorted(box.ranges.items())) if box is not None else None)
        if box is None or key in seen:
            continue
        seen[key] = None
        yield box


def finite_values(domain: Boolean | Choice) -> list[Value]:
    """The values of a choice or flag, its default first."""
    every: list[Value] = [False, True] if isinstance(domain, Boolean) else list(domain.options)
    return sorted(every, key=lambda value: value != domain.default)


def settled(problem: ScenarioProblem, space: Space) -> dict[str, Value]:
    """Design variables that have only one value in the space."""
    feasible = Feasible(problem.rules(space))
    domains = problem.domains(space)
    ranges = {n: (d.least, d.most) for n, d in domains.items() if isinstance(d, Integer)}
    values: dict[str, Value] = {}
    for name, domain in domains.items():
        if isinstance(domain, Integer) or name not in feasible.names:
            continue
        possible = [
            option
            for option in finite_values(domain)
            if feasible.tightened(Box({**_defaults(problem), name: option}, ranges)) is not None
        ]
        if len(possible) == 1:
            values[name] = possible[0]
    return values


def _defaults(problem: ScenarioProblem) -> dict[str, Value]:
    return {
        name: value
        for name, value in problem.default.items()
        if not isinstance(problem.design[name], Integer)
    }
