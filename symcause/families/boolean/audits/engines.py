"""Who counts: the direct recursion, or a solver as an independent second opinion."""

from __future__ import annotations

from symcause.answers import Unknown
from symcause.families.boolean.audits.profile import count_in
from symcause.families.boolean.opinions.engines import count_members
from symcause.families.boolean.problem.classes import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.evidence import Evidence

RECURSION = "recursion"


def count_with(engine: str, problem: BooleanProblem, hypotheses: HypothesisClass) -> int | Unknown:
    """Count with the engine of this name: ``recursion`` or one of the second opinions."""
    if engine == RECURSION:
        return count_in(Evidence(problem), hypotheses)
    return count_members(problem, hypotheses, engine)
