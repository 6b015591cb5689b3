"""Strategy completions around the optimum of a scenario: all designs that keep to what a builder names.

The space is narrowed to them and searched as the whole space is: from above for the best completion, from
below for the worst. What is said of a strategy is refuted if every completion lies outside; a completion
that lies inside confirms it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from symcause.budgets import Meter
from symcause.families.scenario.bounds import OPTIMUM_DESIGNS
from symcause.families.scenario.models.model_components import Integer, Value
from symcause.families.scenario.models.rational_intervals import Interval
from symcause.families.scenario.optimum.design_boxes import root_boxes
from symcause.families.scenario.optimum.design_list import NoDesign, designs
from symcause.families.scenario.optimum.optimum_search import Optimum, Search
from symcause.families.scenario.optimum.upper_bound import Cutting
from symcause.families.scenario.problem.builder_claims import Strategy
from symcause.families.scenario.problem.problem import ScenarioProblem, Space, violations
from symcause.families.scenario.problem.strategy_designs import narrowed
from symcause.families.scenario.value.valuer import Valuer
from symcause.families.scenario.value.work_tally import Bill


@dataclass(frozen=True)
class Completions:
    """What is known of the designs that keep to a strategy."""

    by_default: dict[str, Value]  # the rest as by default; a range at the end that is nearest to it
    inside: bool  # is that one in the space?
    value: Interval  # of that one
    known: tuple[Interval, ...] = ()  # of completions in the space
    upper: Fraction = Fraction(1)  # no completion is worth more
    lower: Fraction = Fraction(0)  # none is worth less
    some: bool = True  # False: no design of the space keeps to the strategy

    def joined(self, value: Interval, upper: Fraction) -> Completions:
        """With a completion that is known from elsewhere, and a bound for all designs."""
        return replace(self, known=(*self.known, value), upper=upper)

    def apart(self, low: Fraction, high: Fraction) -> bool:
        """Does every completion lie outside a range?"""
        return self.some and (self.upper < low or self.lower > high)

    def within(self, low: Fraction, high: Fraction) -> bool:
        """Does some completion surely lie in a range?"""
        return any(low <= value.low and value.high <= high for value in self.known)


class Completing:
    """The search for completions of one strategy in one space."""

    def __init__(self, problem: ScenarioProblem, space: Space, strategy: Strategy) -> None:
        self.problem = narrowed(problem, strategy)
        self.valuer = Valuer(self.problem)
        self.space, self.stage = space, problem.final
        self.empty = any(
            isinstance(d, Integer) and d.most is not None and d.most < d.least
            for d in self.problem.design.values()
        )

    def known(self) -> Completions:
        """The completion by defaults alone."""
        design = self.problem.default
        value = self.valuer.value(design, self.stage)
        inside = not violations(self.problem, design, self.space)
        return Completions(design, inside, value, (value,) if inside else ())

    def bounded(self, found: Completions, above: Meter, below: Meter | None) -> Completions:
        """Bounds for all completions: from above, and *below* where that is asked for."""
        if self.empty:
            return replace(found, some=False)
        try:
            best = self._best(above)
            values = (*found.known, best.value)
            found = replace(found, known=values, upper=min(found.upper, best.best.high))
            if below is not None:
                found = replace(found, lower=self._lower(below))
        except NoDesign:
            return replace(found, some=False)
        return found

    def _best(self, budget: Meter) -> Optimum:
        *_, last = Search(self.valuer, self.space, self.stage).run(budget)
        return last

    def _lower(self, budget: Meter) -> Fraction:
        """A number that no completion is below."""
        listed = designs(self.problem, self.space, OPTIMUM_DESIGNS)
        if listed is not None:
            return min(self.valuer.value(design, self.stage).low for design in listed)
        roots = list(root_boxes(self.problem, self.space, self.stage))
        bill, cutting = (
            Bill(self.valuer.tally, budget),
            Lowering(self.valuer, self.space, self.stage, roots),
        )
        while not (cutting.done or bill.over):
            cutting.advance()
            bill.pay(1)
        return 1 - cutting.upper


class Lowering(Cutting):
    """Boxes by how far they may fall below one."""

    def height(self, interval: Interval) -> Fraction:
        return 1 - interval.low
