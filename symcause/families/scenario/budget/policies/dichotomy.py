"""The dichotomy: two rivals, what designs and a history show of them, and what that is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from symcause.families.scenario.bounds import COUNT_VECTORS, RECURSED_DESIGNS, RECURSED_UNITS
from symcause.families.scenario.budget.policies.belief_ascent import NAME, Ascent, Climb
from symcause.families.scenario.budget.policies.count_vectors import terms
from symcause.families.scenario.budget.policies.design_values import (
    TIE,
    DesignValues,
    curve_units,
    fewest,
)
from symcause.families.scenario.budget.policies.earlier_records import Records
from symcause.families.scenario.budget.policies.exact_recursion import Recursion
from symcause.families.scenario.budget.policies.payoff_vectors import Payoff
from symcause.families.scenario.budget.policies.ratio_classes import (
    Experiment,
    join,
    maximal,
    reduced,
)
from symcause.families.scenario.budget.policies.single_design import units, weighted
from symcause.families.scenario.budget.policies.value_bounds import (
    First,
    Least,
    Seen,
    Single,
    Worth,
)
from symcause.families.scenario.models.rational_intervals import Interval

Height = Callable[[int], Fraction]
"""At most what a number of units is worth."""


@dataclass(frozen=True)
class Dichotomy:
    """What designs tell at least (*low*) and at most (*high*): the same, unless numbers are intervals.

    An experiment stands in the place of its design; *high* may have more of them.
    """

    low: tuple[Experiment, ...]
    high: tuple[Experiment, ...]
    records: Records
    prior: tuple[Fraction, Fraction]
    units: int
    level: Fraction
    payoffs: Mapping[str, Payoff]

    @cached_property
    def maximal(self) -> list[int]:
        """The designs that no other dominates."""
        return maximal(self.low)

    @cached_property
    def _designs(self) -> list[Experiment]:
        return [reduced(self.low[place]) for place in self.maximal]

    @cached_property
    def _above(self) -> list[Experiment]:
        if self.high is self.low:
            return self._designs
        return [reduced(self.high[place]) for place in maximal(self.high)]

    @property
    def _summed(self) -> bool:
        """Is there one design, and are all vectors of its units gone through with all histories?"""
        if self.low is not self.high or len(self._designs) != 1 or not self.records.exact:
            return False
        size = terms(len(self._designs[0]), self.units) * self.records.vectors.size
        return size <= COUNT_VECTORS

    @cached_property
    def values(self) -> DesignValues:
        """The single designs."""
        return DesignValues(self._designs, self.records, self.prior, self.units, self.payoffs)

    def seen(self) -> Seen:
        """All that is proven."""
        climb = self._climb
        worth = {name: self._worth(name, climb) for name in self.payoffs}
        named = worth.get(NAME)
        return Seen(
            exact=self._summed or (named is not None and named.adaptive.exact),
            maximal=tuple(self.maximal),
            informs=self.records.informs,
            worth=worth,
            first=self._first(climb),
            single=self._single(),
        )

    def _single(self) -> Single | None:
        if NAME not in self.payoffs:
            return None
        at, low = self.values.best(NAME, self.units)
        gained = low > self.values.best(NAME, 0)[1] + TIE
        return Single(self.maximal[at] if gained else 0, low)

    @cached_property
    def _climb(self) -> Ascent | None:
        """The grid of beliefs; None where it is not needed, or too large."""
        if self._summed:
            return None
        least = {name: self.values.best(name, self.units)[1] for name in self.payoffs}
        climb = Climb(self._above, self._designs, self.records, self.prior, self.units)
        return climb.ascended(self.payoffs, least)

    @cached_property
    def _recursion(self) -> Recursion | None:
        """All policies in fractions, where they are few."""
        if self.low is not self.high or self.records.informs or self.units > RECURSED_UNITS:
            return None
        if len(self._designs) > RECURSED_DESIGNS or NAME not in self.payoffs:
            return None
        return Recursion(self._designs, self.payoffs[NAME].low)

    def _worth(self, name: str, climb: Ascent | None) -> Worth:
        values, n = self.values, self.units
        recursion = self._recursion if name == NAME else None
        height = self.height(name)
        low = values.best(name, n)[1]
        high = max(height(n), low)
        adaptive = Interval(low, high)
        if recursion is not None:
            adaptive = Interval(high, high)
        elif climb is not None:
            adaptive = Interval(max(low, min(climb.low[name], high)), high)
        return Worth(
            self._start(name, height),
            Interval(low, high),
            adaptive,
            self._least(name, height),
            self._minimax(climb) if name == NAME else None,
            tuple(self._points(name, height)),
        )

    def _start(self, name: str, height: Height) -> Interval:
        low, high = self.values.best(name, 0)[1], height(0)
        if self.records.exact:
            high = min(high, self.values.most(name, 0))
        return Interval(low, max(low, high))

    def height(self, name: str) -> Height:
        """At most what every number of units is worth."""
        climb = self._climb
        recursion = self._recursion if name == NAME else None
        if recursion is not None:
            return lambda n: recursion.value(self.prior, n)
        if self._summed:
            return lambda n: self.values.most(name, n)
        payoff = self.payoffs[name]
        ends = (p * max(v[i] for v in payoff.high) for i, p in enumerate(self.prior))
        top = sum(ends, Fraction(0))
        if climb is not None:
            return lambda n: min(top, climb.high[name][n])
        hull = join(self._above)
        if not self.records.exact:
            return lambda n: top
        vectors = self.records.vectors
        if terms(len(hull), self.units) * vectors.size > COUNT_VECTORS:
            return lambda n: top
        beliefs = weighted(vectors, self.prior)
        return lambda n: min(top, units(hull, n).value(beliefs, payoff.high).high)

    def _least(self, name: str, height: Height) -> Least | None:
        low = fewest(self.units, lambda n: height(n) >= self.level)
        if low is None:
            return None
        high = self.values.enough(name, self.level)
        return low, high if high is None else max(high, low)

    def _minimax(self, climb: Ascent | None) -> Interval | None:
        if climb is not None:
            return climb.minimax
        return self.values.minimax() if self._summed else Interval(Fraction(0), Fraction(1))

    def _first(self, climb: Ascent | None) -> First | None:
        if not self.units or self.records.informs or NAME not in self.payoffs:
            return None
        recursion = self._recursion
        if recursion is not None:
            worths = recursion.first(self.prior, self.units)
            at = worths.index(max(worths))
            return First(self.maximal[at], worths.count(worths[at]) == 1)
        if len(self._designs) == 1 and self.low is self.high:
            return First(self.maximal[0], True)
        if climb is None:
            return None
        at, proven = climb.first
        return First(self.maximal[at], proven and self.low is self.high)

    def _points(self, name: str, height: Height) -> list[tuple[int, Fraction, Fraction]]:
        points = []
        for n in curve_units(self.units):
            low = self.values.along(name, n)
            points.append((n, low, max(low, height(n))))
        return points
