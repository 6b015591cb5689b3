"""Coverage of input patterns by the evidence of each Boolean problem in a pool, for score tables."""

from __future__ import annotations

from symcause.errors import SymcauseError
from symcause.families.boolean.audits.evidence.pattern_support import support_report
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.tables.level_tables import Seen


def seen_of(problem: BooleanProblem) -> Seen | None:
    """None where no order is known, or where there is too much to look at."""
    try:
        report = None if problem.holed else support_report(problem, problem.gold_scm)
    except SymcauseError:
        return None
    if report is None:
        return None
    missing = frozenset(
        (probe.variable, frozenset(zip(probe.inputs, map(int, bits), strict=True)))
        for probe in report.incomplete
        for bits in probe.missing
    )
    return Seen(float(report.mean_coverage), missing, len(problem.training), len(problem.heldout))
