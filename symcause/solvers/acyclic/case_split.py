"""The case split: counting acyclic choices by cases where the recursion is too large.

A component that the recursion cannot take is split by the parent set of one node: the weight is the sum
over its parent sets, and with that one fixed the component may fall apart into smaller ones, which are
counted by the recursion as soon as they are small, else split again. Components that are met again are
remembered. Where any nodes may be the roots, the cases are the root sets first: with its roots placed a
component may fall apart as well. The work is bounded by a number of steps, so the same question is given up
at the same place on every machine.

>>> weigh_by_cases([{0: 1, 2: 1}, {0: 1, 1: 1}], 1)
3
"""

from __future__ import annotations

from itertools import chain
from typing import Generic, cast

from symcause.bounds.solvers_bounds import (
    ARRAY_CASES,
    CASE_STEPS,
    LEVEL_TERMS,
    LOOKED_AT_ROOTS,
    RECURSION_STEPS,
    RECURSION_TERMS,
)
from symcause.budgets import Meter, StrictMeter
from symcause.errors import LimitError
from symcause.models.bit_lookups import renumbered
from symcause.solvers.acyclic.choice_weight import Choices, Part, planned, too_large
from symcause.solvers.acyclic.cycle_components import Pieces, components, project
from symcause.solvers.acyclic.recursion_size import least_sets, least_terms, steps
from symcause.solvers.acyclic.subset_sums import W, Weighted

_REFUSED = 1_000  # steps that it takes to see that there are more terms than the recursion may have
_WORD = 63  # nodes whose sets are words
_LOOKED = 12  # steps in the time that one parent set takes each time it is looked at


def weigh_by_cases(
    choices: Weighted[W],
    one: W,
    most: int = RECURSION_TERMS,
    roots: int = 0,
    barred: int = 0,
    cases: int = CASE_STEPS,
    pieces: Pieces[W] | None = None,
    meter: Meter | None = None,
) -> W:
    """The weight of all acyclic choices: by the recursion in *most* steps, what is beyond it by *cases*.

    Parts beyond the recursion come first, for they may not be counted at all: LimitError. The *pieces* of
    the choices may be known. All of it draws on a *meter*.
    """
    pieces, meter = pieces or Pieces(choices), meter or Meter()
    plan = planned(choices, most, roots, barred, pieces)
    meter.demand(plan.begun(most))
    if plan.steps <= most:
        return plan.total(one, {})
    work = _Cases(one, meter, cases)
    known = {
        (part.component, k): _beyond(part, most, work, least)
        for parts, least in zip(plan.components, pieces.least, strict=False)
        for k, part in parts.items()
        if part.steps > most
    }
    return plan.total(one, known)


def _beyond(part: Part[W], most: int, work: _Cases[W], least: list[list[int]] | None) -> W:
    """A part beyond the recursion: over arrays if there may be few enough terms for them, or by cases."""
    nodes = [1 << v for v in part.component]
    known = [least_sets(options) for options in part.inside] if least is None else least
    terms = max(least_terms(nodes, known, start) for start in part.starts[:LOOKED_AT_ROOTS])
    if isinstance(work.one, int) and terms <= LEVEL_TERMS:
        try:
            return cast("W", part.in_levels(work.meter) * work.one)
        except LimitError:
            pass
    try:
        return work.part(part, most)
    except LimitError:
        raise too_large(part, terms) from None


def count_by_cases(
    choices: Choices,
    most: int = RECURSION_TERMS,
    roots: int = 0,
    barred: int = 0,
    pieces: Pieces[int] | None = None,
    meter: Meter | None = None,
) -> int:
    """The same over the integers."""
    return weigh_by_cases(choices, 1, most, roots, barred, pieces=pieces, meter=meter)


class _Cases(Generic[W]):
    """Components that were counted, and the steps that are left: *most* of those of a meter."""

    def __init__(self, one: W, meter: Meter, most: int) -> None:
        self.one, self._zero = one, one + -one
        self.meter = meter
        self._steps = StrictMeter(most, "too many cases to count over", within=meter)
        self._known: dict[object, W] = {}

    def part(self, part: Part[W], most: int) -> W:
        """The sum over its root sets: by the recursion if all are within *most* steps, else by cases."""
        looked = _LOOKED * sum(map(len, part.inside))
        if part.starts == (0,) and not self._known and looked > (self._steps.left or 0):
            raise too_large(part)  # nothing would be left after the first look
        if any(part.starts):
            plans, left = [], most
            for start in part.starts:
                plans.append(planned(_placed(part, start), left))
                left -= plans[-1].steps
                if left < 0:
                    break
            else:
                self.meter.spend(most - left)
                return sum((plan.total(self.one, {}) for plan in plans), start=self._zero)
        try:
            rests = (_placed(part, start) for start in part.starts)
            return sum(map(self.weigh, rests), start=self._zero)
        except LimitError:
            raise too_large(part) from None

    def weigh(self, choices: Weighted[W]) -> W:
        if not all(choices):
            return self._zero
        total = self.one
        for component in components(choices):
            total = total * self._component(project(choices, component))
            if not total:
                break
        return total

    def _component(self, choices: list[dict[int, W]]) -> W:
        if len(choices) == 1:
            return choices[0].get(0, self._zero)
        key = tuple(frozenset(options.items()) for options in choices)
        if key not in self._known:
            self._known[key] = self._counted(choices)
        return self._known[key]

    def _counted(self, choices: list[dict[int, W]]) -> W:
        self._steps.spend(_LOOKED * sum(map(len, choices)))
        nodes = tuple(range(len(choices)))
        taken = steps([1 << v for v in nodes], choices, RECURSION_STEPS)
        self._steps.spend(taken if taken <= RECURSION_STEPS else _REFUSED)
        if taken <= RECURSION_STEPS:
            return Part(nodes, choices, (0,), taken).weight(self.one)
        node = _splitting(choices)
        if node is None:  # one parent set each, and they close a cycle
            return self._zero
        total = self._zero
        for mask, weight in choices[node].items():
            fixed = {mask: self.one}
            case = [fixed if v == node else options for v, options in enumerate(choices)]
            total = total + weight * self.weigh(case)
        return total


def _splitting(choices: Weighted[W]) -> int | None:
    """The node that many parent sets hold and that has few of its own; None if nobody can choose."""
    held = _held(choices)
    able = [v for v, options in enumerate(choices) if len(options) > 1]
    return max(able, key=lambda v: (held[v] / len(choices[v]), -v), default=None)


def _held(choices: Weighted[W]) -> list[int]:
    """How many parent sets hold each node."""
    masks, nodes = list(chain.from_iterable(choices)), range(len(choices))
    if len(masks) < ARRAY_CASES or len(nodes) > _WORD:
        return [sum([mask >> p & 1 for mask in masks]) for p in nodes]
    import numpy as np

    flat = np.array(masks, dtype=np.int64)
    return [int((flat >> p & 1).sum()) for p in nodes]


def _placed(part: Part[W], start: int) -> list[dict[int, W]]:
    """The choices of the other nodes once these stand before them, numbered from 0."""
    moved = renumbered([v for v in part.component if not start >> v & 1])
    found: list[dict[int, W]] = []
    for v, choices in zip(part.component, part.inside, strict=True):
        if start >> v & 1:
            continue
        options: dict[int, W] = {}
        for mask, weight in choices.items():
            left = moved(mask)
            options[left] = options[left] + weight if left in options else weight
        found.append(options)
    return found
