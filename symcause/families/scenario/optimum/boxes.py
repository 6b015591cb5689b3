"""Boxes of designs: ranges of whole numbers, one value for everything else; tightened by the constraints.

A constraint is evaluated on sets: a box on which it is surely false holds no design. Tightening drops
the ends of ranges that no design of the box can have.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

from symcause.families.scenario.models.parts import Boolean, Choice, Integer, Value, default_of
from symcause.families.scenario.problem.problem import ScenarioProblem, Space
from symcause.families.scenario.value.folding import depends_on, fold
from symcause.grammar.scenario_terms import Term, names

if TYPE_CHECKING:
    from symcause.families.scenario.value.columns import Column

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

    def __init__(self, rules: tuple[Term, ...]) -> None:
        self.rules = rules
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
            flags = self._possible(Box(box.values, ranges), name)
            allowed = [low + i for i, flag in enumerate(flags) if flag]
            if not allowed:
                return None
            ranges[name] = (allowed[0], allowed[-1])
        return Box(box.values, ranges)

    def _possible(self, box: Box, along: str | None) -> list[bool]:
        """May the constraints hold on the box, or on each of its slices along a range?"""
        import numpy as np

        from symcause.families.scenario.value import columns as c
        from symcause.families.scenario.value.enclosing import side
        from symcause.families.scenario.value.sets import Words, evaluate

        words = Words()

        def look(name: str) -> Column:
            if name == along:
                low, high = box.ranges[name]
                assert high is not None
                return c.whole(np.arange(low, high + 1))
            return side([box.sides()[name]], words)

        flags = np.ones(1, dtype=bool)
        for rule in self.rules:
            found = evaluate(rule, look, words)
            assert isinstance(found, c.Truths)
            flags = flags & found.high
        if along is not None and len(flags) == 1:
            low, high = box.ranges[along]
            assert high is not None
            flags = np.broadcast_to(flags, (high - low + 1,))
        return [bool(flag) for flag in flags]


def root_boxes(problem: ScenarioProblem, space: Space, *stages: str) -> Iterator[Box]:
    """One box for every assignment of choices and flags that makes a difference in one of the stages."""
    domains = problem.domains(space)
    finite = {n: d for n, d in domains.items() if not isinstance(d, Integer)}
    feasible = Feasible(problem.rules(space))
    seen: dict[object, None] = {}
    matters = feasible.names.union(*(depends_on(fold(problem, s, {})) for s in stages))
    lists = [
        _values(domain) if name in matters else [default_of(domain)]
        for name, domain in finite.items()
    ]
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


def _values(domain: Boolean | Choice) -> list[Value]:
    """The values of a choice or flag, its default first."""
    every: list[Value] = [False, True] if isinstance(domain, Boolean) else list(domain.options)
    return sorted(every, key=lambda value: value != domain.default)


def designs(problem: ScenarioProblem, space: Space, most: int) -> list[dict[str, Value]] | None:
    """All designs of a space in a fixed order; None if there are more than a bound to look at."""
    from symcause.families.scenario.problem.problem import violations

    lists: list[list[Value]] = []
    size = 1
    for domain in problem.domains(space).values():
        if isinstance(domain, Integer):
            if domain.most is None:
                return None
            numbers: list[Value] = [Fraction(k) for k in range(domain.least, domain.most + 1)]
            lists.append(numbers)
        else:
            lists.append(_values(domain))
        size *= len(lists[-1])
        if size > most:
            return None
    every = (dict(zip(problem.design, values, strict=True)) for values in product(*lists))
    return [design for design in every if not violations(problem, design, space)]


def nowhere(problem: ScenarioProblem, space: Space) -> bool:
    """Is there surely no design in the space?"""
    if not problem.rules(space):
        return False
    return next(root_boxes(problem, space, problem.final), None) is None or (
        designs(problem, space, 2_000) == []
    )


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
            for option in _values(domain)
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
