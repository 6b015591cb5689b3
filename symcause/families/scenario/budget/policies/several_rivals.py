"""Several rivals, three or more: what pairs of them prove from above, and single designs from below.

Whoever cannot tell two rivals apart names one of them wrongly. Pairs that share no rival add up, so that

    V <= 1 - max_y Σ y_ij (π_i + π_j) (1 - upper_ij)

over fractional matchings y. The bound is weak: on average it is 0.15 too high.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations

from symcause.families.scenario.bounds import RECURSED_DESIGNS, RECURSED_UNITS
from symcause.families.scenario.budget.policies.belief_ascent import NAME
from symcause.families.scenario.budget.policies.design_values import (
    TIE,
    DesignValues,
    curve_units,
    fewest,
)
from symcause.families.scenario.budget.policies.dichotomy import Dichotomy, Height
from symcause.families.scenario.budget.policies.earlier_records import Records, between
from symcause.families.scenario.budget.policies.exact_recursion import Recursion
from symcause.families.scenario.budget.policies.payoff_vectors import Payoff, naming
from symcause.families.scenario.budget.policies.ratio_classes import Experiment, distinct, reduced
from symcause.families.scenario.budget.policies.value_bounds import First, Seen, Single, Worth
from symcause.families.scenario.models.rational_intervals import Interval
from symcause.solvers.linear.bland_simplex import maximised

Pair = tuple[int, int]
ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class SeveralRivals:
    """Three rivals or more, what designs and a history show of them, and what that is worth."""

    experiments: tuple[Experiment, ...]
    high: tuple[Experiment, ...]
    records: Records
    prior: tuple[Fraction, ...]
    units: int
    level: Fraction
    payoffs: Mapping[str, Payoff]

    @cached_property
    def maximal(self) -> list[int]:
        """The designs whose laws differ: dominance between pairs is none between all."""
        return distinct(self.experiments)

    @cached_property
    def values(self) -> DesignValues:
        """The single designs."""
        own = [reduced(self.experiments[place]) for place in self.maximal]
        return DesignValues(own, self.records, self.prior, self.units, self.payoffs)

    @cached_property
    def _recursion(self) -> Recursion | None:
        few = self.units <= RECURSED_UNITS and len(self.maximal) <= RECURSED_DESIGNS
        if not few or self.records.informs or self.high is not self.experiments:
            return None
        return Recursion(self.values.designs, self.payoffs[NAME].low)

    def seen(self) -> Seen:
        """All that is proven."""
        worth = {name: self._worth(name) for name in self.payoffs}
        place, low = self.values.best(NAME, self.units)
        gained = low > self.values.best(NAME, 0)[1] + TIE
        return Seen(
            exact=worth[NAME].adaptive.exact,
            maximal=tuple(self.maximal),
            informs=self.records.informs,
            worth=worth,
            first=self._first(),
            single=Single(self.maximal[place] if gained else 0, low),
        )

    def _first(self) -> First | None:
        recursion = self._recursion
        if recursion is None or not self.units:
            return None
        worths = recursion.first(self.prior, self.units)
        at = worths.index(max(worths))
        return First(self.maximal[at], worths.count(worths[at]) == 1)

    def _worth(self, name: str) -> Worth:
        height, values, n = self._height(name), self.values, self.units
        low = values.best(name, n)[1]
        high = max(low, height(n))
        known = name == NAME and self._recursion is not None
        begin = values.best(name, 0)[1]
        start = max(begin, min(height(0), values.most(name, 0) if self.records.exact else ONE))
        reached = fewest(n, lambda k: height(k) >= self.level)
        least = None if reached is None else (reached, values.enough(name, self.level))
        points = []
        for k in curve_units(n):
            along = values.along(name, k)
            points.append((k, along, max(along, height(k))))
        return Worth(
            Interval(begin, start),
            Interval(low, high),
            Interval(high if known else low, high),
            least,
            curve=tuple(points),
        )

    def _height(self, name: str) -> Height:
        if name != NAME:
            payoff = self.payoffs[name]
            ends = (p * max(v[i] for v in payoff.high) for i, p in enumerate(self.prior))
            top = sum(ends, ZERO)
            return lambda n: top
        recursion = self._recursion
        if recursion is not None:
            return lambda n: recursion.value(self.prior, n)
        pairs = self._pairs
        return lambda n: matched(self.prior, {pair: above(n) for pair, above in pairs.items()})

    @cached_property
    def _pairs(self) -> dict[Pair, Height]:
        return {pair: self.pair_height(pair) for pair in combinations(range(len(self.prior)), 2)}

    def pair_height(self, pair: Pair) -> Height:
        """At most how often one of two rivals is named, if it is one of them."""
        i, j = pair
        whole = self.prior[i] + self.prior[j]
        if not whole:
            return lambda n: ONE
        own = tuple(tuple((law[i], law[j]) for law in numbers) for numbers in self.high)
        two = Dichotomy(
            own,
            own,
            between(self.records, pair),
            (self.prior[i] / whole, self.prior[j] / whole),
            self.units,
            self.level,
            {NAME: naming(2)},
        )
        return two.height(NAME)


def matched(prior: Sequence[Fraction], upper: Mapping[Pair, Fraction]) -> Fraction:
    """At most how often the rival is named, by what pairs of them allow."""
    pairs = list(upper)
    lost = [(prior[i] + prior[j]) * (1 - min(upper[i, j], ONE)) for i, j in pairs]
    rows = [[Fraction(k in pair) for pair in pairs] for k in range(len(prior))]
    rows += [[Fraction(-(pair == own)) for pair in pairs] for own in pairs]
    pair = maximised(lost, rows, [ONE] * len(prior) + [ZERO] * len(pairs))
    assert pair is not None  # every share is at most 1
    return 1 - pair[0]
