"""Tally of the members of a space of mechanisms, over all root sets at once.

With given roots, every other variable picks a parent set. With hidden roots every variable has its parent
sets, and any subset of the given size are the roots instead: one sum over all root sets
(:mod:`symcause.solvers.acyclic.choice_weight`). Root sets that leave nothing to predict are taken off
again: they hold every variable that is ever observed.
"""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct

from symcause.answers import Unknown
from symcause.bounds.solvers_bounds import RECURSION_TERMS
from symcause.budgets import Meter
from symcause.errors import LimitError
from symcause.solvers.acyclic.case_split import count_by_cases
from symcause.solvers.acyclic.choice_weight import Choices, count_acyclic, counting_steps, planned
from symcause.solvers.acyclic.count_bounds import Bounds, bounds_on
from symcause.solvers.acyclic.cycle_components import Pieces


class Tally(Struct, frozen=True, dict=True):
    """The acyclic choices where any subset of the given size are *roots*, none of them *barred*.

    Less the *idle* ones. Counting them draws on the *meter*.
    """

    choices: Choices
    roots: int = 0
    idle: Choices | None = None
    barred: int = 0
    meter: Meter | None = None

    @cached_property
    def steps(self) -> int:
        """How long counting takes; raises LimitError beyond reach."""
        return sum(
            counting_steps(choices, RECURSION_TERMS, self.roots, self.barred)
            for choices in self._all
        )

    def count(self, most: int = RECURSION_TERMS) -> int:
        """The number, unless it takes more steps than this: then LimitError, before it begins."""
        return self._total(
            *(count_acyclic(choices, most, self.roots, self.barred) for choices in self._all)
        )

    def counted(self, most: int) -> tuple[int, int]:
        """The same, and how many steps it took."""
        plans = [planned(choices, most, self.roots, self.barred) for choices in self._all]
        return self._total(*(plan.within(most).total(1, {}) for plan in plans)), sum(
            p.steps for p in plans
        )

    def count_by_cases(self) -> int:
        """The number, by cases where the recursion is too large; raises LimitError where those are."""
        given = RECURSION_TERMS, self.roots, self.barred
        return self._total(
            *(count_by_cases(p.choices, *given, p, self.meter) for p in self._pieces)
        )

    @cached_property
    def number(self) -> int | Unknown:
        """The number, by the recursion or by cases; Unknown where both are too large."""
        try:
            return self.count()
        except LimitError as error:
            beyond = Unknown(str(error))
        try:
            return self.count_by_cases()
        except LimitError:
            return beyond

    @property
    def proven(self) -> tuple[int, int] | None:
        """The bounds on a number that is unknown."""
        return None if isinstance(self.number, int) else (self.bounds.low, self.bounds.high)

    @cached_property
    def bounds(self) -> Bounds:
        """Proven bounds on the number."""
        every, *idle = (
            bounds_on(p.choices, self.roots, barred=self.barred, pieces=p, meter=self.meter)
            for p in self._pieces
        )
        if not idle:
            return every
        return Bounds(max(0, every.low - idle[0].high), every.high - idle[0].low)

    @cached_property
    def _pieces(self) -> list[Pieces[int]]:
        """What the choices fall into: once for a count that is given up and for the bounds."""
        return list(map(Pieces, self._all))

    @property
    def _all(self) -> list[Choices]:
        return [self.choices] if self.idle is None else [self.choices, self.idle]

    @staticmethod
    def _total(every: int, idle: int = 0) -> int:
        return every - idle
