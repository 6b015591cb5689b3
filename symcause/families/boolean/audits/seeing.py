"""What the training worlds of a problem show of the patterns before each variable, for tables of pools."""

from __future__ import annotations

from symcause.errors import SymcauseError
from symcause.families.boolean.audits.support import support_report
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.levels import Seen


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
