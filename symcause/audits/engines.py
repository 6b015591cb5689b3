"""Who counts: the direct recursion, or a solver as an independent second opinion."""

from __future__ import annotations

from symcause.audits.count import CountReport, count
from symcause.problems.boolean import BooleanProblem
from symcause.problems.classes import HypothesisClass


def count_with(engine: str, problem: BooleanProblem, hypotheses: HypothesisClass) -> CountReport:
    """Count with the engine of this name."""
    return count(problem, hypotheses)
