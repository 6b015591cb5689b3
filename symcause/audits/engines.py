"""Who counts: the direct recursion, or a solver as an independent second opinion."""

from __future__ import annotations

from symcause.audits.count import CountReport, count
from symcause.problems.boolean import BooleanProblem
from symcause.problems.classes import HypothesisClass
from symcause.spaces.boolean.engines import count_members


def count_with(engine: str, problem: BooleanProblem, hypotheses: HypothesisClass) -> CountReport:
    """Count with the engine of this name: ``recursion`` or one of the second opinions."""
    if engine == "recursion":
        return count(problem, hypotheses)
    return CountReport(problem, hypotheses, count_members(problem, hypotheses, engine), engine)
