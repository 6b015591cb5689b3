"""Who counts: the direct recursion, or a solver as an independent second opinion."""

from __future__ import annotations

from symcause.families.boolean.audits.count import CountReport, count
from symcause.families.boolean.opinions.engines import count_members
from symcause.families.boolean.problem.classes import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem


def count_with(engine: str, problem: BooleanProblem, hypotheses: HypothesisClass) -> CountReport:
    """Count with the engine of this name: ``recursion`` or one of the second opinions."""
    if engine == "recursion":
        return count(problem, hypotheses)
    return CountReport(problem, hypotheses, count_members(problem, hypotheses, engine), engine)
