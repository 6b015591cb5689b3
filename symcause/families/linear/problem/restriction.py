"""A problem asked about another class of models than its own.

Every part of the class that may be chosen is one keyword here and one option of the questions.
"""

from __future__ import annotations

from dataclasses import replace

from symcause.errors import UsageError
from symcause.families.linear.problem.problem import LinearProblem

UNBOUNDED = "none"
"""The word that lifts the problem's own bound on parents."""


def restricted(problem: LinearProblem, *, max_parents: int | str | None = None) -> LinearProblem:
    """The problem with the class that is asked for; what is not stated stays as it is."""
    if max_parents is None:
        return problem
    if isinstance(max_parents, str) and max_parents != UNBOUNDED:
        raise UsageError("neither a number of parents nor 'none'", value=max_parents)
    return replace(problem, max_parents=max_parents if isinstance(max_parents, int) else None)
