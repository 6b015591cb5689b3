"""Weighted states for bounds in the scenario verifier: what a unit can be, step by step.

A state holds a set for every variable that is still needed; states that agree become one. A continuous draw
uniform(a, b) is a + u (b - a): its cells are cuts of u between 0 and 1, disjoint and covering whatever a
and b are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor

from symcause.families.scenario.models.model_components import Define, Distribution
from symcause.families.scenario.verifier.bounds.chance_sums import ONE, ZERO, Weight, probability
from symcause.families.scenario.verifier.bounds.event_parts import Step
from symcause.families.scenario.verifier.bounds.range_terms import Enclosed, Sets, enclosed, number
from symcause.families.scenario.verifier.bounds.value_ranges import (
    NO,
    YES,
    Range,
    Set,
    down,
    point,
    up,
)
from symcause.grammar.scenario.scenario_terms import Term
from symcause.kernel.nodes import Beyond, Rejected
from symcause.kernel.work import Work

MAX_STATES = 400_000  # states
"""Most states at a time."""

MAX_WHOLE = 2_000  # numbers
"""Most numbers that a whole draw is listed for; more are one range."""

Cuts = Mapping[str, Sequence[Fraction]]
State = tuple[Set, ...]


class Stepping:
    """Steps over states; terms are compiled once."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self._terms: dict[Term, Enclosed] = {}

    def term(self, term: Term) -> Enclosed:
        """The function of a term."""
        if term not in self._terms:
            self._terms[term] = enclosed(term)
        return self._terms[term]

    def states(
        self,
        steps: Iterable[tuple[Step, tuple[str, ...]]],
        known: Sets,
        states: dict[State, Weight],
        names: tuple[str, ...],
        cuts: Cuts,
    ) -> tuple[tuple[str, ...], dict[State, Weight]]:
        """The states after some steps, with the names of what they hold."""
        for step, kept in steps:
            following: dict[State, Weight] = {}
            for state, weight in states.items():
                sets = {**known, **dict(zip(names, state, strict=True))}
                for value, share in self._values(step, sets, cuts):
                    sets[step.name] = value
                    self.work.spend(300, "the cells")
                    low, high = weight[0] * share[0], weight[1] * share[1]
                    own = tuple(sets[name] for name in kept)
                    before = following.get(own, (ZERO, ZERO))
                    following[own] = (down(before[0] + low), up(before[1] + high))
            if len(following) > MAX_STATES:
                raise Beyond(f"more than {MAX_STATES:,} states")
            names, states = kept, following
        return names, states

    def _values(self, step: Step, sets: Sets, cuts: Cuts) -> Iterator[tuple[Set, Weight]]:
        if isinstance(step, Define):
            yield self.term(step.term)(sets), (ONE, ONE)
        else:
            yield from self.drawn(step.distribution, sets, cuts.get(step.name, ()))

    def drawn(
        self, drawn: Distribution, sets: Sets, cuts: Sequence[Fraction]
    ) -> Iterator[tuple[Set, Weight]]:
        """The values of a draw with bounds of their chances."""
        given = [number(self.term(term)(sets)) for term in drawn.terms]
        if drawn.kind == "bernoulli":
            chance = probability(given[0])
            if chance.high > 0:
                yield YES, (chance.low, chance.high)
            if chance.low < 1:
                yield NO, (1 - chance.high, 1 - chance.low)
        elif drawn.kind == "categorical":
            if any(p.low != p.high for p in given):
                raise Beyond("the chances of options are not fixed")
            if min(p.low for p in given) < 0 or sum(p.low for p in given) != 1:
                raise Rejected("probabilities that do not add up to 1")
            for option, p in zip(drawn.options, given, strict=True):
                if p.low:
                    yield frozenset({option}), (p.low, p.low)
        elif drawn.kind == "integer":
            yield from _whole(given[0], given[1])
        elif drawn.kind == "uniform":
            yield from _uniform(given[0], given[1], (ZERO, *cuts, ONE))
        else:
            raise Beyond(f"a {drawn.kind} draw has no cells here")


def _whole(low: Range, high: Range) -> Iterator[tuple[Set, Weight]]:
    first, last = ceil(low.low), floor(high.high)
    if last < first:
        raise Rejected("an integer draw from an empty range")
    if low.low != low.high or high.low != high.high or last - first >= MAX_WHOLE:
        yield Range(Fraction(first), Fraction(last)), (ONE, ONE)
        return
    share = Fraction(1, last - first + 1)
    for whole in range(first, last + 1):
        yield point(Fraction(whole)), (share, share)


def _uniform(low: Range, high: Range, cuts: Sequence[Fraction]) -> Iterator[tuple[Set, Weight]]:
    if low.low > high.high:
        raise Rejected("a uniform draw from an empty range")
    fixed = low.low == low.high and high.low == high.high
    for a, b in pairwise(cuts):
        ends = [low.low + u * (high.low - low.low) for u in (a, b)]
        tops = [low.high + u * (high.high - low.high) for u in (a, b)]
        open_ = fixed and low.low < high.low
        yield Range(down(min(ends)), up(max(tops)), open_, open_), (b - a, b - a)
