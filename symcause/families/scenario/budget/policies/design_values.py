"""Design values of policies under a scenario budget: which design is best, and how many units it needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

import numpy as np

from symcause.families.scenario.bounds import COUNT_VECTORS, PAIRED_HISTORIES, QUICK_VECTORS
from symcause.families.scenario.budget.policies.belief_grid import log_odds_grid, span
from symcause.families.scenario.budget.policies.count_vectors import Vectors, coarsened, terms
from symcause.families.scenario.budget.policies.design_passes import fractions, passes
from symcause.families.scenario.budget.policies.earlier_records import Prior, Records
from symcause.families.scenario.budget.policies.payoff_vectors import Payoff
from symcause.families.scenario.budget.policies.ratio_classes import Experiment
from symcause.families.scenario.budget.policies.single_design import (
    Units,
    fraction_value,
    units,
    weighted,
)
from symcause.families.scenario.budget.work_bounds import GRIDS
from symcause.families.scenario.models.rational_intervals import Interval

TIE = Fraction(1, 10**12)
"""Designs whose values are closer are equally good: the first counts."""

POINTS = 25
"""About so many numbers of units are drawn."""


def fewest(most: int, enough: Callable[[int], bool]) -> int | None:
    """The least number up to *most* that is enough, where more never are less; None if there is none."""
    if not enough(most):
        return None
    low, high = -1, most
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def curve_units(most: int) -> list[int]:
    """The numbers of units that are drawn: close together at the start, where the line bends."""
    return sorted({round(most * (k / POINTS) ** 1.5) for k in range(POINTS + 1)})


@dataclass
class DesignValues:
    """The single designs of a view between any number of rivals; each experiment is reduced."""

    designs: Sequence[Experiment]
    records: Records
    prior: Prior
    most_units: int
    payoffs: Mapping[str, Payoff]
    _units: dict[tuple[int, int], Units] = field(default_factory=dict)
    _passes: dict[str, dict[int, list[Fraction]]] = field(default_factory=dict)
    _best: dict[tuple[str, int], tuple[int, Fraction]] = field(default_factory=dict)

    @cached_property
    def beliefs(self) -> Vectors:
        """Histories times the prior."""
        return weighted(self.records.vectors, self.prior)

    def best(self, name: str, n: int) -> tuple[int, Fraction]:
        """The first of the best designs for n units, and at least what it is worth."""
        key = (name, n)
        if key not in self._best:
            pair = (0, self.low(0, name, n))
            for place in range(1, len(self.designs) if n else 1):
                value = self.low(place, name, n)
                if value > pair[1] + TIE:
                    pair = (place, value)
            self._best[key] = (pair[0], max(pair[1], self.low(pair[0], name, n, COUNT_VECTORS)))
        return self._best[key]

    def low(self, place: int, name: str, n: int, most: int = QUICK_VECTORS) -> Fraction:
        """At least what n units of a design are worth: by a grid if there are more vectors than *most*."""
        payoff, own = self.payoffs[name], self.designs[place]
        if not self.records.informs and payoff.exact:
            exact = fraction_value(own, n, self.prior, payoff.low)
            if exact is not None:
                return exact
        if len(self.prior) == 2 and terms(len(own), n) > most:
            return self._pass(place, name)[n]
        return self._counted(place, n).value(self.beliefs, payoff.low).low

    def most(self, name: str, n: int) -> Fraction:
        """At most what n units of the only design are worth."""
        payoff = self.payoffs[name]
        if not self.records.informs and payoff.exact:
            exact = fraction_value(self.designs[0], n, self.prior, payoff.high)
            if exact is not None:
                return exact
        return self._counted(0, n).value(self.beliefs, payoff.high).high

    def start(self, name: str) -> Interval:
        """The value before any unit: at most, too, if the history's vectors are exact."""
        low = self.low(0, name, 0)
        return Interval(low, max(low, self.most(name, 0) if self.records.exact else Fraction(1)))

    def enough(self, name: str, level: Fraction) -> int | None:
        """The fewest units of one design that reach a level within the budget."""
        place, low = self.best(name, self.most_units)
        if low < level:
            return None
        enough = self.most_units
        while enough:
            enough = self._fewest(place, name, level, enough)
            place, low = self.best(name, max(enough - 1, 0))
            if low < level:
                break
        return enough

    def _fewest(self, place: int, name: str, level: Fraction, most: int) -> int:
        """The fewest units of one design that reach a level, *most* of which do."""
        return fewest(most, lambda n: self.low(place, name, n) >= level) or 0

    def along(self, name: str, n: int) -> Fraction:
        """At least what n units are worth of the design that is best at the end."""
        return self.low(self.best(name, self.most_units)[0], name, n)

    def minimax(self) -> Interval:
        """The chance of naming both of two rivals with the only design: where its ROC meets the cut."""
        both = self.records.vectors.times(self._counted(0, self.most_units).vectors)
        first, second = both.chances
        with np.errstate(divide="ignore", invalid="ignore"):
            ratio = np.where(second > 0, first / second, np.inf)
        order = np.argsort(-ratio, kind="stable")
        named = np.concatenate(([0.0], np.cumsum(first[order])))
        other = 1 - np.concatenate(([0.0], np.cumsum(second[order])))
        at = int(np.searchsorted(named - other, 0.0))
        if at == 0:
            return Interval(Fraction(0), Fraction(1))
        gain, loss = named[at] - named[at - 1], other[at - 1] - other[at]
        share = (other[at - 1] - named[at - 1]) / (gain + loss) if gain + loss else 0.0
        value = Fraction(named[at - 1] + share * gain)
        off = Fraction(8 * both.slack + 8 * (both.size + 40) * 2.0**-53)
        return Interval(max(value - off, Fraction(0)), min(value + off, Fraction(1)))

    def _counted(self, place: int, n: int) -> Units:
        key = (place, n)
        if key not in self._units:
            if len(self._units) > 40:
                self._units.clear()
            own = self.designs[place]
            if len(self.prior) > 2:  # histories and vectors are gone through in pairs
                own = coarsened(own, n, max(50, PAIRED_HISTORIES // self.records.vectors.size))
            self._units[key] = units(own, n)
        return self._units[key]

    def _pass(self, place: int, name: str) -> list[Fraction]:
        """At least what every number of units of a design is worth: all that are long go at once."""
        if name not in self._passes:
            n = self.most_units
            long = [i for i, own in enumerate(self.designs) if terms(len(own), n) > QUICK_VECTORS]
            some = [self.designs[i] for i in long]
            grid = log_odds_grid(GRIDS[0], span(some, n))
            low = self.payoffs[name].low
            array = passes(grid, some, self.records, self.prior, n, low)
            self._passes[name] = {i: fractions(array[:, at]) for at, i in enumerate(long)}
        return self._passes[name][place]
