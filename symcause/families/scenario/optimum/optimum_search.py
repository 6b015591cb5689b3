"""The optimum search of a scenario: a witness from below, a bound from above.

*Below*: known designs (default, history, claim) and what climbing finds. *Above*: branch and bound. The
space is a few boxes, one for each assignment of choices that makes a difference; the bound of a box
holds for every design in it, because every occurrence of a variable is relaxed on its own. The box with
the largest bound is cut in two until the bound meets the witness or the budget is used up. It is a
budget of work, so that what is found depends neither on the machine nor on what else it does: a larger
one goes on where a smaller one ends. Small spaces are listed in full.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.errors import LimitError
from symcause.families.scenario.bounds import OPTIMUM_DESIGNS
from symcause.families.scenario.models.model_components import Integer, Value
from symcause.families.scenario.models.rational_intervals import Interval
from symcause.families.scenario.optimum.design_ascent import Climber
from symcause.families.scenario.optimum.design_boxes import Box, root_boxes
from symcause.families.scenario.optimum.design_list import (
    NoDesign,
    designs,
    every_value,
    some_design,
)
from symcause.families.scenario.optimum.upper_bound import Cutting
from symcause.families.scenario.problem.builder_claims import Strategy
from symcause.families.scenario.problem.problem import ScenarioProblem, Space, violations
from symcause.families.scenario.problem.strategy_designs import claimed_designs, narrowed
from symcause.families.scenario.value.model_simplification import depends_on, fold
from symcause.families.scenario.value.valuer import COARSE, Valuer
from symcause.families.scenario.value.work_tally import Bill

T = TypeVar("T")

TOLERANCE = Fraction(1, 10**9)
"""Bounds that are so close count as met: floats tell no more."""


KNOWN = Fraction(1, 100)
"""A value between wider bounds than this is not called known."""

TURN = 500
"""Steps of a turn apart from its work: what is known by then is told."""


@dataclass(frozen=True)
class Optimum:
    """The best known design, its value, and a bound for all designs of the space."""

    design: dict[str, Value]
    value: Interval
    upper: Fraction
    boxes: int = 0  # bounded so far

    @property
    def exact(self) -> bool:
        """Do witness and bound meet in a rational number?"""
        return self.value.exact and self.value.low == self.upper

    @property
    def met(self) -> bool:
        """Is no design better than this one, as far as its value is known at all?"""
        return self.upper <= self.value.high + TOLERANCE and self.value.width <= KNOWN

    @property
    def best(self) -> Interval:
        """The value of the best design."""
        return Interval(self.value.low, max(self.upper, self.value.low))


class Search:
    """The search for the optimum of one space in one stage."""

    def __init__(
        self,
        valuer: Valuer,
        space: Space,
        stage: str | None = None,
        start: dict[str, Value] | None = None,
    ) -> None:
        self.valuer = valuer
        self.start = start
        self.problem: ScenarioProblem = valuer.problem
        self.space = space
        self.stage = stage or self.problem.final
        self.used = depends_on(fold(self.problem, self.stage, {}))
        self.shortage: Unknown | None = None  # what ended a search that could go on

    def run(self, budget: Meter) -> Iterator[Optimum]:
        """Ever narrower optima."""
        listed = designs(self.problem, self.space, OPTIMUM_DESIGNS)
        if listed is not None:
            yield self._best_of(listed)
            return
        yield from self._bounded(budget)

    def _best_of(self, every: list[dict[str, Value]]) -> Optimum:
        if not every:
            raise NoDesign
        values = [self.valuer.value(design, self.stage) for design in every]
        best = max(range(len(every)), key=lambda i: (values[i].low, -i))
        upper = max(value.high for value in values)
        return Optimum(every[best], values[best], upper)

    def _bounded(self, budget: Meter) -> Iterator[Optimum]:
        """Climb and cut in turns."""
        bill = Bill(self.valuer.tally, budget)
        roots, assignments = self._roots()
        cutting = Cutting(self.valuer, self.space, self.stage, roots)
        if not roots:  # boxes tell nothing
            cutting.closed = Fraction(1)
        best = self._known(roots)
        yield self._optimum(best, cutting)
        climber = Climber(
            self.problem,
            self.space,
            self.used,
            assignments,
            lambda design: self.valuer.value(design, self.stage, cells=COARSE),
        )
        turns = _Turns(bill)
        climbing = climber.climb(best[0])
        next(climbing)
        while True:
            met = cutting.upper <= best[1].high + TOLERANCE or cutting.done
            if met and turns.climbed:
                break
            if bill.over:
                self.shortage = budget.shortage
                break
            if met or (turns.climb and not turns.climbed):
                higher = turns.taken(lambda: next(climbing, None))
                turns.climbed = higher is None
                found = [] if higher is None else [higher[0]]
            else:
                found = turns.taken(cutting.advance)
            for design in found:
                value = self.valuer.value(design, self.stage)
                if value.low > best[1].low:
                    best = (design, value)
            yield self._optimum(best, cutting)

    def _roots(self) -> tuple[list[Box], list[Mapping[str, Value]]]:
        """The boxes to begin with, and the choices that climbing tries.

        Where there are too many combinations of choices there is no box, and one choice is tried at a time.
        """
        try:
            roots = list(root_boxes(self.problem, self.space, self.stage))
        except LimitError as error:
            self.valuer.reasons[str(error)] = None
            domains = self.problem.domains(self.space).items()
            open_ = [(n, d) for n, d in domains if n in self.used and not isinstance(d, Integer)]
            return [], [{name: value} for name, domain in open_ for value in every_value(domain)]
        if not roots:
            raise NoDesign
        return roots, [box.values for box in roots]

    def _optimum(self, best: tuple[dict[str, Value], Interval], cutting: Cutting) -> Optimum:
        design = {name: best[0][name] for name in self.problem.design}
        return Optimum(design, best[1], max(cutting.upper, best[1].low), cutting.boxes)

    def _completion(self, strategy: Strategy) -> list[dict[str, Value]]:
        """Some design of the space that keeps to a strategy, if one is easily found."""
        part = narrowed(self.problem, strategy)
        try:
            design = some_design(part, self.space, list(root_boxes(part, self.space, self.stage)))
        except LimitError:
            return []
        whole = part.completed(design)
        return [] if violations(self.problem, whole, self.space) else [whole]

    def _known(self, roots: list[Box]) -> tuple[dict[str, Value], Interval]:
        """The best design that somebody named, else some design of the space."""
        problem = self.problem
        named = [problem.default, *(design for _, design in problem.policy())]
        named += [design for _, design in claimed_designs(problem)]
        if self.start is not None:
            named.append(self.start)
        inside = [d for d in named if not violations(problem, d, self.space)]
        for strategy in problem.claims.strategies:  # where its completion by defaults is outside
            if not any(strategy.holds(design) for design in inside):
                inside += self._completion(strategy)
        if not inside:
            inside = [some_design(problem, self.space, roots)]
        valued = [(d, self.valuer.value(d, self.stage)) for d in inside]
        return max(valued, key=lambda pair: pair[1].low)


class _Turns:
    """Climbing and cutting get the same work done."""

    def __init__(self, bill: Bill) -> None:
        self.bill = bill
        self.climbed = False
        self.climb = False
        self.spent = {True: 0, False: 0}

    def taken(self, work: Callable[[], T]) -> T:
        """Do one piece of work; the turn goes to whoever has spent less so far."""
        self.bill.pay()
        found = work()
        self.spent[self.climb] += self.bill.pay(TURN)
        self.climb = self.spent[True] < self.spent[False]
        return found
