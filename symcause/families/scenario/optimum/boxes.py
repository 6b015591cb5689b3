"""Boxes of designs: ranges of whole numbers, one value for everything else; tightened by the constraints.

A constraint is evaluated on sets: a box on which it is surely false holds no design. Tightening drops
the ends of ranges that no design of the box can have.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from symcause.errors import LimitError
from symcause.families.scenario.models.parts import (
    Boolean,
    Choice,
    Integer,
    Value,
    default_of,
)
from symcause.families.scenario.problem.problem import ScenarioProblem, Space
from symcause.families.scenario.value.folding import depends_on, fold
from symcause.families.scenario.value.tally import Tally
from symcause.grammar.scenario_terms import Term, names

if TYPE_CHECKING:
    from symcause.families.scenario.value.columns import Column

Range = tuple[int, int | None]
SLICES = 4_096
"""Ranges are cut into so many slices at a time, to drop those at the ends that no design has."""

MAX_ROOTS = 4_096
"""Most combinations of choices and flags that are told apart."""

FURTHEST = 4_096
"""A range without an end is split here first."""


@dataclass(frozen=True)
class Box:
    """Values for choices and flags, ranges for whole numbers."""

    values: Mapping[str, Value]
    ranges: Mapping[str, Range]

    def sides(self) -> dict[str, Value | Range]:
        """Everything as the enclosure wants it; a range of one number is that number."""
        found: dict[str, Value | Range] = dict(self.values)
        found |= self.ranges
        return found

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


class Feasible:
    """The constraints of a space, on boxes."""

    def __init__(self, rules: tuple[Term, ...], tally: Tally | None = None) -> None:
        self.rules, self.tally = rules, tally
        self.names = frozenset().union(*(names(rule) for rule in rules)) if rules else frozenset()

    def tightened(self, box: Box) -> Box | None:
        """The box without ends that no design has; None if it holds no design."""
        if not self.rules:
            return box
        if not self._possible(box, None)[0]:
            return None
        ranges = dict(box.ranges)
        for name, (low, high) in box.ranges.items():
            if name not in self.names or high is None or low == high:
                continue
            first = self._end(Box(box.values, ranges), name, (low, high), 0)
            last = self._end(Box(box.values, ranges), name, (low, high), -1)
            if first > last:
                return None
            ranges[name] = (first, last)
        return Box(box.values, ranges)

    def _end(self, box: Box, name: str, inside: tuple[int, int], which: int) -> int:
        """The first (0) or last (-1) number of a range that some design may have; one beyond if none."""
        low, high = inside
        while True:
            size = -(-(high - low + 1) // SLICES)
            starts = range(low, high + 1, size)
            slices = [(start, min(start + size - 1, high)) for start in starts]
            allowed = [
                s for s, flag in zip(slices, self._possible(box, name, slices), strict=True) if flag
            ]
            if not allowed:
                return high + 1 if which == 0 else low - 1
            low, high = allowed[which]
            if size == 1:
                return low

    def _possible(
        self, box: Box, along: str | None, slices: Sequence[tuple[int, int]] = ()
    ) -> list[bool]:
        """May the constraints hold on the box, or on each of its slices along a range?"""
        import numpy as np

        from symcause.families.scenario.value import columns as c
        from symcause.families.scenario.value.enclosing import side
        from symcause.families.scenario.value.sets import Words, evaluate

        words = Words(self.tally)

        def look(name: str) -> Column:
            if name == along:
                lows, highs = (np.array(ends, dtype=np.int64) for ends in zip(*slices, strict=True))
                return c.whole(lows) if (lows == highs).all() else c.whole(lows, highs)
            return side([box.sides()[name]], words)

        flags = np.ones(1, dtype=bool)
        for rule in self.rules:
            found = evaluate(rule, look, words)
            assert isinstance(found, c.Truths)
            flags = flags & found.high
        if along is not None and len(flags) == 1:
            flags = np.broadcast_to(flags, (len(slices),))
        return [bool(flag) for flag in flags]


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
    if prod(map(len, lists)) > MAX_ROOTS:
        raise LimitError(f"more than {MAX_ROOTS:,} combinations of choices and flags")
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
    found: dict[str, Value] = {}
    for name, domain in domains.items():
        if isinstance(domain, Integer) or name not in feasible.names:
            continue
        possible = [
            option
            for option in finite_values(domain)
            if feasible.tightened(Box({**_defaults(problem), name: option}, ranges)) is not None
        ]
        if len(possible) == 1:
            found[name] = possible[0]
    return found


def _defaults(problem: ScenarioProblem) -> dict[str, Value]:
    return {
        name: value
        for name, value in problem.default.items()
        if not isinstance(problem.design[name], Integer)
    }
