"""MaxSAT: as many soft literals true as hard clauses allow, by a core-guided solver.

RC2 asks a SAT solver again and again. A budget (:mod:`symcause.budgets`) is spent by these calls and by the
clauses that RC2 adds between them; when it is used up the search ends with ``Unknown``.

>>> sorted(most([(-1, -2), (-2, -3)], soft=[1, 2, 3], variables=3) & {1, 2, 3})
[1, 3]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from symcause.answers import Unknown
from symcause.bounds.solvers_bounds import PAIRWISE_LITERALS
from symcause.budgets import Meter
from symcause.solvers import solver_prices as prices
from symcause.solvers.sat.metered_solver import Counted


def most(
    hard: Iterable[Sequence[int]],
    soft: Iterable[int] | Mapping[int, int],
    variables: int,
    budget: Meter | None = None,
) -> frozenset[int] | Unknown | None:
    """The true literals of a model with the most soft literals true; None if there is no model.

    A mapping gives them weights: heavier ones are settled first.
    """
    from pysat.examples.rc2 import RC2, RC2Stratified
    from pysat.formula import WCNF

    formula = WCNF()
    formula.extend([list(clause) for clause in hard])
    weights = dict(soft) if isinstance(soft, Mapping) else dict.fromkeys(soft, 1)
    for literal, weight in weights.items():
        formula.append([literal], weight=weight)
    formula.nv = max(formula.nv, variables)
    kind = RC2 if len(set(weights.values())) < 2 else partial(RC2Stratified, blo="div")
    with kind(formula, solver="g4", exhaust=True, minz=True) as search:
        if budget is not None:
            budget.spend(sum(map(len, formula.hard)) // prices.LITERALS)
            search.oracle = _Oracle(search.oracle, budget)
        try:
            model = search.compute()
        except _UsedUp:
            assert budget is not None
            return budget.shortage
    return None if model is None else frozenset(literal for literal in model if literal > 0)


class _UsedUp(Exception):
    """Nothing is left of the budget."""


class _Oracle:
    """The SAT solver of RC2, every call of it counted."""

    def __init__(self, solver: Any, budget: Meter) -> None:
        self._solver, self._budget = solver, budget
        self._counted = Counted(solver, budget)
        self._last: int | None = None  # the conflict after which RC2 itself wants to go on

    def __getattr__(self, name: str) -> Any:
        return getattr(self._solver, name)

    def conf_budget(self, budget: int = -1) -> None:
        """This many conflicts for all calls from now on; RC2 minimises cores with few."""
        self._last = None if budget < 0 else self._conflicts + budget

    def solve_limited(
        self, assumptions: Sequence[int] = (), expect_interrupt: bool = False
    ) -> bool | None:
        """Is there a model under the assumptions? None if RC2's own conflicts are not enough."""
        if self._last is None:
            answer = self._counted.solve(assumptions)
            if isinstance(answer, Unknown):
                raise _UsedUp
            return answer
        if self._budget.over:
            raise _UsedUp
        return self._counted.tried(list(assumptions), max(0, self._last - self._conflicts))

    solve = solve_limited

    def add_clause(self, clause: list[int]) -> None:
        self._budget.spend(1 + len(clause) // prices.LITERALS)
        self._solver.add_clause(clause)

    @property
    def _conflicts(self) -> int:
        return int(self._solver.accum_stats()["conflicts"])


def at_most_one(literals: Sequence[int], fresh: int) -> tuple[list[tuple[int, ...]], int]:
    """Clauses by which at most one literal is true, and the next unused variable after *fresh*.

    Short lists take all pairs; longer ones a ladder: s_k is true once one of the first k is.
    """
    if len(literals) <= PAIRWISE_LITERALS:
        clauses = [(-a, -b) for at, a in enumerate(literals) for b in literals[at + 1 :]]
        return list(clauses), fresh
    found: list[tuple[int, ...]] = []
    for at, literal in enumerate(literals[:-1]):
        step = fresh + at
        found.append((-literal, step))
        if at:
            found += [(-(step - 1), step), (-(step - 1), -literal)]
    last = fresh + len(literals) - 1
    found.append((-(last - 1), -literals[-1]))
    return found, last
