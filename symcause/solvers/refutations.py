"""Proofs for claims about spaces: a solver's refutation of the clauses that a certificate derives.

The clauses come from whoever will check the proof; nothing here interprets them.

>>> found = prove_unsatisfiable([(1, 2), (-1, 2), (-2,)])
>>> isinstance(found, Refutation) and found.lines[-1]
'0'
"""

from __future__ import annotations

from collections.abc import Sequence

from symcause.answers import Sat, Unknown
from symcause.budgets import Budget
from symcause.solvers.proofs import Refutation, refute

__all__ = ["Refutation", "prove_unsatisfiable"]


def prove_unsatisfiable(
    clauses: Sequence[Sequence[int]], budget: Budget | None = None
) -> Refutation | Sat | Unknown:
    """A proof, or a model, or ``Unknown`` if the budget is used up."""
    return refute(clauses, budget=budget)
