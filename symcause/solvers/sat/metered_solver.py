"""A metered SAT solver: its conflicts and propagations are paid from a budget.

Glucose and CaDiCaL stop after a number of conflicts, Glucose at its next restart. What they did by then is
in their statistics. So a search goes on in slices of conflicts, and the budget is looked at in between.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.solvers import solver_prices as prices

_SLICE = 10_000  # conflicts between two looks at the budget
_SHORT = 2_000  # and where a user's own time is running, too


class Counted:
    """Calls of one solver, paid from a budget; None is no bound."""

    def __init__(self, solver: Any, budget: Meter | None) -> None:
        self._solver, self._budget = solver, budget

    def solve(self, assumptions: Sequence[int] = ()) -> bool | Unknown:
        """Is there a model under the assumptions?"""
        literals = list(assumptions)
        if self._budget is None:
            return bool(_run(self._solver.solve, literals))
        while True:
            if self._budget.over:
                return self._budget.shortage
            answer = self.tried(literals, _slice(self._budget))
            if answer is not None:
                return answer

    def tried(self, assumptions: list[int], conflicts: int) -> bool | None:
        """The same within this many conflicts; None if they are not enough."""
        before = self._solver.accum_stats()
        self._solver.conf_budget(conflicts)
        answer = _run(self._solver.solve_limited, assumptions)
        if self._budget is not None:
            done = prices.searched(before, self._solver.accum_stats())
            self._budget.spend(done + len(assumptions) // prices.LITERALS)
        return answer


def _run(solve: Callable[..., bool | None], assumptions: list[int]) -> bool | None:
    from pysat.solvers import pysolvers

    try:
        return solve(assumptions=assumptions)
    except pysolvers.error as error:
        # The library catches Ctrl-C while it solves and reports it as an error of its own.
        raise KeyboardInterrupt from error


def _slice(budget: Meter) -> int:
    """How many conflicts may pass until the budget is looked at again."""
    most = _SLICE if budget.seconds_left is None else _SHORT
    return most if budget.left is None else min(most, prices.conflicts_within(budget.left))
